#pragma once

#include <string>

#include "conformance/shrink/explain_failure.h"
#include "conformance/shrink/onnx_subject.h"

namespace backedge::shrink {

/// Looks for the first value of a model in ONNX that differs from the interpreter's. Nothing is converted:
/// values inside bodies become outputs of the given model.
///
/// folder       the folder for its files
/// keep_values  whether the backend's values are kept
/// found        with the verdict of the run; gets the rest of the explanation
/// returns      whether the model, written again, fails in the same way
/// errors       FILE-1
Result<bool> explain_onnx_failure(OnnxSubject subject, Backend& backend, const std::string& folder,
                                  bool keep_values, FailureExplanation& found);

}  // namespace backedge::shrink
