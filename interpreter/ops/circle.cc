#include "interpreter/ops/circle.h"

#include "interpreter/ops/on_circle.h"

namespace backedge::ops {

Result<Tensor> circle_of(int64_t size, const KernelCall& call) {
  Tensor circle = TRY(call.pool.allocate(ElementType::kF64, {size, 2}));
  double* out = circle.writable<double>();
  constexpr int64_t kWork = 1024;
  for (int64_t k = 0; k < size && !call.deadline.passed(kWork); ++k) {
    const numbers::OnCircle point = numbers::point_on_circle(k, size);
    *out++ = point.cos;
    *out++ = point.sin;
  }
  return circle;
}

}  // namespace backedge::ops
