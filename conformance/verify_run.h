#pragma once

#include "conformance/backend.h"
#include "conformance/corpus.h"
#include "conformance/verdict.h"

namespace backedge {

/// Whether a backend gives what a run of a case says, every time it is asked.
///
/// The model is loaded afresh, and its inferences are run in order; then all of them again; then, where the
/// case has another run of the same model, on a model loaded anew that run's inference and this one behind it. Answers that differ
/// are `stale state` where a freshly loaded model gives the first one again, and `unstable` where it does not; a
/// later inference of a sequence that is wrong is `stale state` where it is right on its own. What passes is held against what the
/// backend gives for the run's twin.
Verdict verify_run(Backend& backend, const SelectedRun& selected);

/// The run of the same model on other inputs that stands next to this one; nullptr where there is none.
const CaseRun* neighbour(const Case& the_case, const CaseRun& run);

}  // namespace backedge
