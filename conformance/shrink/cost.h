#pragma once

#include "conformance/shrink/shrink.h"
#include "conformance/shrink/subject.h"

namespace backedge::shrink {

/// How much a reader of a subject must understand. This defines "smaller". Layers weigh most, then ports,
/// back edges and iterations, then numbers.
int64_t cost_of(const Subject& subject, int64_t iterations);

ModelSize size_of_model(const openvino::Model& model);

}  // namespace backedge::shrink
