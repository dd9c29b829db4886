#include <algorithm>

#include "conformance/bounds/formula.h"
#include "interpreter/ops/cells.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operand_checks.h"

/// Sequences of recurrent cells, step by step for each element of a batch: the errors of a step are those of
/// the cell, on states that have the errors of the step before (OP-9, OP-10).
namespace backedge::bounds {
namespace {

/// value[..., at, ...]: one position of an axis, which stays as an axis of one element.
Term part(const Formula& apply, const Bounded& value, int64_t axis, int64_t at) {
  return apply(ops::make_slice(), value, list_of({at}), list_of({at + 1}), list_of({1}), list_of({axis}));
}

Term without(const Formula& apply, Term value, int64_t axis) {
  return apply(ops::make_squeeze(), std::move(value), list_of({axis}));
}

/// The parts one after the other; there is at least one.
Term joined(const Formula& apply, int64_t axis, const std::vector<Bounded>& parts) {
  return apply.apply(ops::make_concat(axis), {parts.begin(), parts.end()});
}

/// What one element of the batch gives in one direction.
struct Line {
  std::vector<Bounded> y;       // of each step: [1, hidden]
  std::vector<Bounded> states;  // [1, hidden]
};

struct Steps {
  const BoundedCall& call;
  const Operation& cell;
  size_t states;
};

/// direction  which one of the directions
/// order      the places of the steps in x, in the order in which they are taken
Result<Line> take_steps(const Steps& steps, int64_t b, int64_t direction, const std::vector<int64_t>& order) {
  const Formula apply{steps.call.pool};
  const std::span<const Bounded> inputs = steps.call.inputs;
  const Bounded x = TRY(without(apply, part(apply, inputs[0], 0, b), 0));
  Line line;
  for (size_t k = 1; k <= steps.states; ++k) {
    const Bounded of_b = TRY(without(apply, part(apply, inputs[k], 0, b), 0));
    line.states.push_back(TRY(part(apply, of_b, 0, direction)));
  }
  std::vector<Bounded> weights;
  for (size_t k = steps.states + 2; k < inputs.size(); ++k)
    weights.push_back(TRY(without(apply, part(apply, inputs[k], 0, direction), 0)));
  line.y.assign(static_cast<size_t>(inputs[0].value.shape()[1]),
                filled(x.value.type(), line.states[0].value.shape(), 0));
  for (const int64_t place : order) {
    std::vector<Bounded> operands = {TRY(part(apply, x, 0, place))};
    operands.insert(operands.end(), line.states.begin(), line.states.end());
    operands.insert(operands.end(), weights.begin(), weights.end());
    line.states =
        TRY(apply_operation("a step of a sequence", steps.cell, operands, steps.states, steps.call.pool));
    line.y[static_cast<size_t>(place)] = line.states[0];
  }
  return line;
}

template <class Cell>
Errors errors_of_sequence(const BoundedCall& call, const ops::SequenceOf<Cell>& sequence,
                          const Operation& cell, size_t states) {
  const Formula apply{call.pool};
  const Shape& x = call.inputs[0].value.shape();
  std::vector<Tensor> errors;
  if (x[0] == 0) {  // nothing to join
    for (const Tensor& value : call.values) errors.push_back(exact(value).error);
    return errors;
  }
  std::vector<std::vector<Bounded>> rows(1 + states);  // of each output: [directions, ...]
  for (int64_t b = 0; b < x[0]; ++b) {
    std::vector<std::vector<Bounded>> halves(1 + states);
    for (int64_t d = 0; d < sequence.directions(); ++d) {
      std::vector<int64_t> order;
      for (int64_t t = 0; t < ops::integer_at(call.inputs[states + 1].value, b); ++t) order.push_back(t);
      if (sequence.reverses(d)) std::reverse(order.begin(), order.end());
      const Line line = TRY(take_steps({call, cell, states}, b, d, order));
      if (!line.y.empty())
        halves[0].push_back(TRY(apply(ops::make_unsqueeze(), joined(apply, 0, line.y), list_of({0}))));
      for (size_t k = 0; k < states; ++k) halves[1 + k].push_back(line.states[k]);
    }
    for (size_t k = 0; k <= states; ++k) {
      if (halves[k].empty()) continue;
      rows[k].push_back(TRY(apply(ops::make_unsqueeze(), joined(apply, 0, halves[k]), list_of({0}))));
    }
  }
  for (size_t k = 0; k <= states; ++k)
    errors.push_back(rows[k].empty() ? exact(call.values[k]).error
                                     : TRY(error_of(call, k, joined(apply, 0, rows[k]))));
  return errors;
}

}  // namespace

Errors errors_of(const BoundedCall& call, const ops::LstmSequence& sequence) {
  return errors_of_sequence(call, sequence, ops::make_lstm_cell(sequence.cell), 2);
}

Errors errors_of(const BoundedCall& call, const ops::GruSequence& sequence) {
  return errors_of_sequence(call, sequence, ops::make_gru_cell(sequence.cell), 1);
}

Errors errors_of(const BoundedCall& call, const ops::RnnSequence& sequence) {
  return errors_of_sequence(call, sequence, ops::make_rnn_cell(sequence.cell), 1);
}

}  // namespace backedge::bounds
