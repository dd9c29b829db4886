#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "conformance/bounds/bounded.h"
#include "interpreter/ops/operation.h"

/// The error of each operation's outputs. A rule knows the shape of a formula (linear, monotone, moving, deciding) and
/// asks the operation's own kernel, in f64, for its sums and extremes: no formula stands here a second time.
namespace backedge {

/// One operation on values with errors.
struct BoundedCall {
  std::string_view type;         // "Add"
  const Attributes& attributes;  // as written
  const Operation& operation;
  std::span<const Bounded> inputs;
  std::span<const Tensor> values;  // the goldens of its outputs
  Pool& pool;
};

/// The outputs of an operation on tensors of whatever types.
///
/// errors  those of the operation
Result<std::vector<Tensor>> outputs_of(const Operation& operation, std::span<const Tensor> inputs,
                                       size_t outputs, Pool& pool);

/// The outputs of an operation, with their errors.
///
/// errors  those of the operation; CASE-3
Result<std::vector<Bounded>> apply_operation(std::string_view type, const Attributes& attributes,
                                             const Operation& operation, std::span<const Bounded> inputs,
                                             size_t outputs, Pool& pool);

/// An error of CASE-3.
///
/// problem  what element `index` of `tensor` is: "may overflow"
Error ill_conditioned(const Tensor& tensor, int64_t index, std::string_view problem);

/// The errors of an operation's outputs.
using Errors = Result<std::vector<Tensor>>(const BoundedCall&);

// real_errors.cc

/// How many times a sum rounds.
struct Rounds {
  int64_t beside;    // roundings that a term passes beside one for each term: -1 where terms are not products
  bool of_products;  // whether terms are products of elements
  bool counts;       // whether the operation on ones is the number of terms; else it is their mean
};

/// Operations that are linear in each operand, with coefficients that are not negative (Subtract but for a sign).
Result<std::vector<Tensor>> sum_errors(const BoundedCall& call, const Rounds& rounds);

/// Operations that are monotone in each operand, within so many ulp.
Result<std::vector<Tensor>> monotone_errors(const BoundedCall& call, double ulps);

/// Sin, Cos: they change no more than their operand does.
Result<std::vector<Tensor>> wave_errors(const BoundedCall& call, double ulps);

/// Convert to a real type.
Errors real_conversion_errors;

// decisions.cc: what has to come out the same in every permitted implementation
Errors comparison_errors, step_errors, conversion_errors, top_k_errors;

// composite_errors.cc: formulas over other operations
Errors lstm_cell_errors, gru_cell_errors, rnn_cell_errors, softmax_errors, hard_sigmoid_errors,
    squared_difference_errors;

}  // namespace backedge
