#include "conformance/generate/model_features.h"

#include "interpreter/openvino/lookup.h"

namespace backedge::generate {
namespace {

// "op:Add-1"; without a number if the model writes no version.
std::string operation_of(const openvino::Layer& layer) {
  const bool numbered = layer.version.starts_with("opset");
  return "op:" + layer.type + (numbered ? "-" + layer.version.substr(5) : "");
}

void add_layer_features(const openvino::Layer& layer, int64_t depth, std::set<std::string>& features) {
  if (is_operation(layer)) features.insert(is_loop(layer) ? layer.type : operation_of(layer));
  if (is_loop(layer) && depth > 0) features.insert("nested");
  if (layer.dialect == openvino::Dialect::kLoop5Draft) features.insert("draft");
  for (const openvino::Port& port : layer.outputs) {
    if (port.precision) features.insert("type:" + std::string(name_of(*port.precision)));
  }
  for (const openvino::Attribute& attribute : layer.attributes) {
    const bool shape = layer.type == "Parameter" && attribute.name == "shape";
    if (shape && attribute.value.find_first_of("?.") != std::string::npos) features.insert("dynamic_shape");
  }
}

void add_body_features(const openvino::Body& body, std::set<std::string>& features) {
  if (!body.back_edges.empty()) features.insert("back_edges");
  for (const openvino::PortMapEntry& entry : body.port_map.inputs) {
    if (entry.axis) features.insert("sliced_input");
    if (entry.part_size) features.insert("part_size");
    if (entry.purpose) features.insert("current_iteration");
  }
  for (const openvino::PortMapEntry& entry : body.port_map.outputs) {
    if (entry.axis) features.insert("scan_output");
  }
}

// The layer that feeds a Result; null if there is none.
const openvino::Layer* source_of(const openvino::LayerGraph& graph, int64_t result) {
  for (const openvino::Edge& edge : graph.edges) {
    if (edge.to_layer == result) return find_layer(graph, edge.from_layer);
  }
  return nullptr;
}

bool is_parameter(const openvino::Layer* layer) { return layer != nullptr && layer->type == "Parameter"; }

void add_role_words(const openvino::Body& body, std::set<std::string>& words) {
  std::set<int64_t> ports;
  for (const openvino::PortMapEntry& entry : body.port_map.inputs) {
    if (entry.purpose) continue;
    if (!ports.insert(entry.external_port_id).second) words.insert("a port feeds several Parameters");
    if (entry.start.value_or(0) > 0 || entry.end.value_or(-1) < -1) words.insert("a part of an axis");
    const std::string direction = entry.stride.value_or(1) < 0 ? "sliced backward" : "sliced forward";
    const bool fed = is_fed(body, entry.internal_layer_id);
    if (entry.axis) words.insert(fed ? "merged, " + direction : direction);
    if (entry.axis && *entry.axis < 0) words.insert("negative axis");
    if (!entry.axis && !fed) words.insert("invariant");
  }
  std::set<int64_t> last_values;
  for (const openvino::PortMapEntry& entry : body.port_map.outputs) {
    if (entry.purpose) continue;
    if (!entry.axis && !last_values.insert(entry.internal_layer_id).second)
      words.insert("a Result has several last values");
    words.insert(!entry.axis                    ? "last value"
                 : entry.stride.value_or(1) < 0 ? "scan backward"
                                                : "scan forward");
    if (entry.axis && *entry.axis < 0) words.insert("negative axis");
    if (is_parameter(source_of(body.graph, entry.internal_layer_id)))
      words.insert("a Parameter is an output");
  }
  for (const openvino::BackEdge& edge : body.back_edges) {
    if (is_parameter(source_of(body.graph, edge.from_layer))) words.insert("moved by a back edge");
  }
}

}  // namespace

std::set<std::string> features_of(const openvino::Model& model) {
  std::set<std::string> features;
  for (const openvino::ConstGraphPlace& place : list_graphs(model)) {
    if (place.body != nullptr) add_body_features(*place.body, features);
    for (const openvino::Layer& layer : place.graph->layers) add_layer_features(layer, place.depth, features);
  }
  return features;
}

std::string dialect_of(const std::set<std::string>& features) {
  if (features.contains("draft")) return "loop-5-draft";
  return features.contains("Loop") ? "loop-5" : "tensor-iterator-1";
}

std::set<std::string> words_of(const openvino::Model& model) {
  std::set<std::string> words = features_of(model);
  for (const char* shown_by_roles : {"back_edges", "sliced_input", "scan_output"})
    words.erase(shown_by_roles);
  std::erase_if(words, [](const std::string& word) { return word.starts_with("type:"); });
  for (const openvino::ConstGraphPlace& place : list_graphs(model)) {
    if (place.body != nullptr && is_loop(*place.owner)) add_role_words(*place.body, words);
  }
  return words;
}

}  // namespace backedge::generate
