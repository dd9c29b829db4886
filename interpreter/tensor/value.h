#pragma once

#include <memory>
#include <vector>

#include "interpreter/tensor/signature.h"

namespace backedge {

/// What a slot holds: a tensor, a sequence of tensors, or an optional one of these. Copies share what is
/// inside.
class Value {
 public:
  /// No value. Only `has_value`, assignment and destruction are allowed.
  Value() = default;
  Value(Tensor tensor) : tensor_(std::move(tensor)) {}
  static Value sequence(std::vector<Value> items) { return {ValueKind::kSequence, std::move(items)}; }
  static Value optional(Value item) {
    const ValueKind kind = optional_of(item.kind());
    return {kind, {std::move(item)}};
  }
  /// item  the kind of what it could hold
  static Value empty_optional(ValueKind item = ValueKind::kTensor) { return {optional_of(item), {}}; }

  bool has_value() const { return tensor_.has_value(); }
  ValueKind kind() const { return kind_; }
  const Tensor& tensor() const {
    CHECK(kind_ == ValueKind::kTensor);
    return tensor_;
  }
  /// The values of a sequence; the one value of an optional, or none.
  const std::vector<Value>& items() const {
    CHECK(kind_ != ValueKind::kTensor);
    return *reinterpret_cast<const std::vector<Value>*>(tensor_.bytes());
  }

  Value& operator=(Tensor&& tensor) {
    tensor_ = std::move(tensor);
    kind_ = ValueKind::kTensor;
    return *this;
  }
  /// Releases the memory. Then this is not a value anymore.
  void reset() {
    tensor_.reset();
    kind_ = ValueKind::kTensor;
  }

  /// Whether the kind is the declared one, and each tensor inside has the declared type and one of the
  /// declared shapes.
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
  /// "f32[2,3]", "sequence of 2 tensors", "optional of f32[2,3]", "empty optional sequence".
  std::string text() const;

 private:
  bool items_fit(const Signature& declared) const;

  Value(ValueKind kind, std::vector<Value> items);

  /// For a sequence or an optional, its memory holds the std::vector<Value>. So a tensor needs no extra
  /// space, and a loop moves values quickly.
  Tensor tensor_;
  ValueKind kind_ = ValueKind::kTensor;
};

/// What is known of a value without its items, whose types and shapes stay open.
inline Signature signature_of(const Value& value) {
  if (value.kind() == ValueKind::kTensor) return signature_of(value.tensor());
  return {.kind = value.kind()};
}

}  // namespace backedge
