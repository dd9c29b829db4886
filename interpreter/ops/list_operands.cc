#include "interpreter/ops/list_operands.h"

#include "interpreter/ops/dimensions.h"

namespace backedge::ops {
namespace {

Result<void> check_rank(std::span<const Operand> inputs, size_t k, int64_t least) {
  TRY(check_type(inputs, k, Types::kInteger));
  const PartialShape& shape = inputs[k].shape;
  if (!shape.rank_known() || (least <= shape.rank() && shape.rank() <= 1)) return {};
  const char* expected = least == 1 ? "one dimension" : "a scalar or one dimension";
  return Error("OP-5", shape_text(inputs, k) + ", expected " + expected);
}

}  // namespace

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
      return Error("OP-5", shape_text(inputs, k) + ", the operands before have " + std::to_string(*common) +
                               " elements")
          .note("expected equal lengths");
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

Result<std::optional<int64_t>> axis_in(std::span<const Operand> inputs, size_t k) {
  TRY(check_list_or_scalar(inputs, k));
  if (length_of(inputs[k]).value_or(1) != 1) {
    return Error("OP-5", shape_text(inputs, k) + ", expected one element, an axis");
  }
  if (inputs[k].value == nullptr || !inputs[0].shape.rank_known()) return std::optional<int64_t>();
  return std::optional(TRY(axis_of_value(integer_at(*inputs[k].value, 0), inputs[0].shape.rank())));
}

int64_t axis_at(const KernelCall& call, size_t k) {
  return *normalize_axis(integer_at(call.input(k), 0), call.input(0).shape().rank());
}

Result<PerAxis<bool>> read_axes(const Tensor& axes, int64_t rank, bool once) {
  PerAxis<bool> named{};
  for (int64_t i = 0; i < axes.count(); ++i) {
    const int64_t axis = integer_at(axes, i);
    bool& seen = named[TRY(axis_of_value(axis, rank))];
    if (seen && once) return Error("OP-6", "axis " + std::to_string(axis) + " is named twice");
    seen = true;
  }
  return named;
}

std::array<Operand, 5> operands_of(const KernelCall& call) {
  std::array<Operand, 5> operands;
  for (size_t k = 0; k < call.inputs.size(); ++k) {
    operands[k] = {call.input(k).type(), call.input(k).shape(), call.inputs[k]};
  }
  return operands;
}

Result<Dimension> dimension_at(std::span<const Operand> inputs, size_t k, int64_t i) {
  if (inputs[k].value == nullptr) return Dimension::any();
  const int64_t size = integer_at(*inputs[k].value, i);
  if (size >= 0) return Dimension::exactly(size);
  return Error("OP-6",
               "input " + std::to_string(k) + " has " + std::to_string(size) + ", expected 0 or more");
}

Result<void> check_ascending(const Tensor& list, const char* name, int64_t most, Deadline& deadline) {
  int64_t before = 0;
  for (int64_t i = 0; i < list.count(); ++i) {
    const int64_t value = integer_at(list, i);
    if (value < before || value > most) {
      return Error("OP-6", std::string(name) + "[" + std::to_string(i) + "] is " + std::to_string(value) +
                               ", expected " + std::to_string(before) +
                               (most == INT64_MAX ? " or more" : " to " + std::to_string(most)));
    }
    before = value;
    if (deadline.passed(1)) break;
  }
  return {};
}

Result<PartialShape> shape_of_rank(std::span<const Operand> inputs, size_t k, int64_t rank) {
  const PartialShape& shape = inputs[k].shape;
  if (!shape.rank_known()) return shape_of_rank(rank);
  if (shape.rank() == rank) return shape;
  return Error("OP-5", shape_text(inputs, k) + ", expected rank " + std::to_string(rank));
}

std::string shape_text(std::span<const Operand> inputs, size_t k) {
  return "input " + std::to_string(k) + " is " + inputs[k].shape.text();
}

}  // namespace backedge::ops
