#include "tools/failed_run.h"

#include <algorithm>

#include "conformance/verify_run.h"
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
  Verdict last;
  for (const SelectedRun& run : failed.selection.runs) {
    last = verify_run(*failed.backend, *run.the_case, *run.run);
    if (last.passed() || last.outcome == Outcome::kSkipped) continue;
    failed.run = run;
    return failed;
  }
  return Error("BACKEND-2", "no run of " + arguments.run + " fails")  // [BACKEND-2]
      .note("the last one is " + std::string(name_of(last.outcome)) + (last.text.empty() ? "" : ": " + last.text));
}

}  // namespace backedge
