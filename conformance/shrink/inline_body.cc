#include <algorithm>
#include <map>

#include "conformance/shrink/edits.h"
#include "conformance/shrink/graphs.h"

namespace backedge::shrink {
namespace {

// The sources of a body's values when the body is moved to the outer graph.
struct Inlined {
  openvino::Layer owner;
  openvino::Body body;
  int64_t shift = 0;                  // added to layer ids
  std::map<int64_t, Output> sources;  // by Parameter, then by Result
};

// The value of a Parameter in iteration 0, without slicing.
std::optional<Output> first_value(Subject& subject, openvino::LayerGraph& outer, const Inlined& inlined,
                                  const openvino::Layer& parameter) {
  for (const openvino::PortMapEntry& entry : inlined.body.port_map.inputs) {
    if (entry.internal_layer_id == parameter.id && entry.external_port_id != -1)
      return source_of(outer, inlined.owner.id, entry.external_port_id);
  }
  const std::optional<Signature> declared = signature_of(parameter);
  if (!declared || !may_be_made(declared->type, declared->shape)) return std::nullopt;
  return add_constant(subject.model, outer, Tensor::zeros(declared->type, declared->shape.shape()));
}

// Whether ids are so small that sums of two ids fit.
bool has_small_ids(const openvino::LayerGraph& graph) {
  return std::all_of(graph.layers.begin(), graph.layers.end(),
                     [](const openvino::Layer& layer) { return layer.id < INT32_MAX; });
}

Output moved(const Inlined& inlined, Output source) {
  const auto found = inlined.sources.find(source.layer);
  return found != inlined.sources.end() ? found->second : Output{source.layer + inlined.shift, source.port};
}

}  // namespace

bool inline_body(Subject& subject, size_t graph, int64_t layer, size_t body) {
  openvino::LayerGraph& outer = *list_graphs(subject.model)[graph].graph;
  const openvino::Layer* found = find_layer(outer, layer);
  if (found == nullptr || body >= found->bodies.size()) return false;
  if (!has_small_ids(outer) || !has_small_ids(found->bodies[body].graph)) return false;
  Inlined inlined{.owner = *found, .body = found->bodies[body], .sources = {}};
  for (const openvino::Layer& inner : inlined.body.graph.layers) {
    if (inner.type != "Parameter") continue;
    const std::optional<Output> value = first_value(subject, outer, inlined, inner);
    if (!value) return false;
    inlined.sources[inner.id] = *value;
  }
  for (const openvino::Layer& other : outer.layers) inlined.shift = std::max(inlined.shift, other.id);
  ++inlined.shift;
  for (const openvino::Layer& inner : inlined.body.graph.layers) {
    if (inner.type == "Parameter" || inner.type == "Result") continue;
    outer.layers.push_back(inner);
    outer.layers.back().id += inlined.shift;
  }
  std::map<int64_t, Output> results;
  for (const openvino::Edge& edge : inlined.body.graph.edges) {
    const Output from = moved(inlined, {edge.from_layer, edge.from_port});
    const openvino::Layer* to = find_layer(inlined.body.graph, edge.to_layer);
    if (to == nullptr || find_layer(inlined.body.graph, edge.from_layer) == nullptr) return false;
    if (to->type == "Result") {
      results[to->id] = from;
    } else {
      outer.edges.push_back({from.layer, from.port, edge.to_layer + inlined.shift, edge.to_port});
    }
  }
  for (const openvino::PortMapEntry& entry : inlined.body.port_map.outputs) {
    const auto value = results.find(entry.internal_layer_id);
    if (value != results.end() && entry.external_port_id != -1)
      read_instead(outer, {layer, entry.external_port_id}, value->second);
  }
  remove_layer(subject, graph, layer);
  return true;
}

}  // namespace backedge::shrink
