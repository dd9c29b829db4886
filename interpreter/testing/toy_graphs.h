#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/graph/graph_builder.h"
#include "interpreter/interpreter.h"
#include "interpreter/ops/elementwise.h"

/// Graphs on integers that no front end makes, for tests of the writers.
namespace backedge {

inline const Signature kVector{ElementType::kI64, PartialShape::of_rank(1)},
    kCount{ElementType::kI64, Shape{}};
inline const Signature kAnything{ElementType::kI64, PartialShape::any()};

inline size_t apply(GraphBuilder& graph, const Operation& operation, std::vector<size_t> inputs) {
  return graph.add_operation({.place = {"toy", 0, "node", ""}, .inputs = std::move(inputs)}, operation, 1)[0];
}

inline Tensor number(int64_t value) { return Tensor::scalar<int64_t>(value); }
inline Tensor list(std::vector<int64_t> values) { return Tensor::of<int64_t>({std::ssize(values)}, values); }

/// The outputs of the graph, as texts; the id of its rule for an error.
inline std::string outputs_of(const LoadedModel& model, const std::vector<Tensor>& inputs) {
  const auto outputs = run(model, inputs, {.limits = {.max_iterations = 1000}});
  if (!outputs.ok()) return outputs.error().rule();
  std::string text;
  for (const Tensor& output : outputs.value()) {
    text += output.shape().text() + ":";
    for (const int64_t value : output.values<int64_t>()) text += " " + std::to_string(value);
    text += "; ";
  }
  return text;
}

inline size_t one(GraphBuilder& graph) { return graph.add_constant(Tensor::scalar<int64_t>(1)); }

/// A loop of one body, with its inputs as Parameters of the model and its outputs as Results.
struct LoopModel {
  GraphBuilder body{"toy"}, gate{"toy"}, model{"toy"};
  LoopSpec spec = {};
  std::vector<size_t> inputs = {};

  /// Returns the Parameter of the model as an input of the loop.
  size_t input(const Signature& signature) {
    inputs.push_back(model.add_parameter("in" + std::to_string(inputs.size()), signature));
    return inputs.size() - 1;
  }
  /// Returns the Parameter of the body.
  size_t parameter(decltype(BodyParameter::source) source, const Signature& declared) {
    const std::string name = "p" + std::to_string(spec.parameters.size());
    spec.parameters.push_back({std::move(source), declared, name, name});
    return body.add_parameter(name, declared);
  }
  void result(size_t slot) {
    body.add_result("r", slot);
    spec.results.push_back({PartialShape::any(), "r"});
  }
  std::shared_ptr<const Graph> finish() {
    LoopNode loop{.dialect = "toy", .spec = spec, .body = body.finish_body()};
    if (spec.gate) loop.gate = gate.finish_body();
    for (const size_t slot : model.add_loop(
             {.place = {"toy", 0, "the loop", "loop"}, .type = "Loop", .inputs = inputs}, std::move(loop)))
      model.add_result("out", slot);
    return model.finish().value();
  }
};

/// The number of iterations, and the numbers of all iterations stacked along the new axis.
inline LoopModel counting() {
  LoopModel toy;
  const size_t zero = toy.input(kCount);
  const size_t count = toy.parameter(MergedInput{InvariantInput{zero}, 0}, kCount);
  const size_t iteration = toy.parameter(CurrentIteration(), kCount);
  toy.result(apply(toy.body, ops::make_add(), {count, one(toy.body)}));
  toy.result(apply(toy.body, ops::make_add(), {iteration, count}));
  toy.spec.outputs = {{0, LastValue(), "count"}, {1, Scan{.slicing = {}, .adds_axis = true}, "sums"}};
  return toy;
}

}  // namespace backedge
