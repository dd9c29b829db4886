#pragma once

#include <memory>
#include <vector>

#include "interpreter/ops/operation.h"

/// Composite operations as layers: the formula of a page over other operations (NUM-6). Kernels compute with
/// them, and conformance/bounds derives errors from them, so no formula is written twice.
namespace backedge::ops {

/// Values have numbers: first the operands of the composite operation, then the constants, then the result of
/// each layer. The last one is the result of the formula.
struct LayerFormula {
  struct Layer {
    Operation operation;  // of one output
    std::vector<size_t> operands;
  };
  std::vector<Tensor> constants;
  std::vector<Layer> layers;
};

/// Writes a LayerFormula.
class LayerWriter {
 public:
  /// A value of the formula.
  struct Value {
    enum class Kind { kOperand, kConstant, kLayer } kind;
    size_t index;
  };

  /// type      of the numbers of the formula
  /// operands  the number of operands of the composite operation
  LayerWriter(ElementType type, size_t operands) : type_(type), operands_(operands) {}

  Value operand(size_t k) const { return {Value::Kind::kOperand, k}; }
  /// A scalar, rounded to the element type.
  Value number(double number);
  Value list(const std::vector<int64_t>& numbers);
  Value tensor(Tensor constant);
  Value apply(Operation operation, std::vector<Value> operands);
  /// The formula whose result is that of the last layer.
  std::shared_ptr<const LayerFormula> finish() const;

 private:
  ElementType type_;
  size_t operands_;
  std::vector<Tensor> constants_;
  std::vector<std::pair<Operation, std::vector<Value>>> layers_;
};

/// A kernel that computes a formula. Its result has the type and shape of the output.
Kernel kernel_of_layers(MakeFormula formula);

}  // namespace backedge::ops
