#pragma once

#include "interpreter/ops/operation.h"

/// Operations that reduce groups of rows. A row is what one position of axis 0 selects.
namespace backedge::ops {

Operation make_embedding_bags(const EmbeddingBags& options = {});
Operation make_segment_max(const SegmentMax& options = {});

}  // namespace backedge::ops
