#include "interpreter/ops/index_operands.h"

#include <algorithm>

namespace backedge::movement {
namespace {

Result<void> check_rank(std::span<const Operand> inputs, size_t k, int64_t least, int64_t most) {
  TRY(check_integers(inputs, k));
  const PartialShape& shape = inputs[k].shape;
  if (!shape.rank_known() || (least <= shape.rank() && shape.rank() <= most)) return {};
  const char* expected = most == 0 ? "a scalar" : least == 1 ? "one dimension" : "a scalar or one dimension";
  return Error("OP-5", shape_text(inputs, k) + ", expected " + expected);
}

}  // namespace

Result<void> check_integers(std::span<const Operand> inputs, size_t k) {
  if (is_integer(inputs[k].type)) return {};
  return Error("OP-4", "input " + std::to_string(k) + " is " + std::string(name_of(inputs[k].type)) +
                           ", expected an integer type");
}

Result<void> check_list(std::span<const Operand> inputs, size_t k) { return check_rank(inputs, k, 1, 1); }
Result<void> check_scalar(std::span<const Operand> inputs, size_t k) { return check_rank(inputs, k, 0, 0); }
Result<void> check_list_or_scalar(std::span<const Operand> inputs, size_t k) {
  return check_rank(inputs, k, 0, 1);
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

int64_t integer_at(const Tensor& tensor, int64_t index) {
  return dispatch(tensor.type(), [&]<class T>(TypeTag<T>) -> int64_t {
    if constexpr (std::is_same_v<T, uint64_t>) {
      return static_cast<int64_t>(std::min<uint64_t>(tensor.data<T>()[index], INT64_MAX));
    } else if constexpr (kIsInteger<T>) {
      return tensor.data<T>()[index];
    }
    CHECK(kIsInteger<T>);
    return 0;
  });
}

Result<std::optional<int64_t>> axis_in(std::span<const Operand> inputs, size_t k, int64_t rank) {
  TRY(check_list_or_scalar(inputs, k));
  if (length_of(inputs[k]).value_or(1) != 1) {
    return Error("OP-5", shape_text(inputs, k) + ", expected one element, an axis");
  }
  if (inputs[k].value == nullptr || rank < 0) return std::optional<int64_t>();
  const int64_t axis = integer_at(*inputs[k].value, 0);
  if (const auto position = normalize_axis(axis, rank)) return position;
  return Error("OP-6", "input " + std::to_string(k) + " names axis " + std::to_string(axis) +
                           " of a tensor of rank " + std::to_string(rank));
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
