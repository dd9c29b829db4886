#include "interpreter/ops/copy_elements.h"

#include <cstring>

namespace backedge::ops {
namespace {

/// Bits are moved as bytes, so a NaN keeps its payload, and only the size of the element type matters.  [NUM-5]
template <size_t kSize>
void copy_row(std::byte* to, int64_t to_step, const std::byte* from, int64_t from_step, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    std::memcpy(to, from, kSize);
    if (i + 1 == n) break;  // pointers must not leave their tensors
    to += to_step;
    from += from_step;
  }
}

using CopyRow = void (*)(std::byte*, int64_t, const std::byte*, int64_t, int64_t);

CopyRow copy_row_of(int64_t element_size) {
  switch (element_size) {
    case 1:
      return copy_row<1>;
    case 2:
      return copy_row<2>;
    case 4:
      return copy_row<4>;
    default:
      return copy_row<8>;
  }
}

}  // namespace

void copy_elements(Tensor& to, const Layout& to_layout, const Tensor& from, const Layout& from_layout,
                   Deadline& deadline) {
  const int64_t size = size_of(from.type());
  const CopyRow copy = copy_row_of(size);
  std::byte* const to_start = to.writable_bytes();
  const std::byte* const from_start = from.bytes();
  const ElementIterator<2> elements(to_layout, from_layout);
  elements.for_each_row(
      deadline, [&](const std::array<int64_t, 2>& offsets, const std::array<int64_t, 2>& steps, int64_t n) {
        std::byte* const to_row = to_start + offsets[0] * size;
        const std::byte* const from_row = from_start + offsets[1] * size;
        if (steps[0] == 1 && steps[1] == 1) {
          copy_block(to_row, from_row, n * size);
        } else {
          copy(to_row, steps[0] * size, from_row, steps[1] * size, n);
        }
      });
}

void copy_block(std::byte* to, const std::byte* from, int64_t bytes) {
  switch (bytes) {
    case 1:
      std::memcpy(to, from, 1);
      break;
    case 2:
      std::memcpy(to, from, 2);
      break;
    case 4:
      std::memcpy(to, from, 4);
      break;
    case 8:
      std::memcpy(to, from, 8);
      break;
    default:
      std::memcpy(to, from, static_cast<size_t>(bytes));
  }
}

Result<void> copy_input(const KernelCall& call) {
  std::byte* const to = call.output().writable_bytes();
  const std::byte* const from = call.input(0).bytes();
  call.deadline.in_blocks(call.input(0).byte_count(), [&](int64_t begin, int64_t end) {
    copy_block(to + begin, from + begin, end - begin);
  });
  return {};
}

}  // namespace backedge::ops
