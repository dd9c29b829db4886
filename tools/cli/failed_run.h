#pragma once

#include <atomic>
#include <memory>

#include "conformance/corpus/corpus.h"
#include "conformance/protocol/scratch_folder.h"
#include "conformance/verify/process_backend.h"
#include "tools/cli/suite_arguments.h"

namespace backedge {

/// A run that fails on a backend, and the backend.
struct FailedRun {
  std::unique_ptr<ScratchFolder> folder;  // the folder of a case that was made of a model; may be null
  Selection selection;
  SelectedRun run;
  std::unique_ptr<ProcessBackend> backend;
  Hello hello;
  std::string errors;  // the beginning and the end of the backend's standard error during the run
};

/// The standard error as text for people; "" if there is none.
std::string errors_text(const FailedRun& failed);

/// Starts the backend and finds the first of the named runs that fails.
///
/// errors  CASE-1, CASE-2; BACKEND-1; BACKEND-2 all of them pass or are skipped; those of
///         make_case if a model is given
Result<FailedRun> find_failed_run(const FailureArguments& arguments, const std::atomic<bool>& stopped);

}  // namespace backedge
