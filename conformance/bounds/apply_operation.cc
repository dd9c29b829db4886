#include <algorithm>

#include "conformance/bounds/operation_errors.h"
#include "conformance/judge/compare.h"
#include "interpreter/tensor/decimal.h"

namespace backedge::bounds {
namespace {

Result<std::vector<Tensor>> run_kernel(const Operation& operation, std::span<const Tensor> inputs,
                                       std::span<const Signature> outputs, Pool& pool) {
  std::vector<const Tensor*> tensors;
  for (const Tensor& input : inputs) tensors.push_back(&input);
  std::vector<Tensor> results(outputs.size());
  for (size_t k = 0; k < outputs.size() && !operation.allocates; ++k)
    results[k] = TRY(pool.allocate(outputs[k].type, outputs[k].shape.shape()));
  Deadline deadline;
  TRY(operation.kernel({tensors, results, pool, deadline}));
  return results;
}

/// The operation only moves elements, and their errors move with them. The outputs have the shapes of the
/// values. Infer is not asked, because the operation may declare another type than that of errors.
Errors errors_of(const BoundedCall& call, const ops::Moves&) {
  std::vector<Tensor> inputs;
  for (const Bounded& input : call.inputs)
    inputs.push_back(is_real(input.value.type()) ? input.error : input.value);
  std::vector<Signature> outputs;
  for (const Tensor& value : call.values)
    outputs.push_back({is_real(value.type()) ? ElementType::kF64 : value.type(), value.shape()});
  std::vector<Tensor> errors = TRY(run_kernel(call.operation, inputs, outputs, call.pool));
  for (size_t k = 0; k < errors.size(); ++k)
    if (!is_real(call.values[k].type())) errors[k] = exact(call.values[k]).error;
  return errors;
}

Errors errors_of(const BoundedCall& call, const ops::MovesByOthers&) {
  std::vector<Tensor> inputs;
  for (const Bounded& input : call.inputs) {
    if (!inputs.empty() && !is_exact(input))
      return ill_conditioned(input.value, 0, "or another element says where elements move, and has an error");
    inputs.push_back(inputs.empty() && is_real(input.value.type()) ? input.error : input.value);
  }
  return outputs_of(call.operation, inputs, call.values.size(), call.pool);
}

Errors errors_by_class(std::string_view type, const BoundedCall& call) {
  const auto real = [](const Tensor& tensor) { return is_real(tensor.type()); };
  const auto real_input = [](const Bounded& input) { return is_real(input.value.type()); };
  if (std::none_of(call.values.begin(), call.values.end(), real) &&
      std::none_of(call.inputs.begin(), call.inputs.end(), real_input))
    return errors_of(call, ops::ReadsNoReals{});
  return std::visit(
      [&]<class Class>(const Class& one) -> Errors {
        if constexpr (std::is_same_v<Class, ops::NotDerived>) {
          return Error("CASE-3", "no error bound is known for " + std::string(type) + " on real values");
        } else {
          return errors_of(call, one);
        }
      },
      *call.operation.error.any);
}

}  // namespace

Errors errors_of(const BoundedCall& call, const ops::ReadsNoReals&) {
  std::vector<Tensor> errors;
  for (const Tensor& value : call.values) errors.push_back(exact(value).error);
  return errors;
}

Error ill_conditioned(const Tensor& tensor, int64_t index, std::string_view problem) {
  return Error("CASE-3", "element " + index_text(tensor.shape(), index) + " of " +
                             describe(tensor.type(), tensor.shape()) + ", " + element_text(tensor, index) +
                             ", " + std::string(problem));  // [CASE-3]
}

Result<std::vector<Tensor>> outputs_of(const Operation& operation, std::span<const Tensor> inputs,
                                       size_t outputs, Pool& pool) {
  std::vector<Operand> operands;
  for (const Tensor& input : inputs) operands.push_back({.type = input.type(), .shape = input.shape()});
  for (const int64_t shaping : operation.shaping_inputs) {
    const auto k = static_cast<size_t>(shaping);
    if (k < operands.size()) operands[k].value = &inputs[k];
  }
  std::vector<Signature> signatures(outputs);
  TRY(operation.infer(operands, signatures));
  return run_kernel(operation, inputs, signatures, pool);
}

Result<std::vector<Bounded>> apply_operation(std::string_view type, const Operation& operation,
                                             std::span<const Bounded> inputs, size_t outputs, Pool& pool) {
  std::vector<Tensor> operands;
  for (const Bounded& input : inputs) operands.push_back(input.value);
  const std::vector<Tensor> values = TRY(outputs_of(operation, operands, outputs, pool));
  const std::vector<Tensor> errors = TRY(errors_by_class(type, {operation, inputs, values, pool}));
  std::vector<Bounded> results;
  for (size_t k = 0; k < outputs; ++k) results.push_back({values[k], errors[k]});
  return results;
}

}  // namespace backedge::bounds
