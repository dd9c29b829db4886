#pragma once

#include "interpreter/graph/infer_graph.h"
#include "interpreter/onnx/writer/graph_writer.h"

namespace backedge::onnx::writing {

/// A graph while it is written: what is known of each slot, and the names of the values that are written.
struct Source {
  const Graph& graph;
  std::vector<Operand> slots;
  std::vector<Named> values;

  Signature signature(size_t slot) const { return signature_of(slots[slot]); }
  std::vector<Named> values_of(const std::vector<size_t>& chosen) const;
};

/// The graph with its constants, before anything is written.
///
/// errors  those of infer_slots
Result<Source> source_of(const Graph& graph, std::span<const Signature> parameters);

/// Writes the nodes in their order. The values of the Parameters are there.
///
/// errors  ONNX-WRITE-1
Result<void> write_nodes(GraphWriter& to, Source& source);

/// Writes one operation by the row of the table for its maker.
///
/// errors  ONNX-WRITE-1
Result<std::vector<Named>> write_operation(GraphWriter& to, const Node& node, const Made& made,
                                           const std::vector<Named>& inputs,
                                           const std::vector<Signature>& outputs);

/// Nodes with graphs of their own.
///
/// errors  ONNX-WRITE-1
Result<void> write_if(GraphWriter& to, Source& source, const Node& node, const IfNode& branches);
Result<void> write_loop(GraphWriter& to, Source& source, const Node& node, const LoopNode& loop);

/// What a Parameter of a body sees in any iteration.
///
/// inputs  of the loop
std::vector<Signature> signatures_of_parameters(const LoopSpec& spec, const std::vector<Named>& inputs);

/// ONNX sees a value from around a body, or a part of one, without the declaration of the Parameter.
///
/// errors  ONNX-WRITE-1 the declaration could reject the value
Result<void> check_certainly_fits(const BodyParameter& parameter, const Signature& value);

/// A value from around a body as one of its Parameters.
///
/// errors  ONNX-WRITE-1 the declaration could reject the value
Result<Named> captured(const BodyParameter& parameter, const Named& value);

/// Whether every shape of `narrow` is one of `wide`.
bool contains(const PartialShape& wide, const PartialShape& narrow);

/// Whether ONNX can declare the shape: it has no ranges of dimensions.
bool can_be_declared(const PartialShape& shape);

}  // namespace backedge::onnx::writing
