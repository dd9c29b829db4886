#include "interpreter/ops/operand_checks.h"

#include <algorithm>
#include <string>

#include "interpreter/ops/numbers.h"

namespace backedge::ops {
namespace {

std::string_view name_of_set(Types types) {
  switch (types) {
    case Types::kAny:
      return "a type that is not narrow";
    case Types::kNumeric:
      return "a numeric type";
    case Types::kInteger:
      return "an integer type";
    case Types::kI32OrI64:
      return "i32 or i64";
    case Types::kReal:
      return "a real type";
    case Types::kIntegerOrBoolean:
      return "an integer type or boolean";
    case Types::kBoolean:
      break;
  }
  return "boolean";
}

std::string typed(std::span<const Operand> inputs, size_t k) {
  return "input " + std::to_string(k) + " is " + std::string(name_of(inputs[k].type));
}

std::string out_of_range(int64_t axis, int64_t rank) {
  return "axis " + std::to_string(axis) + " of a tensor of rank " + std::to_string(rank);
}

}  // namespace

Result<void> check_type(std::span<const Operand> inputs, size_t k, Types types) {
  if (allows(types, inputs[k].type)) return {};  // [OP-4]
  return Error("OP-4", typed(inputs, k) + ", expected " + std::string(name_of_set(types)));
}

Result<void> check_same_type(std::span<const Operand> inputs, size_t k, size_t as) {
  if (inputs[k].type == inputs[as].type) return {};
  return Error("OP-4", typed(inputs, k) + ", " + typed(inputs, as) + "; expected one type");
}

Result<void> check_types(std::span<const Operand> inputs, Types types) {
  TRY(check_type(inputs, 0, types));
  for (size_t k = 1; k < inputs.size(); ++k) TRY(check_same_type(inputs, k));
  return {};
}

Result<void> check_scalar(std::span<const Operand> inputs, size_t k) {
  const PartialShape& shape = inputs[k].shape;
  if (!shape.rank_known() || shape.rank() == 0) return {};
  return Error("OP-5", "input " + std::to_string(k) + " has shape " + shape.text() + ", expected a scalar");
}

Result<void> check_has_axis(std::span<const Operand> inputs, size_t k) {
  const PartialShape& shape = inputs[k].shape;
  if (!shape.rank_known() || shape.rank() > 0) return {};
  return Error("OP-5", "input " + std::to_string(k) + " is a scalar, expected rank 1 or more");
}

Result<void> check_one_element(std::span<const Operand> inputs, size_t k) {
  if (inputs[k].shape.meets(Shape{1}) || inputs[k].shape.meets(Shape{})) return {};  // [OP-5]
  return Error("OP-5",
               "input " + std::to_string(k) + " has shape " + inputs[k].shape.text() + ", expected [1]");
}

Result<void> check_index_type(ElementType type, int64_t most, const char* what) {
  if (type == ElementType::kI64 || most <= INT32_MAX) return {};
  return Error("OP-6", std::string(what) + " up to " + std::to_string(most) + " do not fit i32");
}

Result<int64_t> axis_of_attribute(int64_t axis, int64_t rank) {
  if (const auto position = normalize_axis(axis, rank)) return *position;
  return Error("OP-5", out_of_range(axis, rank));
}

Result<int64_t> axis_of_value(int64_t axis, int64_t rank) {
  if (const auto position = normalize_axis(axis, rank)) return *position;
  return Error("OP-6", out_of_range(axis, rank));
}

int64_t integer_at(const Tensor& tensor, int64_t index) {
  return dispatch<Types::kInteger>(tensor.type(), [&]<class T>(TypeTag<T>) -> int64_t {
    const T value = tensor.data<T>()[index];
    if constexpr (std::is_same_v<T, uint64_t>) return static_cast<int64_t>(std::min<T>(value, INT64_MAX));
    return static_cast<int64_t>(value);
  });
}

double real_at(const Tensor& tensor, int64_t index) {
  return dispatch<Types::kReal>(tensor.type(), [&]<class T>(TypeTag<T>) {
    return static_cast<double>(numbers::widen(tensor.data<T>()[index]));
  });
}

}  // namespace backedge::ops
