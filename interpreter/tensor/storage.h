#pragma once

#include <cstddef>
#include <ext/atomicity.h>
#include <memory>
#include <utility>

#include "interpreter/tensor/element_type.h"
#include "interpreter/tensor/shape.h"

namespace backedge {

class Pool;
struct Storage;

/// A piece of memory of a Pool.
struct MemoryBlock {
  int64_t used_bytes = 0, bytes = 0;
  size_t size_class = 0;  // of `bytes`
};

/// Keeps a Storage alive, as a std::shared_ptr does. Every iteration of a loop makes and frees some tensors. A
/// std::shared_ptr with an allocator takes much longer for that.
class StorageOwner {
 public:
  StorageOwner() = default;
  /// The first owner of a new Storage.
  explicit StorageOwner(Storage* storage) : storage_(storage) {}
  StorageOwner(const StorageOwner& other);
  StorageOwner(StorageOwner&& other) noexcept : storage_(std::exchange(other.storage_, nullptr)) {}
  StorageOwner& operator=(StorageOwner other) noexcept {
    std::swap(storage_, other.storage_);
    return *this;
  }
  ~StorageOwner() { reset(); }

  void reset() noexcept;
  bool has_value() const { return storage_ != nullptr; }
  Storage* operator->() const { return storage_; }
  Storage& operator*() const { return *storage_; }
  /// Whether there are other owners.
  bool is_shared() const;
  /// Whether nothing else uses the elements.
  bool is_only_owner() const;
  /// What a view has to keep alive: not another view, so that there are no chains of them.
  const StorageOwner& with_elements() const;

 private:
  Storage* storage_ = nullptr;
};

/// What the copies of a tensor share.
struct alignas(16) Storage {
  Storage(ElementType type, const Shape& shape, std::byte* elements)
      : type(type), elements(elements), count(shape.count()), shape(shape) {}

  _Atomic_word owners = 1;
  ElementType type;
  std::byte* elements;  // null: of a constant without its weights
  int64_t count;        // of the elements
  Shape shape;

  std::shared_ptr<void> memory;  // what else has to stay alive: the owner of elements that are elsewhere
  StorageOwner whole;            // of a view: the tensor that has the elements

  Pool* pool = nullptr;  // whose memory this is in, followed by the elements; null: of the heap
  MemoryBlock block = {};
  int64_t live_bytes = 0;
};

/// Frees a Storage that has no owner anymore.
void free_storage(Storage* storage) noexcept;

// Like a std::shared_ptr, these count without atomic operations until the process has started a thread.
inline StorageOwner::StorageOwner(const StorageOwner& other) : storage_(other.storage_) {
  if (storage_ != nullptr) __gnu_cxx::__atomic_add_dispatch(&storage_->owners, 1);
}

inline void StorageOwner::reset() noexcept {
  Storage* const storage = std::exchange(storage_, nullptr);
  if (storage != nullptr && __gnu_cxx::__exchange_and_add_dispatch(&storage->owners, -1) == 1)
    free_storage(storage);
}

inline bool StorageOwner::is_shared() const {
  return __atomic_load_n(&storage_->owners, __ATOMIC_ACQUIRE) != 1;
}

inline bool StorageOwner::is_only_owner() const {
  if (is_shared()) return false;
  if (storage_->whole.has_value()) return storage_->whole.is_only_owner();
  return storage_->memory == nullptr || storage_->memory.use_count() == 1;
}

inline const StorageOwner& StorageOwner::with_elements() const {
  const bool is_view = storage_->whole.has_value() && storage_->memory == nullptr;
  return is_view ? storage_->whole : *this;
}

}  // namespace backedge
