#pragma once

#include <algorithm>
#include <span>

#include "interpreter/base/deadline.h"

/// Heaps that are sorted piece by piece. The sorts of the standard library cannot be stopped when the time is
/// over.
namespace backedge::ops {

/// Sorts a heap, until the time is over. `precedes` is a total order, so the result does not depend on the
/// algorithm.
///
/// work_of_each  the cost of placing one item, in elements
template <class Precedes>
void sort_heap(std::span<int64_t> heap, const Precedes& precedes, Deadline& deadline,
               int64_t work_of_each = 1) {
  deadline.in_blocks(std::ssize(heap), work_of_each, [&](int64_t begin, int64_t end) {
    for (int64_t done = begin; done < end; ++done) std::pop_heap(heap.begin(), heap.end() - done, precedes);
  });
}

/// Fills `positions` with 0, 1, ... in the order `precedes`, until the time is over.
template <class Precedes>
void sort_positions(std::span<int64_t> positions, const Precedes& precedes, Deadline& deadline,
                    int64_t work_of_each) {
  deadline.in_blocks(std::ssize(positions), work_of_each, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      positions[static_cast<size_t>(i)] = i;
      std::push_heap(positions.begin(), positions.begin() + i + 1, precedes);
    }
  });
  if (!deadline.over()) sort_heap(positions, precedes, deadline, work_of_each);
}

}  // namespace backedge::ops
