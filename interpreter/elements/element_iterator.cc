#include "interpreter/elements/element_iterator.h"

namespace backedge {

template <size_t N>
void ElementIterator<N>::walk_rows(Deadline& deadline, CallRow call, void* row) const {
  Offsets offsets = begin_;
  const Offsets& inner = walk_.steps[0];
  PerAxis<int64_t> index;
  while (true) {
    deadline.in_blocks(walk_.sizes[0], [&](int64_t begin, int64_t end) {
      if (begin == 0) return call(row, offsets, inner, end);
      Offsets piece = offsets;
      for (size_t k = 0; k < N; ++k) piece[k] += inner[k] * begin;
      call(row, piece, inner, end - begin);
    });
    if (deadline.over()) return;
    int64_t dim = 0;
    while (true) {  // the next index of the outer dimensions
      if (++dim == walk_.rank) return;
      for (size_t k = 0; k < N; ++k) offsets[k] += walk_.steps[dim][k];
      if (++index[dim] < walk_.sizes[dim]) break;
      for (size_t k = 0; k < N; ++k) offsets[k] -= walk_.steps[dim][k] * walk_.sizes[dim];
      index[dim] = 0;
    }
  }
}

template class ElementIterator<1>;
template class ElementIterator<2>;
template class ElementIterator<3>;
template class ElementIterator<4>;
template class ElementIterator<5>;
template class ElementIterator<6>;

}  // namespace backedge
