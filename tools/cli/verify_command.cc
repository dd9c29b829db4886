#include "tools/cli/verify_command.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <memory>

#include "tools/cli/report_error.h"
#include "tools/cli/signal_watch.h"
#include "tools/cli/verify_session.h"

namespace backedge {
namespace {

// Reports why a verification has stopped. Returns its exit code.
int code_of(const Error& error, bool can_resume) {
  report_error(error, false);
  if (!is_fault_of_suite(error)) return 1;
  std::fprintf(
      stderr,
      "The suite stopped because of its own fault, not because of the backend: the run has no verdict.\n"
      "%s",
      can_resume ? "After you fix it, continue with the same command and --resume.\n" : "");
  return kFaultOfSuite;
}

Result<int> verify_command(const VerifyArguments& arguments) {
  VerifySession session = TRY(VerifySession::open(arguments));
  if (!session.corpus_is_whole()) {
    std::fputs("The corpus has errors, so nothing was verified.\n", stderr);
    return kFaultOfSuite;
  }
  std::atomic<bool> stopped{false};
  const SignalWatch watch(stopped);
  const std::vector<SelectedRun> runs = session.open_runs();
  Result<VerifyEnd> end = verify(
      runs,
      {.backend = options_of(arguments.backend),
       .list = session.known(),
       .jobs = arguments.jobs,
       .max_timeouts = arguments.max_timeouts,
       .max_failures = arguments.max_failures},
      stopped, [&](const Hello& hello) { return session.begin(hello); },
      [&](const RunRecord& record) { return session.take(record); });
  if (end.ok() && end.value().hello.name.empty()) return kStoppedBySignal;  // before `hello`
  Result<bool> all_right = session.finish(end);
  if (!end.ok()) return code_of(end.error(), session.can_resume());
  if (!all_right.ok()) return code_of(all_right.error(), session.can_resume());
  if (!end.value().complete && stopped && end.value().gave_up.empty()) return kStoppedBySignal;
  return all_right.value() ? 0 : 1;
}

}  // namespace

Command add_verify(CLI::App& app) {
  const auto verify = std::make_shared<VerifyArguments>();
  CLI::App* command = app.add_subcommand(
      "verify",
      "Run cases of the corpus on a backend that speaks docs/backend_protocol.md.\n"
      "Exit codes: 0 no run failed, or exactly the runs that the expectation list names, and one run passed "
      "or\n"
      "failed as listed; 1 otherwise; 3 the suite itself could not continue; 130 stopped by a signal.");
  add_corpus(*command, verify->corpus);
  add_backend(*command, verify->backend);
  command
      ->add_option("--filter", verify->cases,
                   "AREA, CASE or CASE/RUN, with * for any characters; -AREA excludes: "
                   "docs/corpus_format.md#filters [all]")
      ->type_name("GLOB");
  command->add_option("--tier", verify->tier, "select only the runs of this tier: required or survey")
      ->check(CLI::IsMember({"required", "survey"}));
  command->add_flag("--smoke", verify->smoke,
                    "select only a few runs that together touch every rule: seconds, not minutes");
  CLI::Option* results = command->add_option("--results", verify->results, "write a JSON line for each run")
                             ->type_name("FILE.jsonl");
  CLI::Option* report =
      command
          ->add_option("--report", verify->report,
                       "write DIR/results.jsonl, and print the command that makes a page of it")
          ->type_name("DIR")
          ->excludes(results);
  CLI::Option* resume = command->add_flag("--resume", verify->resume,
                                          "continue the results of the same command, which was stopped");
  CLI::Option* expectations =
      command
          ->add_option("--expectations", verify->expectations,
                       "the list of runs that fail, with reasons: docs/expectations.md")
          ->type_name("FILE");
  command->add_flag("--update", verify->update, "write what the list should say to FILE.new, for review")
      ->needs(expectations);
  command
      ->add_option("--max-timeouts", verify->max_timeouts,
                   "stop after this many runs in a row that time out, 0 for never [30]")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 40));
  command->add_option("--max-failures", verify->max_failures, "stop after this many runs that fail [never]")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
  command->add_option("--jobs", verify->jobs, "processes at the same time [1]")->check(CLI::Range(1, 1024));
  command->final_callback([verify, resume, results, report] {
    if (resume->count() > 0 && results->count() + report->count() == 0)
      throw CLI::RequiresError("--resume", "--results or --report");
    if (!verify->report.empty()) verify->results = verify->report + "/results.jsonl";
  });
  return {command, [verify] { return exit_code(verify_command(*verify)); }};
}

}  // namespace backedge
