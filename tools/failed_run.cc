#include "tools/failed_run.h"

#include <algorithm>

#include "conformance/shrink/same_failure.h"
#include "tools/make_case.h"

namespace backedge {

Result<FailedRun> find_failed_run(const FailureArguments& arguments) {
  FailedRun failed;
  std::string name = arguments.run;
  if (name.ends_with(".xml")) {
    failed.folder = TRY(ScratchFolder::make());
    name = failed.folder->path() + "/case";
    TRY(make_case(arguments.run, arguments.inputs, name));
  }
  failed.selection = TRY(select_runs(arguments.corpus, std::span(&name, 1)));
  ProcessBackendOptions options;
  options.process.command = arguments.backend;
  options.process.max_memory = arguments.max_memory << 20;
  options.seconds = arguments.timeout;
  options.hello_seconds = std::max(arguments.timeout, options.hello_seconds);
  failed.backend = std::make_unique<ProcessBackend>(options);
  failed.hello = TRY(failed.backend->start());
  std::optional<Error> passed;
  for (const SelectedRun& run : failed.selection.runs) {
    failed.run = run;
    Result<Verdict> verdict = verify_failing(*failed.backend, *run.the_case, *run.run);
    if (verdict.ok()) return failed;
    passed = verdict.take_error();
  }
  return *std::move(passed);  // select_runs gives one run at least
}

}  // namespace backedge
