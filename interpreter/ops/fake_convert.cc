#include "interpreter/ops/fake_convert.h"

#include "interpreter/ops/broadcasting.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/operation_formula.h"
#include "interpreter/tensor/narrow_types.h"

/// x * scale - shift, converted to a narrow real type and back, + shift, / scale. Each step is rounded to the
/// type of x (NUM-6, OP-55). Without a shift, nothing is subtracted and added.
///
/// inputs   x, a tensor of f16, bf16 or f32; scale and shift of its type, which are broadcast to its shape
/// returns  a tensor of the type and shape of x
/// errors   OP-4, OP-5
/// source   OpenVINO's FakeConvert-13
namespace backedge::ops {
namespace {

constexpr Broadcasting kWithinFirst = {.mode = Broadcasting::Mode::kPdpd, .axis = -1};
constexpr size_t kScale = 1, kShift = 2;

/// The element of the narrow type, in the type of x.
Operation rounded_to(ElementType narrow) {
  return unary<Types::kReal>(Steps{}, [narrow]<class T>(T x) {
    const uint8_t bits = narrow_of_real(narrow, static_cast<double>(numbers::widen(x)));  // [OP-55]
    return numbers::round_to<T>(static_cast<double>(value_of_narrow(narrow, bits)));
  });
}

std::shared_ptr<const OperationFormula> write_formula(ElementType narrow,
                                                      std::span<const Tensor* const> operands) {
  FormulaWriter write(operands[0]->type(), operands.size());
  const FormulaWriter::Term scale = write.operand(kScale);
  FormulaWriter::Term x = write.apply(make_multiply(), {write.operand(0), scale});
  const bool shifts = operands.size() > kShift;
  if (shifts) x = write.apply(make_subtract(), {x, write.operand(kShift)});
  x = write.apply(rounded_to(narrow), {x});
  if (shifts) x = write.apply(make_add(), {x, write.operand(kShift)});
  write.apply(make_divide(), {x, scale});
  return write.finish();
}

Result<void> infer(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_types(inputs, Types::kReal));
  if (inputs[0].type == ElementType::kF64)
    return Error("OP-4", "the operands are f64, expected f16, bf16 or f32");
  outputs[0] = {inputs[0].type, inputs[0].shape};
  for (size_t k = kScale; k < inputs.size(); ++k)
    outputs[0].shape = TRY(broadcast_shapes(kWithinFirst, outputs[0].shape, inputs[k].shape));
  if (inputs.size() > kShift && !inputs[kScale].shape.meets(inputs[kShift].shape)) {
    return Error("OP-5", "scale is " + inputs[kScale].shape.text() + " and shift is " +
                             inputs[kShift].shape.text() + ", expected equal shapes");
  }
  return {};
}

}  // namespace

Operation make_fake_convert(ElementType narrow) {
  const MakeFormula formula = std::bind_front(write_formula, narrow);
  return made(__func__, narrow,
              {.infer = infer, .kernel = kernel_of_formula(formula), .error = StepByStep{formula}});
}

}  // namespace backedge::ops
