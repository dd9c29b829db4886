#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/formula.h"
#include "interpreter/ops/einsum.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/matmul.h"

/// Products of matrices.
namespace backedge::onnx {

Lowered lower_einsum(NodeLowering& node) {
  const std::string text = TRY(node.attributes.text("equation"));
  std::optional<ops::Einsum> equation = ops::parse_equation(text);
  if (!equation)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "the equation \"" + safe_line(text) + "\" is not well-formed");
  equation->equal_ellipses = true;
  std::vector<size_t> operands;
  for (size_t k = 0; k < node.inputs.size(); ++k) operands.push_back(node.in(k));
  return one(node.apply(ops::make_einsum(*equation), std::move(operands)));
}

// alpha * (A * B) + beta * C; a factor of 1 is no operation. Integers are multiplied and added as reals if a
// factor is not whole.  [ONNX-GRAPH-12]
Lowered lower_gemm(NodeLowering& node) {
  const double alpha = TRY(node.attributes.real("alpha", 1)), beta = TRY(node.attributes.real("beta", 1));
  const bool transpose_a = TRY(node.attributes.boolean("transA", false));
  const bool transpose_b = TRY(node.attributes.boolean("transB", false));
  for (const size_t k : {0, 1}) TRY(node.check_shape(k, PartialShape::of_rank(2)));
  const size_t product = TRY(node.apply(
      ops::make_matmul({.transpose_a = transpose_a, .transpose_b = transpose_b}), {node.in(0), node.in(1)}));
  const bool has_c = node.version < 11 || node.has(2);
  const ElementType type = node.type(product);
  const bool in_reals = is_integer(type) && !(is_whole(alpha) && (is_whole(beta) || !has_c));
  const auto converted = [&](size_t slot, ElementType to) -> Result<size_t> {
    return in_reals ? node.apply(ops::make_convert(to), {slot}) : slot;
  };
  const auto scaled = [&](size_t slot, double factor) -> Result<size_t> {
    const size_t number = TRY(converted(slot, ElementType::kF64));
    if (factor == 1) return number;
    return node.apply(ops::make_multiply(), {node.number(node.type(number), factor), number});
  };
  size_t sum = TRY(scaled(product, alpha));
  if (has_c) {
    const size_t added = TRY(scaled(node.in(2), beta));
    sum = TRY(node.apply(ops::make_add(kRepeatsSecond), {sum, added}));
  }
  return one(converted(sum, type));
}

}  // namespace backedge::onnx
