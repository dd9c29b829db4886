#include "interpreter/ops/operation_formula.h"

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/types.h"

namespace backedge::ops {
namespace {

/// The output of an operation.
Result<Tensor> apply_step(const Operation& operation, std::span<const Tensor* const> inputs,
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

Result<void> compute_formula(const MakeFormula& make, const KernelCall& call) {
  const std::shared_ptr<const OperationFormula> formula = make(call.inputs);
  std::vector<const Tensor*> values(call.inputs.begin(), call.inputs.end());
  for (const Tensor& constant : formula->constants) values.push_back(&constant);
  std::vector<Tensor> results;
  results.reserve(formula->steps.size());  // `values` points to them
  for (const OperationFormula::Step& step : formula->steps) {
    std::vector<const Tensor*> inputs;
    for (const size_t k : step.operands) inputs.push_back(values[k]);
    results.push_back(TRY(apply_step(step.operation, inputs, call)));
    if (call.deadline.over()) return {};
    values.push_back(&results.back());
  }
  copy_block(call.output().writable_bytes(), results.back().bytes(), call.output().byte_count());
  return {};
}

}  // namespace

FormulaWriter::Term FormulaWriter::number(double number) {
  Tensor scalar = Tensor::zeros(type_, {});
  dispatch<Types::kReal>(type_,
                         [&]<class T>(TypeTag<T>) { *scalar.writable<T>() = numbers::round_to<T>(number); });
  return tensor(std::move(scalar));
}

FormulaWriter::Term FormulaWriter::list(const std::vector<int64_t>& numbers) {
  return tensor(Tensor::of<int64_t>({std::ssize(numbers)}, std::span<const int64_t>(numbers)));
}

FormulaWriter::Term FormulaWriter::tensor(Tensor constant) {
  constants_.push_back(std::move(constant));
  return {Term::Kind::kConstant, constants_.size() - 1};
}

FormulaWriter::Term FormulaWriter::apply(Operation operation, std::vector<Term> operands) {
  steps_.emplace_back(std::move(operation), std::move(operands));
  return {Term::Kind::kStep, steps_.size() - 1};
}

std::shared_ptr<const OperationFormula> FormulaWriter::finish() const {
  OperationFormula formula = {.constants = constants_, .steps = {}};
  const auto number_of = [&](const Term& term) {
    if (term.kind == Term::Kind::kOperand) return term.index;
    return operands_ + term.index + (term.kind == Term::Kind::kStep ? constants_.size() : 0);
  };
  for (const auto& [operation, operands] : steps_) {
    std::vector<size_t> numbers;
    for (const Term& operand : operands) numbers.push_back(number_of(operand));
    formula.steps.push_back({operation, std::move(numbers)});
  }
  return std::make_shared<const OperationFormula>(std::move(formula));
}

Kernel kernel_of_formula(MakeFormula formula) { return std::bind_front(compute_formula, std::move(formula)); }

}  // namespace backedge::ops
