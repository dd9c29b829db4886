#include "interpreter/ops/sequences.h"

#include <array>
#include <cstring>

#include "interpreter/elements/lines.h"
#include "interpreter/elements/row_major.h"
#include "interpreter/ops/cell_parts.h"
#include "interpreter/ops/cells.h"
#include "interpreter/ops/copy_elements.h"

namespace backedge::ops {
namespace {

constexpr size_t kMaxStates = 2;  // H and C
constexpr size_t kWeights = 3;    // W, R and B
// About how many rows of X * W^T are computed at once. W is read once for all of them. More rows would take
// more memory and hardly less time.
constexpr int64_t kRowsAtOnce = 64;
// From this number of steps on, a transposed copy of R saves more time than it takes.
constexpr int64_t kStepsToTranspose = 8;

/// What sequences differ in, and where their operands are: X, the initial states, lengths, W, R, B.
struct Form {
  size_t states;                 // H, or H and C
  int64_t gate_rows, bias_rows;  // of W and R, and of B
  int64_t hidden, directions;

  size_t lengths() const { return 1 + states; }
  size_t weights() const { return 2 + states; }
};

Result<void> infer_sequence(const Form& form, std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  for (size_t k = 1; k < inputs.size(); ++k) {
    if (k != form.lengths()) TRY(check_same_type(inputs, k));
  }
  TRY(check_type(inputs, form.lengths(), Types::kInteger));

  CellShapes shapes{inputs};
  Dimension steps;
  TRY(shapes.check(0, {shapes.batch, steps, shapes.input}));
  if (const PartialShape& x = inputs[0].shape; x.rank_known()) {
    shapes.batch = x[0];
    steps = x[1];
    shapes.input = x[2];
  }
  for (size_t k = 1; k <= form.states; ++k) TRY(shapes.check_rows(k, {form.directions, form.hidden}));
  TRY(shapes.check_rows(form.lengths(), {}));
  const Dimension directions = Dimension::exactly(form.directions), hidden = Dimension::exactly(form.hidden);
  const Dimension gates = Dimension::exactly(form.gate_rows), biases = Dimension::exactly(form.bias_rows);
  TRY(shapes.check(form.weights(), {directions, gates, shapes.input}));
  TRY(shapes.check(form.weights() + 1, {directions, gates, hidden}));
  TRY(shapes.check(form.weights() + 2, {directions, biases}));

  const Dimension all[] = {shapes.batch, directions, steps, hidden};
  const Dimension last[] = {shapes.batch, directions, hidden};
  for (Signature& output : outputs) output = {inputs[0].type, PartialShape::of(last)};
  outputs[0].shape = PartialShape::of(all);
  return {};
}

/// The lengths as i64.
Result<Tensor> lengths_of(const KernelCall& call, const Tensor& given, int64_t steps) {
  Tensor lengths = TRY(call.pool.allocate(ElementType::kI64, given.shape()));
  int64_t* const out = lengths.writable<int64_t>();
  for (int64_t b = 0; b < given.count() && !call.deadline.passed(1); ++b) {
    out[b] = integer_at(given, b);
    if (out[b] >= 0 && out[b] <= steps) continue;
    return Error("OP-6", "element " + std::to_string(b) + " of the batch has " + std::to_string(out[b]) +
                             " steps, expected 0 to " + std::to_string(steps));  // [OP-9]
  }
  return lengths;
}

/// Kernels of a cell without its product of X and W.
struct StepKernels {
  Kernel with_r, with_transposed_r;
};

/// One direction through the elements of a batch.
struct Pass {
  const Form& form;
  const StepKernels& kernels;
  const KernelCall& call;
  std::span<const int64_t> lengths;
  int64_t direction;
  bool reverse;
  std::array<Tensor, kWeights> weights = {};  // W, R, B of this direction
  const Kernel* kernel = nullptr;

  int64_t steps() const { return call.input(0).shape()[1]; }
  /// The place of a step in x and y.
  int64_t place(int64_t b, int64_t step) const { return reverse ? lengths[b] - 1 - step : step; }  // [OP-10]

  /// Calls act(row, b) for each element b of the batch that has this step.
  template <class Act>
  int64_t for_each_row(int64_t step, Act&& act) const {
    int64_t row = 0;
    for (int64_t b = 0; b < std::ssize(lengths); ++b) {
      if (step < lengths[b]) act(row++, b);
    }
    return row;
  }
};

/// The rows of a tensor as bytes: row (i, ...) has the elements (i, ..., 0), (i, ..., 1) and so on.
template <size_t kRank, class Byte>
struct ByteRows {
  Byte* data;
  RowMajor<kRank> at;
  int64_t size, bytes;  // of an element, and of a row

  template <class... Indices>
  Byte* operator()(Indices... indices) const {
    return data + at(indices...) * size;
  }
};
template <size_t kRank, class Byte>
ByteRows<kRank, Byte> rows_at(Byte* data, const Tensor& tensor) {
  const int64_t size = size_of(tensor.type());
  return {data, RowMajor<kRank>(tensor.shape()), size, tensor.shape()[kRank - 1] * size};
}
template <size_t kRank>
ByteRows<kRank, std::byte> rows_of(Tensor& tensor) {
  return rows_at<kRank>(tensor.writable_bytes(), tensor);
}
template <size_t kRank>
ByteRows<kRank, const std::byte> rows_of(const Tensor& tensor) {
  return rows_at<kRank>(tensor.bytes(), tensor);
}

/// X * W^T of the steps [first, last): for each of them in turn, a row for each element that has the step.
Result<Tensor> multiply_by_w(const Pass& pass, int64_t first, int64_t last) {
  const KernelCall& call = pass.call;
  int64_t rows = 0;
  for (int64_t step = first; step < last; ++step) rows += pass.for_each_row(step, [](int64_t, int64_t) {});
  Tensor x = TRY(call.pool.allocate(call.input(0).type(), {rows, call.input(0).shape()[2]}));
  const auto to = rows_of<2>(x);
  const auto from = rows_of<3>(call.input(0));
  int64_t row = 0;
  for (int64_t step = first; step < last; ++step) {
    pass.for_each_row(
        step, [&](int64_t, int64_t b) { copy_block(to(row++), from(b, pass.place(b, step)), to.bytes); });
  }
  call.deadline.passed(x.count() + (last - first) * std::ssize(pass.lengths));
  return dispatch<Types::kReal>(x.type(), [&]<class T>(TypeTag<T>) {
    return multiply_by_weight(call, view_of<T>(x), view_of<T>(pass.weights[0]));
  });
}

/// Applies the cell to the elements of the batch that have this step, one below the other.
///
/// first_row  where their rows of x_by_w begin
/// returns    the number of rows
Result<int64_t> take_step(const Pass& pass, int64_t step, const Tensor& x_by_w, int64_t first_row) {
  const KernelCall& call = pass.call;
  const ElementType type = call.input(0).type();
  const int64_t gates = pass.form.gate_rows, hidden = pass.form.hidden;
  const int64_t rows = pass.for_each_row(step, [](int64_t, int64_t) {});

  const Tensor products = call.pool.view(x_by_w, first_row * gates * size_of(type), {rows, gates});
  std::array<Tensor, kMaxStates> before, after;
  std::array<const Tensor*, kMaxStates + kWeights> inputs = {&products};
  for (size_t k = 0; k < pass.form.states; ++k) {
    before[k] = TRY(call.pool.allocate(type, {rows, hidden}));
    after[k] = TRY(call.pool.allocate(type, {rows, hidden}));
    const auto to = rows_of<2>(before[k]);
    const auto from = rows_of<3>(call.output(1 + k));
    pass.for_each_row(
        step, [&](int64_t row, int64_t b) { copy_block(to(row), from(b, pass.direction), to.bytes); });
    inputs[1 + k] = &before[k];
  }
  for (size_t k = 1; k < kWeights; ++k) inputs[pass.form.states + k] = &pass.weights[k];  // R and B

  TRY((*pass.kernel)({std::span(inputs).first(pass.form.states + kWeights),
                      std::span(after).first(pass.form.states), call.pool, call.deadline}));
  if (call.deadline.passed(rows * hidden + std::ssize(pass.lengths))) return rows;

  const auto y = rows_of<4>(call.output(0));
  for (size_t k = 0; k < pass.form.states; ++k) {
    const auto from = rows_of<2>(after[k]);
    const auto to = rows_of<3>(call.output(1 + k));
    pass.for_each_row(step, [&](int64_t row, int64_t b) {
      copy_block(to(b, pass.direction), from(row), to.bytes);
      if (k == 0) copy_block(y(b, pass.direction, pass.place(b, step)), from(row), y.bytes);
    });
  }
  return rows;
}

/// y[b, d, t] = 0 for t from lengths[b] on.
void clear_rest(const Pass& pass) {
  const auto y = rows_of<4>(pass.call.output(0));
  for (int64_t b = 0; b < std::ssize(pass.lengths); ++b) {
    const int64_t first = pass.lengths[b];
    pass.call.deadline.in_blocks(  // [OP-9]
        pass.steps() - first, pass.form.hidden, [&](int64_t begin, int64_t end) {
          std::memset(y(b, pass.direction, first + begin), 0, static_cast<size_t>((end - begin) * y.bytes));
        });
    if (pass.call.deadline.passed(1)) return;
  }
}

Result<Tensor> transposed(const Tensor& matrix, const KernelCall& call) {
  const Layout layout = Layout::row_major(matrix.shape()).permuted(std::array<int64_t, 2>{1, 0});
  Tensor copy = TRY(call.pool.allocate(matrix.type(), layout.shape));
  copy_elements(copy, Layout::row_major(layout.shape), matrix, layout, call.deadline);
  return copy;
}

Result<void> run_pass(Pass pass) {
  for (size_t k = 0; k < kWeights; ++k) {
    const Tensor& all = pass.call.input(pass.form.weights() + k);
    const int64_t first = lines_along(all.shape(), 0)(0, pass.direction, 0);
    pass.weights[k] = pass.call.pool.view(all, first * size_of(all.type()), without_axis(all.shape(), 0));
  }
  clear_rest(pass);
  const auto longest = std::max_element(pass.lengths.begin(), pass.lengths.end());
  const int64_t steps = longest == pass.lengths.end() ? 0 : *longest;
  pass.kernel = &pass.kernels.with_r;
  if (steps >= kStepsToTranspose) {
    pass.weights[1] = TRY(transposed(pass.weights[1], pass.call));
    pass.kernel = &pass.kernels.with_transposed_r;
  }
  const int64_t at_once = std::max<int64_t>(kRowsAtOnce / std::max<int64_t>(std::ssize(pass.lengths), 1), 1);
  for (int64_t first = 0; first < steps && !pass.call.deadline.over(); first += at_once) {
    const int64_t last = std::min(first + at_once, steps);
    const Tensor x_by_w = TRY(multiply_by_w(pass, first, last));
    int64_t row = 0;
    for (int64_t step = first; step < last && !pass.call.deadline.over(); ++step)
      row += TRY(take_step(pass, step, x_by_w, row));
  }
  return {};
}

template <class Cell>
Result<void> run_sequence(const SequenceOf<Cell>& options, const Form& form, const StepKernels& kernels,
                          const KernelCall& call) {
  const Tensor lengths = TRY(lengths_of(call, call.input(form.lengths()), call.input(0).shape()[1]));
  for (size_t k = 1; k <= form.states; ++k) {  // the outputs hold the states of the step before  [OP-9]
    const Tensor& initial = call.input(k);
    copy_block(call.output(k).writable_bytes(), initial.bytes(), initial.byte_count());
  }
  for (int64_t d = 0; d < form.directions && !call.deadline.over(); ++d)
    TRY(run_pass({form, kernels, call, lengths.values<int64_t>(), d, options.reverses(d)}));
  return {};
}

template <class Cell>
StepKernels step_kernels(Kernel (*make)(const Cell&, bool r_is_transposed), const Cell& cell) {
  return {.with_r = make(cell, false), .with_transposed_r = make(cell, true)};
}

/// states, gates, biases  the number of each that the cell has
template <class Cell>
Operation make_sequence(const SequenceOf<Cell>& options, const StepKernels& kernels, size_t states,
                        int64_t gates, int64_t biases) {
  const int64_t hidden = options.cell.hidden;
  const Form form = {states, gates * hidden, biases * hidden, hidden, options.directions()};
  const auto kernel = [options, form, kernels](const KernelCall& call) {
    return run_sequence(options, form, kernels, call);
  };
  return {.infer = std::bind_front(infer_sequence, form), .kernel = kernel, .error = options};
}

}  // namespace

Operation make_lstm_sequence(const LstmSequence& options) {
  return made(__func__, options, make_sequence(options, step_kernels(lstm_step, options.cell), 2, 4, 4));
}

Operation make_gru_sequence(const GruSequence& options) {
  const int64_t biases = options.cell.linear_before_reset ? 4 : 3;
  return made(__func__, options, make_sequence(options, step_kernels(gru_step, options.cell), 1, 3, biases));
}

Operation make_rnn_sequence(const RnnSequence& options) {
  return made(__func__, options, make_sequence(options, step_kernels(rnn_step, options.cell), 1, 1, 1));
}

}  // namespace backedge::ops
