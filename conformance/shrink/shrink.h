#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "conformance/corpus/case.h"
#include "conformance/judge/verdict.h"
#include "conformance/protocol/backend.h"
#include "interpreter/base/result.h"

namespace backedge::shrink {

struct ShrinkProgress {
  int64_t runs = 0;    // candidates that the backend has run
  int64_t layers = 0;  // of the smallest failing candidate so far, in all graphs
};

struct ShrinkOptions {
  int64_t max_runs = 3000;                     // candidates that the backend may run
  double max_seconds = 600;                    // of wall time
  const std::atomic<bool>* stopped = nullptr;  // when it becomes true, the best result so far is returned
  std::function<void(const ShrinkProgress&)> progress;  // after every candidate
};

/// The size of a model, without Parameters, Results and Consts. All nodes outside of functions count in a model
/// that was not converted.
struct ModelSize {
  int64_t layers = 0;       // of the main graph
  int64_t body_layers = 0;  // of all bodies
};

/// The smallest case found that fails in the same way.
struct Shrunk {
  TestCase test_case;  // has one run and no columns; its oracle is reference-only, its `folder` empty
  std::vector<std::byte> weights;   // the bytes of its model.bin; empty if it has none
  std::vector<NamedTensor> inputs;  // of the wrong inference
  Verdict before, after;            // of the given run, and of the run of `test_case`
  std::string unchanged;            // why it is the given case; empty if it is a smaller one
  ModelSize size_before, size;
  int64_t runs = 0;       // candidates that the backend has run
  bool finished = false;  // whether everything was tried; otherwise runs or time ran out
};

/// Looks for the smallest model and inputs that still fail in the same way: with the same outcome and, if
/// the backend complained, with the same signature of its complaint (complaint.h). The interpreter runs
/// every candidate, and its outputs are the goldens. If the run must be rejected, every candidate still
/// breaks the same rule.
///
/// The same run and the same answers of the backend give the same result.
///
/// A model in ONNX is converted to OpenVINO IR, made smaller there, and written as ONNX for the backend. If it
/// cannot be converted, or does not fail in the same way then, the model in ONNX is made smaller itself. The
/// interpreter runs the model that the backend gets.
///
/// test_case  read from a folder, which contains its weights. It may have runs besides `run`, which may
///            matter to verify_run
/// run        one of its runs
/// returns    the unchanged case if its model cannot be read, or if no other text of it fails in the same way
/// errors     BACKEND-2 the run does not fail; FILE-1; CASE-1
Result<Shrunk> shrink(const TestCase& test_case, const CaseRun& run, Backend& backend,
                      const ShrinkOptions& options = {});

}  // namespace backedge::shrink
