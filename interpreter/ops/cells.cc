#include "interpreter/ops/cells.h"

#include "interpreter/ops/cell_parts.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge {
namespace {

/// Calls function(TypeTag<T>{}) for a real type T.
template <class Function>
Result<void> dispatch_real(ElementType type, Function&& function) {
  return dispatch(type, [&]<class T>(TypeTag<T> tag) -> Result<void> {
    if constexpr (kIsReal<T>) return function(tag);
    CHECK(kIsReal<T>);
    return {};
  });
}

void write_outputs(const CellShapes& shapes, int64_t hidden, std::span<Signature> outputs) {
  PartialShape shape = PartialShape::of_rank(0);
  shape.push_back(shapes.batch);
  shape.push_back(Dimension::exactly(hidden));
  for (Signature& output : outputs) output = {shapes.inputs[0].type, shape};
}

/// The bias of an element of the gates: 0 where no bias is given.
template <class T>
struct Bias {
  const T* data = nullptr;
  T operator[](int64_t index) const { return data == nullptr ? T{} : data[index]; }
};
template <class T>
Bias<T> bias_of(const KernelCall& call, size_t k) {
  return {k < call.inputs.size() ? call.input(k).data<T>() : nullptr};
}

/// Whether W and R are given side by side, as one operand.
bool is_joined(size_t inputs, int64_t rank_of_4) { return inputs == 5 && rank_of_4 == 1; }

Result<void> infer_lstm(const Cell& cell, std::span<const Operand> inputs, std::span<Signature> outputs) {
  CellShapes shapes{inputs};
  TRY(shapes.check_types_and_x());
  TRY(shapes.check_rows(1, cell.hidden));
  TRY(shapes.check_rows(2, cell.hidden));
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

template <class T>
Result<void> run_lstm(const Cell& cell, const KernelCall& call) {
  const bool joined = is_joined(call.inputs.size(), call.input(4).shape().rank());
  const MatrixView<T> x = view_of<T>(call.input(0)), h = view_of<T>(call.input(1));
  const int64_t hidden = cell.hidden, input = x.columns;
  const MatrixView<T> w = columns_of(view_of<T>(call.input(3)), 0, input);
  const MatrixView<T> r =
      joined ? columns_of(view_of<T>(call.input(3)), input, hidden) : view_of<T>(call.input(4));
  const Bias<T> bias = bias_of<T>(call, joined ? 4 : 5);
  const Tensor x_by_w = TRY(multiply_by_weight(call, x, w));
  const Tensor h_by_r = TRY(multiply_by_weight(call, h, r));
  const T *xw = x_by_w.data<T>(), *hr = h_by_r.data<T>(), *c = call.input(2).data<T>();
  T *h_out = call.output(0).writable<T>(), *c_out = call.output(1).writable<T>();

  const Activation act_f = cell.activations[0], act_g = cell.activations[1], act_h = cell.activations[2];
  for (int64_t b = 0; b < x.rows && !call.deadline.passed(hidden); ++b, xw += 4 * hidden, hr += 4 * hidden) {
    for (int64_t j = 0; j < hidden; ++j) {
      const auto gate_of = [&](int64_t which, Activation activation) {
        const int64_t place = which * hidden + j;
        return gate(cell, activation, xw[place], hr[place], bias[place]);
      };
      const T f = gate_of(0, act_f), i = gate_of(1, act_f), g = gate_of(2, act_g), o = gate_of(3, act_f);
      const int64_t place = b * hidden + j;
      c_out[place] = numbers::add(numbers::multiply(f, c[place]), numbers::multiply(i, g));
      h_out[place] = numbers::multiply(o, apply(act_h, c_out[place]));
    }
  }
  return {};
}

Result<void> infer_gru(const Cell& cell, bool linear, std::span<const Operand> inputs,
                       std::span<Signature> outputs) {
  CellShapes shapes{inputs};
  TRY(shapes.check_types_and_x());
  TRY(shapes.check_rows(1, cell.hidden));
  const Dimension gates = Dimension::exactly(3 * cell.hidden);
  TRY(shapes.check(2, {gates, shapes.input}));
  TRY(shapes.check(3, {gates, Dimension::exactly(cell.hidden)}));
  if (inputs.size() > 4) TRY(shapes.check(4, {Dimension::exactly((linear ? 4 : 3) * cell.hidden)}));
  write_outputs(shapes, cell.hidden, outputs);
  return {};
}

template <class T>
Result<void> run_gru(const Cell& cell, bool linear, const KernelCall& call) {
  const MatrixView<T> x = view_of<T>(call.input(0)), h = view_of<T>(call.input(1)),
                      r = view_of<T>(call.input(3));
  const int64_t hidden = cell.hidden, batch = x.rows;
  const MatrixView<T> r_zr = {r.data, 2 * hidden, hidden, hidden, 1};
  const MatrixView<T> r_h = {r.data + 2 * hidden * hidden, hidden, hidden, hidden, 1};
  const Bias<T> bias = bias_of<T>(call, 4);
  const Tensor x_by_w = TRY(multiply_by_weight(call, x, view_of<T>(call.input(2))));
  const Tensor h_by_r = TRY(multiply_by_weight(call, h, r_zr));
  const T *xw = x_by_w.data<T>(), *hr = h_by_r.data<T>();

  Tensor reset = TRY(call.pool.allocate(element_type_of<T>(), {batch, hidden}));  // r, or r * H
  T* const reset_at = reset.writable<T>();
  for (int64_t b = 0; b < batch && !call.deadline.passed(hidden); ++b) {
    for (int64_t j = 0; j < hidden; ++j) {
      const int64_t place = b * hidden + j;
      const T gate_r = gate(cell, cell.activations[0], xw[(3 * b + 1) * hidden + j],
                            hr[(2 * b + 1) * hidden + j], bias[hidden + j]);
      reset_at[place] = linear ? gate_r : numbers::multiply(gate_r, h.data[place]);
    }
  }
  const MatrixView<T> left = linear ? h : MatrixView<T>{reset_at, batch, hidden, hidden, 1};
  const Tensor last_by_r = TRY(multiply_by_weight(call, left, r_h));
  const T* last = last_by_r.data<T>();

  T* out = call.output().writable<T>();
  const T one = numbers::round_to<T>(1);
  for (int64_t b = 0; b < batch && !call.deadline.passed(hidden); ++b) {
    for (int64_t j = 0; j < hidden; ++j) {
      const int64_t place = b * hidden + j;
      const T z = gate(cell, cell.activations[0], xw[3 * b * hidden + j], hr[2 * b * hidden + j], bias[j]);
      const T recurrent =
          linear ? numbers::multiply(reset_at[place], numbers::add(last[place], bias[3 * hidden + j]))
                 : last[place];
      const T candidate =
          gate(cell, cell.activations[1], xw[(3 * b + 2) * hidden + j], recurrent, bias[2 * hidden + j]);
      out[place] = numbers::add(numbers::multiply(numbers::subtract(one, z), candidate),
                                numbers::multiply(z, h.data[place]));
    }
  }
  return {};
}

Result<void> infer_rnn(const Cell& cell, std::span<const Operand> inputs, std::span<Signature> outputs) {
  CellShapes shapes{inputs};
  TRY(shapes.check_types_and_x());
  TRY(shapes.check_rows(1, cell.hidden));
  const Dimension hidden = Dimension::exactly(cell.hidden);
  TRY(shapes.check(2, {hidden, shapes.input}));
  TRY(shapes.check(3, {hidden, hidden}));
  TRY(shapes.check(4, {hidden}));
  write_outputs(shapes, cell.hidden, outputs);
  return {};
}

template <class T>
Result<void> run_rnn(const Cell& cell, const KernelCall& call) {
  const MatrixView<T> x = view_of<T>(call.input(0)), h = view_of<T>(call.input(1));
  const Tensor x_by_w = TRY(multiply_by_weight(call, x, view_of<T>(call.input(2))));
  const Tensor h_by_r = TRY(multiply_by_weight(call, h, view_of<T>(call.input(3))));
  const T *xw = x_by_w.data<T>(), *hr = h_by_r.data<T>(), *bias = call.input(4).data<T>();
  T* out = call.output().writable<T>();
  call.deadline.in_blocks(x.rows * cell.hidden, [&](int64_t begin, int64_t end) {
    for (int64_t place = begin; place < end; ++place) {
      out[place] = gate(cell, cell.activations[0], xw[place], hr[place], bias[place % cell.hidden]);
    }
  });
  return {};
}

}  // namespace

Result<Operation> make_lstm_cell(Attributes& attributes, int64_t version, int64_t) {
  const Cell cell = TRY(read_cell(attributes, {"sigmoid", "tanh", "tanh"}));
  if (version == 1) {
    TRY(attributes.text("weights_format", {"fico"}, "fico"));
    if (TRY(attributes.boolean("input_forget", false))) {
      return Error("OP-2", "not supported: attribute input_forget=\"true\"");
    }
  }
  return Operation{[=](std::span<const Operand> inputs, std::span<Signature> outputs) {
                     return infer_lstm(cell, inputs, outputs);
                   },
                   [=](const KernelCall& call) {
                     return dispatch_real(call.input(0).type(),
                                          [&]<class T>(TypeTag<T>) { return run_lstm<T>(cell, call); });
                   },
                   {}};
}

Result<Operation> make_gru_cell(Attributes& attributes, int64_t, int64_t) {
  const Cell cell = TRY(read_cell(attributes, {"sigmoid", "tanh"}));
  const bool linear = TRY(attributes.boolean("linear_before_reset", false));
  return Operation{[=](std::span<const Operand> inputs, std::span<Signature> outputs) {
                     return infer_gru(cell, linear, inputs, outputs);
                   },
                   [=](const KernelCall& call) {
                     return dispatch_real(call.input(0).type(), [&]<class T>(TypeTag<T>) {
                       return run_gru<T>(cell, linear, call);
                     });
                   },
                   {}};
}

Result<Operation> make_rnn_cell(Attributes& attributes, int64_t, int64_t) {
  const Cell cell = TRY(read_cell(attributes, {"tanh"}));
  return Operation{[=](std::span<const Operand> inputs, std::span<Signature> outputs) {
                     return infer_rnn(cell, inputs, outputs);
                   },
                   [=](const KernelCall& call) {
                     return dispatch_real(call.input(0).type(),
                                          [&]<class T>(TypeTag<T>) { return run_rnn<T>(cell, call); });
                   },
                   {}};
}

}  // namespace backedge
