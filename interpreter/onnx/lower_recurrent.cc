#include <optional>

#include "interpreter/onnx/recurrent.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/sequences.h"

/// LSTM, GRU and RNN: sequences whose first axis is the time, or the batch. The operations want the batch
/// first, and other orders of the gates of an LSTM.
namespace backedge::onnx {
namespace {

constexpr std::pair<const char*, ops::Activation> kActivations[] = {
    {"Relu", ops::Activation::kRelu},
    {"Sigmoid", ops::Activation::kSigmoid},
    {"Tanh", ops::Activation::kTanh},
};

// The activations of the operation, which takes the same ones in both directions. Nothing if it lacks them.
std::optional<std::vector<ops::Activation>> activations_of(const Recurrent& recurrent) {
  std::vector<ops::Activation> activations;
  for (const GateFunction& function : recurrent.functions_of(0)) {
    for (const auto& [name, activation] : kActivations) {
      if (function.name == name) activations.push_back(activation);
    }
  }
  const bool are_equal = recurrent.functions_of(0) == recurrent.functions_of(recurrent.directions() - 1);
  if (!are_equal || activations.size() != recurrent.functions_of(0).size()) return {};
  return activations;
}

Result<size_t> transposed(NodeLowering& node, size_t slot, std::vector<int64_t> order) {
  return node.apply(ops::make_transpose(), {slot, node.integers(order)});
}

// The parts of axis 1 in another order.
Result<size_t> with_gates(NodeLowering& node, size_t slot, const std::vector<size_t>& order) {
  const std::vector<size_t> gates =
      TRY(node.apply_all(ops::make_split(), {slot, node.integer(1)}, order.size()));
  std::vector<size_t> operands;
  for (const size_t gate : order) operands.push_back(gates[gate]);
  return node.apply(ops::make_concat(1), std::move(operands));
}

// The operands that all three have, as the operations want them.
struct Operands {
  size_t x, h, lengths, w, r, b;
  size_t states;  // the shape of initial states: batch, directions, hidden
};

// The biases of W and of R are one after the other; the operations add their sum.
Result<size_t> joined_biases(NodeLowering& node, size_t gates, bool keeps_last) {
  const size_t directions = TRY(dimension_of(node, node.in(1), 0));
  const size_t width = TRY(dimension_of(node, node.in(1), 1));
  if (!node.has(3)) {
    size_t size = width;
    if (keeps_last) {
      const size_t part =
          TRY(node.apply(ops::make_divide(), {width, node.integer(static_cast<int64_t>(gates))}));
      size = TRY(node.apply(ops::make_add(), {width, part}));
    }
    const size_t one_direction = TRY(node.apply(ops::make_unsqueeze(), {directions, node.integers({0})}));
    const size_t all = TRY(node.apply(ops::make_unsqueeze(), {size, node.integers({0})}));
    const size_t shape = TRY(node.apply(ops::make_concat(0), {one_direction, all}));
    return filled(node, node.number(node.type(node.in(0)), 0), shape);
  }
  const std::vector<size_t> parts =
      TRY(node.apply_all(ops::make_split(), {node.in(3), node.integer(1)}, 2 * gates));
  std::vector<size_t> joined;
  for (size_t k = 0; k < gates; ++k) {
    const bool is_last = keeps_last && k + 1 == gates;
    joined.push_back(is_last ? parts[k] : TRY(node.apply(ops::make_add(), {parts[k], parts[gates + k]})));
  }
  if (keeps_last) joined.push_back(parts[2 * gates - 1]);
  return node.apply(ops::make_concat(1), std::move(joined));
}

Result<size_t> initial_state(NodeLowering& node, const Recurrent& recurrent, size_t k, size_t shape) {
  if (node.has(k) && recurrent.batch_first) return node.in(k);
  if (node.has(k)) return transposed(node, node.in(k), {1, 0, 2});
  return filled(node, node.number(node.type(node.in(0)), 0), shape);
}

Result<Operands> read_operands(NodeLowering& node, const Recurrent& recurrent, size_t gates,
                               bool keeps_last) {
  Operands operands{.x = node.in(0), .w = node.in(1), .r = node.in(2)};
  if (!recurrent.batch_first) operands.x = TRY(transposed(node, node.in(0), {1, 0, 2}));
  const size_t batch = TRY(dimension_of(node, operands.x, 0));
  const size_t batches = TRY(node.apply(ops::make_unsqueeze(), {batch, node.integers({0})}));
  const size_t rest = node.integers({recurrent.directions(), recurrent.hidden});
  operands.states = TRY(node.apply(ops::make_concat(0), {batches, rest}));
  operands.h = TRY(initial_state(node, recurrent, 5, operands.states));
  operands.lengths =
      node.has(4) ? node.in(4) : TRY(filled(node, TRY(dimension_of(node, operands.x, 1)), batches));
  operands.b = TRY(joined_biases(node, gates, keeps_last));
  return operands;
}

// Y as [steps, directions, batch, hidden], and states as [directions, batch, hidden]. With the batch first, Y
// is [batch, steps, directions, hidden], and states are as the operation gives them.
Lowered as_onnx(NodeLowering& node, const Recurrent& recurrent, std::vector<size_t> outputs) {
  if (recurrent.batch_first) {
    outputs[0] = TRY(transposed(node, outputs[0], {0, 2, 1, 3}));
    return outputs;
  }
  outputs[0] = TRY(transposed(node, outputs[0], {2, 1, 0, 3}));
  for (size_t k = 1; k < outputs.size(); ++k) outputs[k] = TRY(transposed(node, outputs[k], {1, 0, 2}));
  return outputs;
}

}  // namespace

// ONNX has the gates i, o, f, c; the operation f, i, c, o.
Lowered lower_lstm(NodeLowering& node) {
  const Recurrent recurrent = TRY(read_recurrent(node, {"Sigmoid", "Tanh", "Tanh"}));
  const auto activations = activations_of(recurrent);
  if (!activations || recurrent.coupled || node.has(7)) return lower_recurrent_formula(node, recurrent);
  const Operands operands = TRY(read_operands(node, recurrent, 4, false));
  const size_t c = TRY(initial_state(node, recurrent, 6, operands.states));
  const std::vector<size_t> order = {2, 0, 3, 1};
  const size_t w = TRY(with_gates(node, operands.w, order));
  const size_t r = TRY(with_gates(node, operands.r, order));
  const size_t b = TRY(with_gates(node, operands.b, order));
  const ops::LstmSequence options{.cell = {.hidden = recurrent.hidden,
                                           .f = (*activations)[0],
                                           .g = (*activations)[1],
                                           .h = (*activations)[2],
                                           .clip = recurrent.clip},
                                  .direction = recurrent.direction};
  return as_onnx(node, recurrent,
                 TRY(node.apply_all(ops::make_lstm_sequence(options),
                                    {operands.x, operands.h, c, operands.lengths, w, r, b}, 3)));
}

Lowered lower_gru(NodeLowering& node) {
  const Recurrent recurrent = TRY(read_recurrent(node, {"Sigmoid", "Tanh"}));
  const auto activations = activations_of(recurrent);
  if (!activations) return lower_recurrent_formula(node, recurrent);
  const bool linear = recurrent.linear_before_reset;
  const Operands operands = TRY(read_operands(node, recurrent, 3, linear));
  const ops::GruSequence options{.cell = {.hidden = recurrent.hidden,
                                          .f = (*activations)[0],
                                          .g = (*activations)[1],
                                          .clip = recurrent.clip,
                                          .linear_before_reset = linear},
                                 .direction = recurrent.direction};
  return as_onnx(
      node, recurrent,
      TRY(node.apply_all(ops::make_gru_sequence(options),
                         {operands.x, operands.h, operands.lengths, operands.w, operands.r, operands.b}, 2)));
}

Lowered lower_rnn(NodeLowering& node) {
  const Recurrent recurrent = TRY(read_recurrent(node, {"Tanh"}));
  const auto activations = activations_of(recurrent);
  if (!activations) return lower_recurrent_formula(node, recurrent);
  const Operands operands = TRY(read_operands(node, recurrent, 1, false));
  const ops::RnnSequence options{
      .cell = {.hidden = recurrent.hidden, .f = (*activations)[0], .clip = recurrent.clip},
      .direction = recurrent.direction};
  return as_onnx(
      node, recurrent,
      TRY(node.apply_all(ops::make_rnn_sequence(options),
                         {operands.x, operands.h, operands.lengths, operands.w, operands.r, operands.b}, 2)));
}

}  // namespace backedge::onnx
