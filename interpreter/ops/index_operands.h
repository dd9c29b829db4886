#pragma once

#include <array>
#include <optional>
#include <span>

#include "interpreter/ops/operand_checks.h"

/// Operands that are lists of positions, axes or dimensions.
namespace backedge::movement {

/// errors  OP-4 unless operand k is of an integer type
Result<void> check_integers(std::span<const Operand> inputs, size_t k);

/// errors  OP-4; OP-5 unless operand k has rank 1, or may have
Result<void> check_list(std::span<const Operand> inputs, size_t k);

/// errors  OP-4; OP-5 unless operand k has rank 0 or 1, or may have
Result<void> check_list_or_scalar(std::span<const Operand> inputs, size_t k);

/// How many elements each operand from 1 on has, where a shape tells.
///
/// errors  OP-4; OP-5 unless they are lists of one length
Result<std::optional<int64_t>> common_length(std::span<const Operand> inputs);

/// How many elements a list or a scalar has, where its shape tells.
std::optional<int64_t> length_of(const Operand& operand);

/// The position of the axis that operand k, a scalar or list of one element, names; nothing where its value
/// or the rank is not known.
///
/// rank    of the tensor that the axis is one of; negative: not known
/// errors  OP-4; OP-5 not one element; OP-6 outside [-rank, rank)
Result<std::optional<int64_t>> axis_in(std::span<const Operand> inputs, size_t k, int64_t rank);

/// The same where Infer has passed: of a tensor at run time.
int64_t axis_at(const Tensor& axis, int64_t rank);

/// A call's inputs as Infer sees them, wholly known; at most five.
std::array<Operand, 5> operands_of(const KernelCall& call);

/// "input 2 is [1,5]".
std::string shape_text(std::span<const Operand> inputs, size_t k);

}  // namespace backedge::movement
