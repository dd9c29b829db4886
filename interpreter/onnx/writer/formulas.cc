#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/ops/layers.h"

/// Composite operations: the formula that the kernel computes, layer by layer.
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

// A layer is a node like one of the model.
Result<Named> write_layer(OperationWriter& op, const ops::LayerFormula::Layer& layer,
                          const std::vector<Named>& values) {
  std::vector<Named> inputs;
  std::vector<Operand> operands;
  for (const size_t k : layer.operands) inputs.push_back(values[k]);
  for (const Named& input : inputs) operands.push_back(operand_of(input));
  std::vector<Signature> outputs(1);
  TRY(layer.operation.infer(operands, outputs));
  const Node node{.place = {.name = op.name}, .type = op.type, .work = layer.operation};
  return TRY(write_operation(op.to, node, layer.operation.made, inputs, outputs)).front();
}

Values layers(OperationWriter& op) {
  const std::vector<Tensor> operands = TRY(operands_of(op));
  std::vector<const Tensor*> pointers;
  for (const Tensor& operand : operands) pointers.push_back(&operand);
  const auto formula = std::get<ops::Layers>(*op.operation->error.any).formula(pointers);
  std::vector<Named> values = op.inputs;
  for (const Tensor& number : formula->constants) values.push_back(constant(number));
  for (const ops::LayerFormula::Layer& layer : formula->layers)
    values.push_back(TRY(write_layer(op, layer, values)));
  return std::vector<Named>{values.back()};
}

constexpr OperationRow kFormulaRows[] = {
    {"batch_norm", layers},          {"grn", layers},
    {"group_normalization", layers}, {"mvn", layers},
    {"mvn_along", layers},           {"mvn_from", layers},
    {"normalize_l2", layers},        {"scaled_dot_product_attention", layers},
};

}  // namespace

std::span<const OperationRow> formula_rows() { return kFormulaRows; }

}  // namespace backedge::onnx::writing
