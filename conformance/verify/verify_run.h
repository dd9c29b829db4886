#pragma once

#include "conformance/corpus/corpus.h"
#include "conformance/judge/verdict.h"
#include "conformance/protocol/backend.h"

namespace backedge {

/// Verifies one run of a case in the process that the backend has.
///
/// The model is loaded and its inferences are run in order; then all of them again; then, where the case has
/// another run of the same model, that run's inference and this one behind it, on the model loaded again; then, of a
/// sequence, a wrong inference on its own; at last the run of the reference pair. Every answer is an observation.
/// Answers that differ are `stale state` where a freshly loaded model gives the first one again, and `unstable` where it does
/// not; a later inference of a sequence that is wrong is `stale state` where it is right on its own.
///
/// returns  the first observation that counts and fails the run in its tier; where none does, the first that counts and is
///          not as the case says: docs/results_format.md#which-observation-gives-the-verdict
/// errors   CASE-1 the case is not as it should be; FILE-1 a file of the suite cannot be written. The backend is not to blame.
Result<Verdict> verify_run(Backend& backend, const SelectedRun& selected);

/// The run of the same model on other inputs that stands next to this one; nullptr where there is none.
const CaseRun* neighbour(const TestCase& test_case, const CaseRun& run);

}  // namespace backedge
