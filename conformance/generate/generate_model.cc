#include "conformance/generate/generate_model.h"

#include <algorithm>

#include "conformance/generate/fill_graph.h"
#include "conformance/generate/operations.h"
#include "interpreter/tensor/decimal.h"

namespace backedge {
namespace {

// A tensor for a Parameter, with this run's lengths.
Tensor input_for(Draft& draft, const Value& value, const std::map<int64_t, int64_t>& lengths) {
  Shape shape;
  for (const Size& size : value.shape) shape.push_back(size.known() ? size.least : lengths.at(size.name));
  return random_values(draft.random, value.type, shape, value.range, value.wild);
}

std::map<std::string, Tensor> random_inputs(Draft& draft) {
  std::map<int64_t, int64_t> lengths;
  for (const Size& length : draft.lengths)
    lengths[length.name] = draft.random.between(length.least, length.most);
  std::map<std::string, Tensor> inputs;
  for (const ModelParameter& parameter : draft.parameters)
    inputs[parameter.name] = input_for(draft, parameter.value, lengths);
  return inputs;
}

// Layers and edges in another order: it means nothing.
void scramble(Random& random, openvino::Graph& graph) {
  for (openvino::Layer& layer : graph.layers) {
    for (openvino::Body& body : layer.bodies) scramble(random, body.graph);
  }
  if (!random.chance(25)) return;
  random.shuffle(graph.layers);
  random.shuffle(graph.edges);
}

// Input ports need not say their dimensions.
void forget_dimensions(Random& random, openvino::Graph& graph) {
  for (openvino::Layer& layer : graph.layers) {
    for (openvino::Body& body : layer.bodies) forget_dimensions(random, body.graph);
    if (layer.type == "Result" || !random.chance(50)) continue;
    for (openvino::Port& port : layer.inputs) port.dims.clear();
  }
}

void add_results(Scope& scope) {
  Random& random = scope.draft.random;
  std::vector<Value> ends;
  for (const Value& value : scope.values) {
    const bool of_loop = std::any_of(
        scope.graph.layers.begin(), scope.graph.layers.end(),
        [&](const openvino::Layer& layer) { return layer.id == value.layer && !layer.bodies.empty(); });
    const bool wanted = random.chance(of_loop ? 90 : 12);
    if (wanted) ends.push_back(value);
  }
  if (ends.empty()) ends.push_back(scope.values.back());
  for (const Value& value : ends) add_result(scope, value);
}

void make_graph(Scope& scope) {
  Random& random = scope.draft.random;
  for (int64_t left = random.between(0, 2); left > 0; --left) some_value(scope);
  fill_graph(scope, random.below(3));
  for (int64_t left = random.one_of(std::vector<int64_t>{1, 1, 1, 2, 3}); left > 0; --left) {
    if (random.chance(8)) {
      add_if(scope);
    } else {
      add_loop(scope);
    }
    if (random.chance(30)) fill_graph(scope, random.between(1, 2));
  }
  add_results(scope);
}

// The loop alone: what its ports are wired to become Parameters named after them.
void make_single_layer(Scope& scope, openvino::Model& model) {
  Draft& draft = scope.draft;
  scope.loops_only = true;
  add_loop(scope);
  const auto loop = std::find_if(scope.graph.layers.begin(), scope.graph.layers.end(),
                                 [](const openvino::Layer& layer) { return !layer.bodies.empty(); });
  std::vector<ModelParameter> parameters;
  for (const openvino::Edge& edge : scope.graph.edges) {
    if (edge.to_layer != loop->id) continue;
    for (const ModelParameter& parameter : draft.parameters) {
      if (parameter.value.layer == edge.from_layer)
        parameters.push_back({"Parameter_" + std::to_string(edge.to_port), parameter.value});
    }
  }
  draft.parameters = std::move(parameters);
  scope.graph = {.layers = {*loop}};
  model.single_layer = true;
  draft.notes.features.insert("form:single_layer");
  draft.notes.touch("READ-5");
}

}  // namespace

GeneratedModel generate_model(uint64_t seed) {
  Draft draft{.random = Random(seed)};
  Scope scope{.draft = draft};
  GeneratedModel made{.seed = seed};
  draft.disputed = draft.random.chance(25);
  draft.wild = draft.disputed && draft.random.chance(25);
  const bool single = draft.random.chance(6);
  if (single) {
    make_single_layer(scope, made.model);
  } else {
    make_graph(scope);
    made.model.name = "generated_" + hexadecimal(seed);
  }
  const int64_t inferences = draft.random.chance(45) ? draft.random.between(2, 4) : 1;
  for (int64_t k = 0; k < inferences; ++k) made.inferences.push_back(random_inputs(draft));
  draft.notes.features.insert(draft.disputed ? "disputed" : "settled");
  if (inferences > 1) draft.notes.touch("STATE-1");
  if (draft.wild) draft.notes.features.insert("wild");

  made.model.graph = std::move(scope.graph);
  if (draft.random.chance(10) && !single) {
    forget_dimensions(draft.random, made.model.graph);
    draft.notes.touch("BODY-5");
  }
  if (!single) scramble(draft.random, made.model.graph);
  made.weights = std::move(draft.weights);
  made.notes = std::move(draft.notes);
  return made;
}

}  // namespace backedge
