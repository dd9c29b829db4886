#pragma once

#include <string>
#include <vector>

#include "interpreter/onnx/scope.h"

namespace backedge::onnx {

/// The graph of an attribute while it is written: the body of a loop or a branch of an If. What it captures
/// from around becomes an invariant input of its node.
class InnerGraph {
 public:
  /// inputs  the slots of the inputs of the node, in the graph around; captured values are appended
  InnerGraph(Scope& around, const schema::NodeProto& node, const schema::GraphProto& proto,
             std::vector<size_t>& inputs);
  InnerGraph(const InnerGraph&) = delete;
  InnerGraph& operator=(const InnerGraph&) = delete;

  /// The number of a value of the graph around among the inputs of the node.
  size_t take_input(size_t outer_slot);

  /// Adds input k of the graph.
  ///
  /// known   what is known of its values, if the graph declares nothing
  /// errors  ONNX-GRAPH-3, 7, 9
  Result<void> add_input(int k, decltype(BodyParameter::source) source, const Signature& known);

  /// Writes everything else.
  ///
  /// dialect  how the loop is written, for people
  /// errors   LIMIT-2; those of write_nodes; ONNX-GRAPH-9
  Result<LoopNode> write(const char* dialect);

  LoopSpec& spec() { return spec_; }

 private:
  size_t add_parameter(const std::string& name, decltype(BodyParameter::source) source,
                       const Signature& declared);
  Result<void> add_result(const schema::ValueInfoProto& output);

  const schema::GraphProto& proto_;
  std::vector<size_t>& inputs_;
  InferringBuilder graph_;
  Scope scope_;
  LoopSpec spec_;
};

}  // namespace backedge::onnx
