#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/ops/operation_formula.h"

/// Composite operations: the formula that the kernel computes, step by step.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

// The operands as a formula sees them: their types and shapes, and elements only of constants.
Result<std::vector<Tensor>> operands_of(const OperationWriter& op) {
  std::vector<Tensor> operands;
  for (const Named& input : op.inputs) {
    if (!input.shape().known()) return cannot_express(op.type + " of unknown shape");
    operands.push_back(input.constant ? *input.constant
                                      : Tensor(input.type(), input.shape().shape(), nullptr));
  }
  return operands;
}

Operand operand_of(const Named& value) {
  return {.type = value.type(),
          .shape = value.shape(),
          .value = value.constant ? &*value.constant : nullptr,
          .kind = value.signature.kind};
}

// A step is a node like one of the model.
Result<Named> write_step(OperationWriter& op, const ops::OperationFormula::Step& step,
                         const std::vector<Named>& values) {
  std::vector<Named> inputs;
  std::vector<Operand> operands;
  for (const size_t k : step.operands) inputs.push_back(values[k]);
  for (const Named& input : inputs) operands.push_back(operand_of(input));
  std::vector<Signature> outputs(1);
  TRY(step.operation.infer(operands, outputs));
  const Node node{.place = {.name = op.name}, .type = op.type, .work = step.operation};
  return TRY(write_operation(op.to, node, step.operation.made, inputs, outputs)).front();
}

Values steps(OperationWriter& op) {
  const std::vector<Tensor> operands = TRY(operands_of(op));
  std::vector<const Tensor*> pointers;
  for (const Tensor& operand : operands) pointers.push_back(&operand);
  const auto formula = std::get<ops::StepByStep>(*op.operation->error.any).formula(pointers);
  std::vector<Named> values = op.inputs;
  for (const Tensor& number : formula->constants) values.push_back(constant(number));
  for (const ops::OperationFormula::Step& step : formula->steps)
    values.push_back(TRY(write_step(op, step, values)));
  return std::vector<Named>{values.back()};
}

constexpr WriterRow kFormulaRows[] = {
    {"batch_norm", steps},          {"grn", steps},
    {"group_normalization", steps}, {"mvn", steps},
    {"mvn_along", steps},           {"mvn_from", steps},
    {"normalize_l2", steps},        {"scaled_dot_product_attention", steps},
};

}  // namespace

std::span<const WriterRow> formula_rows() { return kFormulaRows; }

}  // namespace backedge::onnx::writing
