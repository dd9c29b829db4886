#pragma once

#include <map>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/graph/graph.h"
#include "interpreter/tensorrt/graph_names.h"
#include "tools/cli/ir_graph.h"

/// Parts of write_ir.
namespace backedge {

/// A graph of the network under way, and the IR's values of its slots.
struct Source {
  const Graph& graph;
  const tensorrt::GraphNames& names;
  std::map<size_t, IrValue> values = {};

  const Signature& signature(size_t slot) const { return names.values[slot].signature; }
};

void add_constants(IrGraph& ir, Source& source);

/// Adds the nodes of a graph.
Result<void> write_nodes(IrGraph& ir, Source& source);

/// Adds a loop as a Loop-5.
///
/// names   of its body and its gate
/// errors  TRT-7, TRT-24
Result<void> write_loop(IrGraph& ir, Source& source, const Node& node, const LoopNode& loop,
                        const std::vector<tensorrt::GraphNames>& names);

}  // namespace backedge
