#include "interpreter/elements/promote_types.h"

namespace backedge {
namespace {

bool is_wide_unsigned(ElementType type) {
  return type == ElementType::kU16 || type == ElementType::kU32 || type == ElementType::kU64;
}

/// The larger type. Two types of the same size do not hold each other: they become `next`.
ElementType larger(ElementType a, ElementType b, ElementType next) {
  if (size_of(a) == size_of(b)) return next;
  return size_of(a) < size_of(b) ? b : a;
}

/// A higher category decides the type, unless the lower one has another kind of numbers: reals with integers or
/// booleans, or integers with booleans.
Result<std::optional<ElementType>> combine(std::optional<ElementType> higher,
                                           std::optional<ElementType> lower) {
  if (!higher || !lower) return higher ? higher : lower;
  const bool decides = is_real(*higher) || (is_integer(*higher) && !is_real(*lower));  // [ELEM-6]
  if (decides) return higher;
  return std::optional(TRY(promote_types(*higher, *lower)));
}

}  // namespace

Result<ElementType> promote_types(ElementType a, ElementType b) {
  if (a == b) return a;
  if (is_real(a) && is_real(b)) return larger(a, b, ElementType::kF32);  // f16 and bf16
  if (is_real(a) || is_real(b)) return is_real(a) ? a : b;
  if (is_wide_unsigned(a) || is_wide_unsigned(b)) {  // [ELEM-5]
    return Error("ELEM-5", "no common type of " + std::string(name_of(a)) + " and " + std::string(name_of(b)))
        .note("u16, u32 and u64 are promoted only with real types: convert one operand first");
  }
  if (a == ElementType::kBoolean || b == ElementType::kBoolean) return a == ElementType::kBoolean ? b : a;
  return larger(a, b, ElementType::kI16);  // u8 and i8
}

bool can_cast(ElementType from, ElementType to) {  // [ELEM-8]
  if (is_real(from) && !is_real(to)) return false;
  return from == ElementType::kBoolean || to != ElementType::kBoolean;
}

Result<void> ResultType::add(ElementType type, Category category) {
  if (category == Category::kScalar && is_real(type)) type = kDefaultReal;  // [ELEM-6]
  std::optional<ElementType>& common = by_category_[static_cast<size_t>(category)];
  common = common ? TRY(promote_types(*common, type)) : type;
  return {};
}

Result<std::optional<ElementType>> ResultType::type() const {
  return combine(by_category_[0], TRY(combine(by_category_[1], by_category_[2])));
}

}  // namespace backedge
