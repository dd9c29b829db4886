#include <algorithm>
#include <cmath>

#include "conformance/bounds/operation_errors.h"

namespace backedge::bounds {
namespace {

constexpr double kDouble = 0x1p-53;  // the relative error of a rounding to double

/// The interval of the exact results for permitted operands, and how far roundings lead from it.
struct Reach {
  double low, high, rounding;

  double magnitude() const { return std::max(std::fabs(low), std::fabs(high)); }
};

/// An endless interval: the result may be anything.
constexpr Reach kAnything = {-kInfinity, kInfinity, 0};

/// The largest |result - golden|; nothing if one may be finite and the other not.
std::optional<double> error_within(const Reach& reach, double golden, const Format& format) {
  const double overflow = format.largest + ulp(format, format.largest) / 2;
  // What the last rounding is given decides whether it overflows.
  const double before_last = std::max(reach.rounding - ulp(format, reach.magnitude()) / 2, 0.0);
  if (std::isnan(golden))
    return std::isnan(reach.low) && std::isnan(reach.high) ? std::optional(0.0) : std::nullopt;
  if (std::isinf(golden)) {
    const double nearest = golden > 0 ? reach.low : -reach.high;
    return nearest == kInfinity || nearest - before_last >= overflow ? std::optional(0.0) : std::nullopt;
  }
  if (!(reach.magnitude() + before_last < overflow)) return std::nullopt;
  const double farthest = std::max(std::fabs(reach.low - golden), std::fabs(reach.high - golden));
  return rounded_up(farthest + reach.rounding);
}

/// The errors of an output. Element i reaches reach(i).
template <class ReachOf>
Result<std::vector<Tensor>> errors_within(const Tensor& golden, ReachOf reach) {
  const Format format = format_of(golden.type());
  const Tensor value = as_doubles(golden);
  Tensor errors = Tensor::zeros(ElementType::kF64, golden.shape());
  double* const out = errors.writable<double>();
  for (int64_t i = 0; i < golden.count(); ++i) {
    const std::optional<double> error = error_within(reach(i), value.data<double>()[i], format);
    if (!error) return ill_conditioned(golden, i, "is finite, infinite or NaN, depending on roundings");
    out[i] = *error;
  }
  return std::vector<Tensor>{errors};
}

/// The operation in f64: as(k) converts real operand k to double, and the other operands stay.
template <class As>
Result<Tensor> in_doubles(const BoundedCall& call, As as) {
  std::vector<Tensor> operands;
  for (size_t k = 0; k < call.inputs.size(); ++k)
    operands.push_back(is_real(call.inputs[k].value.type()) ? as(k) : call.inputs[k].value);
  return TRY(outputs_of(call.operation, operands, 1, call.pool))[0];
}

/// The ends of the results if each operand is at one of its ends. NaN if all results are NaN, endless if
/// only some are.
Result<std::vector<Reach>> extremes(const BoundedCall& call) {
  std::vector<Tensor> lows, highs;
  std::vector<size_t> bits;  // of a corner: 1 if the operand is at its high end; only real operands have one
  size_t corners = 1;
  for (const Bounded& input : call.inputs) {
    lows.push_back(low_end(input));
    highs.push_back(high_end(input));
    bits.push_back(is_real(input.value.type()) ? corners : 0);
    corners <<= bits.back() != 0 ? 1 : 0;
  }
  std::vector<Reach> reaches(static_cast<size_t>(call.values[0].count()), {kInfinity, -kInfinity, 0});
  for (size_t corner = 0; corner < corners; ++corner) {
    const Tensor at = TRY(in_doubles(call, [&](size_t k) { return corner & bits[k] ? highs[k] : lows[k]; }));
    for (size_t i = 0; i < reaches.size(); ++i) {
      const double value = at.data<double>()[i];
      Reach& reach = reaches[i];
      const bool differ = corner > 0 && std::isnan(value) != std::isnan(reach.low);
      if (differ)
        reach = kAnything;
      else if (std::isnan(value))
        reach = {value, value, 0};
      else
        reach = {std::min(reach.low, value), std::max(reach.high, value), 0};
    }
  }
  return reaches;
}

/// The largest sum of magnitudes for which every partial sum is a value of the type, because all terms are
/// multiples of one power of two; -1 if some term has an error.
double exact_limit(const BoundedCall& call, const ops::Sums& sums, const Format& format) {
  double grain = sums.of_products ? 1 : kInfinity;
  for (const Bounded& input : call.inputs) {
    if (!is_exact(input)) return -1;
    if (!is_real(input.value.type())) continue;
    const double own = granule(as_doubles(input.value));
    grain = sums.of_products ? grain * own : std::min(grain, own);
  }
  return sums.counts && grain >= format.smallest ? std::ldexp(grain, format.digits) : -1;
}

/// Whether an element that has an error may be 0.
bool may_be_zero(const Bounded& bounded) {
  const Tensor low = low_end(bounded), high = high_end(bounded);
  for (int64_t i = 0; i < low.count(); ++i) {
    const double from = low.data<double>()[i], to = high.data<double>()[i];
    if (from < to && from <= 0 && to >= 0) return true;
  }
  return false;
}

/// CASE-3 if an output depends on the sign of a zero of operand `of`. No error tells -0 from 0, so a zero may
/// have either sign.
Result<void> check_signs_of_zeros(const BoundedCall& call, size_t of) {
  const auto with_sign = [&](double sign) {
    return in_doubles(call, [&](size_t k) {
      const Bounded& input = call.inputs[k];
      return combined(as_doubles(input.value), input.error,
                      [=](double x, double) { return k == of && x == 0 ? std::copysign(x, sign) : x; });
    });
  };
  const Tensor by_positive = TRY(with_sign(1)), by_negative = TRY(with_sign(-1));
  for (int64_t i = 0; i < by_positive.count(); ++i) {
    const double a = by_positive.data<double>()[i], b = by_negative.data<double>()[i];
    if (a != b && !std::isnan(a)) return ill_conditioned(call.values[0], i, "depends on the sign of a zero");
  }
  return {};
}

/// Whether every exponent is a whole number without error, not negative; or every base positive.
bool is_monotone_power(const Bounded& base, const Bounded& exponent) {
  const Tensor bases = low_end(base), exponents = as_doubles(exponent.value);
  const auto positive = [](double x) { return x > 0; };
  const auto whole = [](double x) { return x >= 0 && std::floor(x) == x; };
  const auto b = bases.values<double>(), e = exponents.values<double>();
  return std::all_of(b.begin(), b.end(), positive) ||
         (is_exact(exponent) && std::all_of(e.begin(), e.end(), whole));
}

}  // namespace

Errors errors_of(const BoundedCall& call, const ops::Sums& sums) {
  const Format format = format_of(call.values[0].type());
  const auto magnitudes = [&](bool with_error, bool counted) {
    return [&, with_error, counted](size_t k) {
      const double sign = sums.subtracts && k + 1 == call.inputs.size() ? -1 : 1;
      return combined(as_doubles(call.inputs[k].value), call.inputs[k].error, [=](double x, double e) {
        const double magnitude = std::fabs(x) + (with_error ? e : 0);
        return sign * (counted ? (magnitude != 0) : magnitude);
      });
    };
  };
  const Tensor centre = TRY(in_doubles(call, [&](size_t k) { return as_doubles(call.inputs[k].value); }));
  const Tensor least = TRY(in_doubles(call, magnitudes(false, false)));
  const Tensor most = TRY(in_doubles(call, magnitudes(true, false)));
  const Tensor terms = TRY(in_doubles(call, magnitudes(true, true)));
  const auto finite = [](double x) { return std::isfinite(x); };
  std::vector<Reach> ends;  // of what is infinite
  const auto centres = centre.values<double>();
  if (!std::all_of(centres.begin(), centres.end(), finite)) ends = TRY(extremes(call));

  const double exact_up_to = exact_limit(call, sums, format);
  const bool all_exact = std::all_of(call.inputs.begin(), call.inputs.end(), is_exact);
  const double unit = std::ldexp(1.0, -format.digits);
  const int64_t share =
      call.values[0].count() == 0 ? 0 : call.inputs[0].value.count() / call.values[0].count();
  const int64_t count = sums.most_terms > 0 ? sums.most_terms : share;

  return errors_within(call.values[0], [&](int64_t i) -> Reach {
    const double sum = centre.data<double>()[i], magnitude = most.data<double>()[i];
    if (!std::isfinite(sum)) return ends[static_cast<size_t>(i)];
    const double added = sums.counts ? terms.data<double>()[i] : static_cast<double>(count);
    // A single term that was kept wider is rounded too.
    const double n = std::max(added + static_cast<double>(sums.beside), all_exact ? 0.0 : 1.0);
    if (magnitude <= exact_up_to || magnitude == 0 || n == 0) return {sum, sum, 0};
    // A partial sum may overflow although the result does not, unless all terms have one sign.
    const bool one_sign = sums.counts && std::fabs(sum) == least.data<double>()[i];
    const bool may_overflow = !one_sign && !(magnitude * (sums.counts ? 1 : added) < format.largest);
    if (n > 1 && (may_overflow || !(n * unit < 0.5))) return kAnything;
    const double slack = 3 * (n + 2) * kDouble * magnitude;  // of the three sums in double
    const double spread = magnitude - least.data<double>()[i] + slack;
    Reach reach = {sum - spread, sum + spread, 0};
    const double before_last = n > 1 ? (n - 1) * unit / (1 - (n - 1) * unit) * magnitude : 0;
    reach.rounding = before_last + ulp(format, reach.magnitude() + before_last) / 2 + n * format.smallest / 2;
    return reach;
  });
}

Errors errors_of(const BoundedCall& call, const ops::Quotient& quotient) {
  if (may_be_zero(call.inputs[1])) return Error("CASE-3", "a divisor may be zero, depending on roundings");
  TRY(check_signs_of_zeros(call, 1));
  return errors_of(call, ops::Monotone{quotient.ulps});
}

Errors errors_of(const BoundedCall& call, const ops::Powers& powers) {
  if (is_monotone_power(call.inputs[0], call.inputs[1])) return errors_of(call, ops::Monotone{powers.ulps});
  return Error(
      "CASE-3",
      "no error bound is known for powers of numbers that may be negative, except for whole exponents");
}

Errors errors_of(const BoundedCall& call, const ops::Monotone& function) {
  const Format format = format_of(call.values[0].type());
  const std::vector<Reach> reaches = TRY(extremes(call));
  return errors_within(call.values[0], [&](int64_t i) {
    Reach reach = reaches[static_cast<size_t>(i)];
    if (function.ulps > 0)
      reach.rounding = function.ulps * ulp(format, reach.magnitude()) + kDouble * reach.magnitude();
    return reach;
  });
}

Errors errors_of(const BoundedCall& call, const ops::Wave& function) {
  const Format format = format_of(call.values[0].type());
  const Tensor centre = TRY(in_doubles(call, [&](size_t k) { return as_doubles(call.inputs[k].value); }));
  return errors_within(call.values[0], [&](int64_t i) -> Reach {
    const double at = centre.data<double>()[i], spread = call.inputs[0].error.data<double>()[i];
    Reach reach = {at - spread, at + spread, 0};
    reach.rounding = function.ulps * ulp(format, reach.magnitude()) + kDouble * reach.magnitude();
    return reach;
  });
}

/// A function that grows between its poles is smaller at the high end only if there is a pole inside. The
/// poles of Tan are farther apart than an interval that is useful.
Errors errors_of(const BoundedCall& call, const ops::BetweenPoles& function) {
  constexpr double kLeastDistance = 3;
  const Bounded& x = call.inputs[0];
  const Tensor low = TRY(in_doubles(call, [&](size_t) { return low_end(x); }));
  const Tensor high = TRY(in_doubles(call, [&](size_t) { return high_end(x); }));
  for (int64_t i = 0; i < low.count(); ++i) {
    const bool is_narrow = 2 * x.error.data<double>()[i] < kLeastDistance;
    if (!is_narrow || high.data<double>()[i] < low.data<double>()[i])
      return ill_conditioned(x.value, i, "may be on both sides of a pole");
  }
  return errors_of(call, ops::Monotone{function.ulps});
}

/// The points are in a box. Seen from the origin, a box that does not contain it takes less than half a turn,
/// and the ends are at corners. A box that contains the origin, or is on both sides of the negative half of the
/// x axis, seems to take half a turn or more.
Errors errors_of(const BoundedCall& call, const ops::Angle& angle) {
  constexpr double kHalfTurn = 0x1.921fb54442d18p1;
  for (const size_t k : {size_t{0}, size_t{1}}) TRY(check_signs_of_zeros(call, k));
  const std::vector<Reach> reaches = TRY(extremes(call));
  for (int64_t i = 0; i < call.values[0].count(); ++i) {
    const Reach& reach = reaches[static_cast<size_t>(i)];
    if (reach.high - reach.low >= kHalfTurn)
      return ill_conditioned(call.values[0], i, "may be on both sides of the negative half of the x axis");
  }
  return errors_of(call, ops::Monotone{angle.ulps});
}

Errors real_conversion_errors(const BoundedCall& call) {
  const Bounded& input = call.inputs[0];
  const Format format = format_of(call.values[0].type());
  const Tensor from = as_doubles(input.value), to = as_doubles(call.values[0]);
  return errors_within(call.values[0], [&](int64_t i) -> Reach {
    const double x = from.data<double>()[i], error = input.error.data<double>()[i];
    const bool long_integer = !is_real(input.value.type()) && std::fabs(x) > 0x1p53;
    const double spread = error + (long_integer ? kDouble * std::fabs(x) : 0);
    Reach reach = {x - spread, x + spread, 0};
    if (spread > 0 || x != to.data<double>()[i])
      reach.rounding = ulp(format, reach.magnitude()) / 2 + kDouble * reach.magnitude();
    return reach;
  });
}

}  // namespace backedge::bounds
