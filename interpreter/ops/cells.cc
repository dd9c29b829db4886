#include "interpreter/ops/cells.h"

#include "interpreter/ops/cell_parts.h"

namespace backedge::ops {
namespace {

void write_outputs(const CellShapes& shapes, int64_t hidden, std::span<Signature> outputs) {
  const Dimension dims[] = {shapes.batch, Dimension::exactly(hidden)};
  for (Signature& output : outputs) output = {shapes.inputs[0].type, PartialShape::of(dims)};
}

/// Whether W and R are given side by side, as one operand.
bool is_joined(size_t inputs, int64_t rank_of_4) { return inputs == 5 && rank_of_4 == 1; }

Result<void> infer_lstm(const LstmCell& cell, std::span<const Operand> inputs, std::span<Signature> outputs) {
  CellShapes shapes{inputs};
  TRY(shapes.check_types_and_x());
  TRY(shapes.check_rows(1, {cell.hidden}));
  TRY(shapes.check_rows(2, {cell.hidden}));
  const Dimension gates = Dimension::exactly(4 * cell.hidden), hidden = Dimension::exactly(cell.hidden);
  if (inputs[4].shape.rank_known() && is_joined(inputs.size(), inputs[4].shape.rank())) {
    const auto longer = [&](int64_t size) {
      return size > Dimension::kUnbounded - cell.hidden ? Dimension::kUnbounded : size + cell.hidden;
    };
    TRY(shapes.check(3, {gates, Dimension{longer(shapes.input.min), longer(shapes.input.max)}}));
    TRY(shapes.check(4, {gates}));
  } else if (inputs[4].shape.rank_known()) {
    TRY(shapes.check(3, {gates, shapes.input}));
    TRY(shapes.check(4, {gates, hidden}));
    if (inputs.size() > 5) TRY(shapes.check(5, {gates}));
  }
  write_outputs(shapes, cell.hidden, outputs);
  return {};
}

/// The rest of a cell, after its product with W. Operand `bias_at` is B, which may be missing.
template <class T>
Result<void> finish_cell(const LstmCell& cell, const KernelCall& call, const Tensor& x_by_w,
                         const MatrixView<T>& r, size_t bias_at) {
  enum : int64_t { kF, kI, kC, kO, kGates };
  const MatrixView<T> h = view_of<T>(call.input(1));
  const Tensor h_by_r = TRY(multiply_by_weight(call, h, r));

  const Gates<T> xw = {x_by_w.data<T>(), kGates, cell.hidden}, hr = {h_by_r.data<T>(), kGates, cell.hidden};
  const Bias<T> bias(call, bias_at, kGates, cell.hidden);
  const States<const T> old_c = {call.input(2).data<T>(), cell.hidden};
  const States<T> new_h = {call.output(0).writable<T>(), cell.hidden};
  const States<T> new_c = {call.output(1).writable<T>(), cell.hidden};
  for_each_state(h.rows, cell.hidden, call.deadline, [&](int64_t b, int64_t j) {
    const auto gate_of = [&](int64_t k, Activation activation) {
      return gate(activation, cell.clip, xw(b, k, j), hr(b, k, j), bias(k, j));
    };
    const T f = gate_of(kF, cell.f), i = gate_of(kI, cell.f), c = gate_of(kC, cell.g),
            o = gate_of(kO, cell.f);
    new_c(b, j) = numbers::add(numbers::multiply(f, old_c(b, j)), numbers::multiply(i, c));
    new_h(b, j) = numbers::multiply(o, apply(cell.h, new_c(b, j)));  // the state is not clipped  [NUM-6]
  });
  return {};
}

Result<void> infer_gru(const GruCell& cell, std::span<const Operand> inputs, std::span<Signature> outputs) {
  CellShapes shapes{inputs};
  TRY(shapes.check_types_and_x());
  TRY(shapes.check_rows(1, {cell.hidden}));
  const Dimension gates = Dimension::exactly(3 * cell.hidden);
  TRY(shapes.check(2, {gates, shapes.input}));
  TRY(shapes.check(3, {gates, Dimension::exactly(cell.hidden)}));
  const int64_t biases = cell.linear_before_reset ? 4 : 3;
  if (inputs.size() > 4) TRY(shapes.check(4, {Dimension::exactly(biases * cell.hidden)}));
  write_outputs(shapes, cell.hidden, outputs);
  return {};
}

template <class T>
Result<void> finish_cell(const GruCell& cell, const KernelCall& call, const Tensor& x_by_w,
                         const MatrixView<T>& r, size_t bias_at) {
  enum : int64_t { kZ, kR, kH, kGates };
  constexpr int64_t kLinear = kGates;  // the fourth bias, of linear_before_reset
  const int64_t hidden = cell.hidden;
  const MatrixView<T> h = view_of<T>(call.input(1));
  const Tensor h_by_r = TRY(multiply_by_weight(call, h, r.rows_from(kZ * hidden, 2 * hidden)));
  const Gates<T> xw = {x_by_w.data<T>(), kGates, hidden};
  const Gates<T> hr = {h_by_r.data<T>(), 2, hidden};  // of z and r
  const Bias<T> bias(call, bias_at, kGates, hidden);
  const States<const T> old_h = {h.data, hidden};

  Tensor resets = TRY(call.pool.allocate(element_type_of<T>(), {h.rows, hidden}));
  const States<T> reset = {resets.writable<T>(), hidden};  // r, or r * H
  for_each_state(h.rows, hidden, call.deadline, [&](int64_t b, int64_t j) {
    const T gate_r = gate(cell.f, cell.clip, xw(b, kR, j), hr(b, kR, j), bias(kR, j));
    reset(b, j) = cell.linear_before_reset ? gate_r : numbers::multiply(gate_r, old_h(b, j));
  });
  const MatrixView<T> left = cell.linear_before_reset ? h : view_of<T>(resets);
  const Tensor left_by_r = TRY(multiply_by_weight(call, left, r.rows_from(kH * hidden, hidden)));
  const States<const T> last = {left_by_r.data<T>(), hidden};

  const States<T> new_h = {call.output().writable<T>(), hidden};
  const T one = numbers::round_to<T>(1);
  for_each_state(h.rows, hidden, call.deadline, [&](int64_t b, int64_t j) {
    const T z = gate(cell.f, cell.clip, xw(b, kZ, j), hr(b, kZ, j), bias(kZ, j));
    const T recurrent = cell.linear_before_reset
                            ? numbers::multiply(reset(b, j), numbers::add(last(b, j), bias(kLinear, j)))
                            : last(b, j);
    const T candidate = gate(cell.g, cell.clip, xw(b, kH, j), recurrent, bias(kH, j));
    new_h(b, j) = numbers::add(numbers::multiply(numbers::subtract(one, z), candidate),
                               numbers::multiply(z, old_h(b, j)));
  });
  return {};
}

Result<void> infer_rnn(const RnnCell& cell, std::span<const Operand> inputs, std::span<Signature> outputs) {
  CellShapes shapes{inputs};
  TRY(shapes.check_types_and_x());
  TRY(shapes.check_rows(1, {cell.hidden}));
  const Dimension hidden = Dimension::exactly(cell.hidden);
  TRY(shapes.check(2, {hidden, shapes.input}));
  TRY(shapes.check(3, {hidden, hidden}));
  TRY(shapes.check(4, {hidden}));
  write_outputs(shapes, cell.hidden, outputs);
  return {};
}

template <class T>
Result<void> finish_cell(const RnnCell& cell, const KernelCall& call, const Tensor& x_by_w,
                         const MatrixView<T>& r, size_t bias_at) {
  const MatrixView<T> h = view_of<T>(call.input(1));
  const Tensor h_by_r = TRY(multiply_by_weight(call, h, r));
  const States<const T> xw = {x_by_w.data<T>(), cell.hidden}, hr = {h_by_r.data<T>(), cell.hidden};
  const Bias<T> bias(call, bias_at, 1, cell.hidden);
  const States<T> new_h = {call.output().writable<T>(), cell.hidden};
  for_each_state(h.rows, cell.hidden, call.deadline, [&](int64_t b, int64_t j) {
    new_h(b, j) = gate(cell.f, cell.clip, xw(b, j), hr(b, j), bias(0, j));
  });
  return {};
}

template <class T>
Result<void> run_cell(const LstmCell& cell, const KernelCall& call) {
  const bool joined = is_joined(call.inputs.size(), call.input(4).shape().rank());
  const MatrixView<T> x = view_of<T>(call.input(0)), weight = view_of<T>(call.input(3));
  const MatrixView<T> w = joined ? weight.columns_from(0, x.columns) : weight;
  const MatrixView<T> r = joined ? weight.columns_from(x.columns, cell.hidden) : view_of<T>(call.input(4));
  return finish_cell(cell, call, TRY(multiply_by_weight(call, x, w)), r, joined ? 4 : 5);
}

template <class T, class Cell>
Result<void> run_cell(const Cell& cell, const KernelCall& call) {
  const MatrixView<T> x = view_of<T>(call.input(0)), w = view_of<T>(call.input(2));
  return finish_cell(cell, call, TRY(multiply_by_weight(call, x, w)), view_of<T>(call.input(3)), 4);
}

/// A kernel that calls run(TypeTag<T>, cell, call) with the element type of its first input.
template <class Cell>
Kernel kernel_of(const Cell& cell, auto run) {
  CHECK(1 <= cell.hidden && cell.hidden <= INT32_MAX && cell.clip >= 0);
  return [cell, run](const KernelCall& call) {
    return dispatch<Types::kReal>(call.input(0).type(),
                                  [&]<class T>(TypeTag<T> tag) { return run(tag, cell, call); });
  };
}

template <class Cell>
Operation make_cell(const Cell& cell,
                    Result<void> (*infer)(const Cell&, std::span<const Operand>, std::span<Signature>)) {
  const auto run = []<class T>(TypeTag<T>, const Cell& of, const KernelCall& call) {
    return run_cell<T>(of, call);
  };
  return {.infer = std::bind_front(infer, cell), .kernel = kernel_of(cell, run), .error = cell};
}

template <class Cell>
Kernel step_of(const Cell& cell, size_t states, bool r_is_transposed) {
  return kernel_of(cell, [=]<class T>(TypeTag<T>, const Cell& of, const KernelCall& call) {
    const MatrixView<T> given = view_of<T>(call.input(1 + states));
    return finish_cell(of, call, call.input(0), r_is_transposed ? given.transposed() : given, 2 + states);
  });
}

}  // namespace

Operation make_lstm_cell(const LstmCell& options) {
  return made(__func__, options, make_cell(options, infer_lstm));
}

Operation make_gru_cell(const GruCell& options) {
  return made(__func__, options, make_cell(options, infer_gru));
}

Operation make_rnn_cell(const RnnCell& options) {
  return made(__func__, options, make_cell(options, infer_rnn));
}

Kernel lstm_step(const LstmCell& options, bool r_is_transposed) {
  return step_of(options, 2, r_is_transposed);
}
Kernel gru_step(const GruCell& options, bool r_is_transposed) { return step_of(options, 1, r_is_transposed); }
Kernel rnn_step(const RnnCell& options, bool r_is_transposed) { return step_of(options, 1, r_is_transposed); }

}  // namespace backedge::ops
