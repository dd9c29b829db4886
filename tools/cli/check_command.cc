#include "conformance/corpus/corpus.h"
#include "conformance/verify/run_case.h"
#include "tools/cli/corpus_commands.h"
#include "tools/cli/print.h"
#include "tools/cli/progress_line.h"

namespace backedge {
namespace {

Result<Verdict> check_with_twin(const SelectedRun& selected) {
  const auto& [test_case, run, twin] = selected;
  Verdict verdict = TRY(check_run(*test_case, *run));
  if (!verdict.passed() || twin == nullptr) return verdict;
  return check_twin(*test_case, *run, *twin);
}

}  // namespace

Result<bool> check_command(const CheckArguments& arguments) {
  const Selection selection = TRY(select_runs(arguments.corpus, arguments.cases));
  const Corpus& corpus = selection.corpus;
  const std::vector<SelectedRun>& runs = selection.runs;
  for (const std::string& problem : corpus.problems) TRY(print(problem + "\n"));
  const std::string again =
      "backedge check " + (arguments.corpus == "testdata" ? "" : "--corpus " + arguments.corpus + " ");
  const std::string of_all = "of " + std::to_string(runs.size()) + " runs";
  ProgressLine progress;
  int64_t done = 0, failed = 0;
  for (const SelectedRun& selected : runs) {
    const Verdict verdict = TRY(check_with_twin(selected));
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
            (corpus.problems.empty() ? "" : "; the corpus is not whole") + "\n"));
  return failed == 0 && corpus.problems.empty();
}

}  // namespace backedge
