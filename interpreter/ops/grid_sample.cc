#include "interpreter/ops/grid_sample.h"

#include <algorithm>
#include <array>
#include <limits>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/element_of_sum.h"
#include "interpreter/ops/list_operands.h"

namespace backedge::ops {
namespace {

using Mode = GridSample::Mode;
using Outside = GridSample::Outside;

Result<void> infer_grid_sample(const GridSample& options, int64_t spatial, std::span<const Operand> inputs,
                               std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, options.mode == Mode::kNearest ? Types::kAny : Types::kNumeric));
  TRY(check_type(inputs, 1, Types::kReal));
  const PartialShape data = TRY(shape_of_rank(inputs, 0, spatial + 2)),
                     grid = TRY(shape_of_rank(inputs, 1, spatial + 2));
  if (!data[0].meets(grid[0]))
    return Error("OP-5",
                 shape_text(inputs, 0) + " and " + shape_text(inputs, 1) + ", expected equal batches");
  if (!grid[spatial + 1].admits(spatial))
    return Error("OP-5", shape_text(inputs, 1) + ", expected " + std::to_string(spatial) +
                             " numbers along its last axis");
  const Dimension batch = {std::max(data[0].min, grid[0].min), std::min(data[0].max, grid[0].max)};
  PartialShape& shape = (outputs[0] = {inputs[0].type, grid}).shape;
  shape[0] = batch;
  for (int64_t axis = 0; axis < spatial; ++axis) shape[axis + 2] = grid[axis + 1];
  shape[1] = data[1];
  return {};
}

/// Where -1 to 1 is along an axis of `size` elements.  [OP-42]
double position_of(double g, int64_t size, bool align_corners) {
  const auto elements = static_cast<double>(size);
  return align_corners ? (g + 1) / 2 * (elements - 1) : ((g + 1) * elements - 1) / 2;
}

/// The element of data that continues it at k, which is a whole number; -1 if it is a zero.  [OP-42]
int64_t continued(double k, int64_t size, const GridSample& options) {
  const auto last = static_cast<double>(size - 1);
  if (k >= 0 && k <= last) return static_cast<int64_t>(k);
  if (options.outside == Outside::kZeros) return -1;
  if (options.outside == Outside::kBorder) return k < 0 ? 0 : size - 1;
  if (size == 1) return 0;
  const double period = 2 * (options.align_corners ? last : last + 1);
  double within = std::fmod(k, period);
  if (within < 0) within += period;
  return static_cast<int64_t>(within <= last          ? within
                              : options.align_corners ? period - within
                                                      : period - 1 - within);
}

/// The elements along one axis and their weights.
struct Terms {
  std::array<int64_t, 4> elements = {};
  std::array<double, 4> weights = {};
  size_t count = 0;

  /// A zero does not count, and an element without weight neither (OP-40).
  void take(int64_t element, double weight) {
    if (element < 0 || weight == 0) return;
    elements[count] = element;
    weights[count++] = weight;
  }
};

/// The terms at a position that is not NaN. An infinite one is as far away as a number can be.  [OP-42]
Terms terms_of(double position, int64_t size, const GridSample& options) {
  constexpr double kFar = std::numeric_limits<double>::max();
  const double at = std::clamp(position, -kFar, kFar);
  Terms terms;
  if (options.mode == Mode::kNearest) {
    terms.take(continued(std::nearbyint(at), size, options), 1);
    return terms;
  }
  const double first = std::floor(at), t = at - first;
  if (options.mode == Mode::kLinear) {
    terms.take(continued(first, size, options), 1 - t);
    terms.take(continued(first + 1, size, options), t);
    return terms;
  }
  const std::array<double, 4> weights = cubic_coefficients(t, -0.75);
  for (size_t k = 0; k < 4; ++k)
    terms.take(continued(first + static_cast<double>(k) - 1, size, options), weights[k]);
  return terms;
}

/// An image or a volume, and the terms along its axes.
struct Sampled {
  std::array<int64_t, 3> sizes = {1, 1, 1};  // an image has one layer
  std::array<Terms, 3> terms = {};

  int64_t count() const { return sizes[0] * sizes[1] * sizes[2]; }
  /// Calls take(position in the channel, weight) for each term.
  template <class Take>
  void for_each(Take&& take) const {
    for (size_t z = 0; z < terms[0].count; ++z) {
      for (size_t y = 0; y < terms[1].count; ++y) {
        const int64_t row = terms[0].elements[z] * sizes[1] + terms[1].elements[y];
        const double weight = terms[0].weights[z] * terms[1].weights[y];
        for (size_t x = 0; x < terms[2].count; ++x)
          take(row * sizes[2] + terms[2].elements[x], weight * terms[2].weights[x]);
      }
    }
  }
};

/// One element of the output.
template <class T>
T sample(const T* channel, const Sampled& sampled, Mode mode) {
  if (mode == Mode::kNearest) {
    T element{};
    sampled.for_each([&](int64_t at, double) { element = channel[at]; });
    return element;
  }
  if constexpr (!std::is_same_v<T, bool>) {
    double sum = 0;
    sampled.for_each(
        [&](int64_t at, double weight) { sum += weight * static_cast<double>(numbers::widen(channel[at])); });
    return element_of_sum<T>(sum);
  }
  return T{};
}

/// The element at a position that is NaN.  [OP-42]
template <class T>
T nowhere() {
  if constexpr (kIsReal<T>) return numbers::round_to<T>(std::numeric_limits<double>::quiet_NaN());
  return T{};
}

Result<void> grid_sample(const GridSample& options, int64_t spatial, const KernelCall& call) {
  const Tensor &data = call.input(0), &grid = call.input(1);
  const Shape &shape = data.shape(), &output = call.output().shape();
  if (call.output().count() == 0) return {};
  Sampled sampled;
  const auto first_axis = static_cast<size_t>(3 - spatial);
  sampled.terms[0].take(0, 1);
  for (int64_t axis = 0; axis < spatial; ++axis)
    sampled.sizes[first_axis + static_cast<size_t>(axis)] = shape[axis + 2];
  if (sampled.count() == 0 && options.outside != Outside::kZeros)  // [OP-42]
    return Error("OP-6", "an image of " + shape.text() + " has no elements to continue");
  const int64_t channels = shape[1], places = output.count() / (output[0] * channels);
  const RowMajor in_data(channels, sampled.count()), in_output(channels, places);
  dispatch<Types::kAny>(data.type(), [&]<class T>(TypeTag<T>) {
    const T* const from = data.data<T>();
    T* const out = call.output().writable<T>();
    for (int64_t i = 0; i < output[0] * places && !call.deadline.passed(1); ++i) {
      bool is_nan = false;
      for (int64_t k = 0; k < spatial; ++k) {
        const size_t axis = 2 - static_cast<size_t>(k);  // the first number is that along the last axis
        const double at =
            position_of(real_at(grid, spatial * i + k), sampled.sizes[axis], options.align_corners);
        is_nan = is_nan || std::isnan(at);
        sampled.terms[axis] = std::isnan(at) ? Terms() : terms_of(at, sampled.sizes[axis], options);
      }
      const int64_t image = i / places, place = i % places;
      for (int64_t c = 0; c < channels && !call.deadline.passed(1); ++c) {
        const T* const channel = from + in_data(image, c);
        out[in_output(image, c, place)] = is_nan ? nowhere<T>() : sample<T>(channel, sampled, options.mode);
      }
    }
  });
  return {};
}

Operation grid_sample_of(const GridSample& options, int64_t spatial, const ErrorClass& error) {
  return {.infer = std::bind_front(infer_grid_sample, options, spatial),
          .kernel = std::bind_front(grid_sample, options, spatial),
          .error = error};
}

}  // namespace

Operation make_grid_sample(const GridSample& options) {
  ErrorClass error = options;
  if (options.mode == Mode::kNearest) error = MovesByOthers{};
  return made(__func__, options, grid_sample_of(options, 2, error));
}

Operation make_volumetric_grid_sample(const GridSample& options) {
  ErrorClass error = NotDerived{};
  if (options.mode == Mode::kNearest) error = MovesByOthers{};
  return made(__func__, options, grid_sample_of(options, 3, error));
}

}  // namespace backedge::ops
