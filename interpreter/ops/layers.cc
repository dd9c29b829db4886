#include "interpreter/ops/layers.h"

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/types.h"

namespace backedge::ops {
namespace {

/// The output of an operation.
Result<Tensor> apply_layer(const Operation& operation, std::span<const Tensor* const> inputs,
                           const KernelCall& call) {
  std::vector<Operand> operands;
  for (const Tensor* input : inputs)
    operands.push_back({.type = input->type(), .shape = input->shape(), .value = input});
  std::vector<Signature> signatures(1);
  TRY(operation.infer(operands, signatures));
  std::vector<Tensor> results;
  results.push_back(TRY(call.pool.allocate(signatures[0].type, signatures[0].shape.shape())));
  TRY(operation.kernel({inputs, results, call.pool, call.deadline}));
  return results[0];
}

Result<void> compute_layers(const MakeFormula& make, const KernelCall& call) {
  const std::shared_ptr<const LayerFormula> formula = make(call.inputs);
  std::vector<const Tensor*> values(call.inputs.begin(), call.inputs.end());
  for (const Tensor& constant : formula->constants) values.push_back(&constant);
  std::vector<Tensor> results;
  results.reserve(formula->layers.size());  // `values` points to them
  for (const LayerFormula::Layer& layer : formula->layers) {
    std::vector<const Tensor*> inputs;
    for (const size_t k : layer.operands) inputs.push_back(values[k]);
    results.push_back(TRY(apply_layer(layer.operation, inputs, call)));
    if (call.deadline.over()) return {};
    values.push_back(&results.back());
  }
  copy_block(call.output().writable_bytes(), results.back().bytes(), call.output().byte_count());
  return {};
}

}  // namespace

LayerWriter::Value LayerWriter::number(double number) {
  Tensor scalar = Tensor::zeros(type_, {});
  dispatch<Types::kReal>(type_,
                         [&]<class T>(TypeTag<T>) { *scalar.writable<T>() = numbers::round_to<T>(number); });
  return tensor(std::move(scalar));
}

LayerWriter::Value LayerWriter::list(const std::vector<int64_t>& numbers) {
  return tensor(Tensor::of<int64_t>({std::ssize(numbers)}, std::span<const int64_t>(numbers)));
}

LayerWriter::Value LayerWriter::tensor(Tensor constant) {
  constants_.push_back(std::move(constant));
  return {Value::Kind::kConstant, constants_.size() - 1};
}

LayerWriter::Value LayerWriter::apply(Operation operation, std::vector<Value> operands) {
  layers_.emplace_back(std::move(operation), std::move(operands));
  return {Value::Kind::kLayer, layers_.size() - 1};
}

std::shared_ptr<const LayerFormula> LayerWriter::finish() const {
  LayerFormula formula = {.constants = constants_, .layers = {}};
  const auto number_of = [&](const Value& value) {
    if (value.kind == Value::Kind::kOperand) return value.index;
    return operands_ + value.index + (value.kind == Value::Kind::kLayer ? constants_.size() : 0);
  };
  for (const auto& [operation, operands] : layers_) {
    std::vector<size_t> numbers;
    for (const Value& operand : operands) numbers.push_back(number_of(operand));
    formula.layers.push_back({operation, std::move(numbers)});
  }
  return std::make_shared<const LayerFormula>(std::move(formula));
}

Kernel kernel_of_layers(MakeFormula formula) { return std::bind_front(compute_layers, std::move(formula)); }

}  // namespace backedge::ops
