#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/tensor/narrow_types.h"

/// FakeQuantize and FakeConvert, step by step as their formulas (ops/formulas.h, OP-55).
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

constexpr ops::Broadcasting kWithinFirst = {.mode = ops::Broadcasting::Mode::kPdpd, .axis = -1};

// With the option numpy only the limits are broadcast (OP-7).
Values fake_quantize(OperationWriter& op) {
  const auto& options = op.options<ops::FakeQuantize>();
  const bool is_numpy = options.broadcasting.mode == ops::Broadcasting::Mode::kNumpy;
  const Named& x = op.in(0);
  const ElementType type = x.type();
  std::vector<Named> limits;
  for (size_t k = 1; k < op.inputs.size(); ++k)
    limits.push_back(TRY(repeated_operand(op, x, op.in(k), is_numpy ? kWithinFirst : options.broadcasting)));
  const Named &input_low = limits[0], &input_high = limits[1], &output_low = limits[2],
              &output_high = limits[3];
  const auto step = [&](const char* named, const Named& a, const Named& b) {
    return op.add(named, {a, b}, any_of(type));
  };
  const Named low = step("Min", input_low, input_high), high = step("Max", input_low, input_high);
  const Named inside = step("Min", step("Max", x, low), high);
  const Named place = step("Div", step("Sub", inside, input_low), step("Sub", input_high, input_low));
  const Named steps = number(type, static_cast<double>(options.levels - 1));
  const Named level = op.add("Round", {step("Mul", place, steps)});
  const Named part = step("Mul", step("Div", level, steps), step("Sub", output_high, output_low));
  const Named within = step("Add", part, output_low);
  const Named is_above = op.add("Greater", {x, high}, flags());
  const Named or_high = op.add("Where", {is_above, output_high, within});
  const Named is_low = op.add("LessOrEqual", {x, low}, flags());
  const Named chosen = op.add("Where", {is_low, output_low, or_high});
  return op.finish("Add",
                   {chosen, number(type, -0.0)});  // a NaN that is moved becomes a computed one  (NUM-6)
}

// (x * scale - shift, as the narrow type, + shift) / scale
Values fake_convert(OperationWriter& op) {
  const Named scale = TRY(repeated_operand(op, op.in(0), op.in(1), kWithinFirst));
  const Named product = op.add("Mul", {op.in(0), scale});
  const auto narrowed = [&](const Named& x) {
    return cast(op.to, cast(op.to, x, op.options<ElementType>()), x.type());
  };
  if (!op.has(2)) return op.finish("Div", {narrowed(product), scale});
  const Named shift = TRY(repeated_operand(op, op.in(0), op.in(2), kWithinFirst));
  const Named moved = narrowed(op.add("Sub", {product, shift}));
  return op.finish("Div", {op.add("Add", {moved, shift}), scale});
}

constexpr WriterRow kQuantizationRows[] = {
    {"fake_convert", fake_convert},
    {"fake_quantize", fake_quantize},
};

}  // namespace

std::span<const WriterRow> quantization_rows() { return kQuantizationRows; }

}  // namespace backedge::onnx::writing
