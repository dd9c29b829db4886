#pragma once

#include <cmath>
#include <cstdint>
#include <variant>

/// The formulas of composite operations, each written once, as its page writes it.  [NUM-6]
///
/// A formula computes with any kind of number N: with elements that are rounded at each step (rounded.h),
/// and with errors (conformance/bounds). N has the operators +, -, * and /, the functions exp, log, tanh,
/// sigmoid, erf, maximum, minimum, power and round_half_to_even, and constants of type double. Each of
/// them is the operation of that name. A choice returns its third operand if its condition is true, and
/// otherwise the last one, with the canonical NaN:
///
///     where_greater(a, b, p, q)   a > b
///     where_at_most(a, b, p, q)   a <= b
///     where_infinite(a, p, q)     a is an infinity
///
/// source  OpenVINO's page of each
namespace backedge::ops::formulas {

struct HardSigmoid {
  template <class N>
  N operator()(const N& x, const N& alpha, const N& beta) const {
    return maximum(0, minimum(1, alpha * x + beta));
  }
};

struct HSigmoid {
  template <class N>
  N operator()(const N& x) const {
    return minimum(maximum(x + 3, 0), 6) / 6;
  }
};

struct HSwish {
  template <class N>
  N operator()(const N& x) const {
    return x * HSigmoid()(x);
  }
};

/// The page has a threshold above which SoftPlus(x) = x, because e^x overflows. Any threshold between 17 and
/// that place gives the same f16, bf16 and f32.
struct SoftPlus {
  template <class N>
  N operator()(const N& x) const {
    const N power = exp(x);
    return where_infinite(power, x, log(power + 1));  // [NUM-10]
  }
};

struct Mish {
  template <class N>
  N operator()(const N& x) const {
    return x * tanh(SoftPlus()(x));
  }
};

/// beta is 1 if it is not given.
struct Swish {
  template <class N>
  N operator()(const N& x) const {
    return x * sigmoid(x);
  }
  template <class N>
  N operator()(const N& x, const N& beta) const {
    return x * sigmoid(beta * x);
  }
};

struct GeluErf {
  template <class N>
  N operator()(const N& x) const {
    return x * 0.5 * (1 + erf(x / std::sqrt(2.0)));
  }
};

struct GeluTanh {
  template <class N>
  N operator()(const N& x) const {
    constexpr double kRootOfTwoByPi = 0.79788456080286535588;
    return x * 0.5 * (1 + tanh(kRootOfTwoByPi * (x + 0.044715 * power(x, 3))));
  }
};

struct Elu {
  double alpha;
  template <class N>
  N operator()(const N& x) const {
    return where_greater(x, 0, x, alpha * (exp(x) - 1));
  }
};

struct Selu {
  template <class N>
  N operator()(const N& x, const N& alpha, const N& lambda) const {
    return lambda * where_greater(x, 0, x, alpha * (exp(x) - 1));
  }
};

struct PRelu {
  template <class N>
  N operator()(const N& x, const N& slope) const {
    return where_greater(0, x, slope * x, x);
  }
};

struct FakeQuantize {
  int64_t levels;
  template <class N>
  N operator()(const N& x, const N& input_low, const N& input_high, const N& output_low,
               const N& output_high) const {
    const N low = minimum(input_low, input_high), high = maximum(input_low, input_high);
    const N inside = minimum(maximum(x, low), high);  // the same as x, where it is used
    const double steps = static_cast<double>(levels - 1);
    const N level = round_half_to_even((inside - input_low) / (input_high - input_low) * steps);  // [OP-7]
    const N within = level / steps * (output_high - output_low) + output_low;
    return where_at_most(x, low, output_low, where_greater(x, high, output_high, within));
  }
};

using Any = std::variant<HardSigmoid, HSigmoid, HSwish, SoftPlus, Mish, Swish, GeluErf, GeluTanh, Elu, Selu,
                         PRelu, FakeQuantize>;

}  // namespace backedge::ops::formulas
