#include "interpreter/ops/regions.h"

namespace backedge::ops {

Result<RegionCounts> count_regions(std::span<const Operand> inputs, int64_t numbers) {
  TRY(check_types(inputs.first(2), Types::kReal));
  const PartialShape &images = inputs[0].shape, &regions = inputs[1].shape;
  if (images.rank_known() && images.rank() != 4)
    return Error("OP-5", shape_text(inputs, 0) + ", expected rank 4");
  if (regions.rank_known() && (regions.rank() != 2 || !regions[1].admits(numbers)))
    return Error("OP-5", shape_text(inputs, 1) + ", expected [regions, " + std::to_string(numbers) + "]");
  return RegionCounts{regions.rank_known() ? regions[0] : Dimension::any(),
                      images.rank_known() ? images[1] : Dimension::any()};
}

Result<int64_t> image_of_region(double number, int64_t r, int64_t images) {
  if (number >= 0 && number < static_cast<double>(images) && number == std::floor(number))
    return static_cast<int64_t>(number);
  return Error("OP-6", "region " + std::to_string(r) + " is of image " + std::to_string(number) +
                           ", expected a whole number below " + std::to_string(images));
}

}  // namespace backedge::ops
