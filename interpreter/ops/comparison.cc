#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/elementwise_kernel.h"
#include "interpreter/ops/numbers.h"

/// Comparisons of two tensors of one type, and the logical operations.
///
/// returns  a boolean tensor, shape as auto_broadcast says. NaN is unequal to, and not ordered with,
///          everything; false < true
/// errors   OP-2, OP-4, OP-5
/// source   the page of each, version 1
namespace backedge {
namespace {

template <class Relation>
Result<Operation> compare(Attributes& attributes, Relation relation) {
  return binary<Types::kAny>(attributes, true, [relation](auto a, auto b) {
    return relation(numbers::widen(a), numbers::widen(b));
  });
}

template <class Formula>
Result<Operation> logical(Attributes& attributes, Formula formula) {
  return binary<Types::kBoolean>(attributes, true, formula);
}

}  // namespace

Result<Operation> make_equal(Attributes& attributes, int64_t, int64_t) {
  return compare(attributes, [](auto a, auto b) { return a == b; });
}

Result<Operation> make_not_equal(Attributes& attributes, int64_t, int64_t) {
  return compare(attributes, [](auto a, auto b) { return a != b; });
}

Result<Operation> make_less(Attributes& attributes, int64_t, int64_t) {
  return compare(attributes, [](auto a, auto b) { return a < b; });
}

Result<Operation> make_less_equal(Attributes& attributes, int64_t, int64_t) {
  return compare(attributes, [](auto a, auto b) { return a <= b; });
}

Result<Operation> make_greater(Attributes& attributes, int64_t, int64_t) {
  return compare(attributes, [](auto a, auto b) { return a > b; });
}

Result<Operation> make_greater_equal(Attributes& attributes, int64_t, int64_t) {
  return compare(attributes, [](auto a, auto b) { return a >= b; });
}

Result<Operation> make_logical_and(Attributes& attributes, int64_t, int64_t) {
  return logical(attributes, [](bool a, bool b) { return a && b; });
}

Result<Operation> make_logical_or(Attributes& attributes, int64_t, int64_t) {
  return logical(attributes, [](bool a, bool b) { return a || b; });
}

Result<Operation> make_logical_xor(Attributes& attributes, int64_t, int64_t) {
  return logical(attributes, [](bool a, bool b) { return a != b; });
}

Result<Operation> make_logical_not(Attributes&, int64_t, int64_t) {
  return unary<Types::kBoolean>([](bool a) { return !a; });
}

}  // namespace backedge
