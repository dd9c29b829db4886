#pragma once

#include <span>

#include "interpreter/elements/lines.h"
#include "interpreter/ops/operation.h"
#include "interpreter/ops/types.h"

/// The checks that Infer functions use.
namespace backedge::ops {

/// errors  OP-4 unless the type of operand k is one of `types`
Result<void> check_type(std::span<const Operand> inputs, size_t k, Types types);

/// errors  OP-4 unless operands k and `as` have the same type
Result<void> check_same_type(std::span<const Operand> inputs, size_t k, size_t as = 0);

/// errors  OP-4 unless all operands have the same type and it is one of `types`
Result<void> check_types(std::span<const Operand> inputs, Types types);

/// errors  OP-5 unless the operand has rank 0 or may have it
Result<void> check_scalar(std::span<const Operand> inputs, size_t k);

/// errors  OP-5 unless the operand has rank 1 or more, or may have it
Result<void> check_has_axis(std::span<const Operand> inputs, size_t k);

/// errors  OP-5 unless the operand has the shape [1] or [], or may have it
Result<void> check_one_element(std::span<const Operand> inputs, size_t k);

/// errors  OP-6 unless numbers up to `most` fit the type, i32 or i64; `what` names them in the message
Result<void> check_index_type(ElementType type, int64_t most, const char* what);

/// The position 0..rank-1 of the axis that an attribute names.
/// errors  OP-5 outside [-rank, rank)
Result<int64_t> axis_of_attribute(int64_t axis, int64_t rank);

/// The position 0..rank-1 of the axis that an operand's value names.
/// errors  OP-6 outside [-rank, rank)
Result<int64_t> axis_of_value(int64_t axis, int64_t rank);

/// Element `index` of an integer tensor. An element above the maximum of int64_t becomes that maximum.
int64_t integer_at(const Tensor& tensor, int64_t index);

/// Element `index` of a tensor of a real type; exact.
double real_at(const Tensor& tensor, int64_t index);

}  // namespace backedge::ops
