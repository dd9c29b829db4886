#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <vector>

#include "interpreter/base/deadline.h"
#include "interpreter/elements/parallel_for.h"
#include "interpreter/elements/strided_tensor.h"
#include "interpreter/elements/walk_dimensions.h"

namespace backedge {

/// An operand of a built iterator.
struct IteratorOperand {
  StridedTensor tensor;    // whose elements the walk visits
  StridedTensor original;  // the output, if `tensor` is a temporary one of another type
  std::optional<ElementType> type;
  bool is_output = false;
  bool is_read_write = false;  // an output that is also an input
  bool will_resize = false;
};

/// Consecutive elements of a walk, in its order.
struct ElementRange {
  int64_t begin, end;
};

/// How for_each runs a loop.
struct ForEach {
  int64_t grain_size = kGrainSize;
  int64_t threads = 0;           // 0: as many as the machine has
  Deadline* deadline = nullptr;  // the walk stops early when its time is over
};

/// Walks outputs and inputs of any strides together: PyTorch's TensorIterator. TensorIteratorConfig builds it.
///
/// Outputs come before inputs. Dimension 0 of the walk is the innermost one.
class TensorIterator {
 public:
  /// A loop along one dimension: data[k] is the first element of operand k, strides[k] the bytes from one
  /// element to the next.
  using Loop = std::function<void(char** data, const int64_t* strides, int64_t n)>;
  /// A loop along two dimensions: after size0 elements, strides[ntensors + k] leads to the next row.
  using Loop2d = std::function<void(char** data, const int64_t* strides, int64_t size0, int64_t size1)>;

  int64_t ntensors() const { return std::ssize(operands_); }
  int64_t noutputs() const { return outputs_; }
  int64_t ninputs() const { return ntensors() - outputs_; }
  /// The number of dimensions of the walk, after merging.
  int64_t ndim() const { return walk_.rank; }
  /// Dimensions beyond the last one have size 1 and stride 0.
  int64_t size(int64_t dim) const { return dim < walk_.rank ? walk_.sizes[dim] : 1; }
  /// The bytes between neighbours of operand k along a dimension.
  int64_t stride(int64_t dim, int64_t k) const {
    return dim < walk_.rank ? walk_.steps[dim][static_cast<size_t>(k)] : 0;
  }
  /// The number of elements of the walk.
  int64_t numel() const { return numel_; }
  /// The broadcast shape, before dimensions are ordered.
  const Shape& shape() const { return shape_; }
  /// Axes of the shape from the innermost to the outermost dimension.
  std::vector<int64_t> order() const;

  /// The output that the caller gave or that was allocated. A loop may see a temporary tensor instead until
  /// cast_outputs.
  const StridedTensor& output(int64_t k = 0) const;
  /// The input that a loop reads, converted to the common type if that was asked for.
  const StridedTensor& input(int64_t k = 0) const { return tensor(outputs_ + k); }
  /// What a loop sees of operand k.
  const StridedTensor& tensor(int64_t k) const { return operands_[static_cast<size_t>(k)].tensor; }
  ElementType dtype(int64_t k = 0) const { return tensor(k).type(); }
  /// The type in which the kernel computes; nothing if the inputs differ and are not promoted.
  std::optional<ElementType> common_dtype() const { return common_type_; }

  /// Calls the loop, a Loop or a Loop2d, for all elements. Pieces run at the same time if that changes no
  /// result (ELEM-16).
  template <class F>
  void for_each(F&& loop, const ForEach& how = {}) const {
    run(as_loop2d(loop), how);
  }
  /// Calls the loop for some elements, one piece after the other, in this thread.
  template <class F>
  void serial_for_each(F&& loop, ElementRange range) const {
    run_serially(as_loop2d(loop), range);
  }

  /// Calls function(iterator) once for each element of output 0. That iterator walks the inputs that are
  /// reduced to the element, in the order of the walk, and is for serial use. Elements of the output are split
  /// among threads, but never the inputs of one element (ELEM-17).
  void foreach_reduced_elt(const std::function<void(const TensorIterator&)>& function,
                           const ForEach& how = {}) const;

  /// Where output 0 begins: in foreach_reduced_elt, the element that inputs are reduced to.
  char* begin() const { return begin_[0]; }

  /// Copies temporary tensors to the outputs, which have other types. Call it after the loop.
  void cast_outputs() const;

 private:
  friend class TensorIteratorConfig;
  friend struct TensorIteratorBuilder;
  TensorIterator() = default;

  template <class F>
  Loop2d as_loop2d(F& loop) const;
  void run(const Loop2d& loop, const ForEach& how) const;
  void run_serially(const Loop2d& loop, ElementRange range) const;
  bool may_run_in_parallel() const;

  std::vector<IteratorOperand> operands_;
  int64_t outputs_ = 0;
  Shape shape_;
  std::optional<ElementType> common_type_;
  WalkDimensions<std::vector<int64_t>> walk_;  // in bytes
  PerAxis<int64_t> axes_;                      // order()
  std::vector<char*> begin_;                   // the first element of each operand
  int64_t numel_ = 1;
};

template <class F>
TensorIterator::Loop2d TensorIterator::as_loop2d(F& loop) const {
  if constexpr (std::is_invocable_v<F&, char**, const int64_t*, int64_t, int64_t>) {
    return std::ref(loop);
  } else {
    return
        [&loop, count = operands_.size()](char** data, const int64_t* strides, int64_t size0, int64_t size1) {
          std::vector<char*> row(data, data + count);
          for (int64_t i = 0; i < size1; ++i) {
            for (size_t k = 0; k < count; ++k) row[k] = data[k] + i * strides[count + k];
            loop(row.data(), strides, size0);
          }
        };
  }
}

}  // namespace backedge
