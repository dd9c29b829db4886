#pragma once

#include <limits>

#include "interpreter/base/result.h"
#include "interpreter/tensor/tensor.h"

namespace backedge::bounds {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A golden, and how far a permitted implementation may be from it.
struct Bounded {
  Tensor value;
  Tensor error;  // f64, of the same shape; zeros if the element type is not real
};

/// A value without error.
Bounded exact(const Tensor& value);

/// How rounding to a real type changes a number.
struct Format {
  int digits;       // of the significand
  double smallest;  // positive value
  double largest;   // finite value
};
Format format_of(ElementType type);

/// The distance between neighbouring values of the type at this magnitude.
double ulp(const Format& format, double magnitude);

/// Rounds up a sum of non-negative errors that was computed in double, so that it is an upper bound again;
/// 0 stays.
inline double rounded_up(double error) { return error == 0 ? 0 : error * (1 + 0x1p-50) + 0x1p-1074; }

/// The elements as f64. They are exact, except for integers beyond 2^53.
Tensor as_doubles(const Tensor& tensor);

/// formula(a, b) for the elements of two f64 tensors of one shape.
template <class Formula>
Tensor combined(const Tensor& a, const Tensor& b, Formula formula) {
  Tensor result = Tensor::zeros(ElementType::kF64, a.shape());
  const double *x = a.data<double>(), *y = b.data<double>();
  double* const out = result.writable<double>();
  for (int64_t i = 0; i < a.count(); ++i) out[i] = formula(x[i], y[i]);
  return result;
}

/// The ends of the interval that contains the value of every permitted implementation, rounded outward.
Tensor low_end(const Bounded& bounded);
Tensor high_end(const Bounded& bounded);

/// Whether every error is 0.
bool is_exact(const Bounded& bounded);

/// The largest error; 0 if there are no elements.
double largest_error(const Bounded& bounded);

/// The largest power of two that divides every element; infinity if all elements are 0.
double granule(const Tensor& tensor);

}  // namespace backedge::bounds
