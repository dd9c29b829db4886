#pragma once

#include "interpreter/ops/operation.h"

/// Normalizations: formulas over other operations, each rounded (NUM-6), on tensors of real types.
namespace backedge::ops {

/// sum |x| and sqrt(sum x * x) along `axes`, which are those of other reductions (reduce.h). Any numeric type.
///
/// Without axes, they are |x| and sqrt(x * x).  (OP-24)
/// errors  OP-4, OP-5, OP-6
/// source  OpenVINO's ReduceL1-4, ReduceL2-4
Operation make_reduce_l1(bool keep_dims = false);
Operation make_reduce_l2(bool keep_dims = false);

/// The arguments of make_batch_norm.
struct BatchNorm {
  double epsilon = 0;
  bool any_order = false;  // whether data may be operand 2 instead of operand 0
  bool operator==(const BatchNorm&) const = default;
};

/// gamma * ((x - mean) / sqrt(variance + epsilon)) + beta; the parameters belong to axis 1 of x.
///
/// inputs  x, gamma, beta, mean, variance: x of rank 2 or more, the others [C]. With `any_order`, also gamma,
///         beta, x, mean, variance (OP-27)
/// errors  OP-4, OP-5
/// source  OpenVINO's BatchNormInference-1, BatchNormInference-5
Operation make_batch_norm(double epsilon, bool any_order = false);

/// Mvn along axes, each in [-rank, rank).
struct MvnAlong {
  Mvn mvn;
  std::vector<int64_t> axes;
  bool operator==(const MvnAlong&) const = default;
};

/// Mvn along the axes from `first` on.
struct MvnFrom {
  Mvn mvn;
  int64_t first = 1;
  bool operator==(const MvnFrom&) const = default;
};

/// t = x - mean(x); t, or t / sqrt(mean(t * t) + epsilon), or t / (sqrt(mean(t * t)) + epsilon)  (OP-25)
///
/// inputs  x; axes: i32 or i64
/// errors  OP-4, OP-5, OP-6
/// source  OpenVINO's MVN-6
Operation make_mvn(const Mvn& options);
/// The same along axes that are not an operand: those of a list, or every axis from `first` on.
/// source  OpenVINO's MVN-1
Operation make_mvn_along(const Mvn& options, const std::vector<int64_t>& axes);
Operation make_mvn_from(const Mvn& options, int64_t first);

/// x / sqrt(sum(x * x) + epsilon) or x / sqrt(max(sum(x * x), epsilon))
///
/// inputs  x; axes: integers
/// errors  OP-4, OP-5, OP-6
/// source  OpenVINO's NormalizeL2-1
Operation make_normalize_l2(const NormalizeL2& options);

/// x / sqrt(sum(x * x) + bias), summed along axis 1.
///
/// inputs  x of rank 2 to 4
/// errors  OP-4, OP-5
/// source  OpenVINO's GRN-1
Operation make_grn(double bias);

/// x / (bias + alpha / size^n * sum(x * x))^beta. The sum is over the region around x: `before` elements before
/// it and `after` after it along each of the n axes.  (OP-26)
///
/// inputs  x; axes: integers
/// errors  OP-4, OP-5, OP-6
/// source  OpenVINO's LRN-1; ONNX LRN
Operation make_lrn(const Lrn& options);

/// scale * (x - mean) / sqrt(variance + epsilon) + bias, where mean and variance are those of a group of
/// channels, and scale and bias belong to axis 1 of x.
///
/// inputs  x of rank 2 or more; scale and bias: [C]
/// errors  OP-4, OP-5
/// source  OpenVINO's GroupNormalization-12
Operation make_group_normalization(const GroupNormalization& options);

}  // namespace backedge::ops
