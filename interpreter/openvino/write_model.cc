#include "interpreter/openvino/write_model.h"

#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "interpreter/openvino/shape_text.h"
#include "rapidxml/rapidxml.hpp"
#include "rapidxml/rapidxml_print.hpp"

namespace backedge::openvino {
namespace {

// The names of a graph's parts: on the first Loop-5 page, and elsewhere.
struct Words {
  std::string_view layers, layer, from_layer, to_layer, internal_layer_id;
};
constexpr Words kWords = {"layers", "layer", "from-layer", "to-layer", "internal_layer_id"};
constexpr Words kDraftWords = {"operations", "operation", "from-operation", "to-operation",
                               "internal_operation_id"};

// Writes elements. The document holds copies of names and values.
class Writer {
 public:
  explicit Writer(rapidxml::xml_document<>& document) : document_(&document), node_(&document) {}

  Writer child(std::string_view name) const {
    Writer writer(*document_);
    writer.node_ = document_->allocate_node(rapidxml::node_element, copy(name), nullptr, name.size());
    node_->append_node(writer.node_);
    return writer;
  }
  const Writer& set(std::string_view name, std::string_view value) const {
    node_->append_attribute(
        document_->allocate_attribute(copy(name), copy(value), name.size(), value.size()));
    return *this;
  }
  const Writer& set(std::string_view name, int64_t value) const { return set(name, std::to_string(value)); }
  const Writer& set_if(std::string_view name, std::optional<int64_t> value) const {
    return value ? set(name, *value) : *this;
  }
  const Writer& set_if(std::string_view name, const std::string& value) const {
    return value.empty() ? *this : set(name, value);
  }
  void text(std::string_view value) const { node_->value(copy(value), value.size()); }

 private:
  char* copy(std::string_view text) const {
    return document_->allocate_string(std::string(text).c_str(), text.size() + 1);
  }

  rapidxml::xml_document<>* document_;
  rapidxml::xml_node<>* node_;
};

void write_graph(const Writer& parent, const LayerGraph& graph, const Words& words);

void write_ports(const Writer& layer, std::string_view direction, const std::vector<Port>& ports) {
  if (ports.empty()) return;
  const Writer section = layer.child(direction);
  for (const Port& port : ports) {
    const Writer element = section.child("port");
    element.set("id", port.id);
    if (port.precision) element.set("precision", precision_name_of(*port.precision));
    element.set_if("names", port.names);
    for (const Dimension dim : port.dims)
      element.child("dim").text(dim == Dimension::any() ? "-1" : dim.text());
  }
}

void write_entry(const Writer& element, const PortMapEntry& entry, const Words& words) {
  element.set("external_port_id", entry.external_port_id)
      .set(words.internal_layer_id, entry.internal_layer_id);
  element.set_if("axis", entry.axis).set_if("start", entry.start).set_if("end", entry.end);
  element.set_if("stride", entry.stride).set_if("part_size", entry.part_size);
  if (entry.condition) element.set("condition", *entry.condition ? "True" : "False");
  if (entry.purpose) element.set("purpose", *entry.purpose);
}

void write_body(const Writer& layer, const Body& body, const Words& words) {
  const std::string branch = body.name.substr(0, body.name.rfind("body"));  // "", "then_", "else_"
  const Writer port_map = layer.child(branch + "port_map");
  for (const PortMapEntry& entry : body.port_map.inputs) write_entry(port_map.child("input"), entry, words);
  for (const PortMapEntry& entry : body.port_map.outputs) write_entry(port_map.child("output"), entry, words);
  if (!body.back_edges.empty()) {
    const Writer back_edges = layer.child("back_edges");
    for (const BackEdge& edge : body.back_edges)
      back_edges.child("edge").set(words.from_layer, edge.from_layer).set(words.to_layer, edge.to_layer);
  }
  write_graph(layer.child(body.name), body.graph, words);
}

void write_layer(const Writer& element, const Layer& layer) {
  element.set("id", layer.id).set_if("name", layer.name).set("type", layer.type);
  element.set_if("version", layer.version);
  if (!layer.attributes.empty()) {
    const Writer data = element.child("data");
    for (const Attribute& attribute : layer.attributes) data.set(attribute.name, attribute.value);
  }
  write_ports(element, "input", layer.inputs);
  write_ports(element, "output", layer.outputs);
  const Words& words = layer.dialect == Dialect::kLoop5Draft ? kDraftWords : kWords;
  for (const Body& body : layer.bodies) write_body(element, body, words);
}

void write_graph(const Writer& parent, const LayerGraph& graph, const Words& words) {
  const Writer layers = parent.child(words.layers);
  for (const Layer& layer : graph.layers) {
    // A Loop that is written as <operation> is read as one of the draft.
    const Words& own = layer.dialect == Dialect::kLoop5 ? kWords : words;
    write_layer(layers.child(own.layer), layer);
  }
  if (graph.edges.empty()) return;
  const Writer edges = parent.child("edges");
  for (const Edge& edge : graph.edges) {
    edges.child("edge")
        .set(words.from_layer, edge.from_layer)
        .set("from-port", edge.from_port)
        .set(words.to_layer, edge.to_layer)
        .set("to-port", edge.to_port);
  }
}

}  // namespace

std::string write_model(const Model& model) {
  rapidxml::xml_document<> document;
  const Writer root(document);
  if (model.single_layer) {
    write_layer(root.child("layer"), model.graph.layers[0]);
  } else {
    const Writer net = root.child("net").set_if("name", model.name).set("version", 11);
    write_graph(net, model.graph, kWords);
  }
  std::string text = "<?xml version=\"1.0\"?>\n";
  rapidxml::print(std::back_inserter(text), document, 0);
  return text;
}

}  // namespace backedge::openvino
