#include <algorithm>

#include "conformance/generate/breakage.h"

namespace backedge::generate {
namespace {

using When = Breakage::When;

bool is_one_of(const openvino::Layer& layer, std::initializer_list<std::string_view> types) {
  return std::find(types.begin(), types.end(), layer.type) != types.end();
}
bool is_operation(openvino::LayerGraph&, openvino::Layer& layer) {
  return layer.bodies.empty() && !is_one_of(layer, {"Parameter", "Result", "Const"});
}
bool is_constant(openvino::LayerGraph&, openvino::Layer& layer) {
  return layer.type == "Const" && find_attribute(layer, "shape")->value.find('0') == std::string::npos;
}

bool repeat_layer_id(BreakSubject& subject) {
  const auto found = pick_layer(
      subject, [](openvino::LayerGraph& graph, openvino::Layer&) { return graph.layers.size() > 1; });
  if (!found) return false;
  openvino::Layer* first = &found->graph->layers.front();
  (found->layer == first ? &found->graph->layers.back() : found->layer)->id = first->id;
  return true;
}

bool lead_edge_nowhere(BreakSubject& subject) {
  for (const openvino::GraphPlace& place : list_graphs(subject.made.model)) {
    openvino::LayerGraph* graph = place.graph;
    if (graph->edges.empty() || subject.random.chance(40)) continue;
    openvino::Edge& edge = graph->edges.front();
    (subject.random.chance(50) ? edge.from_port : edge.to_layer) = 9999;
    return true;
  }
  return false;
}

bool repeat_edge(BreakSubject& subject) {
  for (const openvino::GraphPlace& place : list_graphs(subject.made.model)) {
    openvino::LayerGraph* graph = place.graph;
    if (graph->edges.empty() || subject.random.chance(40)) continue;
    const openvino::Edge again = graph->edges.back();
    graph->edges.push_back(again);
    return true;
  }
  return false;
}

bool remove_edge(BreakSubject& subject) {
  const auto found = pick_layer(subject, [](openvino::LayerGraph& graph, openvino::Layer& layer) {
    return !layer.inputs.empty() && is_operation(graph, layer);
  });
  if (!found) return false;
  std::erase_if(found->graph->edges, [&](const openvino::Edge& edge) {
    return edge.to_layer == found->layer->id && edge.to_port == found->layer->inputs[0].id;
  });
  return true;
}

// A Parameter of a body may leave its type open.  (GRAPH-6)
bool forget_type(BreakSubject& subject) {
  const auto found = pick_layer(subject, [&](openvino::LayerGraph& graph, openvino::Layer& layer) {
    return layer.type == "Parameter" && &graph == &subject.made.model.graph;
  });
  if (!found) return false;
  std::erase_if(found->layer->attributes,
                [](const openvino::Attribute& a) { return a.name == "element_type"; });
  found->layer->outputs[0].precision.reset();
  return true;
}

bool go_round(BreakSubject& subject) {
  const auto found = pick_layer(subject, [](openvino::LayerGraph& graph, openvino::Layer& layer) {
    return !layer.inputs.empty() && is_operation(graph, layer);
  });
  if (!found) return false;
  const openvino::Layer& layer = *found->layer;
  take_source(*edge_into(*found->graph, layer.id, layer.inputs[0].id),
              {.from_layer = layer.id, .from_port = layer.outputs[0].id});
  return true;
}

bool misspell_operation(BreakSubject& subject) {
  const auto found = pick_layer(subject, is_operation);
  if (!found) return false;
  if (subject.random.chance(50)) {
    found->layer->type += "s";
  } else {
    found->layer->version = "opset99";
  }
  return true;
}

bool add_unknown_attribute(BreakSubject& subject) {
  const auto found = pick_layer(subject, is_operation);
  if (!found) return false;
  found->layer->attributes.push_back({.name = "no_such_attribute", .value = "1"});
  return true;
}

bool add_operand(BreakSubject& subject) {
  const auto found = pick_layer(subject, [](openvino::LayerGraph&, openvino::Layer& layer) {
    return is_one_of(layer,
                     {"Add", "Subtract", "Multiply", "Maximum", "Minimum", "Less", "Transpose", "Convert"});
  });
  if (!found) return false;
  openvino::Port port = found->layer->inputs[0];
  openvino::Edge edge = *edge_into(*found->graph, found->layer->id, port.id);
  port.id = edge.to_port = 77;
  found->layer->inputs.push_back(port);
  found->graph->edges.push_back(edge);
  return true;
}

bool lose_weights(BreakSubject& subject) {
  if (!pick_layer(subject, is_constant)) return false;
  subject.made.weights.clear();
  return true;
}

bool change_constant(BreakSubject& subject, const char* attribute, const std::string& value) {
  const auto found = pick_layer(subject, is_constant);
  if (!found) return false;
  find_attribute(*found->layer, attribute)->value = value;
  return true;
}

bool read_past_weights(BreakSubject& subject) {
  return change_constant(subject, "offset", subject.random.chance(50) ? "1000000" : "-8");
}
bool change_size(BreakSubject& subject) { return change_constant(subject, "size", "999"); }
bool leave_size_open(BreakSubject& subject) { return change_constant(subject, "shape", "?"); }

constexpr Breakage kGraphBreakages[] = {
    {"GRAPH-1", When::kLoad, true, repeat_layer_id},
    {"GRAPH-2", When::kLoad, true, lead_edge_nowhere},
    {"GRAPH-3", When::kLoad, true, repeat_edge},
    {"GRAPH-4", When::kLoad, true, remove_edge},
    {"GRAPH-5", When::kLoad, true, forget_type},
    {"BODY-3", When::kLoad, false, go_round},
    {"OP-1", When::kLoad, true, misspell_operation},
    {"OP-2", When::kLoad, true, add_unknown_attribute},
    {"OP-3", When::kLoad, false, add_operand},
    {"WEIGHTS-1", When::kLoad, true, lose_weights},
    {"WEIGHTS-2", When::kLoad, false, read_past_weights},
    {"WEIGHTS-3", When::kLoad, false, change_size},
    {"WEIGHTS-4", When::kLoad, false, leave_size_open},
};

}  // namespace

std::span<const Breakage> graph_breakages() { return kGraphBreakages; }

}  // namespace backedge::generate
