#include "interpreter/onnx/writer/operation_writer.h"

/// Operations that move blocks of elements: a Reshape that separates axes, a Transpose, and a Reshape that
/// joins them again.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;
using List = std::vector<int64_t>;

// For data of known shape.
Values regrouped(OperationWriter& op, const List& separate, const List& order) {
  const ElementType type = op.in(0).type();
  List moved;
  for (const int64_t axis : order) moved.push_back(separate[static_cast<size_t>(axis)]);
  const AttributeList exact = {{"allowzero", int64_t{1}}};
  const auto shaped = [&](const List& dims) { return Signature{type, PartialShape(Shape(dims))}; };
  const Named apart = op.add("Reshape", {op.in(0), integers(separate)}, shaped(separate), exact);
  const Named swapped = op.add("Transpose", {apart}, shaped(moved), {{"perm", order}});
  const Shape joined = op.outputs[0].shape.shape();
  return op.finish("Reshape", {swapped, integers({joined.begin(), joined.end()})}, exact);
}

Result<void> check_known(const OperationWriter& op, int64_t spatial) {
  if (op.in(0).shape().known() && op.outputs[0].shape.known() && 2 + 2 * spatial <= kMaxRank) return {};
  return cannot_express(op.type + " of unknown shape or large rank");
}

// [N, (place in a block, depth), D...] as [N, depth, (D, place)...]; or the depth comes first.
Values depth_to_space(OperationWriter& op) {
  const auto& options = op.options<ops::DepthBlocks>();
  if (op.in(0).rank_known() && op.in(0).rank() == 4)
    return op.finish(op.inputs,
                     {{"blocksize", options.size}, {"mode", options.blocks_first ? "DCR" : "CRD"}});
  const int64_t spatial = op.in(0).rank() - 2;
  TRY(check_known(op, spatial));
  const Shape shape = op.in(0).shape().shape(), result = op.outputs[0].shape.shape();
  List separate = {shape[0]};
  if (!options.blocks_first) separate.push_back(result[1]);
  separate.insert(separate.end(), static_cast<size_t>(spatial), options.size);
  if (options.blocks_first) separate.push_back(result[1]);
  separate.insert(separate.end(), shape.begin() + 2, shape.end());
  List order = {0, options.blocks_first ? 1 + spatial : 1};
  for (int64_t k = 0; k < spatial; ++k) {
    order.push_back(2 + spatial + k);
    order.push_back((options.blocks_first ? 1 : 2) + k);
  }
  return regrouped(op, separate, order);
}

// The reverse of it.
Values space_to_depth(OperationWriter& op) {
  const auto& options = op.options<ops::DepthBlocks>();
  if (op.in(0).rank_known() && op.in(0).rank() == 4 && options.blocks_first)
    return op.finish(op.inputs, {{"blocksize", options.size}});
  const int64_t spatial = op.in(0).rank() - 2;
  TRY(check_known(op, spatial));
  const Shape shape = op.in(0).shape().shape(), result = op.outputs[0].shape.shape();
  List separate = {shape[0], shape[1]};
  for (int64_t k = 0; k < spatial; ++k) {
    separate.push_back(result[2 + k]);
    separate.push_back(options.size);
  }
  List order = {0};
  if (!options.blocks_first) order.push_back(1);
  for (int64_t k = 0; k < spatial; ++k) order.push_back(3 + 2 * k);
  if (options.blocks_first) order.push_back(1);
  for (int64_t k = 0; k < spatial; ++k) order.push_back(2 + 2 * k);
  return regrouped(op, separate, order);
}

// The image [N, C, (H, a), (W, b)], of which data has the elements, as [N, (a, b, C), H, W].
Values reorg_yolo(OperationWriter& op) {
  TRY(check_known(op, 2));
  const Shape shape = op.in(0).shape().shape();
  const auto stride = op.options<int64_t>();
  const int64_t channels = shape[1] / (stride * stride);
  return regrouped(op, {shape[0], channels, shape[2], stride, shape[3], stride}, {0, 3, 5, 1, 2, 4});
}

// An axis [groups, rest] as [rest, groups].
Values shuffle_channels(OperationWriter& op) {
  const auto& options = op.options<ops::ShuffleChannels>();
  TRY(check_known(op, 0));
  const Shape shape = op.in(0).shape().shape();
  const int64_t axis = *normalize_axis(options.axis, shape.rank());
  if (shape.rank() == kMaxRank)
    return cannot_express("a ShuffleChannels of rank " + std::to_string(kMaxRank));
  List separate(shape.begin(), shape.end()), order;
  separate[static_cast<size_t>(axis)] = shape[axis] / options.group;
  separate.insert(separate.begin() + axis, options.group);
  for (int64_t k = 0; k <= shape.rank(); ++k) order.push_back(k);
  std::swap(order[static_cast<size_t>(axis)], order[static_cast<size_t>(axis) + 1]);
  return regrouped(op, separate, order);
}

constexpr WriterRow kBlockRows[] = {
    {"depth_to_space", depth_to_space, "DepthToSpace"},
    {"reorg_yolo", reorg_yolo},
    {"shuffle_channels", shuffle_channels},
    {"space_to_depth", space_to_depth, "SpaceToDepth"},
};

}  // namespace

std::span<const WriterRow> block_rows() { return kBlockRows; }

}  // namespace backedge::onnx::writing
