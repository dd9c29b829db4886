#include <algorithm>
#include <cmath>

#include "interpreter/elements/lines.h"
#include "interpreter/elements/row_major.h"
#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

/// In slice i of the batch axis, the first lengths[i] elements of the sequence axis come in reverse order:
/// output[i, t] = data[i, lengths[i] - 1 - t] for t below lengths[i], and data[i, t] for the others.
///
/// inputs   data of rank 2 or more; lengths [size of the batch axis], whole numbers of any numeric type, from
///          1 to the size of the sequence axis
/// returns  the type and shape of data
/// errors   OP-4; OP-5 shapes and axes; OP-6 a length outside its range
/// source   OpenVINO's ReverseSequence-1
namespace backedge::ops {
namespace {

struct Axes {
  int64_t batch, steps;
};

Result<Axes> axes_of(const ReverseSequence& options, int64_t rank) {
  const int64_t batch = TRY(axis_of_attribute(options.batch_axis, rank));
  const int64_t steps = TRY(axis_of_attribute(options.seq_axis, rank));
  if (batch != steps) return Axes{batch, steps};
  return Error("OP-5", "batch_axis and seq_axis are both axis " + std::to_string(batch));  // [OP-11]
}

Result<void> infer_reverse_sequence(const ReverseSequence& options, std::span<const Operand> inputs,
                                    std::span<Signature> outputs) {
  TRY(check_type(inputs, 1, Types::kNumeric));
  const PartialShape &data = inputs[0].shape, &lengths = inputs[1].shape;
  outputs[0] = {inputs[0].type, data};
  if (data.rank_known() && data.rank() < 2)
    return Error("OP-5", "data has shape " + data.text() + ", expected two dimensions or more");
  Dimension batch;
  if (data.rank_known()) batch = data[TRY(axes_of(options, data.rank())).batch];
  const PartialShape expected = PartialShape::of(std::span(&batch, 1));
  if (!lengths.meets(expected))
    return Error("OP-5", "input 1 has shape " + lengths.text() + ", expected " + expected.text());
  if (data.rank_known()) {
    const int64_t axis = TRY(axes_of(options, data.rank())).batch;
    outputs[0].shape[axis] = expected.narrowed_by(lengths)[0];
  }
  return {};
}

/// Length i as an integer.
Result<int64_t> length_at(const Tensor& lengths, int64_t i, int64_t steps) {
  const auto error = [&] {
    return Error("OP-6", "length " + std::to_string(i) + " is not a whole number from 1 to " +
                             std::to_string(steps));  // [OP-11]
  };
  return dispatch<Types::kNumeric>(lengths.type(), [&]<class T>(TypeTag<T>) -> Result<int64_t> {
    if constexpr (kIsReal<T>) {
      const double length = numbers::widen(lengths.data<T>()[i]);
      if (!(length >= 1 && length <= static_cast<double>(steps)) || length != std::floor(length))
        return error();
      return static_cast<int64_t>(length);
    } else {
      const int64_t length = integer_at(lengths, i);
      if (length < 1 || length > steps) return error();
      return length;
    }
  });
}

Result<void> reverse_sequence(const ReverseSequence& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  const Shape& shape = data.shape();
  const Axes axes = TRY(axes_of(options, shape.rank()));
  Tensor lengths = TRY(call.pool.allocate(ElementType::kI64, {shape[axes.batch]}));
  for (int64_t i = 0; i < shape[axes.batch] && !call.deadline.passed(1); ++i)
    lengths.writable<int64_t>()[i] = TRY(length_at(call.input(1), i, shape[axes.steps]));
  if (data.count() == 0 || call.deadline.over()) return {};

  // One of the two axes is inside the other one. Element (i, a, j, b) is a block: a and b are positions of the
  // two axes, i and j are positions of the axes before and between them.
  const bool batch_is_outside = axes.batch < axes.steps;
  const Lines outside = lines_along(shape, std::min(axes.batch, axes.steps));
  const Lines inside = lines_along(shape, std::max(axes.batch, axes.steps));
  const int64_t block = inside.inner * size_of(data.type()),
                between = outside.inner / inside.along / inside.inner;
  const RowMajor at(outside.along, between, inside.along);
  const int64_t* const length = lengths.data<int64_t>();
  const std::byte* const from = data.bytes();
  std::byte* const to = call.output().writable_bytes();
  const auto reversed = [&](int64_t i, int64_t t) { return t < length[i] ? length[i] - 1 - t : t; };
  for (int64_t line = 0; line < inside.outer && !call.deadline.over(); ++line) {
    const int64_t i = line / between / outside.along, a = line / between % outside.along, j = line % between;
    call.deadline.in_blocks(inside.along, inside.inner, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) {
        const int64_t place = batch_is_outside ? at(i, a, j, reversed(a, b)) : at(i, reversed(b, a), j, b);
        copy_block(to + at(i, a, j, b) * block, from + place * block, block);
      }
    });
  }
  return {};
}

}  // namespace

Operation make_reverse_sequence(const ReverseSequence& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_reverse_sequence, options),
               .kernel = std::bind_front(reverse_sequence, options),
               .error = MovesByOthers{}});
}

}  // namespace backedge::ops
