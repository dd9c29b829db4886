#pragma once

#include "interpreter/base/result.h"
#include "interpreter/openvino/element.h"
#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// Layers and edges of a `net` or of a body. Sections that say nothing of values are skipped.
///
/// errors  READ-6..9, PORT-5, LIMIT-3
Result<Graph> read_graph(const Element& element);

/// A `layer` or `operation` with its ports, attributes and bodies.
///
/// id  where it has no attribute `id`; without it, one is required
Result<Layer> read_layer(const Element& element, std::optional<int64_t> id = {});

}  // namespace backedge::openvino
