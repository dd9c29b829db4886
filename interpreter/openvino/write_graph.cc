#include "interpreter/openvino/write_graph.h"

#include <filesystem>

#include "interpreter/base/safe_text.h"
#include "interpreter/openvino/compose_operation.h"
#include "interpreter/openvino/settled_options.h"
#include "interpreter/openvino/weights.h"
#include "interpreter/openvino/write_nodes.h"
#include "interpreter/ops/access_variable.h"

namespace backedge::openvino {
namespace {

struct Branch {
  Body body;
  std::vector<int64_t> results;  // the ids of the layers
};

Result<Branch> write_branch(LayerWriter& outer, const LoopNode& branch, const std::string& name) {
  LayerWriter ir(outer.weights());
  SourceGraph source = TRY(source_graph_of(*branch.body));
  Branch written{.body = {.name = name}, .results = {}};
  for (size_t k = 0; k < branch.spec.parameters.size(); ++k) {
    const BodyParameter& parameter = branch.spec.parameters[k];
    const GraphParameter& inner = branch.body->parameters[k];
    const LayerValue value = TRY(add_parameter(ir, inner.name, parameter.declared));
    source.values[inner.slot] = value;
    written.body.port_map.inputs.push_back(
        {.external_port_id = static_cast<int64_t>(*input_of(parameter)), .internal_layer_id = value.layer});
  }
  TRY(write_nodes(ir, source));
  for (const GraphResult& result : branch.body->results)
    written.results.push_back(ir.add_result(result.name + "_" + std::to_string(written.results.size()),
                                            source.values.at(result.slot), result.declared));
  written.body.graph = std::move(ir.graph());
  return written;
}

void add_output(Branch& branch, const LoopOutput& output, const LayerValue& value) {
  branch.body.port_map.outputs.push_back(
      {.external_port_id = value.port, .internal_layer_id = branch.results[output.result]});
}

Result<void> write_if(LayerWriter& ir, SourceGraph& source, const Node& node, const IfNode& branches) {
  Branch then_branch = TRY(write_branch(ir, branches.then_branch, "then_body"));
  Branch else_branch = TRY(write_branch(ir, branches.else_branch, "else_body"));
  Layer& layer = ir.add_layer("If", 8, node.place.name);
  for (const size_t slot : node.inputs) ir.connect(layer, source.values.at(slot));
  for (size_t k = 0; k < node.outputs.size(); ++k) {
    const LayerValue value = ir.add_output(layer, source.signature(node.outputs[k]));
    add_output(then_branch, branches.then_branch.spec.outputs[k], value);
    add_output(else_branch, branches.else_branch.spec.outputs[k], value);
    source.values[node.outputs[k]] = value;
  }
  layer.bodies = {std::move(then_branch.body), std::move(else_branch.body)};
  return {};
}

Spelling spell_access(const ops::VariableAccess& access) {
  if (access.sets) return {"Assign", 6, {{"variable_id", access.id}}};
  return {"ReadValue",
          6,
          {{"variable_id", access.id},
           {"variable_type", std::string(name_of(access.declared.type))},
           {"variable_shape", shape_attribute(access.declared.shape)}}};
}

Result<std::vector<LayerValue>> write_operation(LayerWriter& ir, const SourceGraph& source, const Node& node,
                                                const Operation& operation) {
  std::vector<LayerValue> inputs;
  std::vector<Operand> known;
  for (const size_t slot : node.inputs) {
    inputs.push_back(source.values.at(slot));
    known.push_back(source.slots[slot]);
  }
  if (operation.made.maker == "identity") return inputs;  // [IR-WRITE-2]
  std::vector<Signature> outputs;
  for (const size_t slot : node.outputs) outputs.push_back(source.signature(slot));
  if (operation.made.maker == "access_variable") {
    const auto& access = std::any_cast<const ops::VariableAccess&>(operation.made.options);
    return ir.add_operation(spell_access(access), inputs, outputs, node.place.name);
  }
  const Made made = settle_options(operation.made, known);
  std::vector<LayerValue> composed = TRY(compose_operation(ir, made, inputs, known, outputs[0]));
  if (!composed.empty()) return composed;
  const Spelling spelling = TRY(spell_operation(made, std::ssize(inputs), std::ssize(outputs)));
  return ir.add_operation(spelling, inputs, outputs, node.place.name);
}

Result<void> write_node(LayerWriter& ir, SourceGraph& source, const Node& node) {
  if (const auto* loop = std::get_if<LoopNode>(&node.work)) return write_loop(ir, source, node, *loop);
  if (const auto* branches = std::get_if<IfNode>(&node.work)) return write_if(ir, source, node, *branches);
  if (const auto* operation = std::get_if<Operation>(&node.work)) {
    const std::vector<LayerValue> values = TRY(write_operation(ir, source, node, *operation));
    CHECK(values.size() <= node.outputs.size());
    for (size_t k = 0; k < values.size(); ++k) source.values[node.outputs[k]] = values[k];
    return {};
  }
  return Error("IR-WRITE-1",  // [IR-WRITE-1]
               "OpenVINO IR cannot express " + node.type + ": it has no sequences and optionals");
}

Result<Model> write(const Graph& graph) {
  std::vector<std::byte> weights;
  LayerWriter ir(weights);
  SourceGraph source = TRY(source_graph_of(graph));
  for (const GraphParameter& parameter : graph.parameters)
    source.values[parameter.slot] = TRY(add_parameter(ir, parameter.name, parameter.declared));
  TRY(write_nodes(ir, source));
  for (const GraphResult& result : graph.results)
    ir.add_result(result.name, source.values.at(result.slot), result.declared);
  return Model{.name = std::filesystem::path(graph.file).stem().string(),
               .graph = std::move(ir.graph()),
               .weights = weights_of(weights, "")};
}

}  // namespace

Result<SourceGraph> source_graph_of(const Graph& graph) {
  std::vector<Signature> declared;
  for (const GraphParameter& parameter : graph.parameters) declared.push_back(parameter.declared);
  std::vector<Operand> slots = TRY(infer_slots(graph, declared));
  return SourceGraph{.graph = graph, .slots = std::move(slots)};
}

Result<LayerValue> add_parameter(LayerWriter& ir, const std::string& name, const Signature& declared) {
  if (declared.kind == ValueKind::kTensor) return ir.add_parameter(name, declared);
  // [IR-WRITE-1]
  return Error("IR-WRITE-1", "OpenVINO IR cannot express the input \"" + safe_line(name) + "\", a " +
                                 declared.text() + ": it has only tensors");
}

Result<void> write_nodes(LayerWriter& ir, SourceGraph& source) {
  for (const Constant& constant : source.graph.constants)
    source.values[constant.slot] = TRY(ir.add_constant(constant.value));
  for (const Node& node : source.graph.nodes) {
    Result<void> written = write_node(ir, source, node);
    if (!written.ok()) return at_place(written.take_error(), node.place);
  }
  return {};
}

Result<Model> write_graph(const Graph& graph) {
  Result<Model> written = write(graph);
  if (!written.ok()) return written.take_error().in(Phase::kLoad).at(graph.file, 0);
  return written;
}

}  // namespace backedge::openvino
