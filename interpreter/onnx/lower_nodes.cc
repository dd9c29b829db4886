#include "interpreter/base/number_text.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/check_operand_types.h"
#include "interpreter/onnx/op_table.h"
#include "interpreter/ops/op_key.h"

namespace backedge::onnx {
namespace {

// A function is lowered once for each call, and functions call functions.
constexpr int64_t kMostLoweredNodes = 1 << 20;

Error not_supported(const schema::NodeProto& node, int64_t version) {
  const std::string& domain = node.domain();  // [ONNX-GRAPH-2]
  return Error("ONNX-GRAPH-2", "not supported: operator " + safe_line(node.op_type()) + " of domain " +
                                   (domain_of(domain).empty() ? "ai.onnx" : safe_line(domain)) +
                                   (version == 0 ? "" : ", version " + std::to_string(version)));
}

Result<Slots> read_inputs(const Scope& scope, const schema::NodeProto& node) {
  Slots inputs;
  for (const std::string& name : node.input()) {
    inputs.push_back(name.empty() ? std::nullopt : TRY(find_value(scope, name)));
  }
  while (!inputs.empty() && !inputs.back()) inputs.pop_back();
  return inputs;
}

Result<void> check_arity(const OperatorRow& row, const schema::NodeProto& node, const Slots& inputs) {
  const int64_t given = std::ssize(inputs), named = node.output_size();
  if (!row.inputs.has(given)) {  // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5",
                 "the node has " + counted(given, "input") + ", expected " + row.inputs.text());
  }
  const int64_t required = row.inputs.most == ops::kUnlimited ? given : row.inputs.least;
  for (int64_t k = 0; k < required; ++k) {
    if (!inputs[static_cast<size_t>(k)])  // [ONNX-GRAPH-5]
      return Error("ONNX-GRAPH-5", "input " + std::to_string(k) + " is left out");
  }
  if (row.outputs.has(named)) return {};
  return Error("ONNX-GRAPH-5",  // [ONNX-GRAPH-5]
               "the node has " + counted(named, "output") + ", expected " + row.outputs.text());
}

Result<void> name_outputs(Scope& scope, const schema::NodeProto& node, const std::vector<size_t>& slots) {
  for (int k = 0; k < node.output_size(); ++k) {
    if (node.output(k).empty()) continue;
    TRY(name_value(scope, node.output(k), slots.at(static_cast<size_t>(k))));
  }
  return {};
}

// The attributes that the function declares, with their defaults.
Result<CallAttributes> declared_attributes(const schema::FunctionProto& function) {
  CallAttributes declared;
  const auto add = [&](const std::string& name, const schema::AttributeProto* otherwise) -> Result<void> {
    if (declared.try_emplace(name, otherwise).second) return {};  // [ONNX-GRAPH-11]
    return Error("ONNX-GRAPH-11", "the function declares the attribute " + in_quotes(name) + " twice");
  };
  for (const std::string& name : function.attribute()) TRY(add(name, nullptr));
  for (const auto& otherwise : function.attribute_proto()) TRY(add(otherwise.name(), &otherwise));
  return declared;
}

// The attributes of the function in this call.  [ONNX-GRAPH-11]
Result<CallAttributes> attributes_of_call(Attributes& given, const schema::FunctionProto& function) {
  CallAttributes call = TRY(declared_attributes(function));
  for (const auto& [name, attribute] : given.all()) {
    const auto declared = call.find(name);
    if (declared == call.end())  // [ONNX-GRAPH-6]
      return Error("ONNX-GRAPH-6", "the function has no attribute \"" + safe_line(name) + "\"");
    if (attribute != nullptr) declared->second = attribute;
  }
  return call;
}

// The nodes of the function, with the operands and attributes of the call.  [ONNX-GRAPH-11]
Result<std::vector<size_t>> lower_call(Scope& scope, const schema::NodeProto& node,
                                       const schema::FunctionProto& function, Attributes& attributes,
                                       const Slots& inputs) {
  if (!scope.lowering.calls.insert(&function).second)  // [ONNX-GRAPH-11]
    return Error("ONNX-GRAPH-11", "the function " + in_quotes(function.name()) + " calls itself");
  if (scope.depth >= scope.lowering.max_depth) {
    return Error("LIMIT-2", "functions are nested deeper than the limit of " +  // [LIMIT-2]
                                std::to_string(scope.lowering.max_depth));
  }
  if (std::ssize(inputs) > function.input_size() ||
      node.output_size() > function.output_size()) {  // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5", "the node has " + counted(std::ssize(inputs), "input") + " and " +
                                     counted(node.output_size(), "output") + ", but the function has only " +
                                     std::to_string(function.input_size()) + " and " +
                                     std::to_string(function.output_size()));
  }
  const CallAttributes call = TRY(attributes_of_call(attributes, function));
  const Versions versions = versions_of(function.opset_import());
  Scope inside{.lowering = scope.lowering,
               .graph = scope.graph,
               .versions = versions,
               .depth = scope.depth + 1,
               .path = scope.path + title_of(node) + ", ",
               .call = &call};
  for (int k = 0; k < function.input_size(); ++k) {
    const auto at = static_cast<size_t>(k);
    TRY(name_value(inside, function.input(k), at < inputs.size() ? inputs[at] : std::nullopt));
  }
  TRY(lower_nodes(inside, function.node()));
  std::vector<size_t> outputs;
  for (int k = 0; k < node.output_size(); ++k)
    outputs.push_back(TRY(find_output(inside, function.output(k))));
  for (int k = node.output_size(); k < function.output_size(); ++k)
    TRY(find_output(inside, function.output(k)));
  scope.lowering.calls.erase(&function);
  return outputs;
}

using LowerWithGraphs = Result<std::vector<size_t>>(Scope&, const schema::NodeProto&, Attributes&,
                                                    const Slots&);

// What lowers an operator of ONNX's own with graphs in its attributes; null for another operator.
LowerWithGraphs* find_with_graphs(std::string_view op, int64_t version) {
  if (op == "If") return lower_if;
  if (op == "Loop") return lower_loop;
  if (op == "Scan" && version >= 9) return lower_scan;
  if (op == "Scan" && version == 8) return lower_batched_scan;
  if (op == "SequenceMap" && version >= 17) return lower_sequence_map;
  return nullptr;
}

Result<std::vector<size_t>> lower_operator(Scope& scope, const schema::NodeProto& node,
                                           Attributes& attributes, const Slots& inputs) {
  const std::string domain = domain_of(node.domain());
  const auto function = scope.lowering.functions.find({domain, node.op_type(), node.overload()});
  const auto imported = scope.versions.find(domain);
  const int64_t version = imported == scope.versions.end() ? 0 : imported->second;
  const bool is_own = domain.empty();
  if (function != scope.lowering.functions.end()) {
    if (!is_own && imported == scope.versions.end())  // [ONNX-GRAPH-2]
      return Error("ONNX-GRAPH-2", "the domain " + in_quotes(domain) + " of the function is not imported");
    return lower_call(scope, node, *function->second, attributes, inputs);
  }
  if (!node.overload().empty())  // [ONNX-GRAPH-11]
    return Error("ONNX-GRAPH-11", "no function of the model has this domain and name and the overload " +
                                      in_quotes(node.overload()));
  if (is_own && (version < kFirstOpset || version > kLastOpset)) {  // [ONNX-GRAPH-2]
    return Error("ONNX-GRAPH-2", "version " + std::to_string(version) + " of ONNX's operator set is not " +
                                     "supported, only " + std::to_string(kFirstOpset) + " to " +
                                     std::to_string(kLastOpset));
  }
  if (is_own) TRY(attributes.check_version(node.op_type(), version));
  if (LowerWithGraphs* const lower = is_own ? find_with_graphs(node.op_type(), version) : nullptr) {
    TRY(check_operand_types(scope, node, inputs, version));
    return lower(scope, node, attributes, inputs);
  }
  const OperatorRow* row = ops::find_row(operator_table(), ops::OpKey{domain, node.op_type(), version});
  if (row == nullptr) return not_supported(node, version);
  TRY(check_arity(*row, node, inputs));
  TRY(check_operand_types(scope, node, inputs, version));
  NodeLowering lowering{scope, node, attributes, inputs, version};
  Result<std::vector<size_t>> slots = row->lower(lowering);  // [ONNX-GRAPH-12]
  if (lowering.missing) {                                    // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5", "input " + std::to_string(*lowering.missing) +
                                     " is left out, which version " + std::to_string(version) +
                                     " of the operator requires");
  }
  if (slots.ok() && lowering.unknown()) {  // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5", "version " + std::to_string(version) + " of the operator has no input " +
                                     std::to_string(*lowering.unknown()));
  }
  if (slots.ok()) TRY(attributes.finish());
  if (slots.ok() && std::ssize(slots.value()) < node.output_size()) {  // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5", "version " + std::to_string(version) + " of the operator has " +
                                     counted(std::ssize(slots.value()), "output") + ", but the node has " +
                                     std::to_string(node.output_size()));
  }
  return slots;
}

Result<void> lower_node(Scope& scope, const schema::NodeProto& node) {
  const Slots inputs = TRY(read_inputs(scope, node));
  Attributes attributes = TRY(Attributes::of(node, scope.call));
  return name_outputs(scope, node, TRY(lower_operator(scope, node, attributes, inputs)));
}

}  // namespace

Result<void> lower_nodes(Scope& scope, const google::protobuf::RepeatedPtrField<schema::NodeProto>& nodes) {
  scope.nodes = &nodes;
  for (const schema::NodeProto& node : nodes) {
    if (scope.lowering.deadline.look()) return time_is_over(scope.lowering.deadline);
    if (++scope.lowering.lowered > kMostLoweredNodes)  // [LIMIT-6]
      return Error("LIMIT-6", "the model has more than " + std::to_string(kMostLoweredNodes) + " nodes")
          .note("those of a function count once for each call");
    Result<void> lowered = lower_node(scope, node);
    if (!lowered.ok()) return lowered.take_error().of(scope.path + title_of(node));
  }
  return {};
}

}  // namespace backedge::onnx
