#include <algorithm>
#include <map>
#include <memory>

#include "conformance/shrink/edits.h"
#include "conformance/shrink/graphs.h"

namespace backedge::shrink {
namespace {

// The outputs of the main graph's operations, in every inference.
using Values = std::map<Output, std::vector<Tensor>>;

Values main_values(const Subject& subject) {
  Subject watched = subject;
  watched.before.reset();
  openvino::LayerGraph& graph = watched.model.graph;
  std::vector<Output> outputs;
  size_t results = 0;
  for (const openvino::Layer& layer : graph.layers) {
    results += layer.type == "Result";
    if (!is_operation(layer)) continue;
    for (const openvino::Port& port : layer.outputs) outputs.push_back({layer.id, port.id});
  }
  for (const Output output : outputs) add_layer(graph, {.type = "Result"}, {output}, 0);
  Values values;
  for (const Answer& answer : run_reference(watched).answers) {
    const auto* tensors = std::get_if<std::vector<ExpectedTensor>>(&answer);
    if (tensors == nullptr) return {};
    for (size_t k = 0; k < outputs.size(); ++k) values[outputs[k]].push_back((*tensors)[results + k].tensor);
  }
  return values;
}

// A value with the signature of an output, independent of the layer's inputs. In the main graph it is a
// Parameter with the interpreter's values of that output, in a body a constant.
std::optional<Output> made_up(Subject& subject, size_t graph, Output output, const Values& values) {
  const GraphPlace place = list_graphs(subject.model)[graph];
  if (place.body == nullptr) {
    const auto found = values.find(output);
    if (found == values.end()) return std::nullopt;
    return add_parameter(subject, found->second);
  }
  const openvino::Port* port = find_port(*place.graph, output);
  if (port == nullptr || !port->precision) return std::nullopt;
  const PartialShape shape = PartialShape::of(port->dims);
  if (!may_be_made(*port->precision, shape)) return std::nullopt;
  return add_constant(subject.model, *place.graph, small_values(*port->precision, shape.shape()));
}

// The values that may replace an output: first the layer's inputs and Parameters of the same signature,
// then the other inputs, which break most models.
std::vector<Output> list_stand_ins(const openvino::LayerGraph& graph, Output output) {
  std::vector<Output> found;
  const openvino::Port* port = find_port(graph, output);
  if (port == nullptr) return found;  // it belongs to another layer with this id
  const openvino::Layer& layer = *find_layer(graph, output.layer);
  const auto add = [&](Output candidate, bool alike = true) {
    const openvino::Port* other = find_port(graph, candidate);
    const bool fits = other != nullptr && (!alike || same_signature(*other, *port)) && candidate != output;
    if (fits && std::find(found.begin(), found.end(), candidate) == found.end()) found.push_back(candidate);
  };
  for (const openvino::Port& input : layer.inputs) {
    if (const auto source = source_of(graph, layer.id, input.id)) add(*source);
  }
  for (const openvino::Layer& other : graph.layers) {
    // A Parameter only replaces later Parameters, so that two of them do not replace each other in turn.
    if (&other == &layer && layer.type == "Parameter") break;
    if (other.type == "Parameter" && !other.outputs.empty()) add({other.id, other.outputs[0].id});
  }
  for (const openvino::Port& input : layer.inputs) {
    if (const auto source = source_of(graph, layer.id, input.id)) add(*source, false);
  }
  return found;
}

// Replaces the outputs of a layer that are read: by the stand-in with this rank, or by made-up values.
bool replace_layer(Subject& subject, size_t graph, int64_t layer, std::optional<size_t> rank,
                   const Values& values) {
  const openvino::Layer* found = find_layer(*list_graphs(subject.model)[graph].graph, layer);
  if (found == nullptr) return false;                        // removed together with another layer
  const std::vector<openvino::Port> ports = found->outputs;  // the first change invalidates `found`
  const bool is_parameter = found->type == "Parameter";
  const bool can_be_made_up = !is_constant(*found) && (!is_parameter || graph > 0);
  bool replaced = false;
  for (const openvino::Port& port : ports) {
    const Output output{layer, port.id};
    openvino::LayerGraph& holder = *list_graphs(subject.model)[graph].graph;
    if (!is_read(holder, output)) continue;
    const std::vector<Output> stand_ins = list_stand_ins(holder, output);
    std::optional<Output> by;
    if (rank && *rank < stand_ins.size()) by = stand_ins[*rank];
    if (!by && can_be_made_up && (!rank || ports.size() > 1)) by = made_up(subject, graph, output, values);
    if (!by) return false;
    read_instead(*list_graphs(subject.model)[graph].graph, output, *by);
    replaced = true;
  }
  if (is_parameter) remove_layer(subject, graph, layer);
  return replaced;
}

// Replaces everything in a chunk that can be replaced.
bool replace_layers(Subject& subject, size_t graph, std::span<const int64_t> layers, const Values& values) {
  bool any = false;
  for (const int64_t layer : layers) {
    Subject changed = subject;
    if (!replace_layer(changed, graph, layer, 0, values)) {
      changed = subject;
      if (!replace_layer(changed, graph, layer, std::nullopt, values)) continue;
    }
    subject = std::move(changed);
    any = true;
  }
  if (any) remove_dead_layers(subject);
  return any;
}

}  // namespace

std::vector<Edit> list_layer_edits(const Subject& subject) {
  const auto values = std::make_shared<const Values>(main_values(subject));
  const std::vector<ConstGraphPlace> places = list_graphs(subject.model);
  std::vector<Edit> chunks, single;
  for (size_t g = 0; g < places.size(); ++g) {
    std::vector<int64_t> operations;
    for (const openvino::Layer& layer : places[g].graph->layers) {
      if (layer.type == "Result") continue;
      if (is_operation(layer)) operations.push_back(layer.id);
      size_t ranks = 0;
      for (const openvino::Port& port : layer.outputs)
        ranks = std::max(ranks, list_stand_ins(*places[g].graph, {layer.id, port.id}).size());
      for (size_t rank = 0; rank <= ranks; ++rank) {
        const std::optional<size_t> chosen = rank < ranks ? std::optional(rank) : std::nullopt;
        single.push_back([g, id = layer.id, chosen, values](Subject& s) {
          if (!replace_layer(s, g, id, chosen, *values)) return false;
          remove_dead_layers(s);
          return true;
        });
      }
    }
    for_each_chunk(operations.size(), [&](size_t begin, size_t end) {
      if (end - begin < 2) return;
      const std::vector<int64_t> chunk(operations.begin() + static_cast<std::ptrdiff_t>(begin),
                                       operations.begin() + static_cast<std::ptrdiff_t>(end));
      chunks.push_back([g, chunk, values](Subject& s) { return replace_layers(s, g, chunk, *values); });
    });
  }
  chunks.insert(chunks.end(), single.begin(), single.end());
  return chunks;
}

std::vector<Edit> list_loop_edits(const Subject& subject) {
  std::vector<Edit> edits;
  const std::vector<ConstGraphPlace> places = list_graphs(subject.model);
  for (size_t g = 0; g < places.size(); ++g) {
    for (const openvino::Layer& layer : places[g].graph->layers) {
      for (size_t body = 0; body < layer.bodies.size(); ++body) {
        edits.push_back([g, id = layer.id, body](Subject& s) {
          if (!inline_body(s, g, id, body)) return false;
          remove_dead_layers(s);
          return true;
        });
      }
    }
  }
  return edits;
}

}  // namespace backedge::shrink
