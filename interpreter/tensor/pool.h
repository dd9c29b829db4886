#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/tensor/tensor.h"

namespace backedge {

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

  /// Returns a tensor. The caller must write all of its elements.
  ///
  /// errors  LIMIT-1 more than max_bytes; LIMIT-4 the size in bytes does not fit an integer
  Result<Tensor> allocate(ElementType type, const Shape& shape);

  /// Ends reuse. Spare memory is freed now, the memory of each live tensor when the tensor is destroyed.
  /// From now on any thread may destroy tensors of this pool.
  void close();

  /// For the allocator of the tensors' shared_ptr only.
  void* take(int64_t bytes);
  void give_back(void* memory, int64_t bytes) noexcept;

 private:
  std::shared_ptr<std::byte> allocate_bytes(size_t bytes);

  struct SizeClass;
  static SizeClass size_class_of(int64_t bytes);

  int64_t max_bytes_;
  std::optional<std::byte> poison_;
  int64_t live_bytes_;
  int64_t lent_bytes_ = 0;   // as live_bytes_, but each size rounded up to its class
  int64_t peak_bytes_ = 0;   // of lent_bytes_
  int64_t spare_bytes_ = 0;  // at most the peak or kAlwaysSpare
  bool closed_ = false;
  std::array<std::vector<void*>, 64 * 8> spare_;  // by size class; each power of two has eight
};

}  // namespace backedge
