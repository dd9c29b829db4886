#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "conformance/bounds/bounded.h"
#include "interpreter/ops/operation.h"

/// The error of each operation's outputs. A class knows the kind of a formula (linear, monotone, moving,
/// deciding). It calls the operation's own kernel, in f64, for sums and extremes, so no formula is written
/// twice.
namespace backedge::bounds {

/// An operation on values with errors.
struct BoundedCall {
  const Operation& operation;
  std::span<const Bounded> inputs;
  std::span<const Tensor> values;  // the goldens of its outputs
  Pool& pool;
};

/// The outputs of an operation on tensors of any types.
///
/// errors  those of the operation
Result<std::vector<Tensor>> outputs_of(const Operation& operation, std::span<const Tensor> inputs,
                                       size_t outputs, Pool& pool);

/// The outputs of an operation, with their errors.
///
/// type    the name of the operation in messages: "Add"
/// errors  those of the operation; CASE-3
Result<std::vector<Bounded>> apply_operation(std::string_view type, const Operation& operation,
                                             std::span<const Bounded> inputs, size_t outputs, Pool& pool);

/// An error of CASE-3.
///
/// problem  what is wrong with element `index` of `tensor`: "may overflow"
Error ill_conditioned(const Tensor& tensor, int64_t index, std::string_view problem);

using Errors = Result<std::vector<Tensor>>;

// The errors of an operation's outputs, by the class of the operation (interpreter/ops/error_class.h).

// apply_operation.cc
Errors errors_of(const BoundedCall& call, const ops::ReadsNoReals&);

// real_errors.cc
Errors errors_of(const BoundedCall& call, const ops::Sums& sums);
Errors errors_of(const BoundedCall& call, const ops::Monotone& function);
Errors errors_of(const BoundedCall& call, const ops::Quotient& quotient);
Errors errors_of(const BoundedCall& call, const ops::Powers& powers);
Errors errors_of(const BoundedCall& call, const ops::Wave& function);
Errors errors_of(const BoundedCall& call, const ops::BetweenPoles& function);
Errors errors_of(const BoundedCall& call, const ops::Angle& angle);
/// The errors of Convert to a real type.
Errors real_conversion_errors(const BoundedCall& call);

// decisions.cc: results that must be the same in every permitted implementation
Errors errors_of(const BoundedCall& call, const ops::Compares& comparison);
Errors errors_of(const BoundedCall& call, const ops::Steps&);
Errors errors_of(const BoundedCall& call, const ops::Converts&);
Errors errors_of(const BoundedCall& call, const ops::FindsZeros&);
Errors errors_of(const BoundedCall& call, const ops::FindsGreatest&);
Errors errors_of(const BoundedCall& call, const ops::TopK& options);
Errors errors_of(const BoundedCall& call, const ops::Searches& search);
Errors errors_of(const BoundedCall& call, const ops::Unique& options);

// composite_errors.cc: formulas over other operations
Errors errors_of(const BoundedCall& call, const ops::LstmCell& cell);
Errors errors_of(const BoundedCall& call, const ops::GruCell& cell);
Errors errors_of(const BoundedCall& call, const ops::RnnCell& cell);
Errors errors_of(const BoundedCall& call, const ops::Softmax& options);
Errors errors_of(const BoundedCall& call, const ops::LogSoftmax& options);
Errors errors_of(const BoundedCall& call, const ops::SquaredDifference& options);
/// The errors of means.
Errors errors_of(const BoundedCall& call, const ops::ScatterElements& options);
Errors errors_of(const BoundedCall& call, const ops::SegmentMax&);
Errors errors_of(const BoundedCall& call, const ops::EmbeddingBags& options);
Errors errors_of(const BoundedCall& call, const ops::StepByStep& steps);

// pooling_errors.cc
Errors errors_of(const BoundedCall& call, const ops::MaxPool& options);
Errors errors_of(const BoundedCall& call, const ops::AdaptiveMaxPool& options);
Errors errors_of(const BoundedCall& call, const ops::AdaptiveMeans&);

// resampling_errors.cc
Errors errors_of(const BoundedCall& call, const ops::Interpolate& options);
Errors errors_of(const BoundedCall& call, const ops::GridSample& options);

// sequence_errors.cc: recurrent cells, step by step
Errors errors_of(const BoundedCall& call, const ops::LstmSequence& sequence);
Errors errors_of(const BoundedCall& call, const ops::GruSequence& sequence);
Errors errors_of(const BoundedCall& call, const ops::RnnSequence& sequence);

// formula_errors.cc: the formulas of interpreter/ops/formulas.h
Errors errors_of(const BoundedCall& call, const ops::Composite& composite);

}  // namespace backedge::bounds
