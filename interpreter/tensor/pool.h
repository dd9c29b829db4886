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

/// The memory of one run's tensors: counts what is alive, and gives memory that was let go out again, so that
/// a loop whose shapes have settled allocates nothing.
///
/// Not for several threads. A tensor that shall outlive the pool keeps it alive (Tensor::kept_with), closed.
class Pool {
 public:
  /// max_bytes   the most that live tensors may take together
  /// poison      what memory holds when it is handed out; empty: 0xa5 in a debug build, anything in an optimized one
  /// held_bytes  of other tensors that live as long as the pool
  static std::shared_ptr<Pool> make(int64_t max_bytes, std::optional<std::byte> poison = {},
                                    int64_t held_bytes = 0);
  explicit Pool(int64_t max_bytes, std::optional<std::byte> poison = {}, int64_t held_bytes = 0);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// A tensor whose elements are still to be written.
  ///
  /// errors  LIMIT-1 past max_bytes; LIMIT-4 a shape whose size in bytes no integer holds
  Result<Tensor> allocate(ElementType type, const Shape& shape);

  /// Ends reuse: what is spare is freed now, what tensors still hold when they let it go. From here on tensors of
  /// this pool may be let go by any thread.
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
  int64_t lent_bytes_ = 0;   // the same, each rounded up to its size class
  int64_t peak_bytes_ = 0;   // of lent_bytes_
  int64_t spare_bytes_ = 0;  // never more than the peak, or some megabytes
  bool closed_ = false;
  std::array<std::vector<void*>, 64 * 8> spare_;  // by size class: eight to each power of two
};

}  // namespace backedge
