#include <algorithm>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

/// Operations that move the places in blocks of neighbours from the spatial axes to the depth or to the batch,
/// or back.
///
/// A block has B_k elements along spatial axis k. The place (b_1, ..., b_K) in a block has the row-major number
/// b.
///
///     SpaceToDepth  output[n, c', p_1, ...] = data[n, c, p_1 B_1 + b_1, ...]
///                   with c' = b C + c, or c B_1 B_2 ... + b if the depth comes first
///     SpaceToBatch  output[b N + n, p_1, ...] = data[n, p_1 B_1 + b_1 - begins_1, ...], and 0 outside of data
///
/// DepthToSpace and BatchToSpace are the inverses. BatchToSpace drops what SpaceToBatch adds around data.
///
/// inputs   data of any type, of rank >= 3, or >= 2 if the batch moves; then also block_shape, begins, ends:
///          lists of integers, one for each axis of data. For axis 0 they are 1, 0 and 0.
/// returns  the type and rank of data
/// errors   OP-4; OP-5 rank, lengths, axes that the attribute does not divide; OP-6 numbers in the lists, axes
///          that they do not divide or that are too short; LIMIT-4
/// source   OpenVINO's DepthToSpace-1, SpaceToDepth-1, BatchToSpace-2, SpaceToBatch-2
namespace backedge::ops {
namespace {

/// The blocks of a tensor with space. The other tensor has their places in its axis `packed`.
struct Blocks {
  int64_t packed = 0;  // the axes after it are spatial
  bool places_first = true;
  PerAxis<int64_t> size{};          // along each spatial axis
  PerAxis<int64_t> begin{}, end{};  // how much longer the axis of blocks is than the axis of the tensor
};

Error indivisible(const char* rule, int64_t axis, Dimension size, int64_t by) {
  return Error(rule, "axis " + std::to_string(axis) + " of size " + size.text() + " is not divisible by " +
                         std::to_string(by));
}

/// The number of places in a block.
Result<int64_t> count_places(const Blocks& blocks, int64_t rank) {
  Dimension places = Dimension::exactly(1);
  for (int64_t axis = blocks.packed + 1; axis < rank; ++axis)
    places = TRY(product_of(places, Dimension::exactly(blocks.size[axis])));
  return places.min;
}

/// The shape of the tensor with places in one axis.
///
/// rule  of an axis that blocks do not divide
Result<PartialShape> packed_shape(const Blocks& blocks, const PartialShape& space, const char* rule) {
  PartialShape shape = space;
  const int64_t places = TRY(count_places(blocks, space.rank()));
  shape[blocks.packed] = TRY(product_of(space[blocks.packed], Dimension::exactly(places)));
  for (int64_t axis = blocks.packed + 1; axis < space.rank(); ++axis) {
    const Dimension around =
        TRY(sum_of(Dimension::exactly(blocks.begin[axis]), Dimension::exactly(blocks.end[axis])));
    const Dimension whole = TRY(sum_of(space[axis], around));
    shape[axis] = quotient_of(whole, blocks.size[axis]);
    if (shape[axis].min > shape[axis].max) return indivisible(rule, axis, whole, blocks.size[axis]);
  }
  return shape;
}

/// The shape of the tensor with space.
Result<PartialShape> space_shape(const Blocks& blocks, const PartialShape& packed, const char* rule) {
  PartialShape shape = packed;
  const int64_t places = TRY(count_places(blocks, packed.rank()));
  shape[blocks.packed] = quotient_of(packed[blocks.packed], places);
  if (shape[blocks.packed].min > shape[blocks.packed].max)
    return indivisible(rule, blocks.packed, packed[blocks.packed], places);
  for (int64_t axis = blocks.packed + 1; axis < packed.rank(); ++axis) {
    const Dimension around =
        TRY(sum_of(Dimension::exactly(blocks.begin[axis]), Dimension::exactly(blocks.end[axis])));
    Dimension whole = TRY(product_of(packed[axis], Dimension::exactly(blocks.size[axis])));
    if (whole.max < around.min) {
      return Error("OP-6", "axis " + std::to_string(axis) + " has " + whole.text() +
                               " elements, fewer than the " + around.text() + " to remove");
    }
    whole.min = std::max<int64_t>(whole.min - around.min, 0);
    if (whole.max != Dimension::kUnbounded) whole.max -= around.min;
    shape[axis] = whole;
  }
  return shape;
}

/// Calls copy(in_space, in_packed) for each place in a block, with the places of its elements in both tensors.
template <class Copy>
void for_each_place(const Blocks& blocks, const Shape& space, const Shape& packed, Deadline& deadline,
                    const Copy& copy) {
  const int64_t rest = space[blocks.packed], places = packed[blocks.packed] / rest;
  for (int64_t place = 0; place < places && !deadline.over(); ++place) {
    Layout in_space = Layout::row_major(space);
    Layout in_packed = Layout::row_major(packed).sliced(
        blocks.packed, blocks.places_first ? place * rest : place, rest, blocks.places_first ? 1 : places);
    int64_t number = place;
    bool some = true;
    for (int64_t axis = space.rank() - 1; axis > blocks.packed && some; --axis) {
      const int64_t size = blocks.size[axis], in_block = number % size, ahead = blocks.begin[axis] - in_block;
      number /= size;
      // Block p has element p * size - ahead of the axis.
      const int64_t first = ahead > 0 ? (ahead - 1) / size + 1 : 0;
      const int64_t end = space[axis] + ahead > 0 ? (space[axis] + ahead - 1) / size + 1 : 0;
      some = first < end;
      if (!some) break;
      in_space = in_space.sliced(axis, first * size - ahead, end - first, size);
      in_packed = in_packed.sliced(axis, first, end - first);
    }
    if (some) copy(in_space, in_packed);
  }
}

void copy_to_packed(const Blocks& blocks, const KernelCall& call) {
  const Tensor& data = call.input(0);
  Tensor& output = call.output();
  std::byte* const to = output.writable_bytes();
  call.deadline.in_blocks(output.byte_count(),
                          [&](int64_t begin, int64_t end) { std::fill(to + begin, to + end, std::byte{0}); });
  if (call.deadline.over() || data.count() == 0) return;
  for_each_place(blocks, data.shape(), output.shape(), call.deadline,
                 [&](const Layout& in_space, const Layout& in_packed) {
                   copy_elements(output, in_packed, data, in_space, call.deadline);
                 });
}

void copy_to_space(const Blocks& blocks, const KernelCall& call) {
  const Tensor& data = call.input(0);
  Tensor& output = call.output();
  for_each_place(blocks, output.shape(), data.shape(), call.deadline,
                 [&](const Layout& in_space, const Layout& in_packed) {
                   copy_elements(output, in_space, data, in_packed, call.deadline);
                 });
}

enum class To { kPacked, kSpace };

Result<void> move(To to, const Blocks& blocks, const KernelCall& call) {
  if (call.output().count() == 0) return {};
  if (to == To::kPacked) {
    copy_to_packed(blocks, call);
  } else {
    copy_to_space(blocks, call);
  }
  return {};
}

Blocks blocks_of_depth(const DepthBlocks& options) {
  Blocks blocks{.packed = 1, .places_first = options.blocks_first};
  for (int64_t axis = 0; axis < kMaxRank; ++axis) blocks.size[axis] = options.size;
  return blocks;
}

Result<void> infer_depth(To to, const DepthBlocks& options, std::span<const Operand> inputs,
                         std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  outputs[0] = {inputs[0].type, data};
  if (!data.rank_known()) return {};
  if (data.rank() < 3) return Error("OP-5", "data has shape " + data.text() + ", expected rank 3 or more");
  const Blocks blocks = blocks_of_depth(options);
  outputs[0].shape =
      to == To::kPacked ? TRY(packed_shape(blocks, data, "OP-5")) : TRY(space_shape(blocks, data, "OP-5"));
  return {};
}

Operation move_depth(To to, const DepthBlocks& options) {
  return {.infer = std::bind_front(infer_depth, to, options),
          .kernel = std::bind_front(move, to, blocks_of_depth(options)),
          .error = Moves{}};
}

/// The elements of a list, which are at least `least`; the first one is `least`.
Result<PerAxis<int64_t>> read_list(const Tensor& list, int64_t least, const char* name) {
  PerAxis<int64_t> numbers{};
  for (int64_t i = 0; i < list.count(); ++i) {
    numbers[i] = integer_at(list, i);
    if (numbers[i] > least ? i > 0 : numbers[i] == least) continue;
    return Error("OP-6", std::string(name) + "[" + std::to_string(i) + "] is " + std::to_string(numbers[i]) +
                             ", expected " + std::to_string(least) + (i == 0 ? "" : " or more"));
  }
  return numbers;
}

/// errors  OP-6
Result<Blocks> blocks_of_batch(const Tensor& sizes, const Tensor& begins, const Tensor& ends) {
  Blocks blocks;
  blocks.size = TRY(read_list(sizes, 1, "block_shape"));
  blocks.begin = TRY(read_list(begins, 0, "begins"));
  blocks.end = TRY(read_list(ends, 0, "ends"));
  return blocks;
}

Result<void> infer_batch(To to, std::span<const Operand> inputs, std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  const std::optional<int64_t> length = TRY(common_length(inputs));
  for (size_t k = 2; k < 4; ++k) TRY(check_same_type(inputs, k, 1));
  if (data.rank_known() && data.rank() < 2)
    return Error("OP-5", "data has shape " + data.text() + ", expected rank 2 or more");
  if (data.rank_known() && length.value_or(data.rank()) != data.rank()) {
    return Error("OP-5", "lists of " + std::to_string(*length) + " elements, data has shape " + data.text());
  }
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (!data.rank_known()) return {};
  outputs[0].shape = PartialShape::of_rank(data.rank());
  if (inputs[1].value == nullptr || inputs[2].value == nullptr || inputs[3].value == nullptr) return {};
  const Blocks blocks = TRY(blocks_of_batch(*inputs[1].value, *inputs[2].value, *inputs[3].value));
  outputs[0].shape =
      to == To::kPacked ? TRY(packed_shape(blocks, data, "OP-6")) : TRY(space_shape(blocks, data, "OP-6"));
  return {};
}

Operation move_batch(To to) {
  const auto kernel = [to](const KernelCall& call) -> Result<void> {
    return move(to, TRY(blocks_of_batch(call.input(1), call.input(2), call.input(3))), call);
  };
  return {.infer = std::bind_front(infer_batch, to),
          .kernel = kernel,
          .shaping_inputs = {1, 2, 3},
          .error = Moves{}};
}

}  // namespace

Operation make_depth_to_space(const DepthBlocks& options) {
  return made(__func__, options, move_depth(To::kSpace, options));
}

Operation make_space_to_depth(const DepthBlocks& options) {
  return made(__func__, options, move_depth(To::kPacked, options));
}

Operation make_batch_to_space() { return made(__func__, move_batch(To::kSpace)); }

Operation make_space_to_batch() { return made(__func__, move_batch(To::kPacked)); }

}  // namespace backedge::ops
