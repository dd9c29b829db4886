#include <vector>

#include "interpreter/ops/detection.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/regions.h"

/// Pools regions of images to groups of elements, each from channels of its own (OP-58).
///
/// inputs   images [N, C, H, W] and regions [R, 5] of one real type: the image, x1, y1, x2, y2
/// returns  [R, channels, group, group]
/// errors   OP-4; OP-5; OP-6 an image that does not exist; LIMIT-4
/// source   OpenVINO's PSROIPooling-1, whose page has no formulas
namespace backedge::ops {
namespace {

constexpr int64_t kWorkOfAPoint = 16;

/// The elements of an axis in one part of a region.
struct RegionPart {
  int64_t begin, end;
};

/// The parts of a region along one axis, clipped to its `size` elements; none if a corner is NaN.
template <class T>
std::vector<RegionPart> parts_of(const PsRoiPooling& options, T low, T high, int64_t size) {
  const T scale = numbers::round_to<T>(options.scale);
  const T begin = numbers::multiply(numbers::round_half_away_from_zero(low), scale);  // [OP-58]
  const T end =
      numbers::multiply(numbers::add(numbers::round_half_away_from_zero(high), as_real<T>(1)), scale);
  const T part = numbers::divide(numbers::subtract(end, begin), as_real<T>(options.group));
  const auto border = [&](int64_t which) {
    return static_cast<double>(
        numbers::widen(numbers::add(numbers::multiply(part, as_real<T>(which)), begin)));
  };
  const auto inside = [&](double at) {
    return static_cast<int64_t>(std::clamp(at, 0.0, static_cast<double>(size)));
  };
  std::vector<RegionPart> parts;
  for (int64_t i = 0; i < options.group; ++i) {
    const double first = std::floor(border(i)), last = std::ceil(border(i + 1));
    if (std::isnan(first) || std::isnan(last)) return {};
    parts.push_back({inside(first), inside(last)});
  }
  return parts;
}

/// The mean of the elements of a part; 0 if it has none.
template <class T>
T mean_of(const T* image, const RowMajor<2>& at, RegionPart rows, RegionPart columns, Deadline& deadline) {
  double sum = 0;
  if (rows.begin >= rows.end || columns.begin >= columns.end) return as_real<T>(0);  // [OP-58]
  for (int64_t y = rows.begin; y < rows.end && !deadline.passed(columns.end - columns.begin); ++y) {
    for (int64_t x = columns.begin; x < columns.end; ++x)
      sum += static_cast<double>(numbers::widen(image[at(y, x)]));
  }
  const auto count =
      static_cast<double>(rows.end - rows.begin) * static_cast<double>(columns.end - columns.begin);
  return numbers::round_to<T>(sum / count);
}

template <class T>
Result<void> pool_means(const PsRoiPooling& options, const KernelCall& call) {
  const Shape& images = call.input(0).shape();
  const RowMajor<4> at_image(images);
  std::vector<RegionPart> rows, columns;
  int64_t n = 0;
  const auto prepare = [&](const T* region, int64_t image) {
    n = image;
    columns = parts_of(options, region[1], region[3], images[3]);
    rows = parts_of(options, region[2], region[4], images[2]);
  };
  return pool_regions<T>(call, prepare, [&](int64_t c, int64_t row, int64_t column) {
    if (rows.empty() || columns.empty())  // [OP-58]
      return numbers::round_to<T>(std::numeric_limits<double>::quiet_NaN());
    const int64_t channel = RowMajor(options.group, options.group)(c, row, column);  // [OP-58]
    return mean_of(call.input(0).data<T>() + at_image(n, channel), RowMajor(images[3]),
                   rows[static_cast<size_t>(row)], columns[static_cast<size_t>(column)], call.deadline);
  });
}

/// Where the points of a region are along one axis: one in each of `bins` bins for each element of the group.
template <class T>
struct Points {
  T begin, bin, last;
  int64_t group;

  Points(const PsRoiPooling& options, T low, T high, int64_t bins, int64_t size) : group(options.group) {
    const T scale = numbers::round_to<T>(options.scale);
    begin = numbers::multiply(low, scale);
    bin = numbers::divide(numbers::subtract(numbers::multiply(high, scale), begin), as_real<T>(bins));
    last = as_real<T>(size - 1);
  }
  T at(int64_t which_bin, int64_t element) const {  // [OP-58]
    const T first = numbers::add(begin, numbers::multiply(bin, as_real<T>(which_bin)));
    if (group == 1) {
      const T ends = numbers::add(first, numbers::add(first, bin));
      return numbers::divide(numbers::multiply(ends, last), as_real<T>(2));
    }
    const T step = numbers::divide(numbers::multiply(bin, last), as_real<T>(group - 1));
    return numbers::add(numbers::multiply(step, as_real<T>(element)), numbers::multiply(first, last));
  }
};

template <class T>
Result<void> pool_points(const PsRoiPooling& options, const KernelCall& call) {
  const Shape& images = call.input(0).shape();
  const RowMajor<4> at_image(images);
  std::optional<Points<T>> x, y;
  int64_t n = 0;
  const auto prepare = [&](const T* region, int64_t image) {
    n = image;
    x.emplace(options, region[1], region[3], options.bins_x, images[3]);
    y.emplace(options, region[2], region[4], options.bins_y, images[2]);
  };
  return pool_regions<T>(call, prepare, [&](int64_t c, int64_t row, int64_t column) {
    double sum = 0;
    for (int64_t i = 0; i < options.bins_y && !call.deadline.over(); ++i) {
      for (int64_t j = 0; j < options.bins_x && !call.deadline.passed(kWorkOfAPoint); ++j) {
        const int64_t channel = RowMajor(options.bins_x, options.channels)(i, j, c);  // [OP-58]
        const T* const image = call.input(0).data<T>() + at_image(n, channel);
        sum += value_inside(image, images, y->at(i, row), x->at(j, column));
      }
    }
    const double bins = static_cast<double>(options.bins_x) * static_cast<double>(options.bins_y);
    return numbers::round_to<T>(sum / bins);
  });
}

Result<void> pool_psroi(const PsRoiPooling& options, const KernelCall& call) {
  return dispatch<Types::kReal>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
    return options.bilinear ? pool_points<T>(options, call) : pool_means<T>(options, call);
  });
}

Result<void> infer_psroi_pooling(const PsRoiPooling& options, std::span<const Operand> inputs,
                                 std::span<Signature> outputs) {
  const RegionCounts counts = TRY(count_regions(inputs, 5));
  const auto exactly = [](int64_t size) { return Dimension::exactly(size); };
  const int64_t rows = options.bilinear ? options.bins_y : options.group;
  const int64_t columns = options.bilinear ? options.bins_x : options.group;
  const Dimension channels =
      TRY(product_of(TRY(product_of(exactly(rows), exactly(columns))), exactly(options.channels)));
  if (!channels.meets(counts.channels))  // [OP-58]
    return Error("OP-5", shape_text(inputs, 0) + ", expected " + channels.text() + " channels");
  const Dimension dims[] = {counts.regions, exactly(options.channels), exactly(options.group),
                            exactly(options.group)};
  outputs[0] = {inputs[0].type, PartialShape::of(dims)};
  return {};
}

}  // namespace

Operation make_psroi_pooling(const PsRoiPooling& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_psroi_pooling, options),
               .kernel = std::bind_front(pool_psroi, options),
               .error = NotDerived{}});
}

}  // namespace backedge::ops
