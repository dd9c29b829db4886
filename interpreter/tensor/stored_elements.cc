#include "interpreter/tensor/stored_elements.h"

#include <algorithm>
#include <bit>

#include "interpreter/tensor/narrow_types.h"
#include "interpreter/tensor/npy.h"

namespace backedge {

Tensor read_stored_elements(ElementType type, const Shape& shape, const std::byte* from) {
  Tensor tensor = Tensor::zeros(type, shape);
  std::byte* to = tensor.writable_bytes();
  if (is_narrow(type)) {
    unpack(type, from, to, tensor.count());
    return tensor;
  }
  const int64_t size = size_of(type);
  const int64_t bytes = tensor.byte_count();
  std::copy(from, from + bytes, to);
  if constexpr (std::endian::native == std::endian::big) {
    for (int64_t i = 0; i < bytes; i += size) std::reverse(to + i, to + i + size);
  }
  if (type == ElementType::kBoolean) {
    const auto canonical = [](std::byte byte) {
      return byte == std::byte{0} ? byte : std::byte{1};  // [WEIGHTS-5]
    };
    std::transform(to, to + bytes, to, canonical);
  }
  return tensor;
}

std::optional<std::vector<std::byte>> stored_elements(const Tensor& tensor) {
  const std::optional<int64_t> size = packed_bytes(tensor.type(), tensor.count());
  if (!size) return std::nullopt;
  if (is_narrow(tensor.type())) {
    std::vector<std::byte> packed(static_cast<size_t>(*size));
    pack(tensor.type(), tensor.bytes(), packed.data(), tensor.count());
    return packed;
  }
  const Tensor little = little_endian(tensor);
  return std::vector<std::byte>(little.bytes(), little.bytes() + *size);
}

}  // namespace backedge
