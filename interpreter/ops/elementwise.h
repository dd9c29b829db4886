#pragma once

#include "interpreter/ops/operation.h"

/// Operations that compute each element of the output from one element of each operand.
namespace backedge::ops {

// arithmetic.cc
Operation make_add(const Broadcasting& = {});
Operation make_subtract(const Broadcasting& = {});
Operation make_multiply(const Broadcasting& = {});
Operation make_divide(const Divide& = {});
Operation make_mod(const Broadcasting& = {});
Operation make_floor_mod(const Broadcasting& = {});
Operation make_power(const Broadcasting& = {});
Operation make_squared_difference(const Broadcasting& = {});
Operation make_maximum(const Broadcasting& = {});
Operation make_minimum(const Broadcasting& = {});

// comparison.cc
Operation make_equal(const Broadcasting& = {});
Operation make_not_equal(const Broadcasting& = {});
Operation make_less(const Broadcasting& = {});
Operation make_less_equal(const Broadcasting& = {});
Operation make_greater(const Broadcasting& = {});
Operation make_greater_equal(const Broadcasting& = {});
Operation make_logical_and(const Broadcasting& = {});
Operation make_logical_or(const Broadcasting& = {});
Operation make_logical_xor(const Broadcasting& = {});
Operation make_logical_not();

// unary_functions.cc
Operation make_abs();
Operation make_negative();
Operation make_sign();
Operation make_floor();
Operation make_ceiling();
Operation make_sqrt();
Operation make_exp();
Operation make_log();
Operation make_sin();
Operation make_cos();
Operation make_tanh();
Operation make_sigmoid();
Operation make_relu();
Operation make_softsign();
Operation make_clamp(const Clamp& options);
Operation make_hard_sigmoid();

// convert.cc
Operation make_convert(ElementType type);
Operation make_convert_like();

// select.cc
Operation make_select(const Broadcasting& = {});

}  // namespace backedge::ops
