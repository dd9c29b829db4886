#include "interpreter/ops/index_operands.h"

namespace backedge::movement {
namespace {

Result<void> check_rank(std::span<const Operand> inputs, size_t k, int64_t least) {
  TRY(check_integers(inputs, k));
  const PartialShape& shape = inputs[k].shape;
  if (!shape.rank_known() || (least <= shape.rank() && shape.rank() <= 1)) return {};
  const char* expected = least == 1 ? "one dimension" : "a scalar or one dimension";
  return Error("OP-5", shape_text(inputs, k) + ", expected " + expected);
}

}  // namespace

Result<void> check_integers(std::span<const Operand> inputs, size_t k) {
  return check_type(inputs, k, is_integer, "an integer type");
}

Result<void> check_list(std::span<const Operand> inputs, size_t k) { return check_rank(inputs, k, 1); }
Result<void> check_list_or_scalar(std::span<const Operand> inputs, size_t k) {
  return check_rank(inputs, k, 0);
}

Result<std::optional<int64_t>> common_length(std::span<const Operand> inputs) {
  std::optional<int64_t> common;
  for (size_t k = 1; k < inputs.size(); ++k) {
    TRY(check_list(inputs, k));
    const std::optional<int64_t> length = length_of(inputs[k]);
    if (common && length && *common != *length) {
      return Error("OP-5",
                   shape_text(inputs, k) + ", those before have " + std::to_string(*common) + " elements")
          .note("expected one length");
    }
    if (length) common = length;
  }
  return common;
}

std::optional<int64_t> length_of(const Operand& operand) {
  const PartialShape& shape = operand.shape;
  if (!shape.rank_known()) return std::nullopt;
  if (shape.rank() == 0) return 1;
  return shape[0].known() ? std::optional(shape[0].min) : std::nullopt;
}

Result<std::optional<int64_t>> axis_in(std::span<const Operand> inputs, size_t k, int64_t rank) {
  TRY(check_list_or_scalar(inputs, k));
  if (length_of(inputs[k]).value_or(1) != 1) {
    return Error("OP-5", shape_text(inputs, k) + ", expected one element, an axis");
  }
  if (inputs[k].value == nullptr || rank < 0) return std::optional<int64_t>();
  return std::optional(TRY(axis_of_value(integer_at(*inputs[k].value, 0), rank)));
}

int64_t axis_at(const Tensor& axis, int64_t rank) { return *normalize_axis(integer_at(axis, 0), rank); }

std::array<Operand, 5> operands_of(const KernelCall& call) {
  std::array<Operand, 5> operands;
  for (size_t k = 0; k < call.inputs.size(); ++k) {
    operands[k] = {call.input(k).type(), call.input(k).shape(), call.inputs[k]};
  }
  return operands;
}

std::string shape_text(std::span<const Operand> inputs, size_t k) {
  return "input " + std::to_string(k) + " is " + inputs[k].shape.text();
}

}  // namespace backedge::movement
