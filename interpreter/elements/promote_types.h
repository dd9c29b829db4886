#pragma once

#include <optional>

#include "interpreter/base/result.h"
#include "interpreter/tensor/element_type.h"

namespace backedge {

/// The type that holds the values of both types, by PyTorch's table.
///
/// errors  ELEM-5 u16, u32 or u64 with another integer type or with boolean
Result<ElementType> promote_types(ElementType a, ElementType b);

/// Whether a result of type `from` may be written to an output of type `to`.  (ELEM-8)
bool can_cast(ElementType from, ElementType to);

/// What an operand is to type promotion. Operands of one category promote each other; those of a higher
/// category decide before those of a lower one.
enum class Category {
  kDimensioned,      // a tensor of rank 1 or more
  kZeroDimensional,  // a tensor of rank 0
  kScalar,           // a number that is not a tensor: boolean, i64 or f64
};

/// The type of real scalars, and of integers that are promoted to reals.
inline constexpr ElementType kDefaultReal = ElementType::kF32;

/// Collects the types of operands, and says which type a computation with all of them has.
class ResultType {
 public:
  /// errors  ELEM-5
  Result<void> add(ElementType type, Category category);
  /// Nothing if there is no operand.
  ///
  /// errors  ELEM-5
  Result<std::optional<ElementType>> type() const;

 private:
  std::optional<ElementType> by_category_[3];
};

}  // namespace backedge
