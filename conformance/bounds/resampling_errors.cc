#include <algorithm>
#include <cmath>

#include "conformance/bounds/operation_errors.h"
#include "interpreter/ops/operand_checks.h"

/// Sums of elements times weights that depend on positions. A permitted implementation computes positions and
/// weights in f32 or wider.
namespace backedge::bounds {
namespace {

/// How an element of the output depends on data.
struct Weights {
  double terms = 1;      // the largest number of elements
  double magnitude = 1;  // the largest sum of the magnitudes of weights
  double change = 0;     // the largest sum of changes of weights, for the errors of the positions
};

/// One more axis. `slope` bounds the sum of the changes of its weights, divided by the change of a position.
void add_axis(Weights& weights, double terms, double magnitude, double slope, double position_error) {
  weights.change = weights.change * magnitude + weights.magnitude * slope * position_error;
  weights.terms *= terms;
  weights.magnitude *= magnitude;
}

/// The magnitudes and slopes of the four weights of a cubic function with parameter a.
double cubic_magnitude(double a) { return 1 + std::fabs(a) / 2; }
double cubic_slope(double a) { return 2 * std::fabs(a) + 2 * (3 * std::fabs(a + 2) + 2 * std::fabs(a + 3)); }

/// How far a position among `size` elements may be off after some roundings.
double position_error(int64_t size) {
  constexpr double kRoundings = 6;
  return kRoundings * 0x1p-24 * (static_cast<double>(size) + 2);
}

double largest_magnitude(const Tensor& doubles) {
  double most = 0;
  for (int64_t i = 0; i < doubles.count(); ++i) most = std::max(most, std::fabs(doubles.data<double>()[i]));
  return most;
}

/// The errors of all elements, each as large as the largest one.
Errors errors_of_sums(const BoundedCall& call, const Weights& weights) {
  const Tensor &golden = call.values[0], &data = call.inputs[0].value;
  const double error = largest_error(call.inputs[0]), most = largest_magnitude(as_doubles(data)) + error;
  if (!std::isfinite(most)) return Error("CASE-3", "no error bound is known for sums of infinities and NaN");
  const Format format = format_of(golden.type());
  const double unit = std::ldexp(1, -format.digits);
  constexpr double kRoundings = 16;  // of a weight, and of the result
  const double roundings = (weights.terms + kRoundings) * unit * weights.magnitude * most;
  const double total = weights.magnitude * error + 2 * weights.change * most + roundings + format.smallest;
  if (!(weights.magnitude * most + total < format.largest))
    return ill_conditioned(golden, 0, "or another element may overflow");
  Tensor errors = Tensor::zeros(ElementType::kF64, golden.shape());
  std::fill_n(errors.writable<double>(), errors.count(), rounded_up(total));
  return std::vector<Tensor>{errors};
}

/// The axes that are interpolated.
std::vector<int64_t> named_axes(const BoundedCall& call, const ops::Interpolate& options) {
  std::vector<int64_t> axes;
  const size_t k = options.axes_input();
  const bool all = call.inputs.size() <= k;
  const int64_t count = all ? call.values[0].shape().rank() : call.inputs[k].value.count();
  for (int64_t i = 0; i < count; ++i) axes.push_back(all ? i : ops::integer_at(call.inputs[k].value, i));
  return axes;
}

/// The size of an axis with its pads.
int64_t padded_size(const BoundedCall& call, const ops::Interpolate& options, int64_t axis) {
  int64_t size = call.inputs[0].value.shape()[axis];
  for (const auto* pads : {&options.pads_begin, &options.pads_end})
    size += ops::Interpolate::pad_of(*pads, axis);
  return size;
}

}  // namespace

/// The weights of an interpolated axis are divided by their sum, which is at least half of what it is inside of
/// data. With an `antialias` that narrows the weights, it may be anything.
Errors errors_of(const BoundedCall& call, const ops::Interpolate& options) {
  using Mode = ops::Interpolate::Mode;
  constexpr const char* kUnknown = "no error bound is known for this mode of Interpolate";
  const Shape& output = call.values[0].shape();
  if (output.count() == 0) return std::vector<Tensor>{exact(call.values[0]).error};
  const double a = options.cubic;
  if (options.antialias && options.mode != Mode::kLinear) return Error("CASE-3", kUnknown);
  const bool spread = options.antialias && options.mode == Mode::kLinear;
  Weights weights;
  for (const int64_t axis : named_axes(call, options)) {
    const int64_t size = padded_size(call, options, axis);
    const double error = position_error(std::max(size, output[axis]));
    const double step = std::max(static_cast<double>(size) / static_cast<double>(output[axis]), 1.0);
    const double reached = 2 * std::ceil(step) + 2;  // elements
    if (options.mode == Mode::kCubic) {
      add_axis(weights, 4, cubic_magnitude(a), cubic_slope(a), error);
    } else if (options.mode == Mode::kPillowCubic) {
      if (!(a >= -1 && a <= 0)) return Error("CASE-3", kUnknown);
      add_axis(weights, 2 * reached, 2, 6 * cubic_slope(a), error);
    } else if (spread || options.mode == Mode::kPillowLinear) {
      if (spread && output[axis] > size) return Error("CASE-3", kUnknown);
      add_axis(weights, reached, 1, 32, error);
    } else {
      add_axis(weights, 2, 1, 4, error);
    }
  }
  return errors_of_sums(call, weights);
}

Errors errors_of(const BoundedCall& call, const ops::GridSample& options) {
  const Bounded &data = call.inputs[0], &grid = call.inputs[1];
  if (!is_exact(grid)) return Error("CASE-3", "no error bound is known for a grid with errors");
  Weights weights;
  for (const int64_t axis : {int64_t{2}, int64_t{3}}) {
    const double far = largest_magnitude(as_doubles(grid.value)) + 1;
    if (!std::isfinite(far))
      return Error("CASE-3", "no error bound is known for positions that are not finite");
    const auto size =
        static_cast<int64_t>(std::min(far * static_cast<double>(data.value.shape()[axis]), 0x1p62));
    const double error = position_error(size);
    constexpr double kCubic = -0.75;
    if (options.mode == ops::GridSample::Mode::kCubic) {
      add_axis(weights, 4, cubic_magnitude(kCubic), cubic_slope(kCubic), error);
    } else {
      add_axis(weights, 2, 1, 2, error);
    }
  }
  return errors_of_sums(call, weights);
}

}  // namespace backedge::bounds
