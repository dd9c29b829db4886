#include <algorithm>
#include <limits>

#include "interpreter/ops/bags.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/flat_positions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/numbers.h"

/// output[s, q...] is the maximum (NUM-9) of data[i, q...] over all rows i with segment_ids[i] == s.
///
/// Without such rows, it is 0 or the lowest number of the type. Rows whose segment is not in the output are
/// left out.
///
/// inputs   data: numeric, rank >= 1; segment_ids: i32 or i64, one for each row, in ascending order, not
///          negative; num_segments: an i32 or i64 scalar, or none: then it is the last id + 1
/// returns  the type of data, shape [num_segments] + data[1:]
/// errors   OP-4; OP-5; OP-6 ids and num_segments; LIMIT-4
/// source   OpenVINO's SegmentMax-16
namespace backedge::ops {
namespace {

Result<Dimension> count_segments(std::span<const Operand> inputs) {
  if (inputs.size() > 2) return dimension_at(inputs, 2, 0);
  const Tensor* const ids = inputs[1].value;
  if (ids == nullptr) return Dimension::any();
  if (ids->count() == 0) return Dimension::exactly(0);            // [OP-31]
  Deadline endless;                                               // the ids are read once
  TRY(check_ascending(*ids, "segment_ids", INT64_MAX, endless));  // [OP-31]
  return sum_of(Dimension::exactly(integer_at(*ids, ids->count() - 1)), Dimension::exactly(1));
}

Result<void> infer_segment_max(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kNumeric));
  for (size_t k = 1; k < inputs.size(); ++k) TRY(check_type(inputs, k, Types::kI32OrI64));
  if (inputs.size() > 2) TRY(check_scalar(inputs, 2));
  const PartialShape &data = inputs[0].shape, &ids = inputs[1].shape;
  TRY(check_has_axis(inputs, 0));
  const Dimension rows = data.rank_known() ? data[0] : Dimension::any();
  if (!ids.meets(PartialShape::of({&rows, 1}))) {
    return Error("OP-5", "segment_ids have shape " + ids.text() + ", data " + data.text())
        .note("expected one id for each position of axis 0");
  }
  const Dimension count = TRY(count_segments(inputs));
  outputs[0] = {inputs[0].type, data};
  if (data.rank_known()) outputs[0].shape[0] = count;
  return {};
}

/// The lowest number that is not an infinity.  [OP-31]
template <class T>
T lowest() {
  if constexpr (std::is_same_v<T, f16>) {
    return T{0xfbff};
  } else if constexpr (std::is_same_v<T, bf16>) {
    return T{0xff7f};
  } else {
    return std::numeric_limits<T>::lowest();
  }
}

template <class T>
void take_maxima(bool fills_with_lowest, const KernelCall& call) {
  const Tensor& ids = call.input(1);
  const Lines rows = lines_along(call.input(0).shape(), 0);
  const int64_t segments = call.output().shape()[0];
  const T* const data = call.input(0).data<T>();
  T* const out = call.output().writable<T>();
  const T empty = fills_with_lowest ? lowest<T>() : T{};
  call.deadline.in_blocks(call.output().count(),
                          [&](int64_t begin, int64_t end) { std::fill(out + begin, out + end, empty); });
  for (int64_t row = 0; row < ids.count() && !call.deadline.over(); ++row) {
    const int64_t id = integer_at(ids, row);
    if (id >= segments) return;  // so are all later ids
    const bool is_first = row == 0 || integer_at(ids, row - 1) != id;
    call.deadline.in_blocks(rows.inner, [&](int64_t begin, int64_t end) {
      for (int64_t j = begin; j < end; ++j) {
        const T x = data[rows(0, row, j)];
        T& greatest = out[rows(0, id, j)];
        greatest = numbers::maximum(is_first ? x : greatest, x);
      }
    });
  }
}

Result<void> segment_max(const SegmentMax& options, const KernelCall& call) {
  TRY(check_ascending(call.input(1), "segment_ids", INT64_MAX, call.deadline));  // [OP-31]
  if (call.output().count() == 0 || call.deadline.over()) return {};
  dispatch<Types::kNumeric>(call.output().type(),
                            [&]<class T>(TypeTag<T>) { take_maxima<T>(options.lowest, call); });
  return {};
}

}  // namespace

Operation make_segment_max(const SegmentMax& options) {
  return made(__func__, options,
              {.infer = infer_segment_max,
               .kernel = std::bind_front(segment_max, options),
               .shaping_inputs = {1, 2},
               .error = options});
}

}  // namespace backedge::ops
