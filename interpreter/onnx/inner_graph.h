#pragma once

#include <functional>
#include <string>
#include <vector>

#include "interpreter/onnx/scope.h"

namespace backedge::onnx {

/// The graph of an attribute while it is lowered: the body of a loop or a branch of an If. What it captures
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

  /// What input k of the graph takes.
  ///
  /// known   what is known of its values, if the graph declares nothing
  /// errors  ONNX-GRAPH-7, 9
  Result<Signature> declared_input(int k, const Signature& known) const;
  /// Adds input k of the graph.
  ///
  /// errors  ONNX-GRAPH-3
  Result<void> add_input(int k, decltype(BodyParameter::source) source, const Signature& declared);

  /// The same in two steps: a value of the loop that may be no input of the graph, and the name of input k.
  size_t add_parameter(const std::string& name, decltype(BodyParameter::source) source,
                       const Signature& declared);
  Result<void> name_input(int k, size_t slot);
  const std::string& name_of_input(int k) const { return proto_.input(k).name(); }
  /// A Result that no output of the graph names.
  void add_hidden_result(const std::string& name, size_t slot);

  /// What Result k of the loop is, if the value of output k is at `slot`.
  using MakeResult = std::function<Result<size_t>(int k, size_t slot)>;

  /// Lowers everything else.
  ///
  /// dialect      how the loop is written, for people
  /// make_result  without it the Results are the outputs
  /// errors       LIMIT-2; those of lower_nodes; ONNX-GRAPH-9, 18; those of make_result
  Result<LoopNode> lower(const char* dialect, const MakeResult& make_result = {});

  LoopSpec& spec() { return spec_; }
  InferringBuilder& graph() { return graph_; }
  Scope& scope() { return scope_; }

 private:
  Result<void> add_result(int k, const MakeResult& make_result);

  const schema::GraphProto& proto_;
  std::vector<size_t>& inputs_;
  InferringBuilder graph_;
  Scope scope_;
  LoopSpec spec_;
};

}  // namespace backedge::onnx
