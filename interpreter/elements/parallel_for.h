#pragma once

#include <cstdint>
#include <functional>

namespace backedge {

/// A walk of at most this many elements is not worth a second thread.
inline constexpr int64_t kGrainSize = 32768;

/// The number of pieces into which `count` elements are split: at most one for each thread, and at most count /
/// grain_size, rounded up. So count elements are split if they are more than grain_size.
///
/// threads  0: as many as the machine has
int64_t pieces_for(int64_t count, int64_t grain_size, int64_t threads);

/// Calls piece(begin, end) for `pieces` neighbouring parts of [0, count), each in a thread of its own, and
/// waits for them. What a piece throws is thrown here.
void parallel_for(int64_t count, int64_t pieces, const std::function<void(int64_t, int64_t)>& piece);

}  // namespace backedge
