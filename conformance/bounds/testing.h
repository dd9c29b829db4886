#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "conformance/bounds/operation_errors.h"
#include "interpreter/openvino/op_table.h"
#include "interpreter/tensor/random_tensor.h"

/// Operations on values with errors, for tests.
namespace backedge::bounds {

using Written = std::vector<openvino::Attribute>;

inline Result<std::vector<Bounded>> applied(std::string_view type, const std::vector<Bounded>& inputs,
                                            Written written = {}, size_t outputs = 1) {
  static const std::shared_ptr<Pool> pool = Pool::make(int64_t{1} << 30);
  const Operation operation = TRY(openvino::make_operation(
      type, "", openvino::Attributes(std::move(written)), std::ssize(inputs), static_cast<int64_t>(outputs)));
  return apply_operation(type, operation, inputs, outputs, *pool);
}

/// f32 values, each with the error.
inline Bounded floats(const std::vector<float>& values, const std::vector<double>& errors = {}) {
  Bounded bounded = exact(Tensor::of<float>({std::ssize(values)}, std::span(values)));
  for (size_t i = 0; i < errors.size(); ++i) bounded.error.writable<double>()[i] = errors[i];
  return bounded;
}

inline Bounded integers(const std::vector<int64_t>& values) {
  return exact(Tensor::of<int64_t>({std::ssize(values)}, std::span(values)));
}

/// f32 values that are multiples of 1/128.
inline Bounded random(const Shape& shape, uint64_t stream) {
  return exact(random_tensor(ElementType::kF32, shape, 1, stream));
}

/// Element 0 of the error of output 0; if the operation is rejected, -1 and a test failure.
inline double error_of(std::string_view type, const std::vector<Bounded>& inputs, Written written = {}) {
  const Result<std::vector<Bounded>> outputs = applied(type, inputs, std::move(written));
  EXPECT_TRUE(outputs.ok()) << outputs.error().text();
  return outputs.ok() ? outputs.value()[0].error.data<double>()[0] : -1;
}

inline bool is_refused(std::string_view type, const std::vector<Bounded>& inputs, Written written = {},
                       size_t outputs = 1) {
  const Result<std::vector<Bounded>> results = applied(type, inputs, std::move(written), outputs);
  return !results.ok() && results.error().rule() == "CASE-3";
}

/// At least the error computed by hand, and hardly more.
inline void expect_error(double error, double by_hand) {
  EXPECT_GE(error, by_hand);
  EXPECT_LE(error, by_hand * (1 + 1e-6));
}

}  // namespace backedge::bounds
