#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operand_checks.h"

/// output[p..., s group + g, q...] = data[p..., g size + s, q...]
///
/// for g below group and s below size, which is the size of the axis divided by group.
///
/// inputs   data: numeric, rank >= 1
/// returns  the type and shape of data
/// errors   OP-4; OP-5 axis, an axis that group does not divide
/// source   OpenVINO's ShuffleChannels-1
namespace backedge::ops {
namespace {

Result<void> infer_shuffle(const ShuffleChannels& options, std::span<const Operand> inputs,
                           std::span<Signature> outputs) {
  const PartialShape& shape = inputs[0].shape;
  TRY(check_type(inputs, 0, Types::kNumeric));
  outputs[0] = {inputs[0].type, shape};
  if (!shape.rank_known()) return {};
  const int64_t axis = TRY(axis_of_attribute(options.axis, shape.rank()));
  const Dimension size = quotient_of(shape[axis], options.group);
  if (size.min <= size.max) return {};
  return Error("OP-5", "group " + std::to_string(options.group) + " does not divide axis " +
                           std::to_string(axis) + " of " + shape.text());
}

Result<void> shuffle_channels(const ShuffleChannels& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  if (data.count() == 0) return {};
  const int64_t axis = TRY(axis_of_attribute(options.axis, data.shape().rank()));
  const Lines lines = lines_along(data.shape(), axis);
  const Shape groups = {lines.outer, options.group, lines.along / options.group, lines.inner};
  const Layout from = Layout::row_major(groups).permuted(std::array<int64_t, 4>{0, 2, 1, 3});
  copy_elements(call.output(), Layout::row_major(from.shape), data, from, call.deadline);
  return {};
}

}  // namespace

Operation make_shuffle_channels(const ShuffleChannels& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_shuffle, options),
               .kernel = std::bind_front(shuffle_channels, options),
               .error = Moves{}});
}

}  // namespace backedge::ops
