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
  Bounded bounded = exact(Tensor::of<float>({static_cast<int64_t>(values.size())}, std::span(values)));
  for (size_t i = 0; i < errors.size(); ++i) bounded.error.writable<double>()[i] = errors[i];
  return bounded;
}

inline Bounded integers(const std::vector<int64_t>& values) {
  return exact(Tensor::of<int64_t>({static_cast<int64_t>(values.size())}, std::span(values)));
}

/// f32 values that are multiples of 1/128.
inline Bounded random(const Shape& shape, uint64_t stream) {
  return exact(random_tensor(ElementType::kF32, shape, 1, stream));
}

}  // namespace backedge::bounds
