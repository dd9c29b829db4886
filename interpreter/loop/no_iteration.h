#pragma once

#include "interpreter/loop/run_loop.h"

namespace backedge {

/// The outputs of a loop that has run no iteration.
///
/// errors  ZERO-1, ZERO-3, TYPE-2
Result<void> make_outputs_of_no_iteration(LoopRun& run, const LoopBody& body, Pool& pool,
                                          std::span<Value> outputs);

}  // namespace backedge
