#include <algorithm>

#include "interpreter/ops/cuts.h"
#include "interpreter/ops/index_operands.h"
#include "interpreter/ops/movement.h"

/// data[begin:end:stride, ...], the i-th triple read as the masks say: ellipsis before new axis before
/// shrink.
///
/// begin_mask        the range begins at the end of the axis where its direction begins
/// end_mask          and ends at the other, which it takes in
/// new_axis_mask     a dimension of 1, of no axis of data
/// shrink_axis_mask  position begin alone, without the dimension; end and stride are not read
/// ellipsis_mask     as many whole axes as the other triples leave over; at most one
///
/// A mask shorter than begin goes on with 0, what is longer is not read; axes beyond the last triple are
/// whole.
///
/// inputs   data; begin, end: integers of one length; stride: as many, where missing 1
/// returns  the type of data
/// errors   OP-2 masks; OP-4; OP-5 lengths that differ or are too long; OP-6 a stride of 0, a shrunk position
///          outside the axis; LIMIT-3
/// source   StridedSlice-1. Where its prose and the Python slice given beside it as equivalent disagree, the
///          slice holds: begin == end takes nothing, end_mask takes in position 0 backward, a shrunk axis
///          needs no begin == end, begin_mask and end_mask may be missing. One clamp is the page's own:
///          backward, a begin before position 0 becomes 0.
namespace backedge {
namespace {

using namespace movement;

struct Masks {
  std::vector<int64_t> begin, end, new_axis, shrink_axis, ellipsis;
};

bool at(const std::vector<int64_t>& mask, int64_t i) {
  return i < static_cast<int64_t>(mask.size()) && mask[static_cast<size_t>(i)] == 1;
}

Result<std::vector<int64_t>> read_mask(Attributes& attributes, std::string_view name) {
  std::vector<int64_t> mask = TRY(attributes.integers(name, std::vector<int64_t>()));
  for (const int64_t bit : mask) {
    if (bit != 0 && bit != 1) {
      return Error("OP-2",
                   "attribute " + std::string(name) + " has " + std::to_string(bit) + ", expected 0 or 1");
    }
  }
  return mask;
}

std::optional<int64_t> value_at(std::span<const Operand> inputs, size_t k, int64_t i) {
  if (inputs[k].value == nullptr) return std::nullopt;
  return integer_at(*inputs[k].value, i);
}

/// The cut by triple i where it is neither a new axis nor an ellipsis.
Result<Cut> read_cut(const Masks& masks, std::span<const Operand> inputs, int64_t i) {
  const std::optional<int64_t> begin = value_at(inputs, 1, i), end = value_at(inputs, 2, i);
  if (at(masks.shrink_axis, i)) {
    if (at(masks.begin, i)) return Cut{Cut::Kind::kPick, Range{.start = 0}};
    return Cut{Cut::Kind::kPick, begin ? std::optional(Range{.start = begin}) : std::nullopt};
  }
  const std::optional<int64_t> step = inputs.size() > 3 ? value_at(inputs, 3, i) : 1;
  if (step == 0) return Error("OP-6", "stride is 0 at position " + std::to_string(i));
  const bool from_edge = at(masks.begin, i), to_edge = at(masks.end, i);
  if (!step || !(begin || from_edge) || !(end || to_edge)) return Cut{Cut::Kind::kRange, std::nullopt};
  Range range{.step = *step, .least_start = 0};
  if (!from_edge) range.start = begin;
  if (!to_edge) range.stop = end;
  return Cut{Cut::Kind::kRange, range};
}

/// count  of triples
Result<Cuts> cuts_of(const Masks& masks, std::span<const Operand> inputs, int64_t count, int64_t rank) {
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
    if (at(masks.ellipsis, i)) {
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

Result<void> infer_strided_slice(const Masks& masks, std::span<const Operand> inputs,
                                 std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  const std::optional<int64_t> count = TRY(common_length(inputs));
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (!count || !data.rank_known()) return {};
  if (*count > 2 * kMaxRank) return Error("OP-5", shape_text(inputs, 1) + ", which no data has axes for");
  outputs[0].shape = TRY(shape_after(data, TRY(cuts_of(masks, inputs, *count, data.rank()))));
  return {};
}

Result<void> strided_slice(const Masks& masks, const KernelCall& call) {
  const std::array<Operand, 5> operands = operands_of(call);
  const Cuts cuts = TRY(cuts_of(masks, std::span(operands).first(call.inputs.size()), call.input(1).count(),
                                call.input(0).shape().rank()));
  copy_cut(call.output(), call.input(0), cuts, call.deadline);
  return {};
}

}  // namespace

Result<Operation> make_strided_slice(Attributes& attributes, int64_t, int64_t) {
  Masks masks;
  masks.begin = TRY(read_mask(attributes, "begin_mask"));
  masks.end = TRY(read_mask(attributes, "end_mask"));
  masks.new_axis = TRY(read_mask(attributes, "new_axis_mask"));
  masks.shrink_axis = TRY(read_mask(attributes, "shrink_axis_mask"));
  masks.ellipsis = TRY(read_mask(attributes, "ellipsis_mask"));
  if (std::count(masks.ellipsis.begin(), masks.ellipsis.end(), 1) > 1) {
    return Error("OP-2", "attribute ellipsis_mask has more than one 1");
  }
  const auto infer = [masks](std::span<const Operand> inputs, std::span<Signature> outputs) {
    return infer_strided_slice(masks, inputs, outputs);
  };
  return Operation{infer, [masks](const KernelCall& call) { return strided_slice(masks, call); }, {1, 2, 3}};
}

}  // namespace backedge
