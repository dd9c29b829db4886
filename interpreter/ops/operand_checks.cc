#include "interpreter/ops/operand_checks.h"

#include <algorithm>
#include <string>

namespace backedge {
namespace {

std::string input(size_t k) { return "input " + std::to_string(k); }

std::string out_of_range(int64_t axis, int64_t rank) {
  return "axis " + std::to_string(axis) + " of a tensor of rank " + std::to_string(rank);
}

}  // namespace

Result<void> check_type(std::span<const Operand> inputs, size_t k, bool (*fits)(ElementType),
                        std::string_view expected) {
  if (fits(inputs[k].type)) return {};
  return Error("OP-4", input(k) + " is " + std::string(name_of(inputs[k].type)) + ", expected " +
                           std::string(expected));
}

Result<void> check_same_type(std::span<const Operand> inputs, size_t k) {
  if (inputs[k].type == inputs[0].type) return {};
  return Error("OP-4", input(k) + " is " + std::string(name_of(inputs[k].type)) + ", input 0 is " +
                           std::string(name_of(inputs[0].type)) + "; expected one type");
}

Result<int64_t> axis_of_attribute(int64_t axis, int64_t rank) {
  if (const auto position = normalize_axis(axis, rank)) return *position;
  return Error("OP-5", out_of_range(axis, rank));
}

Result<int64_t> axis_of_value(int64_t axis, int64_t rank) {
  if (const auto position = normalize_axis(axis, rank)) return *position;
  return Error("OP-6", out_of_range(axis, rank));
}

Result<void> check_scalar(std::span<const Operand> inputs, size_t k) {
  const PartialShape& shape = inputs[k].shape;
  if (!shape.rank_known() || shape.rank() == 0) return {};
  return Error("OP-5", input(k) + " has shape " + shape.text() + ", expected a scalar");
}

int64_t integer_at(const Tensor& tensor, int64_t index) {
  return dispatch(tensor.type(), [&]<class T>(TypeTag<T>) -> int64_t {
    if constexpr (kIsInteger<T>) {
      const T value = tensor.data<T>()[index];
      if constexpr (sizeof(T) == 8 && !std::is_signed_v<T>) {
        return static_cast<int64_t>(std::min<T>(value, INT64_MAX));
      }
      return static_cast<int64_t>(value);
    }
    CHECK(kIsInteger<T>);
    return 0;
  });
}

AxisView view_along(const Shape& shape, int64_t axis) {
  AxisView view{1, shape[axis], 1};
  for (int64_t i = 0; i < axis; ++i) view.outer *= shape[i];
  for (int64_t i = axis + 1; i < shape.rank(); ++i) view.inner *= shape[i];
  return view;
}

}  // namespace backedge
