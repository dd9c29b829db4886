#include "interpreter/openvino/read_graph.h"

#include <utility>

#include "interpreter/openvino/read_bodies.h"
#include "interpreter/openvino/shape_text.h"

namespace backedge::openvino {
namespace {

/// The number of a layer or port: 0 or a positive integer.
Result<int64_t> read_id(const Element& element) {
  const int64_t id = TRY(element.required_integer({"id"}));
  if (id >= 0) return id;  // [READ-7]
  return element.error("READ-7", "id " + std::to_string(id) + " of <" + std::string(element.name()) + ">")
      .note("expected 0 or a positive integer");
}

Result<Port> read_port(const Element& element) {
  Port port;
  port.line = element.line();
  port.id = TRY(read_id(element));
  port.names = element.text_of("names");
  if (const auto precision = TRY(element.attribute({"precision"}))) {
    auto type = parse_element_type(precision->value);
    if (!type.ok())
      return element.placed(type.take_error().note("precision of port " + std::to_string(port.id)));
    port.precision = type.value();
  }
  for (const Element& child : TRY(element.children({"dim"}))) {
    auto dim = parse_dimension(TRY(child.text()));
    if (!dim.ok())
      return child.placed(dim.take_error().note("a dimension of port " + std::to_string(port.id)));
    port.dims.push_back(dim.value());
  }
  auto fits = check_rank(std::ssize(port.dims), "port " + std::to_string(port.id));
  if (!fits.ok()) return element.placed(fits.take_error());
  return port;
}

Result<std::vector<Port>> read_ports(const Element& layer, std::string_view direction) {
  std::vector<Port> ports;
  if (const auto section = TRY(layer.section({direction}))) {
    for (const Element& port : TRY(section->children({"port"}))) ports.push_back(TRY(read_port(port)));
  }
  return ports;
}

Result<Edge> read_edge(const Element& element) {
  Edge edge;
  edge.line = element.line();
  TRY(element.children({}));
  edge.from_layer = TRY(element.required_integer({"from-layer", "from-operation"}));
  edge.from_port = TRY(element.required_integer({"from-port"}));
  edge.to_layer = TRY(element.required_integer({"to-layer", "to-operation"}));
  edge.to_port = TRY(element.required_integer({"to-port"}));
  return edge;
}

/// Reads the parts of a layer that follow its head.
Result<void> read_content(const Element& element, Layer& layer) {
  if (layer.type.empty())
    return element.error("READ-6", "a layer has no type").note("expected attribute type");  // [READ-6]
  TRY(check_sections(element, layer));
  if (const auto data = TRY(element.section({"data"}))) {
    TRY(data->children({}));
    for (const auto& [name, value, line] : data->attributes()) {
      layer.attributes.push_back({std::string(name), std::string(value), line});
    }
  }
  layer.inputs = TRY(read_ports(element, "input"));
  layer.outputs = TRY(read_ports(element, "output"));
  return read_bodies(element, layer);
}

}  // namespace

Result<Layer> read_layer(const Element& element, std::optional<int64_t> id) {
  Layer layer;
  layer.line = element.line();
  layer.name = element.text_of("name");
  layer.type = element.text_of("type");
  layer.version = element.text_of("version");
  const bool named = TRY(element.attribute({"id"})).has_value();
  layer.id = named || !id ? TRY(read_id(element)) : *id;
  auto content = read_content(element, layer);
  if (!content.ok()) return content.take_error().of(layer.title());
  return layer;
}

Result<LayerGraph> read_graph(const Element& element) {
  LayerGraph graph;
  graph.line = element.line();
  const Element layers = TRY(element.required_section({"layers", "operations"}));
  for (const Element& layer : TRY(layers.children({"layer", "operation"}))) {
    graph.layers.push_back(TRY(read_layer(layer)));
  }
  if (const auto edges = TRY(element.section({"edges"}))) {
    for (const Element& edge : TRY(edges->children({"edge"}))) graph.edges.push_back(TRY(read_edge(edge)));
  }
  // Among the sections of old writers, only this one changes values: it subtracts a mean from inputs.
  if (const auto section = TRY(element.section({"pre-process"}))) TRY(section->children({}));
  return graph;
}

}  // namespace backedge::openvino
