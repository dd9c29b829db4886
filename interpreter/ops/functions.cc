#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/elementwise_kernel.h"
#include "interpreter/ops/integer_functions.h"
#include "interpreter/ops/numbers.h"

/// Functions of one number.
///
/// inputs   a tensor of a numeric type T (Exp, Sigmoid, HardSigmoid: a floating-point one)
/// returns  a tensor of the same type and shape
/// errors   OP-2, OP-4, OP-5
/// source   the page of each, version 1
namespace backedge {
namespace {

/// The operation of a function that integers have a version of.
template <class OfReal, class OfInteger>
Operation of_each(OfReal of_real, OfInteger of_integer) {
  return unary<Types::kNumeric>([=]<class T>(T x) {
    if constexpr (kIsReal<T>) {
      return of_real(x);
    } else {
      return of_integer(x);
    }
  });
}

constexpr auto kItself = [](auto x) { return x; };

}  // namespace

Result<Operation> make_abs(Attributes&, int64_t, int64_t) {
  return of_each(
      []<class T>(T x) { return numbers::round_to<T>(std::fabs(static_cast<double>(numbers::widen(x)))); },
      []<class T>(T x) { return x < 0 ? numbers::subtract(T{0}, x) : x; });
}

Result<Operation> make_negative(Attributes&, int64_t, int64_t) {
  return of_each([]<class T>(T x) { return numbers::round_to<T>(-static_cast<double>(numbers::widen(x))); },
                 []<class T>(T x) { return numbers::subtract(T{0}, x); });
}

/// -1, 0 or 1; 0 for -0; NaN for NaN.
Result<Operation> make_sign(Attributes&, int64_t, int64_t) {
  return of_each(
      []<class T>(T x) {
        const double wide = numbers::widen(x);
        return numbers::round_to<T>(wide != wide ? wide : (wide > 0) - (wide < 0));
      },
      []<class T>(T x) { return static_cast<T>((x > 0) - (x < 0)); });
}

Result<Operation> make_floor(Attributes&, int64_t, int64_t) {
  return of_each(
      []<class T>(T x) { return numbers::round_to<T>(std::floor(static_cast<double>(numbers::widen(x)))); },
      kItself);
}

Result<Operation> make_ceiling(Attributes&, int64_t, int64_t) {
  return of_each(
      []<class T>(T x) { return numbers::round_to<T>(std::ceil(static_cast<double>(numbers::widen(x)))); },
      kItself);
}

Result<Operation> make_sqrt(Attributes&, int64_t, int64_t) {
  return of_each([](auto x) { return numbers::sqrt_of(x); }, [](auto x) { return integer_sqrt(x); });
}

Result<Operation> make_exp(Attributes&, int64_t, int64_t) {
  return unary<Types::kReal>([](auto x) { return numbers::exp_of(x); });
}

Result<Operation> make_log(Attributes&, int64_t, int64_t) {
  return of_each([](auto x) { return numbers::log_of(x); }, [](auto x) { return integer_log(x); });
}

Result<Operation> make_sin(Attributes&, int64_t, int64_t) {
  return of_each([](auto x) { return numbers::sin_of(x); }, [](auto x) { return integer_sin(x); });
}

Result<Operation> make_cos(Attributes&, int64_t, int64_t) {
  return of_each([](auto x) { return numbers::cos_of(x); }, [](auto x) { return integer_cos(x); });
}

Result<Operation> make_tanh(Attributes&, int64_t, int64_t) {
  return of_each([](auto x) { return numbers::tanh_of(x); }, [](auto x) { return integer_tanh(x); });
}

Result<Operation> make_sigmoid(Attributes&, int64_t, int64_t) {
  return unary<Types::kReal>([](auto x) { return numbers::sigmoid_of(x); });
}

/// max(0, x)
Result<Operation> make_relu(Attributes&, int64_t, int64_t) {
  return unary<Types::kNumeric>([]<class T>(T x) { return numbers::maximum(T{}, x); });
}

/// min(max(x, min), max), min and max made members of T: rounded to nearest for a floating-point T, to the
/// inside of [min, max] for an integer one.
Result<Operation> make_clamp(Attributes& attributes, int64_t, int64_t) {
  const double low = TRY(attributes.real("min"));
  const double high = TRY(attributes.real("max"));
  if (!(low <= high))
    return Error("OP-2", "attribute min=\"" + std::to_string(low) + "\" is not up to max=\"" +
                             std::to_string(high) + "\"");
  const auto kernel = [low, high](const KernelCall& call) -> Result<void> {
    dispatch_allowed<Types::kNumeric>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
      const T lowest = numbers::convert<T>(kIsReal<T> ? low : std::ceil(low));
      const T highest = numbers::convert<T>(kIsReal<T> ? high : std::floor(high));
      map_unary<T>(call, [=](T x) { return numbers::minimum(numbers::maximum(x, lowest), highest); });
    });
    return {};
  };
  return Operation{infer_unary(Types::kNumeric), kernel, {}};
}

/// max(0, min(1, alpha * x + beta)), rounded after each step; inputs x, alpha, beta, the latter two scalars.
Result<Operation> make_hard_sigmoid(Attributes&, int64_t, int64_t) {
  const auto infer = [](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_types(Types::kReal, inputs));
    for (size_t k = 1; k < 3; ++k) {
      if (!inputs[k].shape.meets(Shape{})) {
        return Error("OP-5", "input " + std::to_string(k) + " is of shape " + inputs[k].shape.text() +
                                 ", expected a scalar");
      }
    }
    outputs[0] = {inputs[0].type, inputs[0].shape};
    return {};
  };
  const auto kernel = [](const KernelCall& call) -> Result<void> {
    dispatch_allowed<Types::kReal>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
      const T alpha = *call.input(1).data<T>(), beta = *call.input(2).data<T>(),
              one = numbers::round_to<T>(1);
      map_unary<T>(call, [=](T x) {
        return numbers::maximum(T{}, numbers::minimum(one, numbers::add(numbers::multiply(alpha, x), beta)));
      });
    });
    return {};
  };
  return Operation{infer, kernel, {}};
}

}  // namespace backedge
