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
Operation make_is_nan();
Operation make_is_inf(const IsInf& options = {});
Operation make_is_finite();

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
Operation make_round(Halves halves = Halves::kToEven);

// trigonometry.cc
Operation make_tan();
Operation make_asin();
Operation make_acos();
Operation make_atan();
Operation make_sinh();
Operation make_cosh();
Operation make_asinh();
Operation make_acosh();
Operation make_atanh();
Operation make_erf();
Operation make_atan2(const Broadcasting& = {});

// activations.cc
Operation make_hsigmoid();
Operation make_hswish();
Operation make_softplus();
Operation make_mish();
Operation make_swish();
Operation make_gelu_erf();
Operation make_gelu_tanh();
Operation make_elu(double alpha);
Operation make_selu();
Operation make_hard_sigmoid();

// prelu_fake_quantize.cc
Operation make_prelu();
Operation make_fake_quantize(const FakeQuantize& options);

// bitwise.cc
Operation make_bitwise_and(const Broadcasting& = {});
Operation make_bitwise_or(const Broadcasting& = {});
Operation make_bitwise_xor(const Broadcasting& = {});
Operation make_bitwise_not();
Operation make_bitwise_left_shift(const Broadcasting& = {});
Operation make_bitwise_right_shift(const Broadcasting& = {});

// convert.cc
/// type  with as many bits as that of the input
Operation make_bit_cast(ElementType type);
Operation make_convert(ElementType type);
Operation make_convert_like();

// select.cc
Operation make_select(const Broadcasting& = {});

}  // namespace backedge::ops
