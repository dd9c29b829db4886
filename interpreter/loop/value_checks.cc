#include "interpreter/loop/value_checks.h"

namespace backedge {

Error no_tensor(ValueKind kind, const char* use) {  // [TYPE-2]
  return Error("TYPE-2", std::string(use) + " is a " + std::string(name_of(kind)) + ", expected a tensor");
}

Result<void> check_condition(std::string_view rule, const Signature& signature) {
  TRY(check_is_tensor(signature.kind, "a condition"));
  if (signature.type == ElementType::kBoolean && signature.shape.may_be_one_element()) return {};
  return Error(rule, "a condition is " + signature.text() + ", expected one element of type boolean");
}

Error no_condition(std::string_view rule, const Value& value) {
  return check_condition(rule, signature_of(value)).take_error();
}

Result<void> check_fits(const BodyParameter& parameter, const Signature& signature) {
  const Signature& declared = parameter.declared;
  const bool fits = signature.kind == declared.kind && signature.type == declared.type;
  if (fits && declared.shape.meets(signature.shape)) return {};  // [BODY-4]
  return does_not_fit(parameter, signature.text());
}

Error does_not_fit(const BodyParameter& parameter, const std::string& value) {  // [BODY-4]
  return Error("BODY-4", "a value of " + value + " does not fit " + parameter.name)
      .note("it is declared " + parameter.declared.text());
}

Error in_iteration(Error error, int64_t iteration, std::string_view loop) {
  const std::string of = loop.empty() ? "" : " of " + std::string(loop);
  return std::move(error).note("in iteration " + std::to_string(iteration) + of);
}

}  // namespace backedge
