#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <variant>

#include "interpreter/ops/formulas.h"
#include "interpreter/ops/options.h"
#include "interpreter/ops/recurrent_options.h"
#include "interpreter/ops/resampling_options.h"
#include "interpreter/tensor/tensor.h"

/// How errors of an operation's operands lead to errors of its outputs. docs/bounds.md has the formulas,
/// and conformance/bounds computes them. Only real operands and outputs have errors.
namespace backedge::ops {

/// The operation moves elements, and the errors move with them. It looks at their size alone.
struct Moves {};

/// Operand 0 moves. The others say where to, so they must be exact, even if they are real.
struct MovesByOthers {};

/// The output is linear in each operand, with coefficients that are 0 or positive.
struct Sums {
  int64_t beside;    // roundings of a term in addition to one per term; -1 if terms are not products
  bool of_products;  // whether terms are products of elements
  bool counts;       // whether the operation on ones counts the terms (a sum); otherwise it gives 1 (a mean)
  bool subtracts = false;  // whether the coefficients of the last operand are negative
  int64_t most_terms = 0;  // of an element, if they are not counted; 0 if each operand belongs to one element
};
inline constexpr Sums kSumOfTerms = {.beside = -1, .of_products = false, .counts = true};
inline constexpr Sums kDifference = {.beside = -1, .of_products = false, .counts = true, .subtracts = true};
inline constexpr Sums kSumOfProducts = {.beside = 0, .of_products = true, .counts = true};

/// The output is monotone in each operand.
struct Monotone {
  double ulps;  // the largest error of an implementation
};

/// The output is monotone in each operand if no divisor can be zero.
struct Quotient {
  double ulps;
};

/// The output is monotone in each operand if no base can be negative, or if every exponent is a whole number.
struct Powers {
  double ulps;
};

/// The output changes by at most as much as the operand.
struct Wave {
  double ulps;
};

/// The output is monotone in the operand between two poles.
struct BetweenPoles {
  double ulps;
};

/// The output is the angle of a point, of which operand 0 is y and operand 1 is x. It is monotone in each
/// operand, unless points may be on both sides of the negative half of the x axis.
struct Angle {
  double ulps;
};

/// The output is exact if it is the same at both ends of the operand's interval; otherwise it has no bound.
struct Steps {};

/// A conversion to a real type rounds once. Any other conversion is treated like Steps. If there are several
/// outputs, each one is an operand.
struct Converts {};

/// The output depends only on which elements are 0.
struct FindsZeros {};

/// The outputs depend only on which element along the last axis of operand 0 is the greatest, and on which
/// elements of the other real operands are 0.
struct FindsGreatest {};

/// The output says where numbers belong in sorted lists. They are the other one of two operands.
struct Searches {
  size_t lists;  // the operand with the lists
};

struct Compares {
  Broadcasting broadcasting;
};

/// Formulas that consist of other operations.
struct SquaredDifference {
  Broadcasting broadcasting;
};
/// The operands are x and parameters that are broadcast to its shape.
struct Composite {
  formulas::Any formula;
};

/// A formula that consists of other operations. It may depend on the operands.
struct OperationFormula;  // operation_formula.h
using MakeFormula =
    std::function<std::shared_ptr<const OperationFormula>(std::span<const Tensor* const> operands)>;
struct StepByStep {
  MakeFormula formula;
};

/// Means over the parts of each spatial axis, which may share elements.
struct AdaptiveMeans {};

/// Outputs that do not depend on real elements.
struct ReadsNoReals {};

/// Nobody has derived a formula yet. A model that uses the operation on real values has no bound.  (CASE-3)
struct NotDerived {};

/// There is no default: an operation without a class does not compile.
struct ErrorClass {
  using Any =
      std::variant<Moves, MovesByOthers, Sums, Monotone, Quotient, Powers, Wave, BetweenPoles, Angle, Steps,
                   Converts, FindsZeros, Searches, Compares, TopK, Unique, SquaredDifference, Composite,
                   ScatterElements, SegmentMax, EmbeddingBags, MaxPool, AdaptiveMaxPool, Interpolate,
                   GridSample, AdaptiveMeans, StepByStep, Softmax, LogSoftmax, LstmCell, GruCell, RnnCell,
                   LstmSequence, GruSequence, RnnSequence, ReadsNoReals, NotDerived, FindsGreatest>;
  template <class Class>
  ErrorClass(const Class& one) : any(std::make_shared<const Any>(one)) {}

  // A pointer, because code that copies or moves an Any takes as long to compile as a small kernel.
  std::shared_ptr<const Any> any;
};

}  // namespace backedge::ops
