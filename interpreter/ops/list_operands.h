#pragma once

#include <array>
#include <optional>
#include <span>

#include "interpreter/elements/per_axis.h"
#include "interpreter/ops/operand_checks.h"

/// Operands that are lists of positions, axes or dimensions.
namespace backedge::ops {

/// errors  OP-4 unless operand k has an integer type; OP-5 unless it has rank 1 or may have it
Result<void> check_list(std::span<const Operand> inputs, size_t k);

/// errors  OP-4 unless operand k has an integer type; OP-5 unless it has rank 0 or 1 or may have it
Result<void> check_list_or_scalar(std::span<const Operand> inputs, size_t k);

/// The number of elements of each operand from 1 on, if a shape determines it.
///
/// errors  OP-4; OP-5 unless they are lists of equal length
Result<std::optional<int64_t>> common_length(std::span<const Operand> inputs);

/// The number of elements of a list or a scalar, if its shape determines it.
std::optional<int64_t> length_of(const Operand& operand);

/// The position of the axis of input 0 that operand k names. The operand is a scalar or a list of one
/// element. Returns nothing if the value of the operand or the rank of input 0 is not known.
///
/// errors  OP-4; OP-5 not one element; OP-6 outside [-rank, rank)
Result<std::optional<int64_t>> axis_in(std::span<const Operand> inputs, size_t k);

/// The same during a run, after Infer.
int64_t axis_at(const KernelCall& call, size_t k);

/// The axes that `axes` names.
///
/// errors  OP-6 an axis outside [-rank, rank); with `once` also an axis that is named twice
Result<PerAxis<bool>> read_axes(const Tensor& axes, int64_t rank, bool once);

/// A call's inputs as Infer sees them when everything is known; at most five.
std::array<Operand, 5> operands_of(const KernelCall& call);

/// Element i of operand k as a dimension, if its value is known.
///
/// errors  OP-6 a negative number
Result<Dimension> dimension_at(std::span<const Operand> inputs, size_t k, int64_t i);

/// errors  OP-6 unless the elements are in ascending order, from 0 to `most`
Result<void> check_ascending(const Tensor& list, const char* name, int64_t most, Deadline& deadline);

/// What is known of the shape of operand k, which has this rank.
///
/// errors  OP-5, LIMIT-3
Result<PartialShape> shape_of_rank(std::span<const Operand> inputs, size_t k, int64_t rank);

/// "input 2 is [1,5]".
std::string shape_text(std::span<const Operand> inputs, size_t k);

}  // namespace backedge::ops
