#pragma once

#include <optional>
#include <span>
#include <vector>

#include "interpreter/elements/tensor_iterator.h"

namespace backedge {

/// Says what a TensorIterator walks and what it checks. The names and the defaults are those of PyTorch's
/// TensorIteratorConfig; the rules are in docs/spec/element_iterator.md.
///
///   TRY(TensorIteratorConfig().add_output(out).add_input(a).add_input(b).build())
class TensorIteratorConfig {
 public:
  /// A loop sees the outputs in the order in which they are added, and then the inputs in theirs (ELEM-15). An
  /// undefined StridedTensor is an output that is allocated.
  TensorIteratorConfig& add_output(const StridedTensor& output);
  TensorIteratorConfig& add_output(Tensor& output) { return add_output(StridedTensor::writable(output)); }
  TensorIteratorConfig& add_input(const StridedTensor& input);

  /// Outputs of another shape than the broadcast one are replaced; otherwise they are an error. Default: true.
  TensorIteratorConfig& resize_outputs(bool value);
  /// All operands have one type. Default: true.
  TensorIteratorConfig& check_all_same_dtype(bool value);
  /// Outputs must not repeat elements or share a part of their memory with an input. Default: true.
  TensorIteratorConfig& check_mem_overlap(bool value);
  /// Inputs are converted to their common type. Switches check_all_same_dtype off. Default: false.
  TensorIteratorConfig& promote_inputs_to_common_dtype(bool value);
  /// A common type that is boolean or an integer becomes f32. Default: false.
  TensorIteratorConfig& promote_integer_inputs_to_float(bool value);
  /// The loop sees outputs of the common type, and cast_outputs converts them. Switches check_all_same_dtype
  /// off. Default: false.
  TensorIteratorConfig& cast_common_dtype_to_outputs(bool value);
  /// The common type must be one that can be cast to the types of the outputs. Default: false.
  TensorIteratorConfig& enforce_safe_casting_to_output(bool value);
  /// The walk has row-major order, whatever the strides are. Default: false.
  TensorIteratorConfig& enforce_linear_iteration(bool value);
  /// Outputs may be smaller than the inputs, which are reduced to them. Default: false.
  TensorIteratorConfig& is_reduction(bool value);
  /// The type of outputs that are allocated.
  TensorIteratorConfig& declare_static_dtype(ElementType type);
  /// The walk has this shape, and the operands decide nothing. Axes in `squash_dims` have size 1 in the walk.
  TensorIteratorConfig& declare_static_shape(const Shape& shape, std::span<const int64_t> squash_dims = {});
  /// The most bytes of each tensor that is allocated. Default: 2^31.
  TensorIteratorConfig& max_bytes(int64_t bytes);

  /// errors  ELEM-1 ... ELEM-14; LIMIT-4 a tensor that would be too large
  Result<TensorIterator> build() const;

  /// A function of one operand: an output of its type. `output` may be an undefined tensor.
  static TensorIteratorConfig unary_op(const StridedTensor& output, const StridedTensor& a);
  /// A boolean, integer or real function of two operands: promoted inputs, and an output of the common type or
  /// one to which it can be cast.
  static TensorIteratorConfig binary_op(const StridedTensor& output, const StridedTensor& a,
                                        const StridedTensor& b);
  /// The same with an output that is boolean if it is allocated.
  static TensorIteratorConfig comparison_op(const StridedTensor& output, const StridedTensor& a,
                                            const StridedTensor& b);
  /// Reduces the input to the shape of the output.
  static TensorIteratorConfig reduce_op(const StridedTensor& output, const StridedTensor& a);

 private:
  friend struct TensorIteratorBuilder;

  std::vector<StridedTensor> outputs_, inputs_;
  bool resize_outputs_ = true, check_all_same_dtype_ = true, check_mem_overlap_ = true;
  bool promote_inputs_ = false, promote_integers_to_float_ = false;
  bool cast_to_outputs_ = false, enforce_safe_casting_ = false;
  bool linear_ = false, is_reduction_ = false;
  std::optional<ElementType> static_type_;
  std::optional<Shape> static_shape_;
  std::vector<int64_t> squash_dims_;
  int64_t max_bytes_ = int64_t{1} << 31;
};

}  // namespace backedge
