#include <algorithm>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/segments.h"
#include "interpreter/ops/wide.h"
#include "interpreter/tensor/narrow_types.h"

/// output[p] = data[p - pads_begin] where that is an element of data, and elsewhere
///
/// constant   pad_value, or 0 if it is not given
/// edge       the nearest element of data
/// reflect    ... 2 1 0 1 2 ... n-2 n-1 n-2 ...: the element at the other side of the edge
/// symmetric  ... 1 0 0 1 2 ... n-2 n-1 n-1 ...: the same, but the edge is between two elements
///
/// inputs   data: numeric, of rank n; pads_begin, pads_end: n integers each; pad_value: a scalar
/// returns  the type of data, dimensions of max(pads_begin + dimension + pads_end, 0)
/// errors   OP-4; OP-5 lengths; OP-6 a negative number unless options.crops, and a new element without an
///          element of data to copy; LIMIT-4
/// source   OpenVINO's Pad-1, Pad-12
namespace backedge::ops {
namespace {

/// The positions of data's axis, and those beyond its ends, that the output has: from `begin` on, `count`.
struct PaddedRange {
  Wide begin;
  int64_t count;
};

/// errors  LIMIT-4
Result<PaddedRange> padded_range(int64_t begin, int64_t size, int64_t end) {
  const Wide count = std::max<Wide>(Wide{begin} + size + end, 0);
  if (count <= INT64_MAX) return PaddedRange{-Wide{begin}, static_cast<int64_t>(count)};
  return Error("LIMIT-4", "pads of " + std::to_string(begin) + " and " + std::to_string(end) +
                              " at an axis of " + std::to_string(size) + " elements do not fit 64 bits");
}

/// The most new elements at one end of an axis of `size` elements.
int64_t most_new(Pad::Mode mode, int64_t size) {
  switch (mode) {
    case Pad::Mode::kConstant:
      return INT64_MAX;
    case Pad::Mode::kEdge:
      return size > 0 ? INT64_MAX : 0;  // [OP-15]
    case Pad::Mode::kReflect:
      return std::max<int64_t>(size - 1, 0);  // [OP-15]
    default:
      return size;
  }
}

/// errors  OP-6
Result<void> check_pad(const Pad& options, int64_t pad, Dimension dim) {
  if (pad < 0 && !options.crops)
    return Error("OP-6", "a pad of " + std::to_string(pad) + ", expected 0 or more");  // [OP-15]
  if (pad <= most_new(options.mode, dim.max)) return {};
  return Error("OP-6", "a pad of " + std::to_string(pad) + " at an axis of size " + dim.text() +
                           " in this mode, expected at most " +
                           std::to_string(most_new(options.mode, dim.max)));
}

/// The dimension of the output, as far as it is known.
Result<Dimension> padded(Dimension dim, const Tensor* begins, const Tensor* ends, int64_t axis) {
  if (begins == nullptr || ends == nullptr) return Dimension::any();
  const int64_t begin = integer_at(*begins, axis), end = integer_at(*ends, axis);
  const PaddedRange least = TRY(padded_range(begin, dim.min, end));
  if (dim.known()) return Dimension::exactly(least.count);
  const Result<PaddedRange> most = padded_range(begin, dim.max, end);
  const bool bounded = dim.max != Dimension::kUnbounded && most.ok();
  return Dimension{least.count, bounded ? most.value().count : Dimension::kUnbounded};
}

Result<void> check_pad_value(std::span<const Operand> inputs) {
  if (inputs.size() < 4) return {};
  TRY(check_same_type(inputs, 3));
  return check_scalar(inputs, 3);
}

Result<PartialShape> padded_shape(const Pad& options, const PartialShape& data,
                                  std::span<const Operand> inputs) {
  PartialShape shape = data;
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    for (size_t k = 1; k <= 2; ++k) {
      if (inputs[k].value != nullptr) TRY(check_pad(options, integer_at(*inputs[k].value, axis), data[axis]));
    }
    shape[axis] = TRY(padded(data[axis], inputs[1].value, inputs[2].value, axis));
  }
  return shape;
}

Result<void> infer_pad(const Pad& options, std::span<const Operand> inputs, std::span<Signature> outputs) {
  if (!is_narrow(inputs[0].type)) TRY(check_type(inputs, 0, Types::kNumeric));
  TRY(check_pad_value(inputs));
  const std::optional<int64_t> length = TRY(common_length(inputs.first(3)));
  PartialShape data = inputs[0].shape;
  if (length && !data.rank_known()) {
    TRY(check_rank(*length, "the result"));
    data = PartialShape::of_rank(*length);
  }
  if (length && *length != data.rank()) {
    return Error("OP-5",
                 std::to_string(*length) + " pads at each end of axes, data has shape " + data.text());
  }
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (data.rank_known()) outputs[0].shape = TRY(padded_shape(options, data, inputs));
  return {};
}

/// The pieces of an axis of `size` elements: those before data, those of data, and those after it.
Segments segments_of(Pad::Mode mode, const PaddedRange& range, int64_t size) {
  const Wide count = range.count;
  const auto before = static_cast<int64_t>(std::clamp<Wide>(-range.begin, 0, count));
  const auto within = static_cast<int64_t>(std::clamp<Wide>(size - range.begin, before, count)) - before;
  const int64_t after = range.count - before - within;
  const auto first = static_cast<int64_t>(within > 0 ? range.begin + before : 0);
  Segments segments = {Segment{0, before, 0}, Segment{first, within, 1}, Segment{size - 1, after, 0}};
  if (mode == Pad::Mode::kReflect || mode == Pad::Mode::kSymmetric) {
    // The position beyond an end that comes first, and its image.
    const auto below = static_cast<int64_t>(before > 0 ? range.begin : 0);
    const auto above = static_cast<int64_t>(after > 0 ? range.begin + before + within : 0);
    const int64_t between = mode == Pad::Mode::kSymmetric ? 1 : 0;
    segments[0] = {-below - between, before, -1};
    segments[2] = {2 * (size - 1) + between - above, after, -1};
  }
  return segments;
}

/// Fills the output with pad_value, or with zeros.
void fill(const KernelCall& call) {
  Tensor& output = call.output();
  if (call.inputs.size() < 4) {
    // Not every narrow type has 0 as the byte 0. All other types have.
    const bool narrow = is_narrow(output.type());
    const std::byte zero{narrow ? narrow_of_real(output.type(), 0) : uint8_t{0}};
    std::byte* const bytes = output.writable_bytes();
    call.deadline.in_blocks(output.byte_count(),
                            [&](int64_t begin, int64_t end) { std::fill(bytes + begin, bytes + end, zero); });
    return;
  }
  const Layout repeated = Layout::row_major({}).expanded(output.shape());
  copy_elements(output, Layout::row_major(output.shape()), call.input(3), repeated, call.deadline);
}

Result<void> pad(const Pad& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  if (call.output().count() == 0) return {};
  const bool is_constant = options.mode == Pad::Mode::kConstant;
  PerAxis<Segments> segments;
  Layout place = Layout::row_major(call.output().shape()), from = Layout::row_major(data.shape());
  for (int64_t axis = 0; axis < data.shape().rank(); ++axis) {
    const int64_t size = data.shape()[axis];
    const PaddedRange range =
        TRY(padded_range(integer_at(call.input(1), axis), size, integer_at(call.input(2), axis)));
    segments[axis] = segments_of(options.mode, range, size);
    const auto& [before, within, after] = segments[axis];
    place = place.sliced(axis, before.count, within.count);
    from = from.sliced(axis, within.first, within.count);
  }
  if (!is_constant) {
    copy_segments(call.output(), data, segments, call.deadline);
    return {};
  }
  fill(call);
  if (!call.deadline.over()) copy_elements(call.output(), place, data, from, call.deadline);
  return {};
}

}  // namespace

Operation make_pad(const Pad& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_pad, options),
               .kernel = std::bind_front(pad, options),
               .shaping_inputs = {1, 2},
               .error = Moves{}});
}

}  // namespace backedge::ops
