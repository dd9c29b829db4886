#include <algorithm>
#include <tuple>
#include <utility>

#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/ops/patches.h"

/// Operations that move elements to places that follow from the shape: a Gather of constant positions along an
/// axis, or a Transpose of axes that were separated.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;
using List = std::vector<int64_t>;

Named reshaped(OperationWriter& op, const Named& value, const List& shape) {
  return op.add("Reshape", {value, integers(shape)}, any_of(value.type()), {{"allowzero", int64_t{1}}});
}

Named transposed(OperationWriter& op, const Named& value, const List& order) {
  return op.add("Transpose", {value}, any_of(value.type()), {{"perm", order}});
}

Named picked(OperationWriter& op, const Named& value, int64_t axis, const List& places) {
  return op.add("Gather", {value, integers(places)}, any_of(value.type()), {{"axis", axis}});
}

List list_of_shape(const PartialShape& shape) {
  const Shape known = shape.shape();
  return {known.begin(), known.end()};
}

Values roll(OperationWriter& op) {
  Named data = op.in(0);
  if (!data.shape().known()) return cannot_express("a Roll of unknown shape");
  const List shifts = TRY(op.known_integers(1, "shifts of Roll")),
             axes = TRY(op.known_integers(2, "axes of Roll"));
  const Shape shape = data.shape().shape();
  if (shape.count() == 0) return op.finish("Identity", {data});
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t axis = *normalize_axis(axes[i], shape.rank()), size = shape[axis];
    const int64_t shift = shifts[shifts.size() == 1 ? 0 : i] % size;
    List places;
    for (int64_t k = 0; k < size; ++k) places.push_back((k - shift + size) % size);
    data = picked(op, data, axis, places);
  }
  return op.finish("Identity", {data});
}

// The lists of BatchToSpace and SpaceToBatch: sizes of blocks, and elements around data.
struct BatchBlocks {
  List sizes, begins, ends;
};

Result<BatchBlocks> blocks_of(OperationWriter& op) {
  if (!op.in(0).shape().known() || !op.outputs[0].shape.known() || op.in(0).rank() == kMaxRank)
    return cannot_express(op.type + " of unknown shape or large rank");
  const char* const what = "blocks that move to or from the batch";
  BatchBlocks blocks;
  blocks.sizes = TRY(op.known_integers(1, what));
  blocks.begins = TRY(op.known_integers(2, what));
  blocks.ends = TRY(op.known_integers(3, what));
  return blocks;
}

// The order of axes if one of them moves.
List order_with(size_t rank, size_t from, size_t to) {
  List order(rank);
  for (size_t k = 0; k < rank; ++k) order[k] = static_cast<int64_t>(k);
  const int64_t moved = order[from];
  order.erase(order.begin() + static_cast<int64_t>(from));
  order.insert(order.begin() + static_cast<int64_t>(to), moved);
  return order;
}

// The places along one axis after the other, the first one outermost in the batch, go behind their axis.
Values batch_to_space(OperationWriter& op) {
  const auto [sizes, begins, ends] = TRY(blocks_of(op));
  Named data = op.in(0);
  List shape = list_of_shape(data.shape());
  for (size_t axis = 1; axis < shape.size(); ++axis) {
    const int64_t size = sizes[axis];
    if (size == 1) continue;
    shape[0] /= size;
    List apart = shape;
    apart.insert(apart.begin(), size);
    data = transposed(op, reshaped(op, data, apart), order_with(apart.size(), 0, axis + 1));
    shape[axis] *= size;
    data = reshaped(op, data, shape);
  }
  List stops;
  for (size_t axis = 0; axis < shape.size(); ++axis) stops.push_back(shape[axis] - ends[axis]);
  return op.finish("Slice", {data, integers(begins), integers(stops)});
}

Values space_to_batch(OperationWriter& op) {
  const auto [sizes, begins, ends] = TRY(blocks_of(op));
  List pads = begins, shape = list_of_shape(op.in(0).shape());
  pads.insert(pads.end(), ends.begin(), ends.end());
  for (size_t axis = 0; axis < shape.size(); ++axis) shape[axis] += begins[axis] + ends[axis];
  Named data = op.add("Pad", {op.in(0), integers(pads)}, any_of(op.in(0).type()), {{"mode", "constant"}});
  for (size_t axis = shape.size() - 1; axis > 0; --axis) {
    const int64_t size = sizes[axis];
    if (size == 1) continue;
    shape[axis] /= size;
    List apart = shape;
    apart.insert(apart.begin() + static_cast<int64_t>(axis) + 1, size);
    data = transposed(op, reshaped(op, data, apart), order_with(apart.size(), axis + 1, 0));
    shape[0] *= size;
    data = reshaped(op, data, shape);
  }
  return op.finish("Identity", {data});
}

// The zeros around data along spatial axis k.
std::pair<int64_t, int64_t> pads_of(const ops::Windows& windows, size_t k, int64_t data, int64_t size,
                                    int64_t count) {
  using Padding = ops::Windows::Padding;
  if (windows.padding == Padding::kExplicit) return {windows.pads_begin[k], windows.pads_end[k]};
  if (windows.padding == Padding::kValid) return {0, 0};
  const int64_t needed =
      std::max<int64_t>((count - 1) * windows.strides[k] + (size - 1) * windows.dilations[k] + 1 - data, 0);
  const int64_t less = needed / 2, more = needed - less;  // (OP-20)
  return windows.padding == Padding::kSameUpper ? std::pair(less, more) : std::pair(more, less);
}

// Rows and columns of all patches, in the order (row in the patch, patch); then the axes of patches come last.
Values extract_image_patches(OperationWriter& op) {
  const auto& options = op.options<ops::ImagePatches>();
  if (!op.in(0).shape().known() || !op.outputs[0].shape.known())
    return cannot_express("an ExtractImagePatches of unknown shape");
  const Shape shape = op.in(0).shape().shape(), out = op.outputs[0].shape.shape();
  List pads(8, 0);
  for (size_t k = 0; k < 2; ++k) {
    const auto axis = static_cast<int64_t>(2 + k);
    std::tie(pads[2 + k], pads[6 + k]) =
        pads_of(options.windows, k, shape[axis], options.sizes[k], out[axis]);
  }
  Named data = op.add("Pad", {op.in(0), integers(pads)}, any_of(op.in(0).type()), {{"mode", "constant"}});
  for (size_t k = 0; k < 2; ++k) {
    List places;
    for (int64_t element = 0; element < options.sizes[k]; ++element) {
      for (int64_t patch = 0; patch < out[static_cast<int64_t>(2 + k)]; ++patch)
        places.push_back(patch * options.windows.strides[k] + element * options.windows.dilations[k]);
    }
    data = picked(op, data, static_cast<int64_t>(2 + k), places);
  }
  const Named apart =
      reshaped(op, data, {shape[0], shape[1], options.sizes[0], out[2], options.sizes[1], out[3]});
  const Named moved = transposed(op, apart, {0, 2, 4, 1, 3, 5});
  return op.finish("Reshape", {moved, integers({out.begin(), out.end()})}, {{"allowzero", int64_t{1}}});
}

// ONNX has lengths of 0 too.
Values reverse_sequence(OperationWriter& op) {
  const auto& options = op.options<ops::ReverseSequence>();
  if (!op.in(0).rank_known()) return cannot_express("a ReverseSequence of unknown rank");
  const int64_t batch_axis = *normalize_axis(options.batch_axis, op.in(0).rank());
  const int64_t time_axis = *normalize_axis(options.seq_axis, op.in(0).rank());
  if (is_real(op.in(1).type())) return cannot_express("the error of a length that is not a whole number");
  const Named lengths = as_i64(op.to, op.in(1));
  const Signature flag{ElementType::kBoolean, lengths.shape()};
  const Named error = reject_where(op.to, op.add("Less", {lengths, integer(1)}, flag));
  const Named checked = op.add("Add", {lengths, error}, lengths.signature);
  if (batch_axis + time_axis == 1)
    return op.finish({op.in(0), checked}, {{"batch_axis", batch_axis}, {"time_axis", time_axis}});
  // ONNX has only axes 0 and 1, so they are moved to the front and back.
  std::vector<int64_t> order = {batch_axis, time_axis}, back(static_cast<size_t>(op.in(0).rank()));
  for (int64_t k = 0; k < op.in(0).rank(); ++k) {
    if (k != batch_axis && k != time_axis) order.push_back(k);
  }
  for (size_t k = 0; k < order.size(); ++k) back[static_cast<size_t>(order[k])] = static_cast<int64_t>(k);
  const Signature moved = any_of(op.in(0).type());
  const Named front = op.add("Transpose", {op.in(0)}, moved, {{"perm", order}});
  const Named reversed = op.add("ReverseSequence", {front, checked}, moved,
                                {{"batch_axis", int64_t{0}}, {"time_axis", int64_t{1}}});
  return op.finish("Transpose", {reversed}, {{"perm", back}});
}

constexpr WriterRow kPlaceRows[] = {
    {"batch_to_space", batch_to_space},
    {"extract_image_patches", extract_image_patches},
    {"reverse_sequence", reverse_sequence, "ReverseSequence"},
    {"roll", roll},
    {"space_to_batch", space_to_batch},
};

}  // namespace

std::span<const WriterRow> place_rows() { return kPlaceRows; }

}  // namespace backedge::onnx::writing
