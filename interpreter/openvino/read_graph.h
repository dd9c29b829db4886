#pragma once

#include "interpreter/base/result.h"
#include "interpreter/openvino/element.h"
#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// Reads the layers and edges of a `net` or of a body. Sections that do not change values are skipped.
///
/// errors  READ-6..9, PORT-5, LIMIT-3
Result<LayerGraph> read_graph(const Element& element);

/// Reads a `layer` or `operation` with its ports, attributes and bodies.
///
/// id  its id if it has no attribute `id`; without this argument the attribute is required
Result<Layer> read_layer(const Element& element, std::optional<int64_t> id = {});

}  // namespace backedge::openvino
