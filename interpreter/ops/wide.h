#pragma once

namespace backedge::ops {

/// Holds every i64 and u64, their sums and differences, and the product of an i64 and a size.
__extension__ using Wide = __int128;

}  // namespace backedge::ops
