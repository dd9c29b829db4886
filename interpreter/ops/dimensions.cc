#include "interpreter/ops/dimensions.h"

namespace backedge::ops {
namespace {

Error too_large(const char* operation, Dimension a, Dimension b) {
  return Error("LIMIT-4",
               "a dimension of " + a.text() + operation + b.text() + " elements does not fit 64 bits");
}

}  // namespace

Result<Dimension> sum_of(Dimension a, Dimension b) {
  Dimension sum;
  if (__builtin_add_overflow(a.min, b.min, &sum.min)) return too_large(" + ", a, b);
  if (__builtin_add_overflow(a.max, b.max, &sum.max)) sum.max = Dimension::kUnbounded;
  return sum;
}

Result<Dimension> product_of(Dimension a, Dimension b) {
  Dimension product;
  if (__builtin_mul_overflow(a.min, b.min, &product.min)) return too_large(" * ", a, b);
  if (__builtin_mul_overflow(a.max, b.max, &product.max)) product.max = Dimension::kUnbounded;
  return product;
}

Result<Dimension> count_of(const PartialShape& shape) {
  Dimension count = Dimension::exactly(1);
  for (int64_t axis = 0; axis < shape.rank(); ++axis) count = TRY(product_of(count, shape[axis]));
  return count;
}

Dimension quotient_of(Dimension dim, int64_t n) {
  const int64_t least = dim.min / n + (dim.min % n != 0);
  return {least, dim.max == Dimension::kUnbounded ? dim.max : dim.max / n};
}

Shape leading(const Shape& shape, int64_t rank) {
  return Shape(std::span(shape.begin(), static_cast<size_t>(rank)));
}

Result<PartialShape> shape_of_rank(int64_t rank) {
  TRY(check_rank(rank, "the result"));
  return PartialShape::of_rank(rank);
}

Result<void> append(PartialShape& shape, Dimension dim) {
  TRY(shape_of_rank(shape.rank() + 1));
  shape.push_back(dim);
  return {};
}

}  // namespace backedge::ops
