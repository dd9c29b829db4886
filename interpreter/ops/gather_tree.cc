#include <algorithm>
#include <cmath>
#include <optional>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/tensor/decimal.h"

/// The tokens of each beam, from its last step back to the first one. Step `level` of a beam is
/// step_ids[level, batch, parent], and parent_ids[level, batch, parent] is the beam of the step before. Steps
/// after the first end_token, and from the length of the batch on, are end_token.
///
/// inputs   step_ids, parent_ids: [time, batch, beam]; max_seq_len: [batch]; end_token: a scalar. All have one
///          numeric type.
/// returns  the type and shape of step_ids
/// errors   OP-4; OP-5; OP-6 a parent outside 0..beam-1, or a parent or length that is not a whole number
/// source   OpenVINO's GatherTree-1
namespace backedge::ops {
namespace {

/// A whole number, limited to int64_t.
template <class T>
std::optional<int64_t> whole_number(T value) {
  if constexpr (kIsReal<T>) {
    const auto x = static_cast<double>(numbers::widen(value));
    if (!std::isfinite(x) || std::trunc(x) != x) return std::nullopt;  // [OP-18]
    return numbers::convert<int64_t>(x);
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    return static_cast<int64_t>(std::min<uint64_t>(value, INT64_MAX));
  } else {
    return static_cast<int64_t>(value);
  }
}

Result<void> infer_gather_tree(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_types(inputs, Types::kNumeric));
  TRY(check_scalar(inputs, 3));
  PartialShape ids = PartialShape::of_rank(3);
  for (size_t k = 0; k < 2; ++k) {
    if (!inputs[k].shape.meets(ids)) {
      return Error("OP-5",
                   "step_ids have shape " + inputs[0].shape.text() + ", parent_ids " + inputs[1].shape.text())
          .note("expected one shape [time, batch, beam]");
    }
    ids = ids.narrowed_by(inputs[k].shape);
  }
  const Dimension batch[] = {ids[1]};
  if (!inputs[2].shape.meets(PartialShape::of(batch))) {
    return Error("OP-5", "max_seq_len has shape " + inputs[2].shape.text() + ", step_ids have " + ids.text())
        .note("expected [batch]");
  }
  outputs[0] = {inputs[0].type, ids};
  return {};
}

template <class T>
class Beams {
 public:
  explicit Beams(const KernelCall& call)
      : call_(call),
        step_(call.input(0).data<T>()),
        parent_(call.input(1).data<T>()),
        token_(*call.input(3).data<T>()),
        out_(call.output().writable<T>()),
        at_(call.output().shape()),
        time_(call.output().shape()[0]),
        batches_(call.output().shape()[1]),
        beams_(call.output().shape()[2]) {}

  Result<void> gather_all() {
    call_.deadline.in_blocks(call_.output().count(), [&](int64_t begin, int64_t end) {
      std::fill(out_ + begin, out_ + end, token_);
    });
    for (int64_t batch = 0; batch < batches_; ++batch) {
      const std::optional<int64_t> length = whole_number(call_.input(2).data<T>()[batch]);
      if (!length) {
        return Error("OP-6", "max_seq_len of batch " + std::to_string(batch) + " is " +
                                 element_text(call_.input(2), batch) + ", expected a whole number");
      }
      for (int64_t beam = 0; beam < beams_ && !call_.deadline.over(); ++beam)
        TRY(gather(batch, beam, std::clamp<int64_t>(*length, 0, time_)));  // [OP-18]
    }
    return {};
  }

 private:
  /// errors  OP-6
  Result<int64_t> parent_of(int64_t place) const {
    const std::optional<int64_t> parent = whole_number(parent_[place]);
    if (parent && *parent >= 0 && *parent < beams_) return *parent;
    // [OP-18]
    return Error("OP-6", "a parent is " + element_text(call_.input(1), place) +
                             ", expected a beam from 0 to " + std::to_string(beams_ - 1));
  }

  Result<void> gather(int64_t batch, int64_t beam, int64_t length) {
    int64_t from = beam;
    for (int64_t level = length - 1; level >= 0; --level) {
      const int64_t place = at_(level, batch, from);
      out_[at_(level, batch, beam)] = step_[place];
      if (level > 0) from = TRY(parent_of(place));  // [OP-18]
      if (call_.deadline.passed(1)) return {};
    }
    bool finished = false;
    for (int64_t level = 0; level < length; ++level) {
      T& id = out_[at_(level, batch, beam)];
      if (finished) id = token_;
      finished = finished || numbers::widen(id) == numbers::widen(token_);
      if (call_.deadline.passed(1)) return {};
    }
    return {};
  }

  const KernelCall& call_;
  const T* step_;
  const T* parent_;
  T token_;
  T* out_;
  RowMajor<3> at_;
  int64_t time_, batches_, beams_;
};

Result<void> gather_tree(const KernelCall& call) {
  if (call.output().count() == 0) return {};
  return dispatch<Types::kNumeric>(call.output().type(),
                                   [&]<class T>(TypeTag<T>) { return Beams<T>(call).gather_all(); });
}

}  // namespace

Operation make_gather_tree() {
  return made(__func__, {.infer = infer_gather_tree, .kernel = gather_tree, .error = NotDerived{}});
}

}  // namespace backedge::ops
