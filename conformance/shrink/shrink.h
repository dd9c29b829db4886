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
  int64_t runs = 0;    // candidates that the backend was asked for
  int64_t layers = 0;  // of the smallest that fails so far, all graphs together
};

struct ShrinkOptions {
  int64_t max_runs = 3000;                              // candidates that the backend is asked for
  double max_seconds = 600;                             // of wall time
  const std::atomic<bool>* stopped = nullptr;           // once it is true, what is found so far is the answer
  std::function<void(const ShrinkProgress&)> progress;  // after every candidate
};

/// What a model consists of, Parameters, Results and Consts left out.
struct ModelSize {
  int64_t layers = 0;       // of the main graph
  int64_t body_layers = 0;  // of all bodies
};

/// The smallest case found that fails in the same way.
struct Shrunk {
  TestCase test_case;               // one run, without columns; oracle reference-only; `folder` is empty
  std::vector<std::byte> weights;   // what its model.bin holds; empty: it has none
  std::vector<NamedTensor> inputs;  // of the inference that goes wrong
  Verdict before, after;            // of the run that was given, and of the one run of `test_case`
  ModelSize size_before, size;
  int64_t runs = 0;       // candidates that the backend was asked for
  bool finished = false;  // nothing smaller is left to try; else runs or time ran out
};

/// Looks for the smallest model and inputs that still fail in the same way: with the same outcome, and, where the
/// backend complained, the same signature of its complaint (complaint.h). Every candidate is run by the interpreter, whose
/// outputs are its goldens; where the run is to be rejected, it stays one that breaks the same rule.
///
/// The same run and backend give the same result, as far as the backend gives the same answers.
///
/// test_case  read from a folder, which holds its weights; with runs beside `run`, which may matter to verify_run
/// run       one of its runs
/// returns   the case as it is where its model cannot be read, or no other text of it fails alike
/// errors    BACKEND-2 the run does not fail; FILE-1; CASE-1
Result<Shrunk> shrink(const TestCase& test_case, const CaseRun& run, Backend& backend,
                      const ShrinkOptions& options = {});

}  // namespace backedge::shrink
