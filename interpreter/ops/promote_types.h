#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// How two types become one.
struct PromoteTypes {
  bool safe = true;                            // whether a promotion that may lose something is an error
  bool scalars_adapt = false;                  // whether a scalar takes the type of a tensor of its kind
  ElementType beyond_i64 = ElementType::kF32;  // for u64 and a signed type
  bool operator==(const PromoteTypes&) const = default;
};

/// Makes two outputs.
Operation make_convert_promote_types(const PromoteTypes& options = {});

}  // namespace backedge::ops
