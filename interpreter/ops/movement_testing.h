#pragma once

#include "interpreter/ops/movement.h"
#include "interpreter/ops/testing.h"

/// For tests of operations that move elements.
namespace backedge::testing {

using Make = Result<Operation> (*)(Attributes&, int64_t, int64_t);
using Written = std::initializer_list<std::pair<std::string, std::string>>;

/// The operation, its attributes all read.
inline Operation made(Make make, int64_t version, Written written = {}, int64_t outputs = 1) {
  Attributes read = attributes(written);
  Result<Operation> operation = make(read, version, outputs);
  if (!operation.ok()) ADD_FAILURE() << operation.error().text();
  EXPECT_TRUE(read.finish().ok());
  return std::move(operation).value();
}

/// The rule that making it breaks; "" for none.
inline std::string rule_of_making(Make make, int64_t version, Written written, int64_t outputs = 1) {
  Attributes read = attributes(written);
  const Result<Operation> operation = make(read, version, outputs);
  if (!operation.ok()) return operation.error().rule();
  const Result<void> finished = read.finish();
  return finished.ok() ? "" : finished.error().rule();
}

inline Tensor list(std::initializer_list<int64_t> values) {
  return Tensor::of<int64_t>({static_cast<int64_t>(values.size())}, values);
}
inline Tensor scalar(int64_t value) { return Tensor::scalar<int64_t>(value); }

/// f32 0, 1, 2, ...
inline Tensor counted(const Shape& shape) {
  Tensor tensor = Tensor::zeros(ElementType::kF32, shape);
  float* const elements = tensor.writable<float>();
  for (int64_t i = 0; i < tensor.count(); ++i) elements[i] = static_cast<float>(i);
  return tensor;
}

inline Tensor floats(const Shape& shape, std::initializer_list<float> values) {
  return Tensor::of<float>(shape, values);
}

/// An operand of unknown value.
inline Operand unknown(const PartialShape& shape, ElementType type = ElementType::kI64) {
  return {type, shape, nullptr};
}
inline Operand known(const Tensor& value) { return {value.type(), value.shape(), &value}; }
inline Operand data_of(std::initializer_list<Dimension> dims) {
  return {ElementType::kF32, PartialShape::of(std::span(dims.begin(), dims.size())), nullptr};
}

/// The shape of the first output as it is known at load, or the rule that is broken.
inline std::string at_load(const Operation& operation, const std::vector<Operand>& operands,
                           size_t outputs = 1) {
  std::vector<Signature> signatures(outputs);
  const Result<void> inferred = operation.infer(operands, signatures);
  return inferred.ok() ? signatures[0].shape.text() : inferred.error().rule();
}

constexpr Dimension kAny;

}  // namespace backedge::testing
