#include "tools/cli/draw_layers.h"

#include <map>

#include "interpreter/openvino/build_constant.h"
#include "interpreter/openvino/lookup.h"
#include "interpreter/openvino/single_layer.h"
#include "tools/cli/drawing.h"
#include "tools/cli/port_map_text.h"

namespace backedge {
namespace {

// Where an edge ends or begins, and what is written at it.
struct Arrowhead {
  std::string box, label;
};
using Arrowheads = std::vector<Arrowhead>;

// Where edges into a layer end, and edges out of it begin, by port. A layer without bodies is one box.
struct Ends {
  std::string box;
  std::map<int64_t, Arrowheads> inputs, outputs;

  Arrowheads into(int64_t port) const { return find(inputs, port); }
  Arrowheads out_of(int64_t port) const { return find(outputs, port); }

 private:
  Arrowheads find(const std::map<int64_t, Arrowheads>& ports, int64_t port) const {
    if (!box.empty()) return {{box, ""}};
    const auto found = ports.find(port);
    return found == ports.end() ? Arrowheads() : found->second;
  }
};
using EndsById = std::map<int64_t, Ends>;

EndsById draw_graph_layers(const openvino::LayerGraph& graph, Drawing& drawing);

// The box of a Parameter or Result; empty if there is none.
std::string box_of(const EndsById& layers, int64_t id) {
  const auto found = layers.find(id);
  return found == layers.end() ? "" : found->second.box;
}

std::string joined(const std::string& first, const std::string& second, const char* between) {
  return first + (first.empty() || second.empty() ? "" : between) + second;
}

void draw_loop_entries(const openvino::Body& body, const EndsById& inner, Drawing& drawing, Ends& ends) {
  for (const openvino::PortMapEntry& entry : body.port_map.inputs) {
    const std::string parameter = box_of(inner, entry.internal_layer_id);
    const std::string role = input_role(body, entry);
    if (parameter.empty()) continue;
    if (role == "current iteration") {
      drawing.arrow(drawing.box("plaintext", "control", {"0, 1, 2, ..."}), parameter);
    } else {
      const std::string first = role.starts_with("merged") ? "iteration 0" : "";
      ends.inputs[entry.external_port_id].push_back({parameter, joined(first, slicing_text(entry), ": ")});
    }
  }
  for (const openvino::PortMapEntry& entry : body.port_map.outputs) {
    const std::string result = box_of(inner, entry.internal_layer_id);
    const std::string role = output_role(entry);
    if (result.empty()) continue;
    if (role == "condition") {
      drawing.arrow(result, drawing.box("plaintext", "control", {"condition of the next"}));
    } else {
      ends.outputs[entry.external_port_id].push_back({result, entry.axis ? slicing_text(entry) : role});
    }
  }
  for (const openvino::BackEdge& edge : body.back_edges) {
    const std::string from = box_of(inner, edge.from_layer), to = box_of(inner, edge.to_layer);
    if (!from.empty() && !to.empty()) drawing.back_edge(from, to);
  }
}

void draw_branch_entries(const openvino::Body& body, const EndsById& inner, Ends& ends) {
  const auto add = [&inner](const std::vector<openvino::PortMapEntry>& entries, auto& ports) {
    for (const openvino::PortMapEntry& entry : entries) {
      const std::string box = box_of(inner, entry.internal_layer_id);
      if (!box.empty()) ports[entry.external_port_id].push_back({box, ""});
    }
  };
  add(body.port_map.inputs, ends.inputs);
  add(body.port_map.outputs, ends.outputs);
}

Ends draw_bodies(const openvino::Layer& layer, Drawing& drawing) {
  Ends ends;
  const bool iterated = is_loop(layer);
  if (!iterated) ends.inputs[0] = {{drawing.box("diamond", "operation", {layer.title()}), ""}};
  for (const openvino::Body& body : layer.bodies) {
    drawing.begin_frame(layer.title() + (iterated ? "" : ": " + body.name.substr(0, body.name.find('_'))));
    const EndsById inner = draw_graph_layers(body.graph, drawing);
    if (iterated) {
      for (const auto& [port, meaning] : control_ports(layer))
        ends.inputs[port] = {{drawing.box("diamond", "control", {meaning}), ""}};
      draw_loop_entries(body, inner, drawing, ends);
    } else {
      draw_branch_entries(body, inner, ends);
    }
    drawing.end_frame();
  }
  return ends;
}

std::string type_text(const openvino::Layer& layer) {
  const Result<Signature> declared = openvino::declared_signature(layer);
  return declared.ok() ? declared.value().text() : "";
}

Ends draw_layer(const openvino::Layer& layer, Drawing& drawing) {
  if (!layer.bodies.empty()) return draw_bodies(layer, drawing);
  const bool parameter = layer.type == "Parameter";
  if (parameter || layer.type == "Result")
    return {drawing.box("ellipse", "end", {layer.name_or_id(), parameter ? type_text(layer) : ""})};
  if (is_constant(layer)) return {drawing.box("note", "constant", {type_text(layer)})};
  return {drawing.box("box", "operation", {layer.type, layer.name})};
}

EndsById draw_graph_layers(const openvino::LayerGraph& graph, Drawing& drawing) {
  EndsById ends;
  for (const openvino::Layer& layer : graph.layers) ends[layer.id] = draw_layer(layer, drawing);
  for (const openvino::Edge& edge : graph.edges) {
    for (const Arrowhead& from : ends[edge.from_layer].out_of(edge.from_port)) {
      for (const Arrowhead& to : ends[edge.to_layer].into(edge.to_port))
        drawing.arrow(from.box, to.box, joined(from.label, to.label, "; "));
    }
  }
  return ends;
}

}  // namespace

std::string draw_layers(const openvino::Model& model) {
  Drawing drawing;
  draw_graph_layers(model.single_layer ? openvino::wire_ports(model.graph) : model.graph, drawing);
  return drawing.text(model.file);
}

}  // namespace backedge
