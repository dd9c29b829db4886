#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// The labels of an equation: "ij,jk->ik", or "ij,jk" for the output of the sorted labels that occur once.
/// Blanks do not count.
///
/// returns  nothing if it is not an equation
std::optional<Einsum> parse_equation(std::string_view text);

/// The labels of the axes of an operand or of the output: letters, and below 0 those of an ellipsis, whose last
/// one is -1.
///
/// covered  the number of axes of an ellipsis
std::vector<int> labels_of(const std::string& subscript, int64_t covered);

/// output[labels] = sum over the other labels of a[its labels] * b[its labels]
///
/// The sum is that of MatMul, in row-major order of the other labels. More operands are multiplied one after
/// the other, and each result is rounded and keeps the labels that follow. (OP-35)
///
/// inputs   as many as the equation has, of one numeric type. Dimensions of one label are repeated to each
///          other if operands differ, and are equal in one operand, which gives the diagonal
/// errors   OP-3, OP-4, OP-5; LIMIT-3 more labels than a tensor has axes
/// source   OpenVINO's Einsum-7
Operation make_einsum(const Einsum& equation);

}  // namespace backedge::ops
