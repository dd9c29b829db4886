#include <cmath>

#include "interpreter/onnx/writer/operation_writer.h"

/// Operations that compute each element of the output from one element of each operand.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

// An element-wise operation of two operands.
Values binary(OperationWriter& op) {
  return op.finish(TRY(broadcast_operands(op, op.options<ops::Broadcasting>())));
}

Values not_equal(OperationWriter& op) {
  const std::vector<Named> operands = TRY(broadcast_operands(op, op.options<ops::Broadcasting>()));
  return op.finish("Not", {op.add("Equal", operands)});
}

// For booleans there is the logical operation, whose name ends like that of bits.
Values bits(OperationWriter& op) {
  const std::vector<Named> operands = TRY(broadcast_operands(op, op.options<ops::Broadcasting>()));
  const std::string logical = std::string(op.op).substr(std::string_view("Bitwise").size());
  return op.finish(op.in(0).type() == ElementType::kBoolean ? logical : op.op, operands);
}

Values bitwise_not(OperationWriter& op) {
  return op.finish(op.in(0).type() == ElementType::kBoolean ? "Not" : "BitwiseNot", op.inputs);
}

// Integers are whole numbers already.
Values rounded(OperationWriter& op) {
  return op.finish(is_real(op.in(0).type()) ? op.op : "Identity", op.inputs);
}

// ONNX truncates the quotient of integers. It is one too large where the rest has another sign than b: there
// q * b + Mod(a, b), with the sign of b, is not a.
Values divide(OperationWriter& op) {
  const auto& options = op.options<ops::Divide>();
  const std::vector<Named> operands = TRY(broadcast_operands(op, options.broadcasting));
  const ElementType type = op.in(0).type();
  const bool has_sign = type <= ElementType::kI64;
  if (is_real(type) || !has_sign || !options.floors_integers) return op.finish("Div", operands);
  const Signature& out = op.outputs[0];
  const Signature flag{ElementType::kBoolean, out.shape};
  const Named quotient = op.add("Div", operands, out), rest = op.add("Mod", operands, out);
  const Named product = op.add("Mul", {quotient, operands[1]}, out);
  const Named is_floor = op.add("Equal", {op.add("Add", {product, rest}, out), operands[0]}, flag);
  const Named surplus = cast(op.to, op.add("Not", {is_floor}, flag), type);
  return op.finish("Sub", {quotient, surplus});
}

// In ONNX, Mod of reals is only the one with the sign of a.
Values mod(OperationWriter& op) {
  const std::vector<Named> operands = TRY(broadcast_operands(op, op.options<ops::Broadcasting>()));
  return op.finish("Mod", operands, {{"fmod", int64_t{1}}});
}

Values floor_mod(OperationWriter& op) {
  if (is_real(op.in(0).type())) return cannot_express("FloorMod of reals");
  return op.finish("Mod", TRY(broadcast_operands(op, op.options<ops::Broadcasting>())));
}

Values squared_difference(OperationWriter& op) {
  const std::vector<Named> operands = TRY(broadcast_operands(op, op.options<ops::Broadcasting>()));
  const Named difference = op.add("Sub", operands);
  return op.finish("Mul", {difference, difference});
}

// Unsigned numbers are not below 0.
Values relu(OperationWriter& op) {
  const ElementType type = op.in(0).type();
  const bool is_unsigned = ElementType::kU8 <= type && type <= ElementType::kU64;
  return op.finish(is_unsigned ? "Identity" : "Relu", op.inputs);
}

Values is_inf(OperationWriter& op) {
  const auto& options = op.options<ops::IsInf>();
  return op.finish("IsInf", op.inputs,
                   {{"detect_negative", int64_t{options.detects_negative}},
                    {"detect_positive", int64_t{options.detects_positive}}});
}

Values is_finite(OperationWriter& op) {
  const Named is_nan = op.add("IsNaN", op.inputs);
  const Named is_infinite = op.add("IsInf", op.inputs);
  return op.finish("Not", {op.add("Or", {is_nan, is_infinite})});
}

// Integers: the next whole numbers inside of the limits.
Values clamp(OperationWriter& op) {
  auto [low, high] = op.options<ops::Clamp>();
  const ElementType type = op.in(0).type();
  if (!is_real(type)) {
    low = std::ceil(low);
    high = std::floor(high);
  }
  return op.finish("Clip", {op.in(0), number(type, low), number(type, high)});
}

Values round(OperationWriter& op) {
  if (!is_real(op.in(0).type())) return op.finish("Identity", op.inputs);
  if (op.options<ops::Halves>() == ops::Halves::kToEven) return op.finish("Round", op.inputs);
  // floor(abs(x)), plus 1 if the exact rest is 0.5 or more, with the sign of x: a product with 0 has it, too.
  const Named& x = op.in(0);
  const auto like = [&](double value) { return number(x.type(), value); };
  const Named size = op.add("Abs", {x}), down = op.add("Floor", {size});
  const Named is_up = op.add("GreaterOrEqual", {op.add("Sub", {size, down}), like(0.5)}, flags());
  const Named whole = op.add("Where", {is_up, op.add("Add", {down, like(1)}), down});
  const Named is_below = op.add("Less", {x, like(0)}, flags());
  const Named with_sign = op.add("Where", {is_below, op.add("Neg", {whole}), whole});
  const Named is_zero = op.add("Equal", {whole, like(0)}, flags());
  return op.finish("Where", {is_zero, op.add("Mul", {x, like(0)}), with_sign});
}

Values convert(OperationWriter& op) {
  if (op.in(0).type() == op.outputs[0].type) return op.finish("Identity", {op.in(0)});
  return std::vector<Named>{cast(op.to, op.in(0), op.outputs[0].type)};
}

Values convert_promote_types(OperationWriter& op) {
  std::vector<Named> values;
  for (size_t k = 0; k < op.outputs.size(); ++k) {
    const Named& value = op.in(k);
    const ElementType type = op.outputs[k].type;
    values.push_back(value.type() == type ? op.add("Identity", {value}, op.outputs[k])
                                          : cast(op.to, value, type));
  }
  return values;
}

// The unsigned type of the same width.
ElementType unsigned_type(ElementType type) {
  constexpr ElementType kTypes[] = {ElementType::kU8, ElementType::kU16, ElementType::kU32,
                                    ElementType::kU64};
  return kTypes[static_cast<size_t>(type) - static_cast<size_t>(ElementType::kI8)];
}

// ONNX shifts only unsigned numbers. Bits that are shifted to the left do not depend on the sign.
Values shift(OperationWriter& op) {
  std::vector<Named> operands = TRY(broadcast_operands(op, op.options<ops::Broadcasting>()));
  const ElementType type = op.in(0).type();
  if (type <= ElementType::kI64 && std::string_view(op.op) == "LEFT") {
    for (Named& operand : operands) operand = cast(op.to, operand, unsigned_type(type));
    const Named shifted =
        op.add("BitShift", operands, {unsigned_type(type), op.outputs[0].shape}, {{"direction", "LEFT"}});
    return std::vector<Named>{cast(op.to, shifted, type)};
  }
  return op.finish("BitShift", operands, {{"direction", std::string(op.op)}});
}

Values select(OperationWriter& op) {
  const auto& broadcasting = op.options<ops::Broadcasting>();
  if (broadcasting.mode != ops::Broadcasting::Mode::kNumpy) {
    for (const Named& input : op.inputs) {
      if (!input.shape().known() || !(input.shape() == op.in(0).shape()))
        return cannot_express("a Select whose operands must have equal shapes");
    }
  }
  return op.finish("Where", op.inputs);
}

// The value of a variable, which needs no check in a run if its shape is not narrowed.
Values access_variable(OperationWriter& op) {
  if (op.outputs[0].shape == op.in(0).shape()) return write_same(op);
  return cannot_express("the check that a value of " + op.in(0).signature.text() + " fits a variable of " +
                        op.outputs[0].text());
}

constexpr WriterRow kElementwiseRows[] = {
    {"abs", write_same, "Abs"},
    {"access_variable", access_variable, "Identity"},
    {"acos", write_same, "Acos"},
    {"acosh", write_same, "Acosh"},
    {"add", binary, "Add"},
    {"asin", write_same, "Asin"},
    {"asinh", write_same, "Asinh"},
    {"atan", write_same, "Atan"},
    {"atanh", write_same, "Atanh"},
    {"bitwise_and", bits, "BitwiseAnd"},
    {"bitwise_left_shift", shift, "LEFT"},
    {"bitwise_not", bitwise_not},
    {"bitwise_or", bits, "BitwiseOr"},
    {"bitwise_right_shift", shift, "RIGHT"},
    {"bitwise_xor", bits, "BitwiseXor"},
    {"ceiling", rounded, "Ceil"},
    {"clamp", clamp},
    {"convert", convert},
    {"convert_like", convert},
    {"convert_promote_types", convert_promote_types},
    {"cos", write_same, "Cos"},
    {"cosh", write_same, "Cosh"},
    {"divide", divide},
    {"equal", binary, "Equal"},
    {"erf", write_same, "Erf"},
    {"exp", write_same, "Exp"},
    {"floor", rounded, "Floor"},
    {"floor_mod", floor_mod},
    {"greater", binary, "Greater"},
    {"greater_equal", binary, "GreaterOrEqual"},
    {"identity", write_same, "Identity"},
    {"is_finite", is_finite},
    {"is_inf", is_inf},
    {"is_nan", write_same, "IsNaN"},
    {"less", binary, "Less"},
    {"less_equal", binary, "LessOrEqual"},
    {"log", write_same, "Log"},
    {"logical_and", binary, "And"},
    {"logical_not", write_same, "Not"},
    {"logical_or", binary, "Or"},
    {"logical_xor", binary, "Xor"},
    {"maximum", binary, "Max"},
    {"minimum", binary, "Min"},
    {"mod", mod},
    {"multiply", binary, "Mul"},
    {"negative", write_same, "Neg"},
    {"not_equal", not_equal},
    {"power", binary, "Pow"},
    {"relu", relu},
    {"round", round},
    {"select", select},
    {"sigmoid", write_same, "Sigmoid"},
    {"sign", write_same, "Sign"},
    {"sin", write_same, "Sin"},
    {"sinh", write_same, "Sinh"},
    {"softsign", write_same, "Softsign"},
    {"sqrt", write_same, "Sqrt"},
    {"squared_difference", squared_difference},
    {"subtract", binary, "Sub"},
    {"tan", write_same, "Tan"},
    {"tanh", write_same, "Tanh"},
};

}  // namespace

// With pdpd the second operand gets its axes at those of the first one that it means.
Result<Named> repeated_operand(OperationWriter& op, const Named& first, const Named& second,
                               const ops::Broadcasting& broadcasting) {
  using Mode = ops::Broadcasting::Mode;
  if (broadcasting.mode == Mode::kNumpy) return second;
  if (broadcasting.mode == Mode::kNone) {
    if (first.shape().known() && first.shape() == second.shape()) return second;
    return cannot_express("that operands must have equal shapes");
  }
  const char* const may_not_fit = "that an operand which does not fit is an error";
  if (!second.shape().known() || (!first.rank_known() && second.rank() > 0))
    return cannot_express(may_not_fit);
  if (second.rank() == 0) return second;
  Shape shape;
  const int64_t begin = broadcasting.axis < 0 ? first.rank() - second.rank() : broadcasting.axis;
  for (int64_t k = 0; k < second.rank() && begin + k < first.rank(); ++k) {
    const Dimension own = second.shape()[k];
    if (own.min != 1 && !(own == first.shape()[begin + k])) return cannot_express(may_not_fit);
    shape.push_back(own.min);
  }
  for (int64_t k = begin + shape.rank(); k < first.rank(); ++k) shape.push_back(1);
  if (PartialShape(shape) == second.shape()) return second;
  return op.add("Reshape", {second, integers({shape.begin(), shape.end()})}, {second.type(), shape},
                {{"allowzero", int64_t{1}}});
}

Result<std::vector<Named>> broadcast_operands(OperationWriter& op, const ops::Broadcasting& broadcasting) {
  const Named second = TRY(repeated_operand(op, op.in(0), op.in(1), broadcasting));
  return std::vector<Named>{op.in(0), second};
}

std::span<const WriterRow> elementwise_rows() { return kElementwiseRows; }

}  // namespace backedge::onnx::writing
