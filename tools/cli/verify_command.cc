#include "tools/cli/verify_command.h"

#include <atomic>
#include <cstdio>
#include <memory>

#include "tools/cli/command_line.h"
#include "tools/cli/output_files.h"
#include "tools/cli/report_error.h"
#include "tools/cli/signal_watch.h"
#include "tools/cli/suite_error.h"
#include "tools/cli/verify_session.h"

namespace backedge {
namespace {

int code_of(const Error& error, bool can_resume) {
  return report_suite_error(
      error, can_resume ? "After you fix it, continue with the same command and --resume.\n" : "");
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

void add_verify(CommandLine& program) {
  const auto verify = std::make_shared<VerifyArguments>();
  Command& command =
      program.add_command("verify",
                          "Run cases of the corpus on a backend that speaks docs/backend_protocol.md.\n"
                          "Exit codes: 0 no result was unexpected, and at least one run passed or failed as "
                          "listed; 1 otherwise;\n"
                          "3 the suite itself could not continue; 130 stopped by a signal.");
  add_corpus(command, verify->corpus);
  add_backend(command, verify->backend);
  command
      .add_option("--filter", verify->cases,
                  "AREA, CASE or CASE/RUN, with * for any characters; -AREA excludes: "
                  "docs/corpus_format.md#filters [all]")
      .value_name("GLOB");
  command.add_option("--tier", verify->tier, "select only the runs of this tier: required or survey")
      .one_of({"required", "survey"});
  command.add_flag("--smoke", verify->smoke,
                   "select only a few runs that together touch every rule: seconds, not minutes");
  const Option results = command.add_option("--results", verify->results, "write a JSON line for each run")
                             .value_name("FILE.jsonl");
  command
      .add_option("--report", verify->report,
                  "write DIR/results.jsonl, and print the command that makes a page of it")
      .value_name("DIR")
      .excludes(results);
  command.add_option("--junit", verify->junit, "write JUnit XML, a testcase for each run")
      .value_name("FILE.xml");
  command.add_flag("--resume", verify->resume, "continue the results of the same command, which was stopped");
  const Option expectations =
      command
          .add_option("--expectations", verify->expectations,
                      "the list of runs that fail, with reasons: docs/expectations.md")
          .value_name("FILE");
  command.add_flag("--update", verify->update, "write what the list should say to FILE.new, for review")
      .needs(expectations);
  command
      .add_option("--max-timeouts", verify->max_timeouts,
                  "stop after this many runs in a row that time out, 0 for never [30]")
      .in_range(0, int64_t{1} << 40);
  command
      .add_option("--max-failures", verify->max_failures,
                  "stop after this many runs that fail and are not listed [never]")
      .in_range(1, int64_t{1} << 40);
  command.add_option("--jobs", verify->jobs, "processes at the same time [1]").in_range(1, 1024);
  command.check([verify] {
    if (!verify->report.empty()) verify->results = verify->report + "/results.jsonl";
    const std::string& list = verify->expectations;
    if (!verify->results.empty() && !list.empty() &&
        (is_same_file(verify->results, list) || is_same_file(verify->results, list + ".new")))
      return Complaint("--results: would replace the list of --expectations, or what --update proposes");
    if (!verify->junit.empty() &&
        (is_same_file(verify->junit, verify->results) || is_same_file(verify->junit, list) ||
         is_same_file(verify->junit, list + ".new")))
      return Complaint("--junit: would replace the results or the list of --expectations");
    const bool nothing_to_resume = verify->resume && verify->results.empty();
    return Complaint(nothing_to_resume ? "--resume requires --results or --report" : "");
  });
  command.runs([verify] { return exit_code(verify_command(*verify)); });
}

}  // namespace backedge
