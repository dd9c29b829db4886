#include "interpreter/tensor/tensor.h"

#include <cstring>

#include "interpreter/tensor/pool.h"

namespace backedge {

void free_storage(Storage* storage) noexcept {
  if (storage->pool != nullptr) return storage->pool->give_back(storage);
  std::destroy_at(storage);
  std::allocator<Storage>().deallocate(storage, 1);
}

Tensor::Tensor(ElementType type, const Shape& shape, std::shared_ptr<std::byte> memory)
    : storage_(std::construct_at(std::allocator<Storage>().allocate(1), type, shape, memory.get())) {
  storage_->memory = std::move(memory);
}

Tensor Tensor::zeros(ElementType type, const Shape& shape) {
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(type));
  CHECK(bytes.has_value());
  auto blocks = std::make_shared<Block[]>(static_cast<size_t>(*bytes) / sizeof(Block) + 1);
  return Tensor(type, shape, std::shared_ptr<std::byte>(blocks, blocks[0].bytes));
}

Tensor Tensor::kept_with(std::shared_ptr<void> owner) const {
  Tensor kept = view(0, shape());
  kept.storage_->memory = std::move(owner);
  return kept;
}

void Tensor::make_own() {
  Tensor own = zeros(type(), shape());
  std::memcpy(own.storage_->elements, storage_->elements, byte_count());
  *this = std::move(own);
}

Tensor Tensor::view(int64_t byte_offset, const Shape& shape) const {
  Tensor view(type(), shape, nullptr);
  view.storage_->elements = storage_->elements + byte_offset;
  view.storage_->whole = storage_.with_elements();
  return view;
}

Tensor Tensor::reinterpreted_as(ElementType type) const {
  CHECK(size_of(type) == size_of(this->type()));
  Tensor same = view(0, shape());
  same.storage_->type = type;
  return same;
}

bool Tensor::same_bits(const Tensor& other) const {
  return type() == other.type() && shape() == other.shape() &&
         std::memcmp(bytes(), other.bytes(), byte_count()) == 0;
}

std::string describe(ElementType type, const Shape& shape) {
  return std::string(name_of(type)) + shape.text();
}
std::string describe(ElementType type, const PartialShape& shape) {
  return std::string(name_of(type)) + shape.text();
}

}  // namespace backedge
