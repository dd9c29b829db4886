#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>

#include "interpreter/tensor/storage.h"

namespace backedge {

/// Elements of one type in row-major order, without gaps. Copies share the memory until one is written to. A
/// Tensor is one pointer, so that a loop passes values on quickly.
class Tensor {
 public:
  /// The unit of allocation, aligned for every element type.
  struct alignas(16) Block {
    std::byte bytes[16];
  };

  /// No tensor. Only `has_value`, assignment and destruction are allowed.
  Tensor() = default;
  /// Wraps memory of at least count * size_of(type) bytes that is aligned for the type. The memory is
  /// shared, so it may be a read-only mapping.
  Tensor(ElementType type, const Shape& shape, std::shared_ptr<std::byte> memory);

  /// A tensor of zeros in its own memory.
  static Tensor zeros(ElementType type, const Shape& shape);
  template <class T>
  static Tensor of(const Shape& shape, std::span<const T> values);
  template <class T>
  static Tensor of(const Shape& shape, std::initializer_list<T> values) {
    return of<T>(shape, std::span<const T>(values.begin(), values.size()));
  }
  template <class T>
  static Tensor scalar(T value) {
    return of<T>({}, {value});
  }

  /// Releases the memory. Then this is not a tensor anymore.
  void reset() { storage_.reset(); }

  bool has_value() const { return storage_.has_value() && storage_->elements != nullptr; }
  ElementType type() const { return storage_->type; }
  const Shape& shape() const { return storage_->shape; }
  int64_t count() const { return storage_->count; }
  int64_t byte_count() const { return count() * size_of(type()); }

  template <class T>
  const T* data() const {
    CHECK(element_type_of<T>() == type());
    return reinterpret_cast<const T*>(bytes());
  }
  template <class T>
  std::span<const T> values() const {
    return std::span(data<T>(), count());
  }
  const std::byte* bytes() const { return storage_->elements; }

  /// The elements for writing. Shared memory is copied first.
  template <class T>
  T* writable() {
    CHECK(element_type_of<T>() == type());
    return reinterpret_cast<T*>(writable_bytes());
  }
  std::byte* writable_bytes() {
    if (!storage_.is_only_owner()) make_own();
    return storage_->elements;
  }

  /// A tensor of the given shape whose elements begin at a byte offset of this tensor. It shares the
  /// memory, which must hold that many elements.
  Tensor view(int64_t byte_offset, const Shape& shape) const;

  /// Moves a view of `whole` to another byte offset, if nothing else holds the view. Otherwise, or if there is
  /// no view yet, it does nothing and returns false.
  bool move_view(const Tensor& whole, int64_t byte_offset) {
    if (!storage_.has_value() || storage_.is_shared()) return false;
    storage_->elements = whole.storage_->elements + byte_offset;
    return true;
  }

  /// The same bytes as elements of another type of the same size.
  Tensor reinterpreted_as(ElementType type) const;

  /// The same tensor, whose memory keeps `owner` alive too.
  Tensor kept_with(std::shared_ptr<void> owner) const;

  /// Whether type, shape and every bit are equal.
  bool same_bits(const Tensor& other) const;

 private:
  friend class Pool;
  explicit Tensor(StorageOwner storage) : storage_(std::move(storage)) {}
  void make_own();

  StorageOwner storage_;
};

template <class T>
Tensor Tensor::of(const Shape& shape, std::span<const T> values) {
  Tensor tensor = zeros(element_type_of<T>(), shape);
  CHECK(tensor.count() == std::ssize(values));
  std::copy(values.begin(), values.end(), tensor.writable<T>());
  return tensor;
}

/// The first element of an i64 or i32 tensor.
inline int64_t integer_in(const Tensor& tensor) {
  return tensor.type() == ElementType::kI64 ? *tensor.data<int64_t>() : *tensor.data<int32_t>();
}

/// "f32[2,3]".
std::string describe(ElementType type, const Shape& shape);
std::string describe(ElementType type, const PartialShape& shape);

}  // namespace backedge
