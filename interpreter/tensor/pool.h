#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "interpreter/base/result.h"
#include "interpreter/tensor/tensor.h"

namespace backedge {

/// What a Pool has to find out for a tensor of some type and shape. A loop does this once for all iterations.
struct Allocation {
  ElementType type = ElementType::kF32;
  Shape shape;
  int64_t bytes = 0;       // of the elements
  int64_t live_bytes = 0;  // that count as those of a live tensor
  MemoryBlock block = {};
};

/// The memory of the tensors of one run. The pool counts live memory and reuses freed memory, so that a
/// loop whose shapes have settled allocates nothing.
///
/// A pool belongs to one thread. A tensor that must outlive the pool keeps it alive (Tensor::kept_with),
/// closed.
class Pool {
 public:
  /// max_bytes   the most bytes that live tensors may take together
  /// poison      the initial bytes of the memory; if not given, 0xa5 in a debug build, undefined in an
  ///             optimized one
  /// held_bytes  the bytes of other tensors that live as long as the pool
  static std::shared_ptr<Pool> make(int64_t max_bytes, std::optional<std::byte> poison = {},
                                    int64_t held_bytes = 0);
  explicit Pool(int64_t max_bytes, std::optional<std::byte> poison = {}, int64_t held_bytes = 0);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// errors  LIMIT-4 the size in bytes does not fit an integer
  static Result<Allocation> plan(ElementType type, const Shape& shape);
  /// Returns a tensor. The caller must write all of its elements.
  ///
  /// errors  LIMIT-1 more than max_bytes; LIMIT-5
  Result<Tensor> allocate(const Allocation& allocation);
  Result<Tensor> allocate(ElementType type, const Shape& shape) { return allocate(TRY(plan(type, shape))); }

  /// As tensor.view(byte_offset, shape), in reused memory.
  Tensor view(const Tensor& tensor, int64_t byte_offset, const Shape& shape) {
    return view(tensor, byte_offset, shape, tensor.type());
  }
  /// The same with elements of another type of the same size.
  Tensor view(const Tensor& tensor, int64_t byte_offset, const Shape& shape, ElementType type);

  /// Ends reuse. Spare memory is freed now, the memory of each live tensor when the tensor is destroyed.
  /// From now on any thread may destroy tensors of this pool.
  void close();

  /// For free_storage only.
  void give_back(Storage* storage) noexcept;

 private:
  StorageOwner lend(ElementType type, const Shape& shape, int64_t live_bytes, const MemoryBlock& block);
  Error limit_is_reached(const Allocation& allocation) const;

  struct Spare {
    Spare* next;  // of the same size class
  };

  int64_t max_bytes_;
  std::optional<std::byte> poison_;
  int64_t live_bytes_;
  int64_t peak_bytes_ = 0;   // of lent_bytes_
  int64_t lent_bytes_ = 0;   // as live_bytes_, but each size rounded up to its class, and views too
  int64_t spare_bytes_ = 0;  // at most the peak or kAlwaysSpare
  bool closed_ = false;
  std::array<Spare*, 64 * 8> spare_{};  // by size class; each power of two has eight
};

}  // namespace backedge
