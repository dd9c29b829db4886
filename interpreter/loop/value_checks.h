#pragma once

#include "interpreter/loop/loop_spec.h"
#include "interpreter/tensor/value.h"

/// What a loop asks of values: at load of what is known of them, in a run of the values themselves. The errors
/// are made in functions of their own, so that a check costs an iteration little.
namespace backedge {

/// The error of a value that is not a tensor.
Error no_tensor(ValueKind kind, const char* use);

/// Whether a value can be sliced, joined, or decide about iterations; `use` says which, for the message.
///
/// errors  TYPE-2
inline Result<void> check_is_tensor(ValueKind kind, const char* use) {
  if (kind == ValueKind::kTensor) return {};  // [TYPE-2]
  return no_tensor(kind, use);
}

/// Whether a value can be a condition; `rule` says of what: COND-1 the initial one, COND-4 the body's,
/// COND-5 a gate's, IF-1 an If's.
///
/// errors  `rule`; TYPE-2
Result<void> check_condition(std::string_view rule, const Signature& signature);
/// The error of a value that is no condition.
Error no_condition(std::string_view rule, const Value& value);
/// The condition.
inline Result<bool> read_condition(std::string_view rule, const Value& value) {
  if (value.kind() == ValueKind::kTensor) {
    const Tensor& tensor = value.tensor();
    if (tensor.type() == ElementType::kBoolean && tensor.count() == 1) return *tensor.data<bool>();
  }
  return no_condition(rule, value);
}

/// Whether a value can be bound to a Parameter.
///
/// errors  BODY-4
Result<void> check_fits(const BodyParameter& parameter, const Signature& signature);
/// The error of a value that cannot.
Error does_not_fit(const BodyParameter& parameter, const std::string& value);
inline Result<void> check_fits(const BodyParameter& parameter, const Value& value) {
  if (value.fits(parameter.declared)) return {};  // [BODY-4]
  return does_not_fit(parameter, value.text());
}

/// An error that happened in an iteration of a loop.
///
/// loop  its title; empty: the error already says which loop it is
Error in_iteration(Error error, int64_t iteration, std::string_view loop = "");

}  // namespace backedge
