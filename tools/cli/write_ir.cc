#include "tools/cli/write_ir.h"

#include "interpreter/openvino/weights.h"
#include "tools/cli/write_ir_loop.h"

namespace backedge {
namespace {

using tensorrt::GraphNames;

Result<openvino::Body> write_branch(IrGraph& ir, const LoopNode& branch, const GraphNames& names,
                                    const std::string& name, std::vector<int64_t>& results) {
  IrGraph body_ir(ir.weights());
  Source body{*branch.body, names};
  openvino::Body written{.name = name};
  for (size_t k = 0; k < branch.spec.parameters.size(); ++k) {
    const BodyParameter& parameter = branch.spec.parameters[k];
    const IrValue value = body_ir.add_parameter(branch.body->parameters[k].name, parameter.declared);
    body.values[branch.body->parameters[k].slot] = value;
    written.port_map.inputs.push_back(
        {.external_port_id = static_cast<int64_t>(*input_of(parameter)), .internal_layer_id = value.layer});
  }
  add_constants(body_ir, body);
  TRY(write_nodes(body_ir, body));
  for (const GraphResult& result : branch.body->results)
    results.push_back(
        body_ir.add_result(result.name + "_" + std::to_string(results.size()), body.values.at(result.slot)));
  written.graph = std::move(body_ir.graph());
  return written;
}

Result<void> write_if(IrGraph& ir, Source& source, const Node& node, const IfNode& branches,
                      const std::vector<GraphNames>& names) {
  std::vector<int64_t> then_results, else_results;
  openvino::Body then_body = TRY(write_branch(ir, branches.then_branch, names[0], "then_body", then_results));
  openvino::Body else_body = TRY(write_branch(ir, branches.else_branch, names[1], "else_body", else_results));
  openvino::Layer& layer = ir.add_layer("If", 8, node.place.name);
  for (const size_t slot : node.inputs) ir.connect(layer, source.values.at(slot));
  for (size_t k = 0; k < node.outputs.size(); ++k) {
    const IrValue value = ir.add_output(layer, source.signature(node.outputs[k]));
    then_body.port_map.outputs.push_back(
        {.external_port_id = value.port, .internal_layer_id = then_results[k]});
    else_body.port_map.outputs.push_back(
        {.external_port_id = value.port, .internal_layer_id = else_results[k]});
    source.values[node.outputs[k]] = value;
  }
  layer.bodies = {std::move(then_body), std::move(else_body)};
  return {};
}

void write_operation(IrGraph& ir, Source& source, const Node& node, const tensorrt::OperationName& name) {
  std::vector<IrValue> inputs;
  for (const size_t slot : node.inputs) inputs.push_back(source.values.at(slot));
  if (name.type == "Identity") {
    source.values[node.outputs[0]] = inputs[0];
    return;
  }
  std::vector<Signature> outputs;
  for (const size_t slot : node.outputs) outputs.push_back(source.signature(slot));
  const std::vector<IrValue> values =
      ir.add_operation(name.type, name.opset, name.attributes, inputs, outputs);
  for (size_t k = 0; k < values.size(); ++k) source.values[node.outputs[k]] = values[k];
}

}  // namespace

void add_constants(IrGraph& ir, Source& source) {
  for (const Constant& constant : source.graph.constants)
    source.values[constant.slot] = ir.add_constant(constant.value);
}

Result<void> write_nodes(IrGraph& ir, Source& source) {
  for (size_t k = 0; k < source.graph.nodes.size(); ++k) {
    const Node& node = source.graph.nodes[k];
    Result<void> written;
    if (const auto* loop = std::get_if<LoopNode>(&node.work)) {
      written = write_loop(ir, source, node, *loop, source.names.inner[k]);
    } else if (const auto* branches = std::get_if<IfNode>(&node.work)) {
      written = write_if(ir, source, node, *branches, source.names.inner[k]);
    } else {
      write_operation(ir, source, node, source.names.operations[k]);
    }
    if (!written.ok()) return written.take_error().of(node.place.title);
  }
  return {};
}

Result<openvino::Model> write_ir(const tensorrt::Lowered& network) {
  std::vector<std::byte> weights;
  IrGraph ir(weights);
  Source source{*network.graph, network.names};
  for (const GraphParameter& parameter : source.graph.parameters)
    source.values[parameter.slot] = ir.add_parameter(parameter.name, parameter.declared);
  add_constants(ir, source);
  Result<void> written = write_nodes(ir, source);
  if (!written.ok()) return written.take_error().in(Phase::kLoad).at(network.graph->file, 0);
  for (const GraphResult& result : source.graph.results)
    ir.add_result(result.name, source.values.at(result.slot));
  return openvino::Model{
      .name = "network", .graph = std::move(ir.graph()), .weights = openvino::weights_of(weights, "")};
}

}  // namespace backedge
