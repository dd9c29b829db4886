#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "interpreter/graph/inferring_builder.h"
#include "interpreter/onnx/attributes.h"
#include "interpreter/onnx/node_title.h"
#include "interpreter/onnx/read_tensor.h"

namespace backedge::onnx {

/// A function of a model, by domain, name and overload.
using FunctionKey = std::tuple<std::string, std::string, std::string>;

/// What all scopes of a model share while it is lowered.
struct Lowering {
  std::string file;
  TensorSource source;
  int64_t max_depth;
  Deadline& deadline;
  std::map<FunctionKey, const schema::FunctionProto*> functions = {};
  std::set<const schema::FunctionProto*> calls = {};  // that are being lowered
  int64_t lowered = 0;  // nodes; those of a function once for each call  (LIMIT-6)
};

/// The versions of operator sets, by domain; "" is ONNX's own.
using Versions = std::map<std::string, int64_t>;

/// What a model or a function imports: the highest version of each domain.
Versions versions_of(const google::protobuf::RepeatedPtrField<schema::OperatorSetIdProto>& imports);

/// The names that a graph or a call of a function has, and the graph that they are lowered into.
struct Scope {
  Lowering& lowering;
  InferringBuilder& graph;
  const Versions& versions;
  const Scope* around = nullptr;  // whose names are visible here too; none in a function
  int64_t depth = 0;              // of graphs and functions around it
  std::string path = {};          // `node "loop" (Loop), `, for messages
  const CallAttributes* call = nullptr;
  const google::protobuf::RepeatedPtrField<schema::NodeProto>* nodes = nullptr;  // of the graph, for messages
  /// Makes a Parameter of a value of the scope around this one, and returns its slot.
  std::function<size_t(const std::string& name, size_t outer_slot)> capture = {};
  /// The slots of the values that are here already; none for an operand that a caller left out.
  mutable std::map<std::string, std::optional<size_t>, std::less<>> values = {};
};

/// The slot of a value that is here or in a scope around this one; none if it was left out.  [ONNX-GRAPH-4]
///
/// errors  ONNX-GRAPH-3 there is no such value yet
Result<std::optional<size_t>> find_value(const Scope& scope, const std::string& name);

/// The same for a value that must be there.
///
/// errors  ONNX-GRAPH-3, ONNX-GRAPH-5
Result<size_t> find_given(const Scope& scope, const std::string& name);

/// The same for an output of a graph or function, which an error names.
Result<size_t> find_output(const Scope& scope, const std::string& name);

/// Gives a value its name.
///
/// errors  ONNX-GRAPH-3 the name is empty, or taken, here or around
Result<void> name_value(Scope& scope, const std::string& name, std::optional<size_t> slot);

/// The domain of an operator; "" for ONNX's own, which has two names.
inline std::string domain_of(const std::string& domain) { return domain == "ai.onnx" ? "" : domain; }

/// A node of the graph that is a node of the model or a part of it.
Node node_of(const Scope& scope, const schema::NodeProto& node, std::vector<size_t> inputs);

/// Adds the initializers of a graph as constants.
///
/// errors  ONNX-GRAPH-3, 7, 8; LIMIT-1, 3, 4
Result<void> lower_initializers(Scope& scope, const schema::GraphProto& graph);

/// Lowers the nodes of a graph or of a function, in their order.
///
/// errors  ONNX-GRAPH-2 to 11; ONNX-LOOP, ONNX-SCAN, ONNX-IF; OP; LIMIT-1, 2, 6
Result<void> lower_nodes(Scope& scope, const google::protobuf::RepeatedPtrField<schema::NodeProto>& nodes);

/// The operands of a node; none for one that is left out. The last one is given.
using Slots = std::vector<std::optional<size_t>>;
inline std::optional<size_t> operand_at(const Slots& inputs, size_t k) {
  return k < inputs.size() ? inputs[k] : std::nullopt;
}

/// Nodes with graphs of their own. Each returns the slots of its outputs.
Result<std::vector<size_t>> lower_if(Scope& scope, const schema::NodeProto& node, Attributes& attributes,
                                     const Slots& inputs);
Result<std::vector<size_t>> lower_loop(Scope& scope, const schema::NodeProto& node, Attributes& attributes,
                                       const Slots& inputs);
Result<std::vector<size_t>> lower_scan(Scope& scope, const schema::NodeProto& node, Attributes& attributes,
                                       const Slots& inputs);
/// Scan of version 8 of the operator set.
Result<std::vector<size_t>> lower_batched_scan(Scope& scope, const schema::NodeProto& node,
                                               Attributes& attributes, const Slots& inputs);
Result<std::vector<size_t>> lower_sequence_map(Scope& scope, const schema::NodeProto& node,
                                               Attributes& attributes, const Slots& inputs);

}  // namespace backedge::onnx
