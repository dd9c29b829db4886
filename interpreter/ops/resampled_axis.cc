#include "interpreter/ops/resampled_axis.h"

#include <algorithm>

#include "interpreter/ops/element_of_sum.h"

namespace backedge::ops {
namespace {

using Mode = Interpolate::Mode;
using Nearest = Interpolate::Nearest;
using Position = Interpolate::Position;

/// The position in data of element x of the output.  [OP-40]
Ratio position_of(Position position, const ResampledAxis& axis, Wide x) {
  const auto [scale, of] = axis.scale;
  const Wide middle = 2 * x + 1;  // of the element, in halves
  switch (position) {
    case Position::kHalfPixelOrFirst:
      if (axis.output == 1) return {0, 2 * scale};
      [[fallthrough]];
    case Position::kHalfPixel:
      return {middle * of - scale, 2 * scale};
    case Position::kHalfPixelCentred:
      return {(axis.data - 1) * scale + (middle - axis.output) * of, 2 * scale};
    case Position::kHalfPixelLater:
      return {middle * of, 2 * scale};
    case Position::kCorner:
      return {x * of, scale};
    case Position::kAlignScaledCorners:
      if (axis.data * scale <= of) return {0, 1};
      return {x * (axis.data - 1) * of, axis.data * scale - of};
    default:
      if (axis.output == 1) return {0, 1};
      return {x * (axis.data - 1), axis.output - 1};
  }
}

bool shrinks(const ResampledAxis& axis) { return axis.scale.numerator < axis.scale.denominator; }

/// The nearest element; `nearest` chooses between two equally near ones.
Wide nearest_to(Ratio at, Nearest nearest, bool shrinks) {
  const auto [p, q] = at;
  switch (nearest) {
    case Nearest::kHalfDown:
      return ceil_of({2 * p - q, 2 * q});
    case Nearest::kHalfUp:
      return floor_of({2 * p + q, 2 * q});
    case Nearest::kFloor:
      return floor_of(at);
    case Nearest::kCeil:
      return ceil_of(at);
    default:
      return shrinks ? ceil_of(at) : p / q;
  }
}

/// The weight of an element at a distance.  [OP-41]
double cubic_filter(double distance, double a) {
  if (distance < 1) return ((a + 2) * distance - (a + 3)) * distance * distance + 1;
  return distance < 2 ? (((distance - 5) * distance + 8) * distance - 4) * a : 0;
}

/// Appends the taps of one element of the output.
struct Writer {
  int64_t* elements;
  double* weights;
  int64_t count = 0;

  /// An element without weight does not count, even if it is infinite or NaN.  [OP-40]
  void take(Wide element, double weight) {
    if (weight == 0) return;
    elements[count] = static_cast<int64_t>(element);
    weights[count++] = weight;
  }
};

/// The taps of an axis, for one element of the output at a time.
class TapsOfAxis {
 public:
  TapsOfAxis(const Interpolate& options, const ResampledAxis& axis, Deadline& deadline)
      : options_(options), axis_(axis), deadline_(deadline) {
    const bool pillow = options.mode == Mode::kPillowLinear || options.mode == Mode::kPillowCubic;
    if (pillow) options_.position = Position::kHalfPixel;  // [OP-41]
    spread_ = pillow ? shrinks(axis) : axis.antialias;
    const auto [scale, of] = axis.scale;
    reach_ = spread_ ? static_cast<int64_t>(ceil_of({of, scale})) : 1;
    if (options.mode == Mode::kPillowCubic || options.mode == Mode::kCubic) reach_ *= 2;
  }

  /// The most taps of an element.
  int64_t most() const {
    if (spreads_past_border()) return all_near();
    switch (options_.mode) {
      case Mode::kNearest:
        return 1;
      case Mode::kLinearAtBorder:
        return 2;
      case Mode::kCubic:
        return 4;
      default:
        return std::min(all_near(), axis_.data);
    }
  }

  void write(int64_t x, Writer& writer) const {
    const Ratio at = position_of(options_.position, axis_, x);
    switch (options_.mode) {
      case Mode::kNearest:
        return writer.take(inside(nearest_to(at, options_.nearest, shrinks(axis_))), 1);
      case Mode::kLinearAtBorder:
        return axis_.antialias ? write_spread(at, writer) : write_neighbours(at, writer);
      case Mode::kCubic:
        return axis_.antialias ? write_spread(at, writer) : write_cubic(at, writer);
      case Mode::kPillowCubic:
        return write_filter(at, writer);
      default:
        return write_linear(at, writer);
    }
  }

 private:
  int64_t all_near() const { return 2 * (reach_ + 1); }

  bool spreads_past_border() const {
    return axis_.antialias && (options_.mode == Mode::kLinearAtBorder || options_.mode == Mode::kCubic);
  }

  Wide inside(Wide element) const { return std::clamp<Wide>(element, 0, axis_.data - 1); }

  void write_neighbours(Ratio at, Writer& writer) const {
    const auto [p, q] = at;
    const Wide limited = std::clamp<Wide>(p, 0, (axis_.data - 1) * q);
    const Wide first = limited / q, rest = limited % q;
    writer.take(first, rounded({q - rest, q}));
    writer.take(first + 1, rounded({rest, q}));
  }

  void write_cubic(Ratio at, Writer& writer) const {
    const Wide first = floor_of(at);
    const double rest = rounded({at.numerator - first * at.denominator, at.denominator});
    const std::array<double, 4> weights = cubic_coefficients(rest, options_.cubic);
    double sum = 1;
    const auto is_inside = [&](Wide element) { return element == inside(element); };
    if (options_.excludes_outside) {
      sum = 0;
      for (size_t k = 0; k < 4; ++k) sum += is_inside(first + Wide{k} - 1) ? weights[k] : 0;
    }
    for (size_t k = 0; k < 4; ++k) {
      const Wide element = first + Wide{k} - 1;
      if (!options_.excludes_outside || is_inside(element)) writer.take(inside(element), weights[k] / sum);
    }
  }

  /// The weights of kLinearAtBorder and kCubic at distances times the scale, divided by their sum. Past the
  /// border is the outer element, or nothing.  [OP-40]
  void write_spread(Ratio at, Writer& writer) const {
    const Wide first = floor_of(at);
    const double rest = rounded({at.numerator - first * at.denominator, at.denominator});
    const double scale = rounded(axis_.scale);
    double sum = 0;
    for (int64_t k = -reach_; k <= reach_ + 1 && !deadline_.passed(1); ++k) {
      const Wide element = first + Wide{k};
      if (options_.excludes_outside && element != inside(element)) continue;
      const double distance = std::fabs((static_cast<double>(k) - rest) * scale);
      const double weight = options_.mode == Mode::kCubic ? cubic_filter(distance, options_.cubic)
                                                          : std::max(1 - distance, 0.0);
      writer.take(inside(element), weight);
      sum += weight;
    }
    if (sum == 0) writer.count = 0;
    for (int64_t k = 0; k < writer.count; ++k) writer.weights[k] /= sum;
  }

  /// A distance of 1 / q is numerator / denominator of the distance at which weights end, or of half of it in
  /// a cubic filter.
  Ratio slope(Ratio at) const {
    const auto [scale, of] = axis_.scale;
    if (!spread_) return {1, at.denominator};
    if (options_.position == Position::kAlignCorners) return {scale, of * at.denominator};
    return {1, of * (at.denominator / scale)};
  }

  /// Calls take(element, distance) for each element that may have a weight.
  template <class Take>
  void for_each_near(Ratio at, Take take) const {
    const Wide middle = floor_of(at), last = std::min<Wide>(middle + reach_ + 1, axis_.data - 1);
    const auto [one, whole] = slope(at);
    for (Wide k = std::max<Wide>(middle - reach_, 0); k <= last && !deadline_.passed(1); ++k) {
      const Wide distance = k * at.denominator - at.numerator;
      take(k, Ratio{(distance < 0 ? -distance : distance) * one, whole});
    }
  }

  /// Each weight is divided by their sum, and then rounded.  [OP-40]
  void write_linear(Ratio at, Writer& writer) const {
    const auto weight = [](Ratio distance) {
      return std::max<Wide>(distance.denominator - distance.numerator, 0);
    };
    Wide sum = 0;
    for_each_near(at, [&](Wide, Ratio distance) { sum += weight(distance); });
    if (sum == 0) return;
    for_each_near(at, [&](Wide k, Ratio distance) { writer.take(k, rounded({weight(distance), sum})); });
  }

  void write_filter(Ratio at, Writer& writer) const {
    double sum = 0;
    for_each_near(at, [&](Wide k, Ratio distance) {
      const double weight = cubic_filter(rounded(distance), options_.cubic);
      writer.take(k, weight);
      sum += weight;
    });
    if (sum == 0) writer.count = 0;
    for (int64_t k = 0; k < writer.count; ++k) writer.weights[k] /= sum;
  }

  Interpolate options_;
  const ResampledAxis& axis_;
  Deadline& deadline_;
  bool spread_;
  int64_t reach_;  // how far away elements may have a weight, rounded up
};

}  // namespace

Result<Taps> taps_of(const Interpolate& options, const ResampledAxis& axis, Pool& pool, Deadline& deadline) {
  const TapsOfAxis taps_of_axis(options, axis, deadline);
  Taps taps;
  taps.most = taps_of_axis.most();
  taps.counts = TRY(pool.allocate(ElementType::kI64, {axis.output}));
  taps.elements = TRY(pool.allocate(ElementType::kI64, {axis.output, taps.most}));
  taps.weights = TRY(pool.allocate(ElementType::kF64, {axis.output, taps.most}));
  int64_t* const counts = taps.counts.writable<int64_t>();
  int64_t* const elements = taps.elements.writable<int64_t>();
  double* const weights = taps.weights.writable<double>();
  for (int64_t x = 0; x < axis.output && !deadline.passed(taps.most); ++x) {
    Writer writer = {elements + x * taps.most, weights + x * taps.most};
    taps_of_axis.write(x, writer);
    counts[x] = writer.count;
  }
  return taps;
}

}  // namespace backedge::ops
