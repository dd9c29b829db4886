#include <algorithm>
#include <tuple>
#include <vector>

#include "interpreter/ops/detection.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/numbers.h"

/// Boxes around the places of a grid, as fractions of an image: row 0 has their corners xmin, ymin, xmax and
/// ymax, row 1 four variances for each (OP-60, OP-61). Each step is rounded to f32 (NUM-6).
///
/// inputs   [height, width] of the grid and of the image, of one integer type
/// returns  f32 [2, 4 * height * width * boxes of a place]
/// errors   OP-4; OP-5; OP-6 a negative size of the grid, an image without elements; LIMIT-4
/// source   OpenVINO's PriorBoxClustered-1, PriorBox-1 and PriorBox-8
namespace backedge::ops {
namespace {

struct BoxSize {
  float width, height;
};

float number(double x) { return numbers::round_to<float>(x); }
float number(int64_t x) { return static_cast<float>(x); }

/// The places along one axis of the grid, and the image there.
struct GridAxis {
  float step, offset, image;

  /// The borders of a box of this size at place k.
  std::pair<float, float> borders(int64_t k, float size, bool clip) const {
    const float center = (number(k) + offset) * step, half = size / 2;
    const auto border = [&](float at) {
      const float fraction = at / image;  // [OP-60]
      return clip ? numbers::minimum(numbers::maximum(fraction, 0.0f), 1.0f) : fraction;
    };
    return {border(center - half), border(center + half)};
  }
};

/// The steps and the offset of the grid; a step of 0 follows from the sizes.
struct StepsOfGrid {
  float x, y, offset;
};

Result<void> infer_prior_boxes(int64_t boxes, std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_types(inputs, Types::kInteger));
  for (size_t k = 0; k < 2; ++k) {
    TRY(check_list(inputs, k));
    if (length_of(inputs[k]).value_or(2) != 2)
      return Error("OP-5", shape_text(inputs, k) + ", expected [height, width]");
  }
  Dimension count = Dimension::exactly(4);
  for (int64_t i = 0; i < 2; ++i) count = TRY(product_of(count, TRY(dimension_at(inputs, 0, i))));
  count = TRY(product_of(count, Dimension::exactly(boxes)));
  const Dimension dims[] = {Dimension::exactly(2), count};
  outputs[0] = {ElementType::kF32, PartialShape::of(dims)};
  return {};
}

/// errors  OP-6
Result<void> place_boxes(const PriorBoxes& options, const StepsOfGrid& steps,
                         const std::vector<BoxSize>& sizes, const KernelCall& call) {
  const int64_t height = integer_at(call.input(0), 0), width = integer_at(call.input(0), 1);
  const int64_t image_height = integer_at(call.input(1), 0), image_width = integer_at(call.input(1), 1);
  if (image_height < 1 || image_width < 1)  // [OP-60]
    return Error("OP-6", "the image is " + std::to_string(image_height) + " by " +
                             std::to_string(image_width) + ", expected 1 or more");
  if (call.output().count() == 0) return {};
  const bool follows = steps.x == 0 && steps.y == 0;
  const auto along = [&](float step, int64_t grid, int64_t image) {
    const float length = number(image);
    return GridAxis{follows ? length / number(grid) : step, steps.offset, length};
  };
  const GridAxis x = along(steps.x, width, image_width), y = along(steps.y, height, image_height);
  const std::vector<double> variance =
      options.variance.empty() ? std::vector<double>{0.1} : options.variance;  // [OP-60]
  const int64_t count = call.output().shape()[1];
  float* box = call.output().writable<float>();
  for (int64_t i = 0; i < height && !call.deadline.over(); ++i) {
    for (int64_t j = 0; j < width && !call.deadline.over(); ++j) {
      for (const BoxSize& size : sizes) {
        if (call.deadline.passed(8)) return {};
        std::tie(box[0], box[2]) = x.borders(j, size.width, options.clip);
        std::tie(box[1], box[3]) = y.borders(i, size.height, options.clip);
        for (size_t k = 0; k < 4; ++k) (box + count)[k] = number(variance[variance.size() == 4 ? k : 0]);
        box += 4;
      }
    }
  }
  return {};
}

Operation of_sizes(const PriorBoxes& options, const StepsOfGrid& steps, const std::vector<BoxSize>& sizes) {
  return {.infer = std::bind_front(infer_prior_boxes, std::ssize(sizes)),
          .kernel = std::bind_front(place_boxes, options, steps, sizes),
          .shaping_inputs = {0},
          .error = ReadsNoReals{}};
}

/// The ratios other than 1, each once: those that are given, then the others.
std::vector<float> ratios_of(const PriorBox& options) {
  std::vector<float> all;
  for (const double ratio : options.ratios) all.push_back(number(ratio));
  if (options.flips) {
    for (const double ratio : options.ratios) all.push_back(1 / number(ratio));  // [OP-61]
  }
  std::vector<float> different;
  for (const float ratio : all) {
    const bool known = std::find(different.begin(), different.end(), ratio) != different.end();
    if (ratio != 1 && !known) different.push_back(ratio);
  }
  return different;
}

std::vector<BoxSize> sizes_of(const PriorBox& options) {
  const std::vector<float> ratios = ratios_of(options);
  std::vector<BoxSize> sizes;
  for (size_t k = 0; k < options.least.size(); ++k) {
    const float least = number(options.least[k]);
    const auto add_greatest = [&] {
      if (k >= options.greatest.size()) return;
      const float size = numbers::sqrt_of(least * number(options.greatest[k]));  // [OP-61]
      sizes.push_back({size, size});
    };
    sizes.push_back({least, least});
    if (options.greatest_first) add_greatest();
    for (const float ratio : ratios) {
      const float root = numbers::sqrt_of(ratio);  // [OP-61]
      sizes.push_back({least * root, least / root});
    }
    if (!options.greatest_first) add_greatest();
  }
  return sizes;
}

}  // namespace

Operation make_prior_box_clustered(const PriorBoxClustered& options) {
  std::vector<BoxSize> sizes;
  for (size_t k = 0; k < options.widths.size(); ++k)
    sizes.push_back({number(options.widths[k]), number(options.heights[k])});
  StepsOfGrid steps{number(options.step_x), number(options.step_y), number(options.boxes.offset)};
  if (steps.x == 0 && steps.y == 0) steps.x = steps.y = number(options.step);  // [OP-60]
  return made(__func__, options, of_sizes(options.boxes, steps, sizes));
}

Operation make_prior_box(const PriorBox& options) {
  const float step = number(options.step);
  const float offset = step == 0 ? 0.5f : number(options.boxes.offset);  // [OP-61]
  return made(__func__, options, of_sizes(options.boxes, {step, step, offset}, sizes_of(options)));
}

}  // namespace backedge::ops
