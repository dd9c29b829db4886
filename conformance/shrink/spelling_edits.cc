#include <algorithm>
#include <map>

#include "conformance/shrink/edits.h"
#include "conformance/shrink/graphs.h"
#include "interpreter/base/lower_case.h"

namespace backedge::shrink {
namespace {

// Names layers after their type: "p0", "r3", "add_2".
std::string short_name(const openvino::Layer& layer) {
  const std::string type = lower_case(layer.type);
  return (is_operation(layer) ? type + "_" : type.substr(0, 1)) + std::to_string(layer.id);
}

bool shorten_names(Subject& subject) {
  for (const GraphPlace& place : list_graphs(subject.model)) {
    for (openvino::Layer& layer : place.graph->layers) {
      layer.name = short_name(layer);
      for (openvino::Port& port : layer.outputs) port.names.clear();
    }
  }
  subject.model.name = "shrunk";
  return true;
}

// Numbers the layers of every graph 0, 1, ...
bool number_layers(Subject& subject) {
  for (const GraphPlace& place : list_graphs(subject.model)) {
    std::map<int64_t, int64_t> ids;
    for (openvino::Layer& layer : place.graph->layers) {
      const int64_t next = std::ssize(ids);
      layer.id = ids[layer.id] = next;
    }
    for (openvino::Edge& edge : place.graph->edges) {
      edge.from_layer = ids[edge.from_layer];
      edge.to_layer = ids[edge.to_layer];
    }
    if (place.body == nullptr) continue;
    for (auto* entries : {&place.body->port_map.inputs, &place.body->port_map.outputs}) {
      for (openvino::PortMapEntry& entry : *entries) {
        if (ids.contains(entry.internal_layer_id)) entry.internal_layer_id = ids[entry.internal_layer_id];
      }
    }
    for (openvino::BackEdge& edge : place.body->back_edges) {
      edge.from_layer = ids[edge.from_layer];
      edge.to_layer = ids[edge.to_layer];
    }
  }
  return true;
}

// Declares Parameters of the main graph with the shape of their values in the first inference.
bool declare_given_shapes(Subject& subject, std::optional<size_t> only) {
  size_t position = 0;
  bool changed = false;
  for (openvino::Layer& layer : subject.model.graph.layers) {
    if (layer.type != "Parameter") continue;
    const size_t p = position++;
    if ((only && p != *only) || p >= subject.inferences[0].size()) continue;
    const std::optional<Signature> signature = signature_of(layer);
    if (!signature || signature->shape.known()) continue;
    declare(layer, {signature->type, subject.inferences[0][p].shape()});
    changed = true;
  }
  return changed;
}

// The width of the parts of an entry; 1 if the entry has an impossible width.
int64_t width_of(const openvino::PortMapEntry& entry) {
  constexpr int64_t kMost = INT32_MAX;
  const int64_t stride = std::clamp(entry.stride.value_or(1), -kMost, kMost);
  return std::max<int64_t>(entry.part_size.value_or(std::abs(stride)), 1);
}

// Replaces open dimensions of body Parameters with those of their initial values.
bool declare_wired_shapes(Subject& subject) {
  bool changed = false;
  for (const GraphPlace& place : list_graphs(subject.model)) {
    if (place.body == nullptr) continue;
    for (const openvino::PortMapEntry& entry : place.body->port_map.inputs) {
      openvino::Layer* parameter = find_layer(place.body->graph, entry.internal_layer_id);
      const auto source = source_of(*place.outer, place.owner->id, entry.external_port_id);
      if (parameter == nullptr || !source) continue;
      const std::optional<Signature> declared = signature_of(*parameter);
      const openvino::Port* outside = find_port(*place.outer, *source);
      if (!declared || declared->shape.known() || outside == nullptr) continue;
      PartialShape shape = PartialShape::of(outside->dims);
      const auto axis = entry.axis ? normalize_axis(*entry.axis, shape.rank()) : std::nullopt;
      if (axis) shape[*axis] = Dimension::exactly(width_of(entry));
      declare(*parameter, {declared->type, shape});
      changed = true;
    }
  }
  return changed;
}

}  // namespace

std::vector<Edit> list_spelling_edits(const Subject& subject) {
  std::vector<Edit> edits;
  edits.push_back([](Subject& s) {
    declare_given_shapes(s, std::nullopt);
    return refresh_ports(s.model), declare_wired_shapes(s);
  });
  edits.push_back([](Subject& s) { return declare_given_shapes(s, std::nullopt); });
  edits.push_back([](Subject& s) { return declare_wired_shapes(s); });
  const std::vector<ConstGraphPlace> places = list_graphs(subject.model);
  size_t position = 0;
  for (const openvino::Layer& layer : subject.model.graph.layers) {
    if (layer.type != "Parameter") continue;
    edits.push_back([p = position++](Subject& s) { return declare_given_shapes(s, p); });
  }
  for (size_t g = 0; g < places.size(); ++g) {
    for (const openvino::Layer& layer : places[g].graph->layers) {
      if (!is_operation(layer)) continue;
      for (size_t k = 0; k < layer.attributes.size(); ++k) {
        edits.push_back([g, id = layer.id, k](Subject& s) {
          std::vector<openvino::Attribute>& attributes =
              find_layer(*list_graphs(s.model)[g].graph, id)->attributes;
          if (k >= attributes.size()) return false;  // it belongs to another layer with this id
          attributes.erase(attributes.begin() + static_cast<std::ptrdiff_t>(k));
          return true;
        });
      }
    }
  }
  edits.push_back(number_layers);
  edits.push_back(shorten_names);
  edits.push_back([](Subject& s) { return number_layers(s) && shorten_names(s); });
  return edits;
}

}  // namespace backedge::shrink
