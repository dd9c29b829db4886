#pragma once

#include <memory>
#include <vector>

#include "interpreter/ops/operation.h"

/// Composite operations in steps: the formula of a page over other operations (NUM-6). Kernels compute with
/// it, and conformance/bounds derives errors from it, so no formula is written twice.
namespace backedge::ops {

/// Terms have numbers: first the operands of the composite operation, then the constants, then the result of
/// each step. The last one is the result of the formula.
struct OperationFormula {
  struct Step {
    Operation operation;  // of one output
    std::vector<size_t> operands;
  };
  std::vector<Tensor> constants;
  std::vector<Step> steps;
};

/// Writes a OperationFormula.
class FormulaWriter {
 public:
  /// A term of the formula.
  struct Term {
    enum class Kind { kOperand, kConstant, kStep } kind;
    size_t index;
  };

  /// type      of the numbers of the formula
  /// operands  the number of operands of the composite operation
  FormulaWriter(ElementType type, size_t operands) : type_(type), operands_(operands) {}

  Term operand(size_t k) const { return {Term::Kind::kOperand, k}; }
  /// A scalar, rounded to the element type.
  Term number(double number);
  Term list(const std::vector<int64_t>& numbers);
  Term tensor(Tensor constant);
  Term apply(Operation operation, std::vector<Term> operands);
  /// The formula whose result is that of the last step.
  std::shared_ptr<const OperationFormula> finish() const;

 private:
  ElementType type_;
  size_t operands_;
  std::vector<Tensor> constants_;
  std::vector<std::pair<Operation, std::vector<Term>>> steps_;
};

/// A kernel that computes a formula. Its result has the type and shape of the output.
Kernel kernel_of_formula(MakeFormula formula);

}  // namespace backedge::ops
