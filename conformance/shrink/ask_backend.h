#pragma once

#include <string>
#include <vector>

#include "conformance/judge/verdict.h"
#include "conformance/shrink/onnx_subject.h"
#include "conformance/shrink/subject.h"
#include "interpreter/base/result.h"

namespace backedge::shrink {

/// A backend's answer to the last inference of a subject.
struct Asked {
  Verdict verdict;              // of the first outputs only; skipped if the model cannot be written as ONNX
  std::vector<Tensor> outputs;  // all of them; empty if the answer is not outputs
};

/// Puts a subject in order, and lets a backend run its inferences once.
///
/// judged  the number of outputs that are compared coarsely with the interpreter's
/// folder  the folder for its files
/// errors  FILE-1 or another fault of the suite, which could not ask
Result<Asked> ask_backend(Backend& backend, Subject& subject, size_t judged, const std::string& folder);
Result<Asked> ask_backend(Backend& backend, OnnxSubject& subject, size_t judged, const std::string& folder);

}  // namespace backedge::shrink
