#include "interpreter/onnx/writer/operation_writer.h"

/// Recurrent cells: the formula that the operation computes (interpreter/ops/cells.h), because ONNX only has
/// whole sequences.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

// The formula of a cell whose values are [batch, n * hidden].
struct CellFormula {
  OperationWriter& op;
  int64_t hidden;
  double clip;

  Signature wide(int64_t gates) const {
    Signature signature{op.in(0).type(), PartialShape::of_rank(2)};
    if (op.in(0).rank_known()) signature.shape[0] = op.in(0).shape()[0];
    signature.shape[1] = Dimension::exactly(gates * hidden);
    return signature;
  }
  // a * weight^T
  Named product(const Named& a, const Named& weight, int64_t gates) const {
    Signature turned = weight.signature;
    if (turned.shape.rank_known()) std::swap(turned.shape[0], turned.shape[1]);
    const Named transposed = op.add("Transpose", {weight}, turned, {{"perm", std::vector<int64_t>{1, 0}}});
    return op.add("MatMul", {a, transposed}, wide(gates));
  }
  // Parts of an axis, each as long as so many gates.
  std::vector<Named> parts(const Named& value, int64_t axis, const std::vector<int64_t>& gates) const {
    std::vector<int64_t> lengths;
    std::vector<Signature> signatures;
    for (const int64_t count : gates) {
      lengths.push_back(count * hidden);
      signatures.push_back(value.signature);
      if (value.rank_known()) signatures.back().shape[axis] = Dimension::exactly(count * hidden);
    }
    return op.to.add_all("Split", {value, integers(lengths)}, signatures, {{"axis", axis}});
  }
  // clip((xw + hr) + bias)
  Named sum(const Named& xw, const Named& hr, const Named& bias) const {
    const Signature& out = xw.signature;
    const Named all = op.add("Add", {op.add("Add", {xw, hr}, out), bias}, out);
    if (clip == 0) return all;
    const ElementType type = all.type();
    return op.add("Clip", {all, number(type, -clip), number(type, clip)}, out);
  }
  Named activated(ops::Activation activation, const Named& x) const {
    constexpr const char* kOps[] = {"Relu", "Sigmoid", "Tanh"};
    return op.add(kOps[static_cast<size_t>(activation)], {x}, x.signature);
  }
  // The operand, or zeros.
  Named bias(size_t k) const { return op.has(k) ? op.in(k) : number(op.in(0).type(), 0); }
};

// W and R may be one matrix, side by side. Then B is operand 4.
Values lstm_cell(OperationWriter& op) {
  const auto& cell = op.options<ops::LstmCell>();
  const CellFormula formula{op, cell.hidden, cell.clip};
  Named w = op.in(3), r = op.in(4), bias = formula.bias(5);
  if (op.inputs.size() == 5 && !op.in(4).rank_known()) return cannot_express("an LSTMCell of unknown rank");
  if (op.inputs.size() == 5 && op.in(4).rank() == 1) {
    if (!op.in(3).shape().known()) return cannot_express("an LSTMCell of unknown shape");
    const int64_t input = op.in(3).shape()[1].min - cell.hidden;
    const Signature left{w.type(), Shape{4 * cell.hidden, input}};
    const Signature right{w.type(), Shape{4 * cell.hidden, cell.hidden}};
    const std::vector<Named> both = op.to.add_all("Split", {op.in(3), integers({input, cell.hidden})},
                                                  {left, right}, {{"axis", int64_t{1}}});
    w = both[0];
    r = both[1];
    bias = op.in(4);
  }
  const Signature& out = op.outputs[0];
  const Named sums = formula.sum(formula.product(op.in(0), w, 4), formula.product(op.in(1), r, 4), bias);
  const std::vector<Named> gates = formula.parts(sums, 1, {1, 1, 1, 1});
  const Named f = formula.activated(cell.f, gates[0]), i = formula.activated(cell.f, gates[1]);
  const Named c = formula.activated(cell.g, gates[2]), o = formula.activated(cell.f, gates[3]);
  const Named kept = op.add("Mul", {f, op.in(2)}, out), added = op.add("Mul", {i, c}, out);
  const Named state = op.add("Add", {kept, added}, out);
  return std::vector<Named>{op.add("Mul", {o, formula.activated(cell.h, state)}, out), state};
}

Values gru_cell(OperationWriter& op) {
  const auto& cell = op.options<ops::GruCell>();
  const CellFormula formula{op, cell.hidden, cell.clip};
  const Signature& out = op.outputs[0];
  const Named& h = op.in(1);
  const std::vector<Named> xw = formula.parts(formula.product(op.in(0), op.in(2), 3), 1, {2, 1});
  const std::vector<Named> weights = formula.parts(op.in(3), 0, {2, 1});
  std::vector<Named> bias(3, number(op.in(0).type(), 0));
  if (op.has(4)) {
    bias = formula.parts(
        op.in(4), 0, cell.linear_before_reset ? std::vector<int64_t>{2, 1, 1} : std::vector<int64_t>{2, 1});
  }
  const std::vector<Named> gates =
      formula.parts(formula.sum(xw[0], formula.product(h, weights[0], 2), bias[0]), 1, {1, 1});
  const Named z = formula.activated(cell.f, gates[0]), r = formula.activated(cell.f, gates[1]);
  Named recurrent;
  if (cell.linear_before_reset) {
    const Named linear = op.add("Add", {formula.product(h, weights[1], 1), bias[2]}, out);
    recurrent = op.add("Mul", {r, linear}, out);
  } else {
    recurrent = formula.product(op.add("Mul", {r, h}, out), weights[1], 1);
  }
  const Named candidate = formula.activated(cell.g, formula.sum(xw[1], recurrent, bias[1]));
  const Named rest = op.add("Sub", {number(op.in(0).type(), 1), z}, out);
  return op.finish("Add", {op.add("Mul", {rest, candidate}, out), op.add("Mul", {z, h}, out)});
}

Values rnn_cell(OperationWriter& op) {
  const auto& cell = op.options<ops::RnnCell>();
  const CellFormula formula{op, cell.hidden, cell.clip};
  const Named sum =
      formula.sum(formula.product(op.in(0), op.in(2), 1), formula.product(op.in(1), op.in(3), 1), op.in(4));
  return std::vector<Named>{formula.activated(cell.f, sum)};
}

constexpr WriterRow kCellRows[] = {
    {"gru_cell", gru_cell},
    {"lstm_cell", lstm_cell},
    {"rnn_cell", rnn_cell},
};

}  // namespace

std::span<const WriterRow> cell_rows() { return kCellRows; }

}  // namespace backedge::onnx::writing
