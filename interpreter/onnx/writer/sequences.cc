#include <algorithm>

#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/ops/recurrent_options.h"

/// Sequences of recurrent cells, which ONNX has with the time first, and with other gates of an LSTM.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;
using List = std::vector<int64_t>;

struct Sequence {
  OperationWriter& op;
  int64_t hidden, gates;
  ops::Direction direction;
  double clip;
  std::vector<ops::Activation> activations;  // of one direction
  size_t lengths;                            // the operand; W, R and B follow

  Named moved(const Named& value, const List& order) const {
    return op.add("Transpose", {value}, any_of(value.type()), {{"perm", order}});
  }
  // Parts of axis 1, each as long as a gate.
  std::vector<Named> parts(const Named& value, int64_t count) const {
    const std::vector<Signature> outputs(static_cast<size_t>(count), any_of(value.type()));
    return op.to.add_all("Split", {value}, outputs, {{"axis", int64_t{1}}, {"num_outputs", count}});
  }
  Named joined(const std::vector<Named>& values) const {
    return op.add("Concat", values, any_of(values[0].type()), {{"axis", int64_t{1}}});
  }
  // The gates f, i, c, o in ONNX's order.
  Named with_gates(const Named& value) const {
    if (gates != 4) return value;
    const std::vector<Named> gate = parts(value, 4);
    return joined({gate[1], gate[3], gate[0], gate[2]});
  }
  // ONNX adds a bias of the states to each gate. -0 is the number that changes no other one, not even -0.
  Named biases(bool last_is_of_state) const {
    const Named& given = op.in(lengths + 3);
    const Named neutral = number(given.type(), -0.0);  // [ONNX-WRITE-4]
    if (!last_is_of_state) {
      const Named all = with_gates(given);
      const Named shape = op.add("Shape", {all}, any_of(ElementType::kI64));
      return joined({all, op.add("Expand", {neutral, shape}, any_of(given.type()))});
    }
    std::vector<Named> part = parts(given, 4);
    const Named shape = op.add("Shape", {part[0]}, any_of(ElementType::kI64));
    const Named none = op.add("Expand", {neutral, shape}, any_of(given.type()));
    return joined({part[0], part[1], part[2], none, none, part[3]});
  }
  // ONNX has i32, and no error of a length outside of 0 to the number of steps.
  Named sequence_lengths() const {
    const Named& given = op.in(lengths);
    const PartialShape& x = op.in(0).shape();
    if (given.constant && x.rank_known() && x[1].known()) {
      const List known = integers_of(*given.constant);
      if (std::ranges::all_of(known, [&](int64_t length) { return length == x[1].min; })) return left_out();
    }
    const Named wide = as_i64(op.to, given), steps = size_of_axis(op.to, op.in(0), 1);
    const Named wrong =
        op.add("Or", {op.add("Less", {wide, integer(0)}, flags()), op.add("Greater", {wide, steps}, flags())},
               flags());
    const Named checked = op.add("Add", {wide, reject_where(op.to, wrong)}, any_of(ElementType::kI64));
    return cast(op.to, checked, ElementType::kI32);
  }
  Result<AttributeList> attributes() const {
    constexpr const char* kNames[] = {"Relu", "Sigmoid", "Tanh"};
    const bool both = direction == ops::Direction::kBidirectional;
    std::vector<std::string> names;
    for (int64_t k = 0; k < (both ? 2 : 1); ++k) {
      for (const ops::Activation activation : activations)
        names.push_back(kNames[static_cast<size_t>(activation)]);
    }
    AttributeList list = {{"hidden_size", hidden}, {"activations", names}};
    append(list, {"direction", both                                    ? "bidirectional"
                               : direction == ops::Direction::kReverse ? "reverse"
                                                                       : "forward"});
    if (clip == 0) return list;
    const float limit = TRY(float_attribute(clip, "a clip"));
    append(list, {"clip", limit});
    return list;
  }
  // [steps, directions, batch, hidden] and [directions, batch, hidden] as the operation gives them.
  std::vector<Named> as_outputs(const std::vector<Named>& made) const {
    std::vector<Named> values;
    for (size_t k = 0; k < made.size(); ++k) {
      const List order = k == 0 ? List{2, 1, 0, 3} : List{1, 0, 2};
      values.push_back(op.add("Transpose", {made[k]}, op.outputs[k], {{"perm", order}}));
    }
    return values;
  }
  Values written(const char* name, bool last_bias_is_of_state, AttributeList more = {}) const {
    AttributeList list = TRY(attributes());
    for (Attribute& attribute : more) append(list, std::move(attribute));
    const Named w = with_gates(op.in(lengths + 1)), r = with_gates(op.in(lengths + 2));
    std::vector<Named> operands = {moved(op.in(0), {1, 0, 2}), w, r, biases(last_bias_is_of_state),
                                   sequence_lengths()};
    for (size_t k = 1; k < lengths; ++k) operands.push_back(moved(op.in(k), {1, 0, 2}));
    const std::vector<Signature> outputs(op.outputs.size(), any_of(op.in(0).type()));
    return as_outputs(op.to.add_all(name, operands, outputs, list));
  }
};

Values lstm(OperationWriter& op) {
  const auto& [cell, direction] = op.options<ops::LstmSequence>();
  return Sequence{op, cell.hidden, 4, direction, cell.clip, {cell.f, cell.g, cell.h}, 3}.written("LSTM",
                                                                                                 false);
}

Values gru(OperationWriter& op) {
  const auto& [cell, direction] = op.options<ops::GruSequence>();
  const bool linear = cell.linear_before_reset;
  return Sequence{op, cell.hidden, 3, direction, cell.clip, {cell.f, cell.g}, 2}.written(
      "GRU", linear, {{"linear_before_reset", int64_t{linear}}});
}

Values rnn(OperationWriter& op) {
  const auto& [cell, direction] = op.options<ops::RnnSequence>();
  return Sequence{op, cell.hidden, 1, direction, cell.clip, {cell.f}, 2}.written("RNN", false);
}

constexpr WriterRow kSequenceRows[] = {
    {"gru_sequence", gru},
    {"lstm_sequence", lstm},
    {"rnn_sequence", rnn},
};

}  // namespace

std::span<const WriterRow> sequence_rows() { return kSequenceRows; }

}  // namespace backedge::onnx::writing
