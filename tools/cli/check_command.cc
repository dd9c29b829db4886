#include "tools/cli/check_command.h"

#include <memory>

#include "conformance/corpus/corpus.h"
#include "conformance/verify/check_run.h"
#include "tools/cli/command_line.h"
#include "tools/cli/print.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/report_error.h"
#include "tools/cli/suite_arguments.h"

namespace backedge {
namespace {

Result<Verdict> check_with_pair(const SelectedRun& selected) {
  const auto& [test_case, run, pair] = selected;
  Verdict verdict = TRY(check_run(*test_case, *run));
  if (!verdict.passed() || pair == nullptr) return verdict;
  return check_pair(*test_case, *run, *pair);
}

Result<bool> check_command(const CorpusArguments& arguments) {
  const Selection selection = TRY(select_runs(arguments.corpus, arguments.cases));
  const Corpus& corpus = selection.corpus;
  const std::vector<SelectedRun>& runs = selection.runs;
  for (const std::string& problem : corpus.problems) TRY(print(problem + "\n"));
  const std::string again =
      "backedge check " + (arguments.corpus == kDefaultCorpus ? "" : "--corpus " + arguments.corpus + " ");
  const std::string of_all = "of " + std::to_string(runs.size()) + " runs";
  ProgressLine progress;
  int64_t done = 0, failed = 0;
  for (const SelectedRun& selected : runs) {
    const Verdict verdict = TRY(check_with_pair(selected));
    if (!verdict.passed()) {
      ++failed;
      progress.erase();
      TRY(print(failure_text(*selected.test_case, *selected.run, verdict, again) + "\n\n"));
    }
    ++done;
    if (progress.wanted()) progress.show(done, of_all.c_str());
  }
  progress.erase();
  TRY(print(std::to_string(runs.size()) + " runs, " + std::to_string(failed) + " failed" +
            (corpus.problems.empty() ? "" : "; the corpus has problems") + "\n"));
  return failed == 0 && corpus.problems.empty();
}

}  // namespace

void add_check(CommandLine& program) {
  const auto check = std::make_shared<CorpusArguments>();
  Command& command = program.add_command("check", "Run cases of the corpus and report the ones that fail.");
  add_cases(command, *check).required();
  command.runs([check] { return exit_code(check_command(*check)); });
}

}  // namespace backedge
