#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "interpreter/loop/run_loop.h"

/// Loops whose bodies are functions.
namespace backedge {

using Values = std::vector<float>;

inline Tensor vector_of(const Values& values) {
  return Tensor::of<float>({std::ssize(values)}, std::span<const float>(values));
}

inline Values values_of(const Tensor& tensor) {
  const auto values = tensor.values<float>();
  return Values(values.begin(), values.end());
}

inline BodyParameter parameter(decltype(BodyParameter::source) source,
                               PartialShape shape = PartialShape::any(),
                               ElementType type = ElementType::kF32) {
  return {.source = source, .declared = {type, shape}, .name = "Parameter", .entry = "port_map input"};
}

inline MergedInput merged(size_t input, size_t result) {
  return {.initial = InvariantInput{input}, .result = result};
}

inline LoopOutput last(size_t result) {
  return {.result = result, .kind = LastValue(), .entry = "port_map output"};
}
inline LoopOutput scan(size_t result, Slicing slicing = {}) {
  return {.result = result, .kind = Scan{slicing}, .entry = "port_map output"};
}

// A loop, the tensors it is run on, and a body that is any function from Parameters to Results.
struct Fixture {
  LoopSpec spec = {};
  std::vector<Value> inputs = {};
  std::function<void(int64_t iteration, std::span<const Tensor> parameters, std::span<Tensor> results)> step;
  std::function<void(std::span<const Value> parameters, std::span<Value> results)> step_values = {};
  std::function<Tensor(std::span<const Tensor> parameters)> gate = {};
  std::vector<Signature> inferred = {};
  std::vector<PartialShape> inferred_from = {};  // what is known of the Parameters without an iteration
  std::shared_ptr<Pool> pool = Pool::make(1 << 20);
  Deadline deadline = Deadline();
  LoopRun run = {};
  std::vector<Value> results = {};  // of the last iteration
  int64_t iterations = 0;

  Result<std::vector<Value>> run_values() {
    iterations = 0;
    std::vector<const Value*> given;
    for (const Value& input : inputs) given.push_back(&input);
    std::vector<Value> outputs(spec.outputs.size());
    results.assign(spec.results.size(), {});
    std::vector<const Value*> places;
    for (const Value& result : results) places.push_back(&result);
    const LoopBody body{.evaluate = [this](int64_t i, std::span<Value> parameters) -> Result<void> {
                          ++iterations;
                          if (step_values) {
                            step_values(parameters, results);
                            return {};
                          }
                          std::vector<Tensor> made(results.size());
                          step(i, tensors_of(parameters), made);
                          std::copy(made.begin(), made.end(), results.begin());
                          return {};
                        },
                        .results = places,
                        .gate = [this](std::span<Value> parameters) -> Result<Value> {
                          return Value(gate(tensors_of(parameters)));
                        },
                        .infer =
                            [this](std::span<const PartialShape> shapes) {
                              inferred_from.assign(shapes.begin(), shapes.end());
                              return inferred;
                            }};
    TRY(bind_loop(spec, given, run));
    TRY(run_loop(run, body, *pool, deadline, outputs));
    return outputs;
  }

  Result<std::vector<Tensor>> operator()() { return tensors_of(TRY(run_values())); }

  static std::vector<Tensor> tensors_of(std::span<const Value> values) {
    std::vector<Tensor> tensors;
    for (const Value& value : values) tensors.push_back(value.tensor());
    return tensors;
  }
};

inline void copy_through(int64_t, std::span<const Tensor> parameters, std::span<Tensor> results) {
  std::copy(parameters.begin(), parameters.end(), results.begin());
}

}  // namespace backedge
