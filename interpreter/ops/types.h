#pragma once

#include <cstdlib>
#include <type_traits>

#include "interpreter/tensor/element_type.h"

namespace backedge::ops {

/// The sets of element types that pages allow, of those that have arithmetic.
enum class Types { kAny, kNumeric, kInteger, kI32OrI64, kReal, kBoolean, kIntegerOrBoolean };

constexpr bool allows(Types types, ElementType type) {
  if (is_narrow(type)) return false;  // [OP-4]
  switch (types) {
    case Types::kAny:
      return true;
    case Types::kNumeric:
      return type != ElementType::kBoolean;
    case Types::kInteger:
      return type >= ElementType::kI8 && type <= ElementType::kU64;
    case Types::kI32OrI64:
      return type == ElementType::kI32 || type == ElementType::kI64;
    case Types::kReal:
      return type >= ElementType::kF16;
    case Types::kIntegerOrBoolean:
      return type <= ElementType::kU64;
    case Types::kBoolean:
      break;
  }
  return type == ElementType::kBoolean;
}

/// Calls `function(TypeTag<T>{})` with the C++ type of `type`, which is one of kTypes: Infer has checked it.
template <Types kTypes, class Function>
auto dispatch(ElementType type, Function&& function) {
  using Real = std::conditional_t<allows(kTypes, ElementType::kF32), float, int32_t>;
  using Some = std::conditional_t<kTypes == Types::kBoolean, bool, Real>;
  using Returned = std::invoke_result_t<Function&, TypeTag<Some>>;
  return backedge::dispatch(type, [&]<class T>(TypeTag<T> tag) -> Returned {
    if constexpr (allows(kTypes, element_type_of<T>())) {
      return function(tag);
    } else {
      CHECK(allows(kTypes, element_type_of<T>()));
      std::abort();
    }
  });
}

}  // namespace backedge::ops
