#include "interpreter/elements/convert_elements.h"
#include "interpreter/onnx/writer/operation_writer.h"

/// Activations. Parameters that are computed make a formula of an operator with attributes (ops/formulas.h).
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

// x > 0 ? x : alpha * (e^x - 1). ONNX's Elu keeps -0.
Values elu(OperationWriter& op) {
  const Named& x = op.in(0);
  const auto like = [&](double value) { return number(x.type(), value); };
  const Named scaled =
      op.add("Mul", {like(op.options<double>()), op.add("Sub", {op.add("Exp", {x}), like(1)})});
  return op.finish("Where", {op.add("Greater", {x, like(0)}, {ElementType::kBoolean, x.shape()}), x, scaled});
}

// The constants of ONNX's function Gelu are f32.
Values gelu_tanh(OperationWriter& op) {
  if (op.in(0).type() == ElementType::kF64) return cannot_express("the constants of Gelu in f64");
  return op.finish("Gelu", op.inputs, {{"approximate", "tanh"}});
}

// x * sigmoid(beta * x). A negative beta is an error.
Values swish(OperationWriter& op) {
  if (!op.has(1)) return op.finish("Mul", {op.in(0), op.add("Sigmoid", {op.in(0)})});
  const Named& beta = op.in(1);
  const Named below = op.add("Less", {beta, number(beta.type(), 0)}, {ElementType::kBoolean, beta.shape()});
  const Named error = cast(op.to, reject_where(op.to, below), beta.type());
  const Named checked = op.add("Add", {beta, error}, beta.signature);
  return op.finish("Mul", {op.in(0), op.add("Sigmoid", {op.add("Mul", {checked, op.in(0)})})});
}

// The operands of the last quotient of min(max(x + 3, 0), 6) / 6.
std::vector<Named> hsigmoid_operands(OperationWriter& op) {
  const auto like = [&](double value) { return number(op.in(0).type(), value); };
  const Named low = op.add("Max", {op.add("Add", {op.in(0), like(3)}), like(0)});
  return {op.add("Min", {low, like(6)}), like(6)};
}

Values hsigmoid(OperationWriter& op) { return op.finish("Div", hsigmoid_operands(op)); }

// ONNX's HardSwish multiplies x by 1/6 before it adds 1/2.
Values hswish(OperationWriter& op) {
  return op.finish("Mul", {op.in(0), op.add("Div", hsigmoid_operands(op))});
}

bool have_constants(const OperationWriter& op) { return op.in(1).constant && op.in(2).constant; }

// A parameter of one element, as a scalar.
Named scalar(OperationWriter& op, size_t k) {
  return op.add("Reshape", {op.in(k), integers({})}, scalar_of(op.in(k).type()));
}

// A parameter of one element that ONNX has as an attribute.
Result<float> known_parameter(OperationWriter& op, size_t k) {
  if (!op.in(k).constant) return cannot_express(op.type + " with computed parameters");
  const Tensor& value = *op.in(k).constant;
  double number = 0;
  auto* to = reinterpret_cast<std::byte*>(&number);
  convert_row_of(value.type(), ElementType::kF64)(value.bytes(), 0, to, 0, 1);
  return float_attribute(number, "a parameter");
}

// lambda * (x > 0 ? x : alpha * (e^x - 1)). ONNX's Selu subtracts alpha from alpha * e^x.
Values selu(OperationWriter& op) {
  const Named& x = op.in(0);
  const Named power = op.add("Sub", {op.add("Exp", {x}), number(x.type(), 1)});
  const Named is_above = op.add("Greater", {x, number(x.type(), 0)}, {ElementType::kBoolean, x.shape()});
  const Named either = op.add("Where", {is_above, x, op.add("Mul", {scalar(op, 1), power})});
  return op.finish("Mul", {scalar(op, 2), either});
}

// max(0, min(1, alpha * x + beta))
Values hard_sigmoid(OperationWriter& op) {
  if (have_constants(op)) {
    const float alpha = TRY(known_parameter(op, 1)), beta = TRY(known_parameter(op, 2));
    return op.finish("HardSigmoid", {op.in(0)}, {{"alpha", alpha}, {"beta", beta}});
  }
  const ElementType type = op.in(0).type();
  const Named line = op.add("Add", {op.add("Mul", {scalar(op, 1), op.in(0)}), scalar(op, 2)});
  return op.finish("Max", {number(type, 0), op.add("Min", {number(type, 1), line})});
}

// A vector with as many elements as axis 1 belongs to that axis (OP-8); ONNX aligns it at the last one.
Values prelu(OperationWriter& op) {
  const Named &x = op.in(0), &slope = op.in(1);
  if (!x.rank_known() || !slope.shape().known()) return cannot_express("PReLU of unknown shapes");
  if (slope.rank() != 1 || x.rank() < 3) return op.finish("PRelu", op.inputs);
  if (!x.shape()[1].known()) return cannot_express("PReLU of an unknown number of channels");
  if (!(x.shape()[1] == slope.shape()[0])) return op.finish("PRelu", op.inputs);
  std::vector<int64_t> shape(static_cast<size_t>(x.rank() - 1), 1);
  shape[0] = slope.shape()[0].min;
  const Signature wider{slope.type(), PartialShape(Shape(shape))};
  return op.finish("PRelu", {x, op.add("Reshape", {slope, integers(shape)}, wider)});
}

constexpr WriterRow kActivationRows[] = {
    {"elu", elu},
    {"gelu_erf", write_same, "Gelu"},
    {"gelu_tanh", gelu_tanh},
    {"hard_sigmoid", hard_sigmoid},
    {"hsigmoid", hsigmoid},
    {"hswish", hswish},
    {"mish", write_same, "Mish"},
    {"prelu", prelu},
    {"selu", selu},
    {"softplus", write_same, "Softplus"},
    {"swish", swish},
};

}  // namespace

std::span<const WriterRow> activation_rows() { return kActivationRows; }

}  // namespace backedge::onnx::writing
