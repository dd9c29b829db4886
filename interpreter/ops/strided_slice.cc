#include "interpreter/ops/cuts.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

/// data[begin:end:stride, ...]. The masks say how to read the i-th triple.
///
/// begin        the range begins at the end of the axis where its direction begins
/// end          the range ends at the other end and includes it
/// new_axis     a new dimension of 1
/// shrink_axis  only position begin, without the dimension; end and stride are not read
/// ellipsis     as many whole axes as the other triples leave; at most one ellipsis is allowed
///
/// If a mask is shorter than begin, the rest is false; if it is longer, the rest is not read. Axes after
/// the last triple are whole.
///
/// inputs   data; begin, end: integers of one length; stride: as many, or 1 if it is not given
/// returns  the type of data
/// errors   OP-4; OP-5 lengths that differ or are too long; OP-6 a stride of 0, a shrunk position outside the
///          axis; LIMIT-3
/// source   OpenVINO's StridedSlice-1; where its words and its examples differ, OP-65
namespace backedge::ops {
namespace {

bool at(const StridedSlice::Mask& mask, int64_t i) { return i < std::ssize(mask) && mask.begin()[i]; }

std::optional<int64_t> value_at(std::span<const Operand> inputs, size_t k, int64_t i) {
  if (inputs[k].value == nullptr) return std::nullopt;
  return integer_at(*inputs[k].value, i);
}

/// The cut of triple i, which is neither a new axis nor an ellipsis.
Result<Cut> read_cut(const StridedSlice& masks, std::span<const Operand> inputs, int64_t i) {
  const std::optional<int64_t> begin = value_at(inputs, 1, i), end = value_at(inputs, 2, i);
  if (at(masks.shrink_axis, i)) {
    if (at(masks.begin, i)) return Cut{Cut::Kind::kPick, Range{.start = 0}};  // [OP-65]
    return Cut{Cut::Kind::kPick, begin ? std::optional(Range{.start = begin}) : std::nullopt};
  }
  const std::optional<int64_t> step = inputs.size() > 3 ? value_at(inputs, 3, i) : 1;
  if (step == 0) return Error("OP-6", "stride is 0 at position " + std::to_string(i));
  const bool from_edge = at(masks.begin, i), to_edge = at(masks.end, i);
  if (!step || !(begin || from_edge) || !(end || to_edge)) return Cut{Cut::Kind::kRange, std::nullopt};
  Range range{.step = *step, .least_start = 0};  // [OP-65]
  if (!from_edge) range.start = begin;
  if (!to_edge) range.stop = end;
  return Cut{Cut::Kind::kRange, range};
}

/// count  the number of triples
Result<Cuts> cuts_of(const StridedSlice& masks, std::span<const Operand> inputs, int64_t count,
                     int64_t rank) {
  int64_t cut_axes = 0;
  for (int64_t i = 0; i < count; ++i) cut_axes += !at(masks.ellipsis, i) && !at(masks.new_axis, i);
  if (cut_axes > rank) {
    return Error("OP-5",
                 "begin cuts " + std::to_string(cut_axes) + " axes of data of rank " + std::to_string(rank));
  }
  TRY(check_rank(count - cut_axes, "the result"));
  Cuts cuts;
  int64_t left = rank - cut_axes;
  const auto add_whole = [&] {
    for (; left > 0; --left) cuts.push_back({});
  };
  for (int64_t i = 0; i < count; ++i) {
    if (at(masks.ellipsis, i)) {  // [OP-65]
      add_whole();
    } else if (at(masks.new_axis, i)) {
      cuts.push_back({Cut::Kind::kNewAxis, std::nullopt});
    } else {
      cuts.push_back(TRY(read_cut(masks, inputs, i)));
    }
  }
  add_whole();
  return cuts;
}

Result<void> infer_strided_slice(const StridedSlice& masks, std::span<const Operand> inputs,
                                 std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  const std::optional<int64_t> count = TRY(common_length(inputs));
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (!count || !data.rank_known()) return {};
  if (*count > 2 * kMaxRank) return Error("OP-5", shape_text(inputs, 1) + ", but no tensor has so many axes");
  outputs[0].shape = TRY(shape_after(data, TRY(cuts_of(masks, inputs, *count, data.rank()))));
  return {};
}

Result<void> strided_slice(const StridedSlice& masks, const KernelCall& call) {
  const std::array<Operand, 5> operands = operands_of(call);
  const Cuts cuts = TRY(cuts_of(masks, std::span(operands).first(call.inputs.size()), call.input(1).count(),
                                call.input(0).shape().rank()));
  copy_cut(call.output(), call.input(0), cuts, call.deadline);
  return {};
}

}  // namespace

Operation make_strided_slice(const StridedSlice& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_strided_slice, options),
               .kernel = std::bind_front(strided_slice, options),
               .shaping_inputs = {1, 2, 3},
               .error = Moves{}});
}

}  // namespace backedge::ops
