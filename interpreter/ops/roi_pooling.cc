#include <optional>

#include "interpreter/ops/detection.h"
#include "interpreter/ops/regions.h"

/// Pools regions of images to one size: the maximum of the elements of each part, or one point for each part
/// (OP-59).
///
/// inputs   images [N, C, H, W] and regions [R, 5] of one real type: the image, x1, y1, x2, y2
/// returns  [R, C, height, width]
/// errors   OP-4; OP-5; OP-6 an image that does not exist
/// source   OpenVINO's ROIPooling-2, whose page calls it ROIPooling-1
namespace backedge::ops {
namespace {

/// A region along one axis, in whole elements.
struct Extent {
  int64_t begin = 0, size = 1;
  bool is_nan = false;

  /// The elements of part i of n, of an axis of `elements`.
  std::pair<int64_t, int64_t> part(int64_t i, int64_t n, int64_t elements) const {
    const auto border = [&](int64_t k, int64_t up) { return k * (size / n) + (k * (size % n) + up) / n; };
    const auto inside = [&](int64_t at) { return std::clamp<int64_t>(begin + at, 0, elements); };
    return {inside(border(i, 0)), inside(border(i + 1, n - 1))};  // [OP-59]
  }
};

template <class T>
Extent extent_of(const RoiPooling& options, T low, T high) {
  constexpr double kFar = 0x1p40;
  const T scale = numbers::round_to<T>(options.scale);
  const auto corner = [&](T at) {
    return static_cast<double>(
        numbers::widen(numbers::round_half_away_from_zero(numbers::multiply(at, scale))));
  };
  const double begin = corner(low), end = corner(high);
  if (std::isnan(begin) || std::isnan(end)) return {.is_nan = true};
  const auto first = static_cast<int64_t>(std::clamp(begin, -kFar, kFar));
  const auto last = static_cast<int64_t>(std::clamp(end, -kFar, kFar));
  return {first, std::max<int64_t>(last - first + 1, 1)};  // [OP-59]
}

template <class T>
Result<void> pool_greatest(const RoiPooling& options, const KernelCall& call) {
  const Shape& images = call.input(0).shape();
  const RowMajor<4> at_image(images);
  Extent x, y;
  int64_t n = 0;
  const auto prepare = [&](const T* region, int64_t image) {
    n = image;
    x = extent_of(options, region[1], region[3]);
    y = extent_of(options, region[2], region[4]);
  };
  return pool_regions<T>(call, prepare, [&](int64_t c, int64_t row, int64_t column) {
    if (x.is_nan || y.is_nan) return numbers::round_to<T>(std::numeric_limits<double>::quiet_NaN());
    const auto [top, bottom] = y.part(row, options.height, images[2]);
    const auto [left, right] = x.part(column, options.width, images[3]);
    const T* const image = call.input(0).data<T>() + at_image(n, c);
    const RowMajor at_element(images[3]);
    std::optional<T> greatest;
    for (int64_t i = top; i < bottom && !call.deadline.passed(std::max<int64_t>(right - left, 1)); ++i) {
      for (int64_t j = left; j < right; ++j) {
        const T element = image[at_element(i, j)];
        greatest = greatest ? numbers::maximum(*greatest, element) : element;
      }
    }
    return greatest.value_or(as_real<T>(0));  // [OP-59]
  });
}

/// Point i of n along an axis of `size` elements, from `low` to `high` of 1.
template <class T>
T point(T low, T high, int64_t i, int64_t n, int64_t size) {
  const T last = as_real<T>(size - 1);
  if (n == 1) return numbers::multiply(numbers::divide(numbers::add(low, high), as_real<T>(2)), last);
  if (i == n - 1) return numbers::multiply(last, high);  // [OP-59]
  const T step = numbers::divide(numbers::multiply(last, numbers::subtract(high, low)), as_real<T>(n - 1));
  return numbers::add(numbers::multiply(step, as_real<T>(i)), numbers::multiply(low, last));
}

template <class T>
Result<void> pool_bilinear(const RoiPooling& options, const KernelCall& call) {
  const Shape& images = call.input(0).shape();
  const RowMajor<4> at_image(images);
  const T* numbers = nullptr;
  int64_t n = 0;
  const auto prepare = [&](const T* region, int64_t image) {
    n = image;
    numbers = region;
  };
  return pool_regions<T>(call, prepare, [&](int64_t c, int64_t row, int64_t column) {
    const T y = point(numbers[2], numbers[4], row, options.height, images[2]);
    const T x = point(numbers[1], numbers[3], column, options.width, images[3]);
    return numbers::round_to<T>(value_inside(call.input(0).data<T>() + at_image(n, c), images, y, x));
  });
}

Result<void> pool_roi(const RoiPooling& options, const KernelCall& call) {
  return dispatch<Types::kReal>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
    return options.bilinear ? pool_bilinear<T>(options, call) : pool_greatest<T>(options, call);
  });
}

Result<void> infer_roi_pooling(const RoiPooling& options, std::span<const Operand> inputs,
                               std::span<Signature> outputs) {
  const RegionCounts counts = TRY(count_regions(inputs, 5));
  const Dimension dims[] = {counts.regions, counts.channels, Dimension::exactly(options.height),
                            Dimension::exactly(options.width)};
  outputs[0] = {inputs[0].type, PartialShape::of(dims)};
  return {};
}

}  // namespace

Operation make_roi_pooling(const RoiPooling& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_roi_pooling, options),
               .kernel = std::bind_front(pool_roi, options),
               .error = NotDerived{}});
}

}  // namespace backedge::ops
