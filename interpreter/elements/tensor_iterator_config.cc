#include "interpreter/elements/tensor_iterator_config.h"

namespace backedge {

TensorIteratorConfig& TensorIteratorConfig::add_output(const StridedTensor& output) {
  outputs_.push_back(output);
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::add_input(const StridedTensor& input) {
  inputs_.push_back(input);
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::resize_outputs(bool value) {
  resize_outputs_ = value;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::check_all_same_dtype(bool value) {
  check_all_same_dtype_ = value;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::check_mem_overlap(bool value) {
  check_mem_overlap_ = value;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::promote_inputs_to_common_dtype(bool value) {
  promote_inputs_ = value;
  if (value) check_all_same_dtype_ = false;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::promote_integer_inputs_to_float(bool value) {
  promote_integers_to_float_ = value;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::cast_common_dtype_to_outputs(bool value) {
  cast_to_outputs_ = value;
  if (value) check_all_same_dtype_ = false;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::enforce_safe_casting_to_output(bool value) {
  enforce_safe_casting_ = value;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::enforce_linear_iteration(bool value) {
  linear_ = value;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::is_reduction(bool value) {
  is_reduction_ = value;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::declare_static_dtype(ElementType type) {
  static_type_ = type;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::declare_static_shape(const Shape& shape,
                                                                 std::span<const int64_t> squash_dims) {
  static_shape_ = shape;
  squash_dims_.assign(squash_dims.begin(), squash_dims.end());
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::max_bytes(int64_t bytes) {
  max_bytes_ = bytes;
  return *this;
}

TensorIteratorConfig TensorIteratorConfig::unary_op(const StridedTensor& output, const StridedTensor& a) {
  return TensorIteratorConfig().add_output(output).add_input(a);
}

TensorIteratorConfig TensorIteratorConfig::binary_op(const StridedTensor& output, const StridedTensor& a,
                                                     const StridedTensor& b) {
  return TensorIteratorConfig()
      .promote_inputs_to_common_dtype(true)
      .cast_common_dtype_to_outputs(true)
      .enforce_safe_casting_to_output(true)
      .add_output(output)
      .add_input(a)
      .add_input(b);
}

TensorIteratorConfig TensorIteratorConfig::comparison_op(const StridedTensor& output, const StridedTensor& a,
                                                         const StridedTensor& b) {
  // A kernel gives booleans, or numbers if they are converted to the type of the caller's output.
  const bool converts = output.defined() && output.type() != ElementType::kBoolean;
  return TensorIteratorConfig()
      .promote_inputs_to_common_dtype(true)
      .declare_static_dtype(ElementType::kBoolean)
      .cast_common_dtype_to_outputs(converts)
      .add_output(output)
      .add_input(a)
      .add_input(b);
}

TensorIteratorConfig TensorIteratorConfig::reduce_op(const StridedTensor& output, const StridedTensor& a) {
  return TensorIteratorConfig()
      .check_mem_overlap(false)
      .resize_outputs(false)
      .is_reduction(true)
      .promote_inputs_to_common_dtype(true)
      .add_output(output)
      .add_input(a);
}

}  // namespace backedge
