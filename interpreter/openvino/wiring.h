#pragma once

#include <map>
#include <optional>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// An output port of a layer. `layer` is the layer's position in the file.
struct PortOf {
  size_t layer = 0, port = 0;
};

/// The connections between the layers of a graph.
struct Wiring {
  /// By layer and input port; nothing if the port is not wired.
  std::vector<std::vector<std::optional<PortOf>>> sources;
  std::vector<size_t> order;  // of layers: each comes after the layers that it reads from
};

/// Resolves the edges of a graph.
///
/// errors  GRAPH-1 an id that is used twice, GRAPH-2 dangling edges, GRAPH-3 two edges into one port,
///         BODY-3 cycles
Result<Wiring> resolve_edges(const LayerGraph& graph, const std::string& file);

}  // namespace backedge::openvino
