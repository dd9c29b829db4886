#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/patches.h"

/// The elements of data [N, C, H, W] are taken as an image [N, C / s^2, H s, W s], in row-major order. With
/// s = stride, its places in blocks of s x s neighbours become channels:
///
///     moved[n, (a s + b) C / s^2 + c, h, w] = image[n, c, h s + a, w s + b]
///
/// output has the elements of moved [N, C, H, W] in row-major order.
///
/// inputs   data of any type, of rank 4
/// returns  the same type, shape [N, C s^2, H / s, W / s]
/// errors   OP-5; LIMIT-4
/// source   OpenVINO's ReorgYolo-1, whose page names the shape alone  (OP-51)
namespace backedge::ops {
namespace {

Result<Dimension> squared(int64_t stride) {
  return product_of(Dimension::exactly(stride), Dimension::exactly(stride));
}

/// The size of an axis of data in parts.
///
/// errors  OP-5 the axis is not divisible
Result<Dimension> divided(const PartialShape& data, int64_t axis, int64_t by) {
  const Dimension parts = quotient_of(data[axis], by);
  if (parts.min <= parts.max) return parts;
  return Error("OP-5", "axis " + std::to_string(axis) + " of " + data.text() + " is not divisible by " +
                           std::to_string(by));
}

Result<void> infer_reorg_yolo(int64_t stride, std::span<const Operand> inputs, std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  outputs[0] = {inputs[0].type, PartialShape::of_rank(4)};
  if (!data.rank_known()) return {};
  if (data.rank() != 4) return Error("OP-5", "data has shape " + data.text() + ", expected rank 4");
  const Dimension places = TRY(squared(stride));
  if (data[1].max < places.min) {
    return Error("OP-5", "data has " + data[1].text() + " channels, expected at least " + places.text());
  }
  TRY(divided(data, 1, places.min));  // [OP-51]
  PartialShape& output = outputs[0].shape;
  output[0] = data[0];
  output[1] = TRY(product_of(data[1], places));
  for (int64_t axis = 2; axis < 4; ++axis) output[axis] = TRY(divided(data, axis, stride));
  return {};
}

Result<void> reorg_yolo(int64_t stride, const KernelCall& call) {
  const Tensor& data = call.input(0);
  if (data.count() == 0) return {};
  const Shape& shape = data.shape();
  const int64_t places = stride * stride, channels = shape[1] / places;
  const Layout image = Layout::row_major({shape[0], channels, shape[2] * stride, shape[3] * stride});
  const Layout moved = Layout::row_major(shape);
  for (int64_t place = 0; place < places && !call.deadline.over(); ++place) {  // [OP-51]
    const Layout from =
        image.sliced(2, place / stride, shape[2], stride).sliced(3, place % stride, shape[3], stride);
    copy_elements(call.output(), moved.sliced(1, place * channels, channels), data, from, call.deadline);
  }
  return {};
}

}  // namespace

Operation make_reorg_yolo(int64_t stride) {
  return made(__func__, stride,
              {.infer = std::bind_front(infer_reorg_yolo, stride),
               .kernel = std::bind_front(reorg_yolo, stride),
               .error = Moves{}});
}

}  // namespace backedge::ops
