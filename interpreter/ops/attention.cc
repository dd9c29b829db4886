#include "interpreter/ops/attention.h"

#include <limits>
#include <numeric>

#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/operation_formula.h"

namespace backedge::ops {
namespace {

using Tensors = std::span<const Tensor* const>;
using Term = FormulaWriter::Term;

constexpr size_t kMask = 3, kScale = 4;

Term positions(FormulaWriter& write, int64_t count) {
  std::vector<int64_t> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return write.list(numbers);
}

/// The scores of pairs that `keeps` leaves out become -infinity.
Term masked(FormulaWriter& write, const Term& scores, const Term& keeps) {
  const Term none = write.number(-std::numeric_limits<double>::infinity());
  const Term bias = write.apply(make_select(), {keeps, write.number(0), none});
  return write.apply(make_add(), {scores, bias});
}

Term add_bias(FormulaWriter& write, bool causal, Tensors operands, const Term& scores) {
  const Shape &query = operands[0]->shape(), &key = operands[1]->shape();
  if (causal) {  // [OP-34]
    const Term rows =
        write.apply(make_unsqueeze(), {positions(write, query[query.rank() - 2]), write.list({1})});
    const Term columns = positions(write, key[key.rank() - 2]);
    return masked(write, scores, write.apply(make_less_equal(), {columns, rows}));
  }
  if (operands.size() <= kMask) return scores;
  if (operands[kMask]->type() == ElementType::kBoolean) return masked(write, scores, write.operand(kMask));
  return write.apply(make_add(), {scores, write.operand(kMask)});
}

std::shared_ptr<const OperationFormula> attention(bool causal, Tensors operands) {
  FormulaWriter write(operands[0]->type(), operands.size());
  const auto scale = [&]() -> Term {
    if (operands.size() > kScale) return write.operand(kScale);
    const Shape& query = operands[0]->shape();
    const Term width = write.number(static_cast<double>(query[query.rank() - 1]));
    return write.apply(make_divide(), {write.number(1), write.apply(make_sqrt(), {width})});
  };
  Term scores = write.apply(make_matmul({.transpose_b = true}), {write.operand(0), write.operand(1)});
  scores = add_bias(write, causal, operands, write.apply(make_multiply(), {scores, scale()}));
  const Term weights = write.apply(make_softmax({.axis = -1}), {scores});
  write.apply(make_matmul({}), {weights, write.operand(2)});
  return write.finish();
}

Operand as_operand(const Signature& signature) { return {.type = signature.type, .shape = signature.shape}; }

/// The signature of the only output.
Result<Signature> inferred(const Operation& operation, std::initializer_list<Operand> operands) {
  Signature output;
  TRY(operation.infer(std::span(operands.begin(), operands.size()), std::span(&output, 1)));
  return output;
}

Result<void> check_operands(bool causal, std::span<const Operand> inputs) {
  TRY(check_types(inputs.first(3), Types::kReal));
  for (size_t k = 0; k < 3; ++k) {
    const PartialShape& shape = inputs[k].shape;
    if (shape.rank_known() && shape.rank() < 3)
      return Error("OP-5", shape_text(inputs, k) + ", expected rank 3 or more");
  }
  const bool has_mask = inputs.size() > kMask && !causal;  // [OP-34]
  if (has_mask && inputs[kMask].type != ElementType::kBoolean) TRY(check_same_type(inputs, kMask));
  if (inputs.size() <= kScale) return {};
  TRY(check_same_type(inputs, kScale));
  return check_one_element(inputs, kScale);
}

Result<void> infer_attention(bool causal, std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_operands(causal, inputs));
  Signature scores = TRY(inferred(make_matmul({.transpose_b = true}), {inputs[0], inputs[1]}));
  if (inputs.size() > kMask && !causal) {
    const Operand mask = {.type = scores.type, .shape = inputs[kMask].shape};
    scores = TRY(inferred(make_add(), {as_operand(scores), mask}));
  }
  outputs[0] = TRY(inferred(make_matmul({}), {as_operand(scores), inputs[2]}));
  return {};
}

}  // namespace

Operation make_scaled_dot_product_attention(bool causal) {
  const MakeFormula formula = std::bind_front(attention, causal);
  return made(__func__, causal,
              {.infer = std::bind_front(infer_attention, causal),
               .kernel = kernel_of_formula(formula),
               .error = StepByStep{formula}});
}

}  // namespace backedge::ops
