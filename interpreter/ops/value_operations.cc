#include "interpreter/ops/value_operations.h"

#include "interpreter/ops/operand_checks.h"

namespace backedge::ops {
namespace {

constexpr int64_t kMostItems = 1 << 20;

Result<void> check_is_optional(std::span<const Operand> inputs) {
  if (is_optional(inputs[0].kind)) return {};
  return Error("OP-4", "operand 0 is a " + std::string(name_of(inputs[0].kind)) + ", expected an optional");
}

Result<void> check_position(std::span<const Operand> inputs, size_t k) {
  if (k >= inputs.size()) return {};
  TRY(check_kind(inputs, k, ValueKind::kTensor));
  TRY(check_type(inputs, k, Types::kInteger));
  return check_one_element(inputs, k);
}

/// A sequence of the tensors that operand 0 has.
Signature same_sequence(const Operand& operand) {
  return {operand.type, operand.shape, ValueKind::kSequence};
}

/// The position that operand k names among `count`; `otherwise` without the operand.  [OP-43]
Result<int64_t> position_in(const ValueCall& call, size_t k, int64_t count, int64_t otherwise) {
  if (k >= call.inputs.size()) return otherwise;
  const Tensor& operand = call.input(k).tensor();
  if (operand.count() != 1)
    return Error("OP-5", "the position is " + describe(operand.type(), operand.shape()));
  const int64_t given = integer_at(operand, 0);
  const std::optional<int64_t> position = normalize_axis(given, count);
  if (position) return *position;
  return Error("OP-6", "position " + std::to_string(given) + " is outside of the sequence, expected " +
                           std::to_string(-count) + " to " + std::to_string(count - 1));
}

Result<void> infer_construct(std::span<const Operand> inputs, std::span<Signature> outputs) {
  outputs[0] = same_sequence(inputs[0]);
  for (size_t k = 0; k < inputs.size(); ++k) {
    TRY(check_kind(inputs, k, ValueKind::kTensor));
    TRY(check_same_type(inputs, k));  // [OP-43]
    outputs[0].shape = outputs[0].shape.joined_with(inputs[k].shape);
  }
  return {};
}

Result<void> construct(const ValueCall& call) {
  std::vector<Value> items;
  for (const Value* item : call.inputs) items.push_back(*item);
  call.outputs[0] = Value::sequence(std::move(items));
  return {};
}

Result<void> infer_insert(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_kind(inputs, 0, ValueKind::kSequence));
  TRY(check_kind(inputs, 1, ValueKind::kTensor));
  TRY(check_same_type(inputs, 1));  // [OP-43]
  TRY(check_position(inputs, 2));
  outputs[0] = same_sequence(inputs[0]);
  outputs[0].shape = inputs[0].shape.joined_with(inputs[1].shape);
  return {};
}

Result<void> insert(const ValueCall& call) {
  const std::vector<Value>& items = call.input(0).items();
  const int64_t count = std::ssize(items);
  TRY(check_item_count(count + 1));
  int64_t position = count;
  if (call.inputs.size() > 2) {
    const Tensor& operand = call.input(2).tensor();
    // The end is a position too, unlike elsewhere.  [OP-43]
    if (operand.count() != 1 || integer_at(operand, 0) != count)
      position = TRY(position_in(call, 2, count, count));
  }
  std::vector<Value> longer;
  longer.reserve(items.size() + 1);
  longer.insert(longer.end(), items.begin(), items.begin() + position);
  longer.push_back(call.input(1));
  longer.insert(longer.end(), items.begin() + position, items.end());
  call.deadline.passed(count + 1);
  call.outputs[0] = Value::sequence(std::move(longer));
  return {};
}

Result<void> infer_erase(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_kind(inputs, 0, ValueKind::kSequence));
  TRY(check_position(inputs, 1));
  outputs[0] = same_sequence(inputs[0]);
  return {};
}

Result<void> erase(const ValueCall& call) {
  std::vector<Value> items = call.input(0).items();
  if (items.empty()) return Error("OP-6", "an empty sequence has no tensor that can be removed");  // [OP-43]
  const int64_t count = std::ssize(items);
  items.erase(items.begin() + TRY(position_in(call, 1, count, count - 1)));
  call.deadline.passed(count);
  call.outputs[0] = Value::sequence(std::move(items));
  return {};
}

Result<void> infer_at(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_kind(inputs, 0, ValueKind::kSequence));
  TRY(check_position(inputs, 1));
  outputs[0] = {inputs[0].type, inputs[0].shape};
  return {};
}

Result<void> at(const ValueCall& call) {
  const std::vector<Value>& items = call.input(0).items();
  call.outputs[0] = items[static_cast<size_t>(TRY(position_in(call, 1, std::ssize(items), 0)))];
  return {};
}

Result<void> infer_length(std::span<const Operand> inputs, std::span<Signature> outputs) {
  for (size_t k = 0; k < inputs.size(); ++k) TRY(check_kind(inputs, k, ValueKind::kSequence));
  outputs[0] = {ElementType::kI64, Shape{}};
  return {};
}

Result<void> length(const ValueCall& call) {
  const size_t first = call.input(0).items().size();
  for (const Value* sequence : call.inputs) {
    const size_t other = sequence->items().size();
    if (other == first) continue;
    return Error("OP-6", "sequences of " + std::to_string(first) + " and of " + std::to_string(other) +
                             " tensors, expected equal lengths");
  }
  Tensor count = TRY(call.pool.allocate(ElementType::kI64, {}));
  *count.writable<int64_t>() = static_cast<int64_t>(first);
  call.outputs[0] = std::move(count);
  return {};
}

Result<void> infer_optional(std::span<const Operand> inputs, std::span<Signature> outputs) {
  if (is_optional(inputs[0].kind)) return Error("OP-4", "an optional cannot be put into an optional");
  outputs[0] = {inputs[0].type, inputs[0].shape, optional_of(inputs[0].kind)};
  return {};
}

Result<void> infer_has_element(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_is_optional(inputs));
  outputs[0] = {ElementType::kBoolean, Shape{}};
  return {};
}

Result<void> has_element(const ValueCall& call) {
  Tensor has = TRY(call.pool.allocate(ElementType::kBoolean, {}));
  *has.writable<bool>() = !call.input(0).items().empty();
  call.outputs[0] = std::move(has);
  return {};
}

Result<void> infer_get_element(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_is_optional(inputs));
  outputs[0] = {inputs[0].type, inputs[0].shape, item_of(inputs[0].kind)};
  return {};
}

Result<void> get_element(const ValueCall& call) {
  const std::vector<Value>& items = call.input(0).items();
  if (items.empty()) return Error("OP-46", "the optional is empty");  // [OP-46]
  call.outputs[0] = items[0];
  return {};
}

}  // namespace

Result<void> check_kind(std::span<const Operand> inputs, size_t k, ValueKind kind) {
  if (inputs[k].kind == kind) return {};
  return Error("OP-4", "operand " + std::to_string(k) + " is a " + std::string(name_of(inputs[k].kind)) +
                           ", expected a " + std::string(name_of(kind)));
}

Result<void> check_item_count(int64_t count) {
  if (count <= kMostItems) return {};
  return Error("LIMIT-7", "a sequence would have " + std::to_string(count) + " tensors, the limit is " +
                              std::to_string(kMostItems));  // [LIMIT-7]
}

ValueOperation make_sequence_construct() { return made(__func__, {infer_construct, construct}); }

ValueOperation make_sequence_empty(ElementType type) {
  const auto infer = [type](std::span<const Operand>, std::span<Signature> outputs) {
    outputs[0] = {type, PartialShape::any(), ValueKind::kSequence};
    return Result<void>();
  };
  const auto kernel = [](const ValueCall& call) {
    call.outputs[0] = Value::sequence({});
    return Result<void>();
  };
  return made(__func__, type, {infer, kernel});
}

ValueOperation make_sequence_insert() { return made(__func__, {infer_insert, insert}); }
ValueOperation make_sequence_erase() { return made(__func__, {infer_erase, erase}); }
ValueOperation make_sequence_at() { return made(__func__, {infer_at, at}); }
ValueOperation make_sequence_length() { return made(__func__, {infer_length, length}); }

ValueOperation make_optional() {
  const auto kernel = [](const ValueCall& call) {
    call.outputs[0] = Value::optional(call.input(0));
    return Result<void>();
  };
  return made(__func__, {infer_optional, kernel});
}

ValueOperation make_empty_optional(const Signature& item) {
  const Signature empty{item.type, item.shape, optional_of(item.kind)};
  const auto infer = [empty](std::span<const Operand>, std::span<Signature> outputs) {
    outputs[0] = empty;
    return Result<void>();
  };
  const auto kernel = [kind = item.kind](const ValueCall& call) {
    call.outputs[0] = Value::empty_optional(kind);
    return Result<void>();
  };
  return made(__func__, item, {infer, kernel});
}

ValueOperation make_optional_has_element() { return made(__func__, {infer_has_element, has_element}); }
ValueOperation make_optional_get_element() { return made(__func__, {infer_get_element, get_element}); }

}  // namespace backedge::ops
