#pragma once

#include "interpreter/ops/operation.h"

/// Operations on sparse tensors.
namespace backedge::ops {

/// Makes three outputs.
Operation make_sparse_fill_empty_rows();

}  // namespace backedge::ops
