#include "conformance/generate/generate_model.h"

#include <algorithm>

#include "conformance/generate/fill_graph.h"
#include "conformance/generate/operations.h"
#include "interpreter/tensor/decimal.h"

namespace backedge::generate {
namespace {

// A tensor for a Parameter, with the lengths of this run.
Tensor input_for(ModelBuilder& builder, const LayerOutput& value, const std::map<int64_t, int64_t>& lengths) {
  Shape shape;
  for (const Size& size : value.shape) shape.push_back(size.known() ? size.least : lengths.at(size.name));
  return random_values(builder.random, value.type, shape, value.range, value.wild);
}

std::map<std::string, Tensor> random_inputs(ModelBuilder& builder) {
  std::map<int64_t, int64_t> lengths;
  for (const Size& length : builder.lengths)
    lengths[length.name] = builder.random.between(length.least, length.most);
  std::map<std::string, Tensor> inputs;
  for (const ModelParameter& parameter : builder.parameters)
    inputs[parameter.name] = input_for(builder, parameter.value, lengths);
  return inputs;
}

// Puts layers and edges into another order, which has no meaning.
void scramble(Random& random, openvino::LayerGraph& graph) {
  for (openvino::Layer& layer : graph.layers) {
    for (openvino::Body& body : layer.bodies) scramble(random, body.graph);
  }
  if (!random.chance(25)) return;
  random.shuffle(graph.layers);
  random.shuffle(graph.edges);
}

// Removes dimensions of input ports, which are optional.
void forget_dimensions(Random& random, openvino::LayerGraph& graph) {
  for (openvino::Layer& layer : graph.layers) {
    for (openvino::Body& body : layer.bodies) forget_dimensions(random, body.graph);
    if (layer.type == "Result" || !random.chance(50)) continue;
    for (openvino::Port& port : layer.inputs) port.dims.clear();
  }
}

void add_results(Scope& scope) {
  Random& random = scope.builder.random;
  std::vector<LayerOutput> ends;
  for (const LayerOutput& value : scope.values) {
    const bool of_loop = std::any_of(
        scope.graph.layers.begin(), scope.graph.layers.end(),
        [&](const openvino::Layer& layer) { return layer.id == value.layer && !layer.bodies.empty(); });
    const bool wanted = random.chance(of_loop ? 90 : 12);
    if (wanted) ends.push_back(value);
  }
  if (ends.empty()) ends.push_back(scope.values.back());
  for (const LayerOutput& value : ends) add_result(scope, value);
}

void make_graph(Scope& scope) {
  Random& random = scope.builder.random;
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

// Keeps only the loop. Its ports become Parameters that are named after their values.
void make_single_layer(Scope& scope, openvino::Model& model) {
  ModelBuilder& builder = scope.builder;
  scope.loops_only = true;
  add_loop(scope);
  const auto loop = std::find_if(scope.graph.layers.begin(), scope.graph.layers.end(),
                                 [](const openvino::Layer& layer) { return !layer.bodies.empty(); });
  std::vector<ModelParameter> parameters;
  for (const openvino::Edge& edge : scope.graph.edges) {
    if (edge.to_layer != loop->id) continue;
    for (const ModelParameter& parameter : builder.parameters) {
      if (parameter.value.layer == edge.from_layer)
        parameters.push_back({"Parameter_" + std::to_string(edge.to_port), parameter.value});
    }
  }
  builder.parameters = std::move(parameters);
  scope.graph = {.layers = {*loop}};
  model.single_layer = true;
  builder.notes.features.insert("form:single_layer");
  builder.notes.touch("READ-5");
}

}  // namespace

GeneratedModel generate_model(uint64_t seed) {
  ModelBuilder builder{.random = Random(seed)};
  Scope scope{.builder = builder};
  GeneratedModel made{.seed = seed};
  builder.disputed = builder.random.chance(25);
  builder.wild = builder.disputed && builder.random.chance(25);
  const bool single = builder.random.chance(6);
  if (single) {
    make_single_layer(scope, made.model);
  } else {
    make_graph(scope);
    made.model.name = "generated_" + hexadecimal(seed);
  }
  const int64_t inferences = builder.random.chance(45) ? builder.random.between(2, 4) : 1;
  for (int64_t k = 0; k < inferences; ++k) made.inferences.push_back(random_inputs(builder));
  builder.notes.features.insert(builder.disputed ? "disputed" : "settled");
  if (inferences > 1) builder.notes.touch("STATE-1");
  if (builder.wild) builder.notes.features.insert("wild");

  made.model.graph = std::move(scope.graph);
  if (builder.random.chance(10) && !single) {
    forget_dimensions(builder.random, made.model.graph);
    builder.notes.touch("BODY-5");
  }
  if (!single) scramble(builder.random, made.model.graph);
  made.weights = std::move(builder.weights);
  made.notes = std::move(builder.notes);
  return made;
}

}  // namespace backedge::generate
