#include "conformance/corpus.h"
#include "conformance/run_case.h"
#include "tools/corpus_commands.h"
#include "tools/print.h"
#include "tools/progress_line.h"

namespace backedge {
namespace {

Verdict check_with_twin(const Corpus& corpus, const SelectedRun& selected) {
  Verdict verdict = check_run(*selected.the_case, *selected.run);
  const Case* twin = find_case(corpus, selected.the_case->twin);
  if (verdict.passed() && twin != nullptr) verdict = check_twin(*selected.the_case, *selected.run, *twin);
  return verdict;
}

}  // namespace

Result<bool> check_command(const CheckArguments& arguments) {
  const Selection selection = TRY(select_runs(arguments.corpus, arguments.cases));
  const auto& [corpus, runs] = selection;
  for (const std::string& problem : corpus.problems) TRY(print(problem + "\n"));
  const std::string again =
      "backedge check " + (arguments.corpus == "testdata" ? "" : "--corpus " + arguments.corpus + " ");
  const std::string of_all = "of " + std::to_string(runs.size()) + " runs";
  ProgressLine progress;
  int64_t done = 0, failed = 0;
  for (const SelectedRun& selected : runs) {
    const Verdict verdict = check_with_twin(corpus, selected);
    if (!verdict.passed()) {
      ++failed;
      progress.erase();
      TRY(print(failure_text(*selected.the_case, *selected.run, verdict, again) + "\n\n"));
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
