#pragma once

#include "interpreter/ops/operation.h"

namespace backedge {

/// Makes one version of an operation: attributes, version, number of outputs.
///
/// errors  OP-2
using Make = Result<Operation>(Attributes&, int64_t, int64_t);

// arithmetic.cc
Make make_add, make_subtract, make_multiply, make_divide, make_mod, make_floor_mod, make_power,
    make_squared_difference, make_maximum, make_minimum;

// comparison.cc
Make make_equal, make_not_equal, make_less, make_less_equal, make_greater, make_greater_equal,
    make_logical_and, make_logical_or, make_logical_xor, make_logical_not;

// functions.cc
Make make_abs, make_negative, make_sign, make_floor, make_ceiling, make_sqrt, make_exp, make_log, make_sin,
    make_cos, make_tanh, make_sigmoid, make_relu, make_clamp, make_hard_sigmoid;

// convert.cc
Make make_convert, make_convert_like;

// select.cc
Make make_identity, make_select;

}  // namespace backedge
