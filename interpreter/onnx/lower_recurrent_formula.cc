#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/lower_text.h"
#include "interpreter/onnx/recurrent.h"
#include "interpreter/tensor/decimal.h"

/// LSTM, GRU and RNN as loops, whose states are the number of the step, H, and C of an LSTM.
///
/// Names that end with a number belong to a direction. In the loop, x is [batch, input], and states and gates
/// are [batch, hidden].
namespace backedge::onnx {
namespace {

using Texts = std::vector<std::string>;

std::string list_of(const Texts& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + text;
  return list;
}

struct RecurrentFormula {
  NodeLowering& node;
  const Recurrent& recurrent;
  const Texts gates;  // in ONNX's order
  const bool has_c;
  std::string text = "";
  int64_t names = 0;

  void let(const std::string& to, const std::string& op, const Texts& operands) {
    text += to + " = " + op + " (" + list_of(operands) + ") ";
  }
  std::string value(const std::string& op, const Texts& operands) {
    const std::string name = "v" + std::to_string(names++);
    let(name, op, operands);
    return name;
  }
  std::string integers(const std::string& list) {
    return value("Constant <value_ints = [" + list + "]>", {});
  }
  std::string in_type_of_x(const std::string& number) {
    return value("Cast <to = " + std::to_string(*data_type_of(node.type(node.in(0)))) + ">", {number});
  }
  std::string real(double number) {
    return in_type_of_x(
        value("Constant <value_float = " + element_text(Tensor::scalar(number), 0) + ">", {}));
  }
  // The part of an operand that belongs to a direction.
  std::string part(const std::string& operand, int64_t direction) {
    return value("Gather <axis = 0>",
                 {operand, value("Constant <value_int = " + std::to_string(direction) + ">", {})});
  }
  // Parts of equal size along an axis.
  void split(const Texts& to, const std::string& whole, int64_t axis) {
    let(list_of(to),
        "Split <axis = " + std::to_string(axis) + ", num_outputs = " + std::to_string(to.size()) + ">",
        {whole});
  }
  static Texts with(const Texts& texts, const std::string& before, const std::string& after) {
    Texts names;
    for (const std::string& name : texts) names.push_back(before + name + after);
    return names;
  }

  std::string activated(const GateFunction& function, const std::string& x) {
    const auto attribute = [](const char* name, double value) {
      return std::string(name) + " = " + element_text(Tensor::scalar(value), 0);
    };
    const std::string alpha = attribute("alpha", function.alpha), beta = attribute("beta", function.beta);
    if (function.name == "Affine")
      return value("Add", {value("Mul", {real(function.alpha), x}), real(function.beta)});
    if (function.name == "ScaledTanh") {
      const std::string scaled = value("Mul", {real(function.beta), x});
      return value("Mul", {real(function.alpha), value("Tanh", {scaled})});
    }
    if (function.name == "ThresholdedRelu") {  // from alpha on  [ONNX-GRAPH-12]
      const std::string from = value("GreaterOrEqual", {x, real(function.alpha)});
      return value("Where", {from, x, real(0)});
    }
    if (function.name == "HardSigmoid") return value("HardSigmoid <" + alpha + ", " + beta + ">", {x});
    if (function.name == "Elu" || function.name == "LeakyRelu")
      return value(function.name + " <" + alpha + ">", {x});
    return value(function.name, {x});
  }
  std::string clipped(const std::string& x) {
    if (recurrent.clip == 0) return x;
    return value("Clip", {x, real(-recurrent.clip), real(recurrent.clip)});
  }
  // function(clip(((x * W^T + h * R^T) + P * c) + b))  [ONNX-GRAPH-12]
  std::string gate(const GateFunction& function, const std::string& name, const std::string& d,
                   const std::string& c = "") {
    std::string sum = value("Add", {"xw_" + name, "hr_" + name});
    if (!c.empty()) sum = value("Add", {sum, value("Mul", {"p_" + name + d, c})});
    return activated(function, clipped(value("Add", {sum, "b_" + name + d})));
  }

  // The bodies of the loops, from x, h and c to h1 and c1.
  void lstm_step(const std::vector<GateFunction>& functions, const std::string& d) {
    const bool peeps = node.has(7);
    const std::string i = gate(functions[0], "i", d, peeps ? "c" : "");
    const std::string f =  // [ONNX-GRAPH-12]
        recurrent.coupled ? value("Sub", {real(1), i}) : gate(functions[0], "f", d, peeps ? "c" : "");
    const std::string kept = value("Mul", {f, "c"}), added = value("Mul", {i, gate(functions[1], "c", d)});
    let("c1", "Add", {kept, added});
    const std::string o = gate(functions[0], "o", d, peeps ? "c1" : "");
    let("h1", "Mul", {o, activated(functions[2], "c1")});
  }
  void gru_step(const std::vector<GateFunction>& functions, const std::string& d) {
    const std::string z = gate(functions[0], "z", d), r = gate(functions[0], "r", d);
    const std::string recurrent_part = recurrent.linear_before_reset
                                           ? value("Mul", {r, value("Add", {"hr_h", "rb_h" + d})})
                                           : value("MatMul", {value("Mul", {r, "h"}), "r_h" + d});
    const std::string sum = value("Add", {value("Add", {"xw_h", recurrent_part}), "b_h" + d});
    const std::string candidate = activated(functions[1], clipped(sum));
    const std::string rest = value("Sub", {real(1), z});
    let("h1", "Add", {value("Mul", {rest, candidate}), value("Mul", {z, "h"})});
  }

  // The weights of a direction: w, r [input or hidden, gates * hidden], and biases and peepholes of each gate.
  void read_weights(int64_t direction) {
    const std::string d = std::to_string(direction);
    let("w" + d, "Transpose <perm = [1, 0]>", {part("w", direction)});
    let("r" + d, "Transpose <perm = [1, 0]>", {part("r", direction)});
    if (gates.size() == 3) split(with(gates, "r_", d), "r" + d, 1);
    if (node.has(3)) {
      Texts biases = with(gates, "wb_", d);
      for (const std::string& name : gates) biases.push_back("rb_" + name + d);
      split(biases, part("b", direction), 0);
    }
    for (const std::string& name : gates) {
      const bool is_apart = name == "h" && recurrent.linear_before_reset;
      const std::string b = "b_" + name + d, of_w = "wb_" + name + d, of_r = "rb_" + name + d;
      if (!node.has(3)) {
        let(b, "Identity", {real(0)});
        if (is_apart) let(of_r, "Identity", {real(0)});
      } else if (is_apart) {
        let(b, "Identity", {of_w});
      } else {
        let(b, "Add", {of_w, of_r});
      }
    }
    if (node.has(7)) split({"p_i" + d, "p_o" + d, "p_f" + d}, part("p", direction), 0);
  }

  // One direction: y, last_h and last_c with the number of the direction behind.
  void pass(int64_t direction) {
    const std::string d = std::to_string(direction);
    const bool reverses = recurrent.direction == ops::Direction::kReverse || direction == 1;
    const std::string reverse = "ReverseSequence <batch_axis = 1, time_axis = 0>";
    read_weights(direction);
    let("steps" + d, reverses ? reverse : "Identity",
        reverses ? Texts{"x_in_order", "lengths"} : Texts{"x_in_order"});
    const Texts states = has_c ? Texts{"h", "c"} : Texts{"h"};
    text += "last_t" + d + ", " + list_of(with(states, "last_", d)) + ", each" + d +
            " = Scan <num_scan_inputs = 1, body = step (t, " + list_of(states) + ", x) => (next_t, " +
            list_of(with(states, "next_", "")) + ", y) { ";
    split(with(gates, "xw_", ""), value("MatMul", {"x", "w" + d}), 1);
    split(with(gates, "hr_", ""), value("MatMul", {"h", "r" + d}), 1);
    const std::vector<GateFunction> functions = recurrent.functions_of(direction);
    if (gates.size() == 4) lstm_step(functions, d);
    if (gates.size() == 3) gru_step(functions, d);
    if (gates.size() == 1) let("h1", "Identity", {gate(functions[0], "h", d)});
    const std::string runs = value("Unsqueeze", {value("Less", {"t", "lengths"}), integers("1")});
    for (const std::string& state : states) let("next_" + state, "Where", {runs, state + "1", state});
    let("y", "Where", {runs, "h1", real(0)});
    let("next_t", "Add", {"t", value("Constant <value_int = 1>", {})});
    text += "}> (first, " + list_of(with(states, "first_", d)) + ", steps" + d + ") ";
    let("y" + d, reverses ? reverse : "Identity",
        reverses ? Texts{"each" + d, "lengths"} : Texts{"each" + d});
  }

  // The initial states of all directions, [directions, batch, hidden].
  void read_state(const std::string& name, size_t operand) {
    const std::string all = "all_" + name;
    if (node.has(operand)) {
      const std::string turned = recurrent.batch_first ? "Transpose <perm = [1, 0, 2]>" : "Identity";
      let(all, turned, {"initial_" + name});
    } else {
      const std::string rest = integers(std::to_string(recurrent.hidden));
      const std::string shape =
          value("Concat <axis = 0>", {integers(std::to_string(recurrent.directions())), "batch", rest});
      let(all, "Expand", {real(0), shape});
    }
    for (int64_t d = 0; d < recurrent.directions(); ++d)
      let("first_" + name + std::to_string(d), "Identity", {part(all, d)});
  }

  // A length outside of 0 to the number of steps is no index of a list with an element for each of them.
  void read_lengths() {
    const std::string steps = value("Shape <start = 0, end = 1>", {"x_in_order"});
    if (!node.has(4)) return let("lengths", "Expand", {steps, "batch"});
    const std::string zero = value("Constant <value_int = 0>", {}),
                      one = value("Constant <value_int = 1>", {});
    const std::string end = value("Add", {value("Squeeze", {steps}), one});
    const std::string given = value("Cast <to = 7>", {"sequence_lens"});
    const std::string index = value("Where", {value("Less", {given, zero}), end, given});
    let("lengths", "Gather", {value("Range", {zero, end, one}), index});  // [OP-9]
  }

  // Outputs of the directions, joined along an axis.
  void join(const std::string& to, const std::string& from, int64_t axis, const std::string& batch_first) {
    Texts parts;
    for (int64_t d = 0; d < recurrent.directions(); ++d)
      parts.push_back(value("Unsqueeze", {from + std::to_string(d), integers(std::to_string(axis))}));
    const std::string joined = value("Concat <axis = " + std::to_string(axis) + ">", parts);
    let(to, recurrent.batch_first ? "Transpose <perm = [" + batch_first + "]>" : "Identity", {joined});
  }

  Lowered lowered() {
    const Texts states = has_c ? Texts{"h", "c"} : Texts{"h"};
    text = "formula (in_x, w, r, b, sequence_lens, initial_h, initial_c, p) => (all_y, " +
           list_of(with(states, "y_", "")) + ") { ";
    let("x_in_order", recurrent.batch_first ? "Transpose <perm = [1, 0, 2]>" : "Identity", {"in_x"});
    let("batch", "Shape <start = 1, end = 2>", {"x_in_order"});
    let("first", "Constant <value_int = 0>", {});
    read_lengths();
    read_state("h", 5);
    if (has_c) read_state("c", 6);
    for (int64_t d = 0; d < recurrent.directions(); ++d) pass(d);
    join("all_y", "y", 1, "2, 0, 1, 3");
    for (const std::string& state : states) join("y_" + state, "last_" + state, 0, "1, 0, 2");
    return lower_text(node, text + "}");
  }
};

}  // namespace

Lowered lower_recurrent_formula(NodeLowering& node, const Recurrent& recurrent) {
  const std::string& name = node.node.op_type();
  const Texts gates = name == "LSTM"  ? Texts{"i", "o", "f", "c"}
                      : name == "GRU" ? Texts{"z", "r", "h"}
                                      : Texts{"h"};
  const Dimension directions = Dimension::exactly(recurrent.directions()), any = Dimension::any();
  const auto sized = [&](int64_t rows) { return Dimension::exactly(rows * recurrent.hidden); };
  const auto check = [&](size_t operand, std::vector<Dimension> dims) -> Result<void> {
    return node.has(operand) ? node.check_shape(operand, PartialShape::of(dims)) : Result<void>();
  };
  const int64_t count = std::ssize(gates);
  TRY(check(0, {any, any, any}));
  TRY(check(1, {directions, sized(count), any}));
  TRY(check(2, {directions, sized(count), sized(1)}));
  TRY(check(3, {directions, sized(2 * count)}));
  TRY(check(4, {any}));
  const std::vector<Dimension> state =
      recurrent.batch_first ? std::vector{any, directions, sized(1)} : std::vector{directions, any, sized(1)};
  for (const size_t operand : {5, 6}) TRY(check(operand, state));
  TRY(check(7, {directions, sized(3)}));
  return RecurrentFormula{node, recurrent, gates, name == "LSTM"}.lowered();
}

}  // namespace backedge::onnx
