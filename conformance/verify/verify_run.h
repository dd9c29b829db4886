#pragma once

#include "conformance/corpus/corpus.h"
#include "conformance/judge/verdict.h"
#include "conformance/protocol/backend.h"

namespace backedge {

/// Verifies one run of a case in the current process of the backend.
///
/// The model is loaded, and its inferences are run in order. Then all of them are run again. If the case
/// has another run of the same model, the model is loaded again for that run's inference and then for this
/// run's inference. In a sequence, a wrong inference is then run on its own. Last comes the run of the
/// reference pair. Every answer is an observation.
///
/// Answers that differ are `stale state` if a freshly loaded model gives the first answer again, otherwise
/// `unstable`. A later inference of a sequence that is wrong is `stale state` if it is right on its own.
///
/// returns  the first observation that counts and fails the run in its tier. If there is none, the first
///          one that counts and differs from the case:
///          docs/results_format.md#which-observation-gives-the-verdict
/// errors   CASE-1 the case is not valid; FILE-1 a file of the suite cannot be written. The backend is not
///          to blame.
Result<Verdict> verify_run(Backend& backend, const SelectedRun& selected);

/// The next run of the same model with other inputs; nullptr if there is none.
const CaseRun* neighbour(const TestCase& test_case, const CaseRun& run);

}  // namespace backedge
