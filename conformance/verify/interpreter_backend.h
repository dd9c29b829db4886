#pragma once

#include <optional>

#include "conformance/corpus/case.h"
#include "conformance/protocol/backend.h"
#include "interpreter/interpreter.h"

namespace backedge {

/// An error as an answer. Our four phases become the two that every implementation has.
Rejected rejected(const Error& error);

/// The tensors for a model's Parameters, in layer order.
///
/// errors  INPUT-1 a Parameter without a tensor; INPUT-2 a tensor without a Parameter
Result<std::vector<Tensor>> in_layer_order(const LoadedModel& model, const Inputs& inputs);

/// The model, read again if the tensors replace defaults of its inputs.
///
/// errors  those of load
Result<LoadedModel> load_for(const LoadedModel& model, const ModelFiles& files, const Inputs& inputs);

/// Runs one inference on tensors by name or in layer order.
///
/// errors  those of in_layer_order and of run
Result<std::vector<Tensor>> infer(const LoadedModel& model, const Inputs& inputs,
                                  const RunOptions& options = {});

/// The same, for tensors that may replace defaults of inputs.
///
/// errors  those of load_for, of in_layer_order and of run
Result<std::vector<Tensor>> infer(const LoadedModel& model, const ModelFiles& files, const Inputs& inputs,
                                  const RunOptions& options);

/// Allows enough iterations for every case. An endless loop ends with LIMIT-1.
inline RunOptions case_options() { return {.limits = {.max_iterations = 1'000'000}}; }

/// The interpreter as a backend in this process.
class InterpreterBackend : public Backend {
 public:
  explicit InterpreterBackend(RunOptions options = {}) : options_(std::move(options)) {}

  BackendAnswer load(const ModelFiles& model) override;
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override;
  BackendAnswer unload() override;

 private:
  RunOptions options_;
  ModelFiles files_;
  std::optional<LoadedModel> model_;
};

}  // namespace backedge
