#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/corpus/case.h"
#include "conformance/judge/verdict.h"
#include "conformance/protocol/backend.h"
#include "interpreter/base/result.h"

namespace backedge::shrink {

/// A value, and what it is called.
struct TitledTensor {
  std::string title;
  Tensor tensor;
};

/// Where a backend leaves the interpreter.
struct Deviation {
  std::string layer;                 // `layer 4 "sum" (Add-1)`
  std::vector<std::string> loops;    // and Ifs around it, the outermost first
  std::vector<int64_t> iterations;   // of these
  std::vector<TitledTensor> inputs;  // of the layer, on which the two agree
  Tensor expected, actual;           // none if the backend gives no outputs
  std::string text;                  // what differs, for people
};

struct FailureExplanation {
  Verdict verdict;                 // of the run as it is
  std::optional<Deviation> first;  // in the order of computation
  size_t values = 0;               // that were looked at
  std::vector<std::string> notes;  // how they were, and what could not be
};

/// Runs a failing run again with the values inside its loops made visible, and looks for the first that is not the interpreter's.
/// All values are made visible at once as scan outputs; where that changes the failure, one at a time; values that change their
/// shape as the last values of 1, 2, 3, ... iterations. Where the backend gives no outputs, the value is looked for
/// whose computation alone makes it fail like that and needs the fewest layers.
///
/// errors  BACKEND-2 the run does not fail; READ where the model cannot be read; FILE-1
Result<FailureExplanation> explain_failure(const TestCase& test_case, const CaseRun& run, Backend& backend);

}  // namespace backedge::shrink
