#include "tools/add_corpus_commands.h"

#include <CLI/CLI.hpp>

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
  CLI::App* command = app.add_subcommand(
      "verify",
      "Runs cases of the corpus on a backend that speaks docs/backend_protocol.md.\n"
      "Ends with 0: no run failed and one passed; 1: one failed, or none passed; 130: stopped by a signal.");
  command->add_option("--corpus", verify.corpus, "the folder of MANIFEST [testdata]")->type_name("DIR");
  command->add_option("--backend", verify.backend, "the command that starts it")
      ->type_name("COMMAND")
      ->required();
  command->add_option("--filter", verify.cases, "AREA, CASE or CASE/RUN, with * for any characters [all]")
      ->type_name("GLOB");
  command->add_option("--results", verify.results, "a JSON line for each run")->type_name("FILE.jsonl");
  command->add_option("--jobs", verify.jobs, "processes at once [1]")->check(CLI::Range(1, 1024));
  command->add_option("--timeout", verify.timeout, "seconds for an answer [10]")
      ->check(CLI::Range(0.01, 1e6));
  command
      ->add_option("--max-memory", verify.max_memory,
                   "MiB of address space of a process, 0 for no limit [8192]")
      ->check(CLI::Range(0, 1 << 30));
  return command;
}

CLI::App* add_serve(CLI::App& app) {
  return app.add_subcommand("serve", "Is a backend: speaks docs/backend_protocol.md with the interpreter.");
}

}  // namespace backedge
