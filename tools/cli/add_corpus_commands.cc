#include <CLI/CLI.hpp>

#include "tools/cli/add_commands.h"

namespace backedge {
namespace {

CLI::Option* add_cases(CLI::App& command, std::string& corpus, std::vector<std::string>& cases) {
  command.add_option("--corpus", corpus, "the folder of MANIFEST [testdata]")->type_name("DIR");
  return command.add_option("CASE", cases,
                            "AREA, CASE or CASE/RUN, with * for any characters, or folders of cases");
}

}  // namespace

CLI::App* add_list(CLI::App& app, ListArguments& list) {
  CLI::App* command = app.add_subcommand("list", "Lists the cases of the corpus.");
  add_cases(*command, list.corpus, list.cases);
  command->add_flag("--summary", list.summary, "counts by area, dialect, oracle and rule instead");
  return command;
}

CLI::App* add_check(CLI::App& app, CheckArguments& check) {
  CLI::App* command = app.add_subcommand("check", "Runs cases of the corpus and reports those that fail.");
  add_cases(*command, check.corpus, check.cases)->required();
  return command;
}

CLI::App* add_export(CLI::App& app, ExportArguments& exported) {
  CLI::App* command =
      app.add_subcommand("export", "Writes a folder for each run, its model without placeholders.");
  add_cases(*command, exported.corpus, exported.cases);
  command->add_option("--out", exported.out, "where to")->type_name("DIR")->required();
  return command;
}

CLI::App* add_golden(CLI::App& app, GoldenArguments& golden) {
  CLI::App* command = app.add_subcommand("golden",
                                         "Holds the goldens of cases against the interpreter's values, and "
                                         "their tolerances against derived ones,\n"
                                         "or makes a case of a MODEL.xml.");
  add_cases(*command, golden.corpus, golden.cases)->required();
  CLI::Option* inputs =
      command->add_option("--inputs", golden.inputs, "a .npy for each Parameter, by name or position")
          ->type_name("DIR");
  CLI::Option* case_dir =
      command->add_option("--case-dir", golden.case_dir, "the case to make")->type_name("DIR");
  inputs->needs(case_dir);
  case_dir->needs(inputs);
  command->final_callback([&golden] {
    if (!golden.case_dir.empty() && golden.cases.size() != 1)
      throw CLI::ValidationError("MODEL.xml", "one model, please");
  });
  return command;
}

CLI::App* add_verify(CLI::App& app, VerifyArguments& verify) {
  CLI::App* command =
      app.add_subcommand("verify",
                         "Runs cases of the corpus on a backend that speaks docs/backend_protocol.md.\n"
                         "Ends with 0: no run failed, or just as the expectation list says, and one passed "
                         "or did so; 1: otherwise;\n"
                         "3: the suite itself could not go on; 130: stopped by a signal.");
  command->add_option("--corpus", verify.corpus, "the folder of MANIFEST [testdata]")->type_name("DIR");
  add_backend(*command, verify.backend);
  command
      ->add_option("--filter", verify.cases,
                   "AREA, CASE or CASE/RUN, with * for any characters; -AREA leaves out: "
                   "docs/corpus_format.md#filters [all]")
      ->type_name("GLOB");
  command->add_option("--tier", verify.tier, "only the runs of this tier: required or survey")
      ->check(CLI::IsMember({"required", "survey"}));
  command->add_flag("--smoke", verify.smoke,
                    "only a few runs that touch every rule, computed from the corpus: seconds, not minutes");
  CLI::Option* results =
      command->add_option("--results", verify.results, "a JSON line for each run")->type_name("FILE.jsonl");
  CLI::Option* report = command
                            ->add_option("--report", verify.report,
                                         "the same as DIR/results.jsonl, and how to make a page of it")
                            ->type_name("DIR")
                            ->excludes(results);
  CLI::Option* resume = command->add_flag(
      "--resume", verify.resume, "goes on where the results of the same command, which was stopped, end");
  CLI::Option* expectations = command
                                  ->add_option("--expectations", verify.expectations,
                                               "the runs that fail, and why: docs/expectations.md")
                                  ->type_name("FILE");
  command->add_flag("--update", verify.update, "writes what the list should say to FILE.new, for review")
      ->needs(expectations);
  command
      ->add_option("--max-timeouts", verify.max_timeouts,
                   "stop after so many runs in a row that time out, 0 for never [30]")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 40));
  command->add_option("--max-failures", verify.max_failures, "stop after so many runs that fail [never]")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
  command->add_option("--jobs", verify.jobs, "processes at once [1]")->check(CLI::Range(1, 1024));
  command->final_callback([&verify, resume, results, report] {
    if (resume->count() > 0 && results->count() + report->count() == 0)
      throw CLI::RequiresError("--resume", "--results or --report");
    if (!verify.report.empty()) verify.results = verify.report + "/results.jsonl";
  });
  return command;
}

CLI::App* add_serve(CLI::App& app) {
  return app.add_subcommand("serve", "Is a backend: speaks docs/backend_protocol.md with the interpreter.");
}

}  // namespace backedge
