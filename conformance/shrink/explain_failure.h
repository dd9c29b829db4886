#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/corpus/case.h"
#include "conformance/judge/verdict.h"
#include "conformance/protocol/backend.h"
#include "conformance/shrink/watch.h"
#include "interpreter/base/result.h"
#include "interpreter/graph/graph.h"

namespace backedge::shrink {

/// A value and its title.
struct TitledTensor {
  std::string title;
  Tensor tensor;
};

/// The first value at which a backend differs from the interpreter.
struct Deviation {
  size_t watch;                      // in FailureExplanation::watches
  std::string layer;                 // `layer 4 "sum" (Add-1)`
  std::vector<std::string> loops;    // loops and Ifs around it, the outermost first
  std::vector<int64_t> iterations;   // the iterations of these
  std::vector<TitledTensor> inputs;  // of the layer; both agree on them
  Tensor expected, actual;           // none if the backend gives no outputs
  std::string text;                  // the difference, for people
};

/// A value that the backend gave.
struct SeenValue {
  size_t watch;                     // in FailureExplanation::watches
  std::vector<int64_t> iterations;  // of the loops around it
  Tensor actual;
  bool differs;
};

struct FailureExplanation {
  Verdict verdict;                     // of the given run
  std::optional<Deviation> first;      // in the order of computation
  bool is_opaque = false;              // whether the model cannot be taken apart: only the verdict is known
  size_t values = 0;                   // the number of values that were compared
  std::vector<std::string> notes;      // how they were compared, and which could not be
  std::vector<Watch> watches;          // the values inside the model; without places if it is in ONNX
  std::vector<SeenValue> seen;         // only if they are kept; a later one replaces an earlier one
  std::shared_ptr<const Graph> graph;  // of the model; null if it cannot be loaded
  std::vector<Tensor> inputs;          // of the failing inference
};

/// Runs a failing run again with the values inside its loops made visible, and looks for the first value
/// that differs from the interpreter's.
///
/// All values are made visible at once as scan outputs. If that changes the failure, they are made visible
/// one at a time. A value that changes its shape is made visible as the last value of 1, 2, 3, ...
/// iterations. If the backend returns no outputs at all, the report names the smallest value that
/// reproduces the failure on its own. A model in ONNX is converted to OpenVINO IR, changed there, and written
/// as ONNX for the backend. If that is impossible or changes the failure, the given model gets more outputs
/// (explain_onnx_failure.h). For TensorRT networks there is only the verdict.
///
/// keep_values  whether the backend's values are kept
/// errors       BACKEND-2 the run does not fail; READ the model cannot be read; FILE-1
Result<FailureExplanation> explain_failure(const TestCase& test_case, const CaseRun& run, Backend& backend,
                                           bool keep_values = false);

}  // namespace backedge::shrink
