#include "interpreter/elements/memory_overlap.h"

#include <algorithm>

namespace backedge {
namespace {

/// Addresses as numbers, because tensors may be in different pieces of memory.
struct Bytes {
  uintptr_t begin, end;
};

Bytes bytes_of(const StridedTensor& tensor) {
  const Extent extent = extent_of(tensor.shape(), tensor.strides());
  const int64_t size = size_of(tensor.type());
  const auto begin =
      reinterpret_cast<uintptr_t>(tensor.data()) + static_cast<uintptr_t>(extent.lowest * size);
  return {begin, begin + static_cast<uintptr_t>(extent.count * size)};
}

bool meet(Bytes a, Bytes b) { return std::max(a.begin, b.begin) < std::min(a.end, b.end); }

std::span<const int64_t> strides_of(const StridedTensor& tensor) {
  return std::span(tensor.strides().values).first(static_cast<size_t>(tensor.shape().rank()));
}

bool is_dense(const StridedTensor& tensor) { return backedge::is_dense(tensor.shape(), tensor.strides()); }

}  // namespace

Overlap overlap_inside(const StridedTensor& tensor) {
  if (is_dense(tensor)) return Overlap::kNone;
  for (int64_t axis = 0; axis < tensor.shape().rank(); ++axis) {
    if (tensor.shape()[axis] > 1 && tensor.strides()[axis] == 0) return Overlap::kFull;
  }
  return Overlap::kTooHard;
}

Overlap overlap_of(const StridedTensor& a, const StridedTensor& b) {
  const Bytes of_a = bytes_of(a), of_b = bytes_of(b);
  if (!meet(of_a, of_b)) return Overlap::kNone;
  if (!is_dense(a) || !is_dense(b)) return Overlap::kTooHard;
  const bool same_memory = of_a.begin == of_b.begin && of_a.end == of_b.end;
  const bool same_order = std::ranges::equal(strides_of(a), strides_of(b));
  return same_memory && same_order ? Overlap::kFull : Overlap::kPartial;
}

Result<void> check_no_internal_overlap(const StridedTensor& output) {
  if (overlap_inside(output) != Overlap::kFull) return {};  // [ELEM-9]
  return Error("ELEM-9", "an output repeats elements, so one element would be written more than once")
      .note("the output has shape " + output.shape().text() + " and a stride of 0");
}

Result<void> check_no_partial_overlap(const StridedTensor& output, const StridedTensor& input) {
  if (overlap_of(output, input) != Overlap::kPartial) return {};  // [ELEM-10]
  return Error("ELEM-10", "an output of shape " + output.shape().text() +
                              " shares some memory with an input of shape " + input.shape().text())
      .note("copy the input first, or give the same tensor as output and input");
}

bool surely_distinct(const StridedTensor& output) {
  std::array<int64_t, kMaxRank> axes;
  int64_t rank = 0;
  for (int64_t axis = 0; axis < output.shape().rank(); ++axis) {
    if (output.shape()[axis] > 1) axes[rank++] = axis;
  }
  const auto step = [&](int64_t axis) { return std::abs(output.strides()[axis]); };
  std::ranges::sort(std::span(axes).first(rank), {}, step);
  int64_t reach = 0;  // of the dimensions so far
  for (int64_t i = 0; i < rank; ++i) {
    if (step(axes[i]) <= reach) return false;
    reach += (output.shape()[axes[i]] - 1) * step(axes[i]);
  }
  return true;
}

bool surely_apart(const StridedTensor& a, const StridedTensor& b) { return !meet(bytes_of(a), bytes_of(b)); }

}  // namespace backedge
