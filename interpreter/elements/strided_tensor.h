#pragma once

#include "interpreter/elements/layout.h"
#include "interpreter/elements/promote_types.h"
#include "interpreter/tensor/tensor.h"

namespace backedge {

/// An operand of a TensorIterator: elements of one type anywhere in memory, or a number. Copies share the
/// elements.
class StridedTensor {
 public:
  /// No tensor: an output that the iterator is to allocate.
  StridedTensor() = default;
  /// The elements of a tensor, for reading. They stay alive with this object.
  StridedTensor(const Tensor& tensor);
  /// The elements of a tensor, for writing. The tensor must outlive this object.
  static StridedTensor writable(Tensor& tensor);
  /// A number that is not a tensor: it has the lowest category of type promotion.
  static StridedTensor scalar(bool value) { return scalar_of(value); }
  static StridedTensor scalar(int64_t value) { return scalar_of(value); }
  static StridedTensor scalar(double value) { return scalar_of(value); }

  /// Elements of another owner, who guarantees that the layout stays inside the memory. `first` is aligned for
  /// the type; it is the element at offset 0 of the layout.
  StridedTensor(ElementType type, std::byte* first, const Layout& layout);

  /// New elements, all zero, in a layout whose elements fill a piece of memory.
  ///
  /// errors  LIMIT-4 more than max_bytes
  static Result<StridedTensor> allocate(ElementType type, const Layout& layout, int64_t max_bytes);

  bool defined() const { return first_ != nullptr; }
  ElementType type() const { return type_; }
  const Shape& shape() const { return layout_.shape; }
  const Strides& strides() const { return layout_.strides; }
  int64_t count() const { return layout_.shape.count(); }
  Category category() const;
  /// The element at index (0, 0, ...).
  std::byte* data() const { return first_ + layout_.offset * size_of(type_); }

  /// The same memory seen as `layout`, which the caller has derived from row-major elements, or from layout().
  StridedTensor seen_as(const Layout& layout) const;
  const Layout& layout() const { return layout_; }

  /// The elements in row-major order, in their own memory.
  Tensor to_tensor() const;
  /// Whether both are the same elements with the same strides.
  bool is_same(const StridedTensor& other) const;

 private:
  template <class T>
  static StridedTensor scalar_of(T value) {
    StridedTensor number(Tensor::scalar(value));
    number.is_number_ = true;
    return number;
  }

  Tensor owner_;  // has a value if it keeps the elements alive
  std::byte* first_ = nullptr;
  Layout layout_;
  ElementType type_ = ElementType::kF32;
  bool is_number_ = false;
};

}  // namespace backedge
