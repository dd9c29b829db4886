#include "interpreter/elements/restride_dim.h"

namespace backedge {

Shape ensure_nonempty(const Shape& shape) { return shape.rank() == 0 ? Shape{1} : shape; }

Result<StridedTensor> restride_dim(const StridedTensor& source, int64_t dim, const Shape& replacement_shape) {
  const Shape shape = ensure_nonempty(source.shape());
  const std::optional<int64_t> axis = normalize_axis(dim, shape.rank());
  bool fits = axis.has_value() && replacement_shape.rank() == shape.rank();
  for (int64_t i = 0; fits && i < shape.rank(); ++i) {
    fits = i == *axis ? replacement_shape[i] == 1
                      : 0 <= replacement_shape[i] && replacement_shape[i] <= shape[i];
  }
  if (!fits) {  // [ELEM-14]
    return Error("ELEM-14", "axis " + std::to_string(dim) + " of a tensor of shape " + shape.text() +
                                " cannot be fixed with the shape " + replacement_shape.text())
        .note("expected size 1 at the axis, and no other size larger than before");
  }
  Layout layout = source.layout();
  layout.shape = replacement_shape;
  layout.strides[*axis] = 0;
  return source.seen_as(layout);
}

}  // namespace backedge
