#include "interpreter/elements/element_iterator.h"

namespace backedge {

template <size_t N>
ElementIterator<N>::ElementIterator(const std::array<const Layout*, N>& operands) {
  const Shape& shape = operands[0]->shape;
  for (size_t k = 0; k < N; ++k) begin_[k] = operands[k]->offset;
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    if (shape[axis] == 0) empty_ = true;
    walk_.sizes[walk_.rank] = shape[axis];
    for (size_t k = 0; k < N; ++k) walk_.steps[walk_.rank][k] = operands[k]->strides[axis];
    ++walk_.rank;
  }
  order_dimensions(walk_);
  coalesce_dimensions(walk_);
}

template <size_t N>
void ElementIterator<N>::walk_rows(Deadline& deadline, CallRow call, void* row) const {
  if (empty_) return;
  Offsets offsets = begin_;
  if (walk_.rank == 0) {
    call(row, offsets, Offsets{}, int64_t{1});
    deadline.passed(1);
    return;
  }
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
