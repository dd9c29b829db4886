#pragma once

#include <span>
#include <string_view>

#include "interpreter/base/result.h"
#include "interpreter/ops/operation.h"

/// What Infer functions ask of their operands.
namespace backedge {

inline bool is_numeric(ElementType type) { return type != ElementType::kBoolean; }
inline bool is_boolean(ElementType type) { return type == ElementType::kBoolean; }

/// OP-4 unless operand k is of a type that `fits`; `expected` says which those are.
Result<void> check_type(std::span<const Operand> inputs, size_t k, bool (*fits)(ElementType),
                        std::string_view expected);

/// OP-4 unless operands k and 0 have one type.
Result<void> check_same_type(std::span<const Operand> inputs, size_t k);

/// The position 0..rank-1 of the axis that an attribute names.
/// errors  OP-5 outside [-rank, rank)
Result<int64_t> axis_of_attribute(int64_t axis, int64_t rank);

/// The position 0..rank-1 of the axis that an operand's value names.
/// errors  OP-6 outside [-rank, rank)
Result<int64_t> axis_of_value(int64_t axis, int64_t rank);

/// OP-5 unless the operand has rank 0 or may have it.
Result<void> check_scalar(std::span<const Operand> inputs, size_t k);

/// Element `index` of an integer tensor; what an int64_t does not hold becomes its maximum.
int64_t integer_at(const Tensor& tensor, int64_t index);

/// A shape seen along one axis: element (i, j, k) is number (i * along + j) * inner + k.
struct AxisView {
  int64_t outer, along, inner;
};
AxisView view_along(const Shape& shape, int64_t axis);

}  // namespace backedge
