#include <algorithm>

#include "interpreter/elements/broadcast_shape.h"
#include "interpreter/elements/convert_elements.h"
#include "interpreter/elements/memory_overlap.h"
#include "interpreter/elements/tensor_iterator_config.h"

namespace backedge {

/// The steps of TensorIteratorConfig::build, in their order.
struct TensorIteratorBuilder {
  const TensorIteratorConfig& config;
  TensorIterator iterator = TensorIterator();
  bool same_shapes = true;  // of all operands that decide the shape

  Result<TensorIterator> build() {
    TRY(take_operands());
    if (config.check_mem_overlap_) TRY(check_overlaps());
    TRY(compute_shape());
    TRY(mark_resized());
    TRY(compute_types());
    compute_steps();
    const bool reduces = config.is_reduction_;
    if (!config.linear_) order_dimensions(iterator.walk_, reduces ? config.outputs_.size() : 0);
    iterator.axes_ = iterator.walk_.axes;
    TRY(allocate_outputs());
    coalesce_dimensions(iterator.walk_);
    for (const IteratorOperand& operand : iterator.operands_)
      iterator.begin_.push_back(reinterpret_cast<char*>(operand.tensor.data()));
    return std::move(iterator);
  }

 private:
  int64_t ndim() const { return iterator.shape_.rank(); }
  std::span<IteratorOperand> outputs() {
    return std::span(iterator.operands_).first(static_cast<size_t>(iterator.outputs_));
  }
  std::span<IteratorOperand> inputs() {
    return std::span(iterator.operands_).subspan(static_cast<size_t>(iterator.outputs_));
  }
  /// Whether the strides of an operand are its own.
  static bool is_given(const IteratorOperand& operand) {
    return operand.tensor.defined() && !operand.will_resize;
  }

  Result<void> take_operands() {  // [ELEM-15]
    iterator.outputs_ = std::ssize(config.outputs_);
    for (const StridedTensor& output : config.outputs_) {
      iterator.operands_.push_back({.tensor = output, .original = {}, .type = {}, .is_output = true});
    }
    for (const StridedTensor& input : config.inputs_) {
      if (!input.defined()) {  // [ELEM-19]
        const int64_t k = std::ssize(iterator.operands_) - iterator.outputs_;
        return Error("ELEM-19",
                     "input " + std::to_string(k) + " has no elements, expected a tensor or a number")
            .note("only an output can be added without elements, to be allocated");
      }
      iterator.operands_.push_back({.tensor = input, .original = {}, .type = input.type()});
    }
    for (IteratorOperand& output : outputs()) {
      output.type = output.tensor.defined() ? std::optional(output.tensor.type()) : config.static_type_;
      for (const IteratorOperand& input : inputs())
        output.is_read_write |= output.tensor.is_same(input.tensor);
    }
    return {};
  }

  Result<void> check_overlaps() {
    for (const IteratorOperand& output : outputs()) {
      TRY(check_no_internal_overlap(output.tensor));
      for (const IteratorOperand& input : inputs())
        TRY(check_no_partial_overlap(output.tensor, input.tensor));
    }
    return {};
  }

  Result<void> compute_shape() {
    if (config.static_shape_) return use_static_shape();
    bool first = true;
    for (const IteratorOperand& operand : iterator.operands_) {
      if (!operand.tensor.defined() || (operand.is_output && config.resize_outputs_)) continue;  // [ELEM-2]
      const Shape& shape = operand.tensor.shape();
      same_shapes &= first || shape == iterator.shape_;
      iterator.shape_ = TRY(broadcast_shape(iterator.shape_, shape));
      first = false;
    }
    if (first) return Error("ELEM-19", "no operand decides the shape of the walk");  // [ELEM-19]
    return count_elements();
  }

  /// The declared shape must lie inside every operand, so that no step leaves it.
  Result<void> use_static_shape() {
    Shape& shape = iterator.shape_ = *config.static_shape_;
    for (const int64_t axis : config.squash_dims_) {
      if (axis < 0 || axis >= shape.rank()) {  // [ELEM-13]
        return Error("ELEM-13",
                     "axis " + std::to_string(axis) + " is not in the declared shape " + shape.text());
      }
      shape[axis] = 1;
    }
    for (const IteratorOperand& operand : iterator.operands_) {
      if (!operand.tensor.defined()) continue;
      const Shape& own = operand.tensor.shape();
      bool fits = own.rank() == shape.rank();
      for (int64_t axis = 0; fits && axis < own.rank(); ++axis)
        fits = 0 <= shape[axis] && shape[axis] <= own[axis];
      if (!fits) {  // [ELEM-13]
        return Error("ELEM-13", "the declared shape " + shape.text() + " is not inside an operand of shape " +
                                    own.text());
      }
    }
    same_shapes = false;
    return count_elements();
  }

  Result<void> count_elements() {
    const std::optional<int64_t> count = checked_bytes(iterator.shape_, 1);
    if (!count) {  // [ELEM-19]
      return Error("ELEM-19", "a walk of shape " + iterator.shape_.text() + " has too many elements");
    }
    iterator.numel_ = *count;
    return {};
  }

  Result<void> mark_resized() {
    if (config.static_shape_) return {};
    for (IteratorOperand& output : outputs()) {
      if (!output.tensor.defined() || output.tensor.shape() == iterator.shape_) continue;
      if (config.resize_outputs_ && !output.is_read_write) {
        output.will_resize = true;
      } else if (!config.is_reduction_) {  // [ELEM-2]
        return Error("ELEM-2", "an output has shape " + output.tensor.shape().text() +
                                   ", but the walk has shape " + iterator.shape_.text());
      }
    }
    return {};
  }

  Result<void> compute_types() {
    std::optional<ElementType> common, of_outputs;
    bool inputs_differ = false, outputs_differ = false, has_untyped = false;
    for (const IteratorOperand& input : inputs()) {
      if (!common) common = input.type;
      inputs_differ |= input.type != common;
    }
    for (const IteratorOperand& output : outputs()) {
      has_untyped |= !output.type;
      if (!output.tensor.defined()) continue;
      if (!of_outputs) of_outputs = output.type;
      outputs_differ |= output.type != of_outputs;
    }
    if (config.check_all_same_dtype_ &&
        (inputs_differ || outputs_differ || (of_outputs && common && of_outputs != common)))
      return different_types(common ? *common : *of_outputs);
    if (config.promote_inputs_) {
      common = TRY(promoted_type());
    } else if (inputs_differ) {
      if (has_untyped || config.enforce_safe_casting_ || config.cast_to_outputs_)
        return different_types(*common);
      common.reset();
    }
    if (has_untyped && !common)
      return Error("ELEM-19", "no operand decides the type of an output");  // [ELEM-19]
    iterator.common_type_ = common;
    return convert_operands();
  }

  Error different_types(ElementType expected) {  // [ELEM-4]
    Error error("ELEM-4",
                "the operands have different types, and the iterator is not configured to promote them");
    for (const IteratorOperand& operand : iterator.operands_) {
      if (!operand.tensor.defined() || operand.type == expected) continue;
      return std::move(error).note("found " + std::string(name_of(*operand.type)) + ", expected " +
                                   std::string(name_of(expected)));
    }
    return error;
  }

  Result<std::optional<ElementType>> promoted_type() {
    ResultType type;
    for (const IteratorOperand& input : inputs()) TRY(type.add(*input.type, input.tensor.category()));
    std::optional<ElementType> common = TRY(type.type());
    if (config.promote_integers_to_float_ && common && !is_real(*common)) common = kDefaultReal;  // [ELEM-7]
    return common;
  }

  Result<void> convert_operands() {  // [ELEM-7]
    const std::optional<ElementType> common = iterator.common_type_;
    for (IteratorOperand& operand : iterator.operands_) {
      if (!operand.type) operand.type = common;
      if (!operand.tensor.defined() || !common || operand.type == *common) continue;
      if (operand.is_output && config.enforce_safe_casting_ &&
          !can_cast(*common, *operand.type)) {  // [ELEM-8]
        return Error("ELEM-8", "a result of type " + std::string(name_of(*common)) +
                                   " cannot be cast to an output of type " +
                                   std::string(name_of(*operand.type)));
      }
      if (operand.is_output ? !config.cast_to_outputs_ : !config.promote_inputs_) continue;
      StridedTensor converted =
          TRY(StridedTensor::allocate(*common, Layout::row_major(operand.tensor.shape()), config.max_bytes_));
      if (operand.is_output) {
        operand.original = operand.tensor;
      } else {
        convert_elements(operand.tensor, converted);
      }
      operand.tensor = converted;
    }
    return {};
  }

  void compute_steps() {
    auto& walk = iterator.walk_;
    walk.rank = ndim();
    for (int64_t dim = 0; dim < ndim(); ++dim) {
      walk.axes[dim] = ndim() - 1 - dim;
      walk.sizes[dim] = iterator.shape_[walk.axes[dim]];
      walk.steps[dim].assign(iterator.operands_.size(), 0);
    }
    for (size_t k = 0; k < iterator.operands_.size(); ++k) {
      const StridedTensor& tensor = iterator.operands_[k].tensor;
      if (!is_given(iterator.operands_[k])) continue;
      const Layout layout =
          config.static_shape_ ? tensor.layout() : tensor.layout().expanded(iterator.shape_);
      for (int64_t dim = 0; dim < ndim(); ++dim) {
        const int64_t axis = walk.axes[dim], own = axis - (ndim() - tensor.shape().rank());
        // A dimension of 1 that is not repeated keeps its stride, which takes part in the order.
        const bool kept = own >= 0 && iterator.shape_[axis] == 1;
        walk.steps[dim][k] = (kept ? tensor.strides()[own] : layout.strides[axis]) * size_of(tensor.type());
      }
    }
  }

  /// The layout of outputs that are allocated.
  Layout output_layout() {  // [ELEM-3]
    if (same_shapes && !config.is_reduction_) {
      const IteratorOperand* last = nullptr;
      bool contiguous = true, dense = !config.linear_, same = true;
      for (const IteratorOperand& operand : iterator.operands_) {
        if (!is_given(operand)) continue;
        contiguous &= is_row_major(operand.tensor.shape(), operand.tensor.strides());
        dense &= is_dense(operand.tensor.shape(), operand.tensor.strides());
        same &= last == nullptr || have_same_strides(last->tensor, operand.tensor);
        last = &operand;
      }
      if (contiguous) return Layout::row_major(iterator.shape_);
      if (dense && same) return {iterator.shape_, last->tensor.strides()};
    }
    Layout layout{.shape = iterator.shape_, .strides = {}};
    int64_t stride = 1;
    for (int64_t dim = 0; dim < ndim(); ++dim) {
      layout.strides[iterator.axes_[dim]] = stride;
      stride *= iterator.walk_.sizes[dim];
    }
    return layout;
  }

  static bool have_same_strides(const StridedTensor& a, const StridedTensor& b) {
    return Layout{a.shape(), a.strides()} == Layout{b.shape(), b.strides()};
  }

  Result<void> allocate_outputs() {
    for (size_t k = 0; k < outputs().size(); ++k) {
      IteratorOperand& output = iterator.operands_[k];
      if (is_given(output)) continue;
      const Layout layout = output_layout();
      const ElementType walked = output.original.defined() ? output.tensor.type() : *output.type;
      if (output.original.defined())
        output.original = TRY(StridedTensor::allocate(*output.type, layout, config.max_bytes_));
      output.tensor = TRY(StridedTensor::allocate(walked, layout, config.max_bytes_));
      for (int64_t dim = 0; dim < ndim(); ++dim)
        iterator.walk_.steps[dim][k] = layout.strides[iterator.axes_[dim]] * size_of(walked);
    }
    return {};
  }
};

Result<TensorIterator> TensorIteratorConfig::build() const { return TensorIteratorBuilder{*this}.build(); }

}  // namespace backedge
