#pragma once

#include "interpreter/ops/operation.h"

namespace backedge {

/// CumSum-3: out[j] = data[0] + ... + data[j] along one axis, each sum in double rounded once (NUM-3).
///
/// Sums begin with their first element, so that inclusive ones copy it, -0 too; an exclusive one of nothing
/// is 0.
///
/// attributes  exclusive: element j is left out; reverse: from the last element to the first; default false
/// inputs      data, numeric, rank >= 1; axis, an i32 or i64 scalar in [-rank, rank), 0 where it is not given
/// errors      OP-4, OP-5, OP-6
/// source      CumSum-3
Result<Operation> make_cum_sum(Attributes& attributes, int64_t version, int64_t outputs);

}  // namespace backedge
