#include "interpreter/ops/flat_positions.h"

#include "interpreter/elements/element_iterator.h"
#include "interpreter/elements/row_major.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge::ops {

Result<int64_t> position_of_index(int64_t index, int64_t size, NegativeIndex negative) {
  const bool from_end = negative == NegativeIndex::kFromEnd && index < 0 && index >= -size;
  const int64_t position = from_end ? index + size : index;
  if (0 <= position && position < size) return position;  // [OP-6]
  return Error("OP-6", "index " + std::to_string(index) + " at an axis of size " + std::to_string(size));
}

Result<Tensor> positions_along(const Tensor& indices, const Shape& data, int64_t axis, NegativeIndex negative,
                               const KernelCall& call) {
  Tensor positions = TRY(call.pool.allocate(ElementType::kI64, indices.shape()));
  if (indices.count() == 0) return positions;
  int64_t* const position = positions.writable<int64_t>();
  const Layout whole = Layout::row_major(data);
  // Every index begins at position 0 of the axis.
  const Layout begins = whole.sliced(axis, 0, indices.shape()[axis], 0).corner(indices.shape());
  Result<void> checked;
  const ElementIterator<2> elements(Layout::row_major(indices.shape()), begins);
  elements.for_each(call.deadline, [&](int64_t i, int64_t begin) {
    if (!checked.ok()) return;
    Result<int64_t> at = position_of_index(integer_at(indices, i), data[axis], negative);
    if (at.ok()) {
      position[i] = begin + at.value() * whole.strides[axis];
    } else {
      checked = at.take_error();
    }
  });
  TRY(std::move(checked));
  return positions;
}

Result<Tensor> positions_of_tuples(const Tensor& indices, const Shape& data, int64_t first,
                                   NegativeIndex negative, const KernelCall& call) {
  const int64_t last = indices.shape().rank() - 1, length = indices.shape()[last];
  Tensor positions = TRY(call.pool.allocate(ElementType::kI64, leading(indices.shape(), last)));
  int64_t* const position = positions.writable<int64_t>();
  const Layout whole = Layout::row_major(data);
  const RowMajor place(length);
  for (int64_t tuple = 0; tuple < positions.count(); ++tuple) {
    position[tuple] = 0;
    for (int64_t k = 0; k < length; ++k) {
      const int64_t index = integer_at(indices, place(tuple, k));
      const int64_t at = TRY(position_of_index(index, data[first + k], negative));
      position[tuple] += at * whole.strides[first + k];
    }
    if (call.deadline.passed(length + 1)) break;
  }
  return positions;
}

}  // namespace backedge::ops
