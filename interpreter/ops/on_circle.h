#pragma once

#include <cstdint>

namespace backedge::numbers {

struct OnCircle {
  double cos, sin;
};

/// cos and sin of 2 pi k / n, each rounded once.
///
/// k  0 .. n - 1
OnCircle point_on_circle(int64_t k, int64_t n);

}  // namespace backedge::numbers
