#pragma once

#include <compare>
#include <cstdlib>
#include <utility>

#include "interpreter/elements/per_axis.h"

namespace backedge {

/// The dimensions of a walk, from the innermost to the outermost.
///
/// Steps  std::array<int64_t, N> or std::vector<int64_t>: the steps of all operands along one dimension, in any
///        unit
template <class Steps>
struct WalkDimensions {
  PerAxis<int64_t> sizes;
  PerAxis<Steps> steps;
  PerAxis<int64_t> axes;  // which axis of the shape each dimension is, until dimensions are merged
  int64_t rank = 0;

  void swap(int64_t a, int64_t b) {
    std::swap(sizes[a], sizes[b]);
    std::swap(steps[a], steps[b]);
    std::swap(axes[a], axes[b]);
  }
};

/// Which dimension belongs inside: a (less), b (greater), or either if the operands do not say (equal). A step
/// of 0 says nothing, because an operand without strides of its own has steps of 0. Only outputs of a
/// reduction have it inside.
///
/// reduced_outputs  the number of operands, from the first on, that are outputs of a reduction
template <class Steps>
std::strong_ordering compare_dimensions(const WalkDimensions<Steps>& walk, int64_t a, int64_t b,
                                        size_t reduced_outputs) {
  for (size_t k = 0; k < walk.steps[a].size(); ++k) {
    const int64_t at_a = std::abs(walk.steps[a][k]), at_b = std::abs(walk.steps[b][k]);
    if (at_a != at_b && k < reduced_outputs) return at_a <=> at_b;  // [ELEM-17]
    if (at_a == 0 || at_b == 0) continue;
    if (at_a != at_b) return at_a <=> at_b;
    if (walk.sizes[a] > walk.sizes[b]) return std::strong_ordering::greater;
  }
  return std::strong_ordering::equal;
}

/// Orders the dimensions by an insertion sort that goes on over pairs that cannot be compared.
template <class Steps>
void order_dimensions(WalkDimensions<Steps>& walk, size_t reduced_outputs = 0) {  // [ELEM-11]
  for (int64_t i = 1; i < walk.rank; ++i) {
    int64_t moved = i;
    for (int64_t inner = i - 1; inner >= 0; --inner) {
      const std::strong_ordering order = compare_dimensions(walk, inner, moved, reduced_outputs);
      if (std::is_lt(order)) break;
      if (std::is_eq(order)) continue;
      walk.swap(inner, moved);
      moved = inner;
    }
  }
}

/// Merges each dimension with the one inside it if every operand walks both with one step. Dimensions of 1
/// disappear, except that at least one dimension is left.
template <class Steps>
void coalesce_dimensions(WalkDimensions<Steps>& walk) {  // [ELEM-12]
  if (walk.rank == 0) return;
  int64_t last = 0;
  for (int64_t dim = 1; dim < walk.rank; ++dim) {
    bool merges = true;
    for (size_t k = 0; walk.sizes[last] != 1 && walk.sizes[dim] != 1 && k < walk.steps[dim].size(); ++k) {
      merges &= walk.steps[dim][k] == walk.steps[last][k] * walk.sizes[last];
    }
    if (merges) {
      if (walk.sizes[last] == 1) walk.steps[last] = walk.steps[dim];
      walk.sizes[last] *= walk.sizes[dim];
    } else if (++last != dim) {
      walk.sizes[last] = walk.sizes[dim];
      walk.steps[last] = walk.steps[dim];
    }
  }
  walk.rank = last + 1;
}

}  // namespace backedge
