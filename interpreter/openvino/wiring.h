#pragma once

#include <map>
#include <optional>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/openvino/model.h"

namespace backedge {

/// An output port of a layer, by the layer's place in the file.
struct PortOf {
  size_t layer = 0, port = 0;
};

/// Who is wired to whom.
struct Wiring {
  std::vector<std::vector<std::optional<PortOf>>> sources;  // by layer, by input port; none: not wired
  std::vector<size_t> order;                                // of layers: each after those it reads from
};

/// Resolves the edges of a graph.
///
/// errors  GRAPH-1 ids twice, GRAPH-2 dangling edges, GRAPH-3 two edges into one port, BODY-3 cycles
Result<Wiring> resolve_edges(const openvino::Graph& graph, const std::string& file);

}  // namespace backedge
