#include "interpreter/elements/strided_tensor.h"

#include "interpreter/elements/convert_elements.h"

namespace backedge {

StridedTensor::StridedTensor(const Tensor& tensor)
    : owner_(tensor),
      // A view for reading: an iterator writes to outputs only.
      first_(const_cast<std::byte*>(tensor.bytes())),
      layout_(Layout::row_major(tensor.shape())),
      type_(tensor.type()) {}

StridedTensor StridedTensor::writable(Tensor& tensor) {
  return StridedTensor(tensor.type(), tensor.writable_bytes(), Layout::row_major(tensor.shape()));
}

StridedTensor::StridedTensor(ElementType type, std::byte* first, const Layout& layout)
    : first_(first), layout_(layout), type_(type) {}

Result<StridedTensor> StridedTensor::allocate(ElementType type, const Layout& layout, int64_t max_bytes) {
  const std::optional<int64_t> bytes = checked_bytes(layout.shape, size_of(type));
  if (!bytes || *bytes > max_bytes) {  // [LIMIT-4]
    return Error("LIMIT-4", "a tensor " + describe(type, layout.shape) + " is larger than " +
                                std::to_string(max_bytes) + " bytes");
  }
  Tensor memory = Tensor::zeros(type, layout.shape);
  StridedTensor tensor(type, memory.writable_bytes(), layout);
  tensor.owner_ = std::move(memory);
  return tensor;
}

Category StridedTensor::category() const {
  if (is_number_) return Category::kScalar;
  return shape().rank() == 0 ? Category::kZeroDimensional : Category::kDimensioned;
}

StridedTensor StridedTensor::seen_as(const Layout& layout) const {
  StridedTensor seen = *this;
  seen.layout_ = layout;
  return seen;
}

Tensor StridedTensor::to_tensor() const {
  Tensor tensor = Tensor::zeros(type_, shape());
  convert_elements(*this, StridedTensor::writable(tensor));
  return tensor;
}

bool StridedTensor::is_same(const StridedTensor& other) const {
  return type_ == other.type_ && data() == other.data() && layout_ == other.layout_;
}

}  // namespace backedge
