#include <algorithm>

#include "interpreter/ops/detection.h"
#include "interpreter/ops/flat_positions.h"
#include "interpreter/ops/regions.h"

/// Pools regions of an image to one size. An element of the output is the mean or the maximum of points in its
/// part of the region, each interpolated between four elements of the image (OP-37).
///
/// inputs   images [N, C, H, W] and regions [R, 4] of one real type; the image of each region
/// returns  [R, C, height, width]
/// errors   OP-4; OP-5; OP-6 an image that does not exist, or a region that is too large
/// source   OpenVINO's ROIAlign-3 and ROIAlign-9
namespace backedge::ops {
namespace {

constexpr int64_t kWorkOfASample = 16;
constexpr double kMostPoints = 0x1p31;  // of an element of the output, along one axis

/// Where a region begins along one axis, and how far apart its parts and their points are.
template <class T>
struct Extent {
  T begin, part, step;
  int64_t points;

  T at(int64_t which, int64_t point) const {
    const auto number = [](double x) { return numbers::round_to<T>(x); };
    const T whole = numbers::multiply(part, number(static_cast<double>(which)));
    const T rest = numbers::multiply(step, number(static_cast<double>(point) + 0.5));
    return numbers::add(numbers::add(begin, whole), rest);
  }
};

template <class T>
T placed(const RoiAlign& options, T x) {
  const T half = numbers::round_to<T>(0.5);
  if (options.alignment == RoiAlign::Alignment::kHalfPixel) x = numbers::add(x, half);
  x = numbers::multiply(x, numbers::round_to<T>(options.scale));
  return options.alignment == RoiAlign::Alignment::kAsymmetric ? x : numbers::subtract(x, half);
}

/// errors  OP-6
template <class T>
Result<Extent<T>> extent_of(const RoiAlign& options, T low, T high, int64_t parts) {
  T size = numbers::multiply(numbers::round_to<T>(options.scale), numbers::subtract(high, low));
  if (options.alignment == RoiAlign::Alignment::kAsymmetric)
    size = numbers::maximum(size, numbers::round_to<T>(1));
  const T part = numbers::divide(size, numbers::round_to<T>(static_cast<double>(parts)));
  double points = static_cast<double>(options.points);
  if (options.points == 0) points = std::max(std::ceil(static_cast<double>(numbers::widen(part))), 0.0);
  if (!(points <= kMostPoints)) {  // [OP-37]
    return Error("OP-6", "a region from " + std::to_string(numbers::widen(low)) + " to " +
                             std::to_string(numbers::widen(high)) + " has too many points");
  }
  const T step = numbers::divide(part, numbers::round_to<T>(points));
  return Extent<T>{placed(options, low), part, step, static_cast<int64_t>(points)};
}

/// Returns whether a point counts, and its neighbours.
template <class T>
bool find_neighbours(T at, int64_t size, Between<T>& between) {
  const auto wide = numbers::widen(at);
  if (size == 0 || !(wide >= -1 && wide <= static_cast<double>(size))) return false;  // [OP-37]
  between = neighbours_of(wide > 0 ? at : numbers::round_to<T>(0), size);
  return true;
}

/// What the points of one element of the output add up to.
template <class T>
class Points {
 public:
  void take(double point) {
    sum_ += point;
    const T rounded = numbers::round_to<T>(point);
    greatest_ = count_ == 0 ? rounded : numbers::maximum(greatest_, rounded);
    ++count_;
  }
  T result(bool takes_greatest) const {
    if (takes_greatest) return greatest_;
    return numbers::round_to<T>(count_ == 0 ? 0 : sum_ / static_cast<double>(count_));  // [OP-37]
  }

 private:
  double sum_ = 0;
  T greatest_ = numbers::round_to<T>(0);
  int64_t count_ = 0;
};

template <class T>
struct RegionExtents {
  Extent<T> y, x;
};

template <class T>
T pool_samples(const RoiAlign& options, const RegionExtents<T>& region, const T* image, const Shape& images,
               int64_t row, int64_t column, Deadline& deadline) {
  const int64_t height = images[2], width = images[3];
  Points<T> points;
  for (int64_t i = 0; i < region.y.points && !deadline.over(); ++i) {
    const T at_y = region.y.at(row, i);
    Between<T> y, x;
    const bool row_counts = find_neighbours(at_y, height, y);
    for (int64_t j = 0; j < region.x.points && !deadline.passed(kWorkOfASample); ++j) {
      const T at_x = region.x.at(column, j);
      if (row_counts && find_neighbours(at_x, width, x)) {
        points.take(interpolated(image, width, y, x));
      } else {
        const bool somewhere = !std::isnan(numbers::widen(at_y)) && !std::isnan(numbers::widen(at_x));
        points.take(somewhere ? 0 : std::numeric_limits<double>::quiet_NaN());  // [OP-37]
      }
    }
  }
  return points.result(options.takes_greatest);
}

template <class T>
Result<void> align(const RoiAlign& options, const KernelCall& call) {
  const Shape& images = call.input(0).shape();
  const int64_t channels = images[1], regions = call.output().shape()[0];
  const RowMajor<2> at_corner(call.input(1).shape());
  const RowMajor<4> at_image(images), at_output(call.output().shape());
  T* const out = call.output().writable<T>();
  for (int64_t r = 0; r < regions && !call.deadline.over(); ++r) {
    const T* const corners = call.input(1).data<T>() + at_corner(r);
    const int64_t n = TRY(position_of_index(integer_at(call.input(2), r), images[0], NegativeIndex::kError));
    const Extent<T> x = TRY(extent_of(options, corners[0], corners[2], options.width));
    const Extent<T> y = TRY(extent_of(options, corners[1], corners[3], options.height));
    const RegionExtents<T> region{y, x};
    for (int64_t c = 0; c < channels && !call.deadline.over(); ++c) {
      const T* const image = call.input(0).data<T>() + at_image(n, c);
      for (int64_t row = 0; row < options.height && !call.deadline.over(); ++row) {
        for (int64_t column = 0; column < options.width && !call.deadline.passed(1); ++column)
          out[at_output(r, c, row, column)] =
              pool_samples(options, region, image, images, row, column, call.deadline);
      }
    }
  }
  return {};
}

Result<void> roi_align(const RoiAlign& options, const KernelCall& call) {
  return dispatch<Types::kReal>(call.input(0).type(),
                                [&]<class T>(TypeTag<T>) { return align<T>(options, call); });
}

Result<void> infer_roi_align(const RoiAlign& options, std::span<const Operand> inputs,
                             std::span<Signature> outputs) {
  const RegionCounts known = TRY(count_regions(inputs, 4));
  TRY(check_list(inputs, 2));
  Dimension count = known.regions;
  if (inputs[2].shape.rank_known()) {
    const Dimension indices = inputs[2].shape[0];
    if (!indices.meets(count))
      return Error("OP-5", shape_text(inputs, 2) + ", expected one index for each region of " +
                               inputs[1].shape.text());
    count = {std::max(count.min, indices.min), std::min(count.max, indices.max)};
  }
  const Dimension dims[] = {count, known.channels, Dimension::exactly(options.height),
                            Dimension::exactly(options.width)};
  outputs[0] = {inputs[0].type, PartialShape::of(dims)};
  return {};
}

}  // namespace

Operation make_roi_align(const RoiAlign& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_roi_align, options),
               .kernel = std::bind_front(roi_align, options),
               .error = NotDerived{}});
}

}  // namespace backedge::ops
