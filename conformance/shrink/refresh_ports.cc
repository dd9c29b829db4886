#include <algorithm>

#include "conformance/shrink/graphs.h"
#include "interpreter/graph/infer_graph.h"
#include "interpreter/interpreter.h"
#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/variables.h"
#include "interpreter/openvino/wiring.h"

namespace backedge::shrink {
namespace {

// Slots count the output ports in the order of evaluation, so the first slot of a node identifies its layer. A
// model with variables has other slots too, and keeps its ports.
void refresh(openvino::LayerGraph& layers, const Graph& graph) {
  if (std::any_of(layers.layers.begin(), layers.layers.end(), openvino::is_variable_access)) return;
  std::vector<Signature> parameters;
  for (const GraphParameter& parameter : graph.parameters) parameters.push_back(parameter.declared);
  const Result<std::vector<Operand>> slots = infer_slots(graph, parameters);
  std::vector<openvino::Layer*> layer_of;
  for (const size_t index : openvino::resolve_edges(layers, graph.file).value().order) {
    openvino::Layer& layer = layers.layers[index];
    for (openvino::Port& port : layer.outputs) {
      if (slots.ok()) {
        const Operand& slot = slots.value()[layer_of.size()];
        port.declare(slot.type, slot.shape);
      }
      layer_of.push_back(&layer);
    }
  }
  for (const openvino::Edge& edge : layers.edges) {
    openvino::Port& port = *find_id(find_layer(layers, edge.to_layer)->inputs, edge.to_port);
    const openvino::Port& from = *find_port(layers, {edge.from_layer, edge.from_port});
    port.precision = from.precision;
    port.dims = from.dims;
  }
  for (const Node& node : graph.nodes) {
    if (node.outputs.empty()) continue;
    std::vector<openvino::Body>& bodies = layer_of[node.outputs[0]]->bodies;
    if (const auto* loop = std::get_if<LoopNode>(&node.work)) refresh(bodies[0].graph, *loop->body);
    if (const auto* branches = std::get_if<IfNode>(&node.work)) {
      for (openvino::Body& body : bodies)
        refresh(body.graph,
                body.name == "then_body" ? *branches->then_branch.body : *branches->else_branch.body);
    }
  }
}

}  // namespace

bool refresh_ports(openvino::Model& model) {
  const Result<std::shared_ptr<const Graph>> graph = openvino::build_model(model);
  if (graph.ok()) refresh(model.graph, *graph.value());
  return graph.ok();
}

}  // namespace backedge::shrink
