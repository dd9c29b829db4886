#pragma once

#include "interpreter/ops/operation.h"

namespace backedge {

/// TopK-1, -3, -11: the k greatest or least elements along one axis, and their indices.
///
/// Of equal elements (-0 equals +0) the one with the smaller index comes first and is chosen first, whatever
/// `stable` says: the pages leave it open without it. NaN is less than every number (TopK-3 "NaN Handling").
/// Values are moved, bit for bit.
///
/// attributes  axis: in [-rank, rank); mode: max or min; sort: value (best first), index (ascending) or none
/// (the
///             pages leave the order open: as value); index_element_type: i32 (default) or i64; version 11:
///             stable
/// inputs      data, numeric, rank >= 1; k, an integer scalar in [0, size of the axis], version 11: >= 1
/// outputs     values, indices
/// errors      OP-2, OP-4, OP-5, OP-6
/// source      TopK-1, TopK-3, TopK-11
Result<Operation> make_top_k(Attributes& attributes, int64_t version, int64_t outputs);

}  // namespace backedge
