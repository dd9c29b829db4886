#pragma once

#include <memory>
#include <vector>

#include "interpreter/tensor/signature.h"

namespace backedge {

/// What a slot holds: a tensor, a sequence of values, or an optional value. Copies share what is inside.
class Value {
 public:
  /// No value: only `has_value`, assignment and destruction make sense.
  Value() = default;
  Value(Tensor tensor) : tensor_(std::move(tensor)) {}
  static Value sequence(std::vector<Value> items) { return {ValueKind::kSequence, std::move(items)}; }
  static Value optional(Value item) { return {ValueKind::kOptional, {std::move(item)}}; }
  static Value empty_optional() { return {ValueKind::kOptional, {}}; }

  bool has_value() const { return tensor_.has_value(); }
  ValueKind kind() const { return kind_; }
  const Tensor& tensor() const {
    CHECK(kind_ == ValueKind::kTensor);
    return tensor_;
  }
  /// The values of a sequence; of an optional: one or none.
  const std::vector<Value>& items() const {
    CHECK(kind_ != ValueKind::kTensor);
    return *reinterpret_cast<const std::vector<Value>*>(tensor_.bytes());
  }

  Value& operator=(Tensor&& tensor) {
    tensor_ = std::move(tensor);
    kind_ = ValueKind::kTensor;
    return *this;
  }
  /// Lets the memory go: no value.
  void reset() {
    tensor_.reset();
    kind_ = ValueKind::kTensor;
  }

  /// Whether each tensor inside is of this type and one of these shapes, and the kind is the declared one.
  bool fits(const Signature& declared) const {
    if (kind_ != declared.kind) return false;
    if (kind_ != ValueKind::kTensor) return items_fit(declared);
    return tensor_.type() == declared.type && declared.shape.meets(tensor_.shape());
  }
  /// Whether kind, number of items, types, shapes and every bit are equal.
  bool same_bits(const Value& other) const;
  /// The bytes of all tensors inside.
  int64_t byte_count() const;
  /// The same value, whose memory keeps `owner` alive too.
  Value kept_with(const std::shared_ptr<void>& owner) const;
  /// "f32[2,3]", "sequence of 2 values".
  std::string text() const;

 private:
  bool items_fit(const Signature& declared) const;

  Value(ValueKind kind, std::vector<Value> items);

  // Of a sequence or an optional: a tensor whose memory is the std::vector<Value>. A loop moves values all the time,
  // and so that of a tensor costs no more than the tensor.
  Tensor tensor_;
  ValueKind kind_ = ValueKind::kTensor;
};

/// What is known of a value without its items: their types and shapes stay open.
inline Signature signature_of(const Value& value) {
  if (value.kind() == ValueKind::kTensor) return signature_of(value.tensor());
  return {.kind = value.kind()};
}

}  // namespace backedge
