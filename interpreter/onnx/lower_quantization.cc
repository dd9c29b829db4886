#include <optional>
#include <utility>

#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/quantization.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/reduce.h"

/// Real numbers as integers or short reals: value = (quantized - zero_point) * scale.
namespace backedge::onnx {
namespace {

using Range = std::pair<double, double>;

// The range of an integer type that numbers are quantized to.
std::optional<Range> integer_range(ElementType type) {
  switch (type) {
    case ElementType::kU2:
      return Range(0, 3);
    case ElementType::kI2:
      return Range(-2, 1);
    case ElementType::kU4:
      return Range(0, 15);
    case ElementType::kI4:
      return Range(-8, 7);
    case ElementType::kU8:
      return Range(0, 255);
    case ElementType::kI8:
      return Range(-128, 127);
    case ElementType::kU16:
      return Range(0, 65535);
    case ElementType::kI16:
      return Range(-32768, 32767);
    default:
      return std::nullopt;
  }
}

// Rounds, adds the zero point and saturates, all in f64.
Term saturated(Term x, std::optional<Term> zero_point, ElementType type, Range range) {
  Formula& f = *x.formula;
  Term sum = round(cast(x, ElementType::kF64));
  if (zero_point) sum = sum + cast(*zero_point, ElementType::kF64);
  return cast(f.apply(ops::make_clamp({.low = range.first, .high = range.second}), {sum}), type);
}

// How scales and zero points belong to x: one for all, one for each position of an axis, or one for each block.
struct Granularity {
  int64_t axis, block;

  // A scale or a zero point, repeated as far as element-wise operations do not do it.
  Term along(NodeLowering& node, Term x, Term parameter) const {
    Formula& f = *x.formula;
    if (block > 0) {
      const Term blocks = count_to(f.dimension(x, axis)) / f.integer(block);
      return gather(parameter, blocks, axis);
    }
    const bool is_one = node.count(parameter.slot) == 1;
    if (is_one || f.rank(parameter) == 0) return as_scalar(parameter);
    const int64_t rank = f.rank(x), at = axis < 0 ? axis + rank : axis;
    if (f.rank(parameter) != 1 || at < 0 || at >= rank) {
      f.fail(Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
                   "axis is " + std::to_string(axis) + ", and a scale or zero point is " +
                       node.known(parameter.slot).signature.text()));
      return parameter;
    }
    std::vector<int64_t> target(static_cast<size_t>(rank), 1);
    target[static_cast<size_t>(at)] = -1;
    return reshape(parameter, target);
  }
};

Result<Granularity> read_granularity(NodeLowering& node) {
  Granularity granularity{.axis = 1, .block = 0};
  if (node.version >= 13) granularity.axis = TRY(node.attributes.integer("axis", 1));
  if (node.version >= 21) granularity.block = TRY(node.attributes.integer("block_size", 0));
  if (granularity.block < 0) return Error("ONNX-GRAPH-6", "block_size is negative");  // [ONNX-GRAPH-6]
  return granularity;
}

// The data type that an attribute names; none if it is 0 or not there.
Result<std::optional<ElementType>> type_attribute(NodeLowering& node, const char* name, int64_t first) {
  const int64_t data_type = node.version < first ? 0 : TRY(node.attributes.integer(name, 0));
  if (data_type == 0) return std::optional<ElementType>();
  return std::optional(TRY(element_type_of(data_type)));
}

// A type that division by a scale can have.
ElementType real_type(ElementType scale) { return is_real(scale) ? scale : ElementType::kF32; }

// Scales and zero points of matrices: one for all, or a list for the rows of the left one and the columns of
// the right one.
Term for_matrix(Term parameter, int64_t axis) {
  Formula& f = *parameter.formula;
  return axis == 0 && f.rank(parameter) == 1 ? unsqueeze(parameter, {1}) : parameter;
}

// matmul(a - a_zero_point, b - b_zero_point) in i32.
Term integer_matmul(NodeLowering& node, Formula& f, std::pair<size_t, size_t> a,
                    std::pair<size_t, size_t> b) {
  const auto moved = [&](std::pair<size_t, size_t> operand, int64_t axis) {
    const Term x = f.in(operand.first);
    if (!node.has(operand.second)) return cast(x, ElementType::kI32);
    return cast(x, ElementType::kI32) - for_matrix(cast(f.in(operand.second), ElementType::kI32), axis);
  };
  for (const auto& operand : {a, b}) {
    if (!is_integer(node.type(node.in(operand.first))))
      f.fail(Error("OP-4", "a quantized matrix is not of integers; this is not supported"));  // [OP-4]
  }
  return matmul(moved(a, 0), moved(b, 1));
}

}  // namespace

Term without_zero_point(NodeLowering& node, Term x, size_t k, int64_t axis) {
  const Term value = cast(x, ElementType::kI32);
  if (!node.has(k)) return value;
  return value - cast(Granularity{axis, 0}.along(node, x, x.formula->in(k)), ElementType::kI32);
}

Term requantized(Formula& f, Term sums, Term scale, Term zero_point) {
  const ElementType type = f.type(zero_point);
  const std::optional<Range> range = integer_range(type);
  if (!range) {
    f.fail(Error("OP-4", "a zero point is not of short integers; this is not supported"));  // [OP-4]
    return sums;
  }
  return saturated(cast(sums, ElementType::kF64) * cast(scale, ElementType::kF64), zero_point, type, *range);
}

// saturate(round(x / scale) + zero_point); reals are not rounded to whole numbers.
Lowered lower_quantize_linear(NodeLowering& node) {
  const Granularity granularity = TRY(read_granularity(node));
  const bool saturates = node.version < 19 || TRY(node.attributes.boolean("saturate", true));
  const auto written_type = TRY(type_attribute(node, "output_dtype", 21));
  const auto precision = TRY(type_attribute(node, "precision", 23));
  const ElementType type = node.has(2) ? node.type(node.in(2)) : written_type.value_or(ElementType::kU8);
  if (written_type && *written_type != type)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "output_dtype is not the type of the zero point");
  Formula f(node);
  const Term x = f.in(0);
  const ElementType real = precision.value_or(real_type(node.type(node.in(1))));
  const Term quotient = cast(x, real) / cast(granularity.along(node, x, f.in(1)), real);
  std::optional<Term> zero_point;
  if (node.has(2)) zero_point = granularity.along(node, x, f.in(2));
  if (const auto range = integer_range(type))
    return f.lowered({saturated(quotient, zero_point, type, *range)});
  const Term moved = zero_point ? quotient + cast(*zero_point, real) : quotient;
  return one(saturating_cast(node, TRY(f.lowered({moved})).front(), type, saturates));
}

// (x - zero_point) * scale, in f32 and then in the type of the output.
Lowered lower_dequantize_linear(NodeLowering& node) {
  const Granularity granularity = TRY(read_granularity(node));
  const auto written_type = TRY(type_attribute(node, "output_dtype", 23));
  Formula f(node);
  const Term x = f.in(0);
  const ElementType type = written_type.value_or(real_type(node.type(node.in(1))));
  // The difference of integers is exact in i64.
  const ElementType exact = is_integer(node.type(node.in(0))) ? ElementType::kI64 : ElementType::kF32;
  Term value = cast(x, exact);
  if (node.has(2)) value = value - cast(granularity.along(node, x, f.in(2)), exact);
  const Term scale = cast(granularity.along(node, x, f.in(1)), ElementType::kF32);
  return f.lowered({cast(cast(value, ElementType::kF32) * scale, type)});
}

// The range of x and 0 becomes 0 to 255.
Lowered lower_dynamic_quantize_linear(NodeLowering& node) {
  Formula f(node);
  const Term x = f.in(0), zero = f.number(x, 0), axes = count_to(f.dimension(shape(x), 0));
  const Term least = minimum(f.apply(ops::make_reduce_min(), {x, axes}), zero);
  const Term greatest = maximum(f.apply(ops::make_reduce_max(), {x, axes}), zero);
  const Range range = *integer_range(ElementType::kU8);
  const Term scale = (greatest - least) / f.number(x, range.second);
  const Term zero_point = saturated(-least / scale, std::nullopt, ElementType::kU8, range);
  return f.lowered({saturated(x / scale, zero_point, ElementType::kU8, range), scale, zero_point});
}

Lowered lower_mat_mul_integer(NodeLowering& node) {
  Formula f(node);
  return f.lowered({integer_matmul(node, f, {0, 2}, {1, 3})});
}

Lowered lower_q_linear_mat_mul(NodeLowering& node) {
  Formula f(node);
  const Term sums = integer_matmul(node, f, {0, 2}, {3, 5});
  const Term scale = for_matrix(f.in(1), 0) * for_matrix(f.in(4), 1) / f.in(6);
  return f.lowered({requantized(f, sums, scale, f.in(7))});
}

}  // namespace backedge::onnx
