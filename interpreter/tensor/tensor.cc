#include "interpreter/tensor/tensor.h"

#include <cstring>

namespace backedge {

Tensor Tensor::zeros(ElementType type, const Shape& shape) {
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(type));
  CHECK(bytes.has_value());
  auto blocks = std::make_shared<Block[]>(static_cast<size_t>(*bytes) / sizeof(Block) + 1);
  return Tensor(type, shape, std::shared_ptr<std::byte>(blocks, blocks[0].bytes));
}

Tensor Tensor::kept_with(std::shared_ptr<void> owner) const {
  struct Kept {
    std::shared_ptr<void> owner;
    std::shared_ptr<std::byte> memory;  // is released before its owner
  };
  auto kept = std::make_shared<Kept>(Kept{std::move(owner), memory_});
  return Tensor(type_, shape_, std::shared_ptr<std::byte>(std::move(kept), memory_.get()));
}

void Tensor::make_own() {
  Tensor own = zeros(type_, shape_);
  std::memcpy(own.memory_.get(), memory_.get(), byte_count());
  memory_ = std::move(own.memory_);
}

Tensor Tensor::view(int64_t byte_offset, const Shape& shape) const {
  return Tensor(type_, shape, std::shared_ptr<std::byte>(memory_, memory_.get() + byte_offset));
}

Tensor Tensor::reinterpreted_as(ElementType type) const {
  CHECK(size_of(type) == size_of(type_));
  return Tensor(type, shape_, memory_);
}

bool Tensor::same_bits(const Tensor& other) const {
  return type_ == other.type_ && shape_ == other.shape_ &&
         std::memcmp(bytes(), other.bytes(), byte_count()) == 0;
}

std::string describe(ElementType type, const Shape& shape) {
  return std::string(name_of(type)) + shape.text();
}
std::string describe(ElementType type, const PartialShape& shape) {
  return std::string(name_of(type)) + shape.text();
}

}  // namespace backedge
