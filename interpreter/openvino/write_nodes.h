#pragma once

#include <map>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/graph/infer_graph.h"
#include "interpreter/openvino/layer_writer.h"

/// Parts of write_graph.
namespace backedge::openvino {

/// A graph that is being written, and the layers' values of its slots.
struct SourceGraph {
  const Graph& graph;
  std::vector<Operand> slots;  // what is known of each, in every iteration
  std::map<size_t, LayerValue> values = {};

  Signature signature(size_t slot) const { return signature_of(slots[slot]); }
};

/// The source of a graph whose parameters are as declared.
Result<SourceGraph> source_graph_of(const Graph& graph);

/// Adds a Parameter.
///
/// errors  IR-WRITE-1 it is not a tensor
Result<LayerValue> add_parameter(LayerWriter& ir, const std::string& name, const Signature& declared);

/// Adds the constants and the nodes of a graph, whose Parameters have their values.
///
/// errors  IR-WRITE-1
Result<void> write_nodes(LayerWriter& ir, SourceGraph& source);

/// Adds a loop: as a TensorIterator if its parts count its iterations, otherwise as a Loop-5.
///
/// errors  IR-WRITE-1
Result<void> write_loop(LayerWriter& ir, SourceGraph& source, const Node& node, const LoopNode& loop);

}  // namespace backedge::openvino
