#include "tools/cli/failed_run.h"

#include "conformance/corpus/read_text.h"
#include "conformance/shrink/same_failure.h"
#include "conformance/verify/verify.h"
#include "tools/cli/make_case.h"

namespace backedge {

Result<FailedRun> find_failed_run(const FailureArguments& arguments, const std::atomic<bool>& stopped) {
  FailedRun failed;
  std::string name = arguments.run;
  if (is_model_file(name)) {
    failed.folder = TRY(ScratchFolder::make());
    name = failed.folder->path() + "/case";
    TRY(make_case(arguments.run, arguments.inputs, name));
  }
  failed.selection = TRY(select_runs(arguments.corpus, std::span(&name, 1)));
  if (failed.selection.runs.empty())
    return corpus_error("the case cannot be read\n" + failed.selection.corpus.problems.front());
  if (failed.folder != nullptr) {  // the folder will be gone
    for (TestCase& made : failed.selection.corpus.cases) made.path = arguments.run;
  }
  ProcessBackendOptions options = options_of(arguments.backend);
  options.stopped = &stopped;
  failed.backend = std::make_unique<ProcessBackend>(options);
  failed.hello = TRY(start_backend(*failed.backend, stopped));
  std::optional<Error> passed;
  for (const SelectedRun& run : failed.selection.runs) {
    failed.run = run;
    failed.backend->take_errors();
    Result<Verdict> verdict = shrink::verify_failing(*failed.backend, *run.test_case, *run.run);
    failed.errors = failed.backend->take_errors();
    if (verdict.ok()) return failed;
    passed = verdict.take_error();
    if (is_fault_of_suite(*passed)) break;
  }
  return *std::move(passed);  // there is at least one run
}

std::string errors_text(const FailedRun& failed) {
  return failed.errors.empty() ? "" : "its standard error:\n" + indented(failed.errors, "  ") + "\n\n";
}

}  // namespace backedge
