#include "interpreter/tensor/value.h"

#include <algorithm>

#include "interpreter/base/number_text.h"

namespace backedge {

Value::Value(ValueKind kind, std::vector<Value> items) : kind_(kind) {
  auto held = std::make_shared<std::vector<Value>>(std::move(items));
  auto* const memory = reinterpret_cast<std::byte*>(held.get());
  tensor_ = Tensor(ElementType::kU8, {}, std::shared_ptr<std::byte>(std::move(held), memory));
}

bool Value::items_fit(const Signature& declared) const {
  const Signature item{declared.type, declared.shape, item_of(declared.kind)};
  return std::all_of(items().begin(), items().end(), [&](const Value& value) { return value.fits(item); });
}

bool Value::same_bits(const Value& other) const {
  if (kind_ != other.kind_) return false;
  if (kind_ == ValueKind::kTensor) return tensor_.same_bits(other.tensor_);
  return std::equal(items().begin(), items().end(), other.items().begin(), other.items().end(),
                    [](const Value& a, const Value& b) { return a.same_bits(b); });
}

int64_t Value::byte_count() const {
  if (kind_ == ValueKind::kTensor) return tensor_.byte_count();
  int64_t bytes = 0;
  for (const Value& item : this->items()) bytes += item.byte_count();
  return bytes;
}

Value Value::kept_with(const std::shared_ptr<void>& owner) const {
  if (kind_ == ValueKind::kTensor) return tensor_.kept_with(owner);
  std::vector<Value> items;
  for (const Value& item : this->items()) items.push_back(item.kept_with(owner));
  return Value(kind_, std::move(items));
}

std::string Value::text() const {
  if (kind_ == ValueKind::kTensor) return describe(tensor_.type(), tensor_.shape());
  const int64_t count = std::ssize(items());
  if (kind_ == ValueKind::kSequence) return "sequence of " + counted(count, "tensor");
  return count == 0 ? "empty " + std::string(name_of(kind_)) : "optional of " + items()[0].text();
}

}  // namespace backedge
