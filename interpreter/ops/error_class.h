#pragma once

#include <variant>

#include "interpreter/ops/options.h"

/// How the errors of an operation's outputs follow from those of its operands: docs/bounds.md has the
/// formulas, conformance/bounds computes them. Only real operands and outputs have errors.
namespace backedge::ops {

/// Elements that are moved: their errors move with them.
struct Moves {};

/// Linear in each operand, with coefficients that are not negative.
struct Sums {
  int64_t beside;    // roundings that a term passes beside one for each term: -1 if terms are not products
  bool of_products;  // whether terms are products of elements
  bool counts;       // whether the operation on ones is the number of terms; else it is their mean
  bool subtracts = false;  // whether the coefficients of operand 1 are negative
};
inline constexpr Sums kSumOfTerms = {.beside = -1, .of_products = false, .counts = true};
inline constexpr Sums kSumOfProducts = {.beside = 0, .of_products = true, .counts = true};

/// Monotone in each operand.
struct Monotone {
  double ulps;  // by which an implementation may miss the exact result
};

/// Monotone in each operand if no divisor may be zero.
struct Quotient {
  double ulps;
};

/// Monotone in each operand if no base may be negative, or if every exponent is a whole number.
struct Powers {
  double ulps;
};

/// Changes no more than its operand does.
struct Wave {
  double ulps;
};

/// The same at both ends of its operand's interval.
struct Steps {};

/// To a real type: rounds once. To another one: the same at both ends of its operand's interval.
struct Converts {};

struct Compares {
  Broadcasting broadcasting;
};

/// Formulas over other operations.
struct SquaredDifference {
  Broadcasting broadcasting;
};
struct HardSigmoid {};

/// Outputs that do not depend on real elements.
struct ReadsNoReals {};

/// Nobody has derived a formula: a model that uses it on real values has no bound.  (CASE-3)
struct NotDerived {};

/// Has no default: an operation without a class does not compile.
struct ErrorClass {
  using Any = std::variant<Moves, Sums, Monotone, Quotient, Powers, Wave, Steps, Converts, Compares, TopK,
                           SquaredDifference, HardSigmoid, Softmax, LstmCell, GruCell, RnnCell, ReadsNoReals,
                           NotDerived>;
  template <class Class>
  ErrorClass(const Class& one) : any(one) {}
  Any any;
};

}  // namespace backedge::ops
