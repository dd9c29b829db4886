#pragma once

#include "conformance/shrink/shrink.h"
#include "conformance/shrink/subject.h"

namespace backedge::shrink {

/// How much a reader of a subject must understand. This defines "smaller". Layers weigh most, then ports,
/// back edges and iterations, then numbers. If the model is written as ONNX, its bytes count too.
int64_t cost_of(const Subject& subject, const Reference& reference);

int64_t cost_of_tensor(const Tensor& tensor);

ModelSize size_of_model(const openvino::Model& model);
inline ModelSize size_of_model(const Subject& subject) { return size_of_model(subject.model); }

}  // namespace backedge::shrink
