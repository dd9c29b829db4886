#include "interpreter/ops/interpolate.h"

#include <algorithm>
#include <cmath>

#include "interpreter/base/number_text.h"
#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/element_of_sum.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/resampled_axis.h"

namespace backedge::ops {
namespace {

using Mode = Interpolate::Mode;

/// Element i of scales.
/// errors  OP-6
Result<double> scale_at(const Tensor& scales, int64_t i) {
  const double scale = real_at(scales, i);
  if (scale > 0 && std::isfinite(scale)) return scale;  // [OP-40]
  return Error("OP-6", "scale " + number_text(scale) + ", expected a finite number above 0");
}

/// The size of an axis times a scale, rounded to f32 or f64 and then down.  [OP-40]
/// errors  LIMIT-4
Result<int64_t> scaled(int64_t size, double scale, ElementType type) {
  int exponent = 0;
  const Wide digits = static_cast<Wide>(std::ldexp(std::frexp(scale, &exponent), 53)) * size;
  const double product =
      std::ldexp(type == ElementType::kF64 ? static_cast<double>(digits)
                                           : static_cast<double>(static_cast<float>(digits)),
                 exponent - 53);
  if (product < 0x1p63) return static_cast<int64_t>(product);
  return Error("LIMIT-4", "scale " + number_text(scale) + " of " + std::to_string(size) +
                              " elements does not fit 64 bits");
}

/// errors  OP-5, LIMIT-4
Result<PartialShape> padded_shape(const Interpolate& options, const PartialShape& data) {
  const auto pads = static_cast<int64_t>(std::max(options.pads_begin.size(), options.pads_end.size()));
  if (pads > data.rank())
    return Error("OP-5", std::to_string(pads) + " pads for data of shape " + data.text());  // [OP-40]
  PartialShape shape = data;
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    for (const auto* list : {&options.pads_begin, &options.pads_end})
      shape[axis] = TRY(sum_of(shape[axis], Dimension::exactly(Interpolate::pad_of(*list, axis))));
  }
  return shape;
}

/// The number of elements of an output axis, as far as it is known.
///
/// errors  OP-6, LIMIT-4
Result<Dimension> resized(const Interpolate& options, std::span<const Operand> inputs, int64_t i,
                          Dimension data) {
  const size_t k = options.list_input();
  if (inputs[k].value == nullptr) return Dimension::any();
  Dimension size;
  if (options.by_scales) {
    const double scale = TRY(scale_at(*inputs[k].value, i));
    size.min = TRY(scaled(data.min, scale, inputs[k].type));
    const Result<int64_t> most = scaled(data.max, scale, inputs[k].type);
    if (data.max != Dimension::kUnbounded && most.ok()) size.max = most.value();
  } else {
    size = TRY(dimension_at(inputs, k, i));
    if (size.min > 0 && data.max == 0)  // [OP-40]
      return Error("OP-6", "size " + std::to_string(size.min) + " of an axis without elements");
  }
  if (std::max(data.min, size.min) > kMostInterpolated)  // [OP-40]
    return Error("LIMIT-4", "an axis of " + data.text() + " elements becomes one of " + size.text() +
                                ", expected at most " + std::to_string(kMostInterpolated));
  return size;
}

/// The axis that element i of the list is about.
///
/// errors  OP-6
Result<int64_t> axis_of(const Interpolate& options, std::span<const Operand> inputs, int64_t i) {
  if (inputs.size() <= options.axes_input()) return i;
  const int64_t axis = integer_at(*inputs[options.axes_input()].value, i), rank = inputs[0].shape.rank();
  if (axis >= 0 && axis < rank) return axis;  // [OP-40]
  return Error("OP-6", "axis " + std::to_string(axis) + ", expected 0 to " + std::to_string(rank - 1));
}

/// The number of named axes, if it is known.
///
/// errors  OP-4, OP-5
Result<std::optional<int64_t>> check_lists(const Interpolate& options, std::span<const Operand> inputs) {
  if (!options.by_scales || options.both_lists) TRY(check_list(inputs, 1));
  if (options.by_scales || options.both_lists) {
    const size_t k = options.both_lists ? 2 : 1;  // of scales
    TRY(check_type(inputs, k, Types::kReal));
    if (inputs[k].shape.rank_known() && inputs[k].shape.rank() != 1)
      return Error("OP-5", shape_text(inputs, k) + ", expected a list");
  }
  const size_t named = options.axes_input();
  std::optional<int64_t> count = length_of(inputs[options.list_input()]), other;
  if (inputs.size() > named) {
    TRY(check_list(inputs, named));
    other = length_of(inputs[named]);
  } else if (inputs[0].shape.rank_known()) {
    other = inputs[0].shape.rank();
  }
  if (count && other && *count != *other) {
    return Error("OP-5", shape_text(inputs, options.list_input()) + ", expected " + std::to_string(*other) +
                             " elements, one for each axis");
  }
  return count ? count : other;
}

Result<void> infer_interpolate(const Interpolate& options, std::span<const Operand> inputs,
                               std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kNumeric));
  const std::optional<int64_t> count = TRY(check_lists(options, inputs));
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (!inputs[0].shape.rank_known()) return {};
  const PartialShape data = TRY(padded_shape(options, inputs[0].shape));
  outputs[0].shape = PartialShape::of_rank(data.rank());
  const bool has_axes = inputs.size() > options.axes_input();
  if (!count || (has_axes && inputs[options.axes_input()].value == nullptr)) return {};
  PartialShape& shape = outputs[0].shape = data;
  PerAxis<bool> seen;
  for (int64_t i = 0; i < *count; ++i) {
    const int64_t axis = TRY(axis_of(options, inputs, i));
    if (seen[axis]) return Error("OP-6", "axis " + std::to_string(axis) + " is named twice");
    seen[axis] = true;
    shape[axis] = TRY(resized(options, inputs, i, data[axis]));
  }
  return {};
}

/// Data with zeros around it.
///
/// errors  LIMIT-1
Result<Tensor> padded(const Interpolate& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  const Shape shape = TRY(padded_shape(options, data.shape())).shape();
  if (shape == data.shape()) return data;
  Tensor result = TRY(call.pool.allocate(data.type(), shape));
  std::byte* const bytes = result.writable_bytes();
  call.deadline.in_blocks(result.byte_count(), [&](int64_t begin, int64_t end) {
    std::fill(bytes + begin, bytes + end, std::byte{0});
  });
  Layout place = Layout::row_major(shape);
  for (int64_t axis = 0; axis < shape.rank(); ++axis)
    place = place.sliced(axis, Interpolate::pad_of(options.pads_begin, axis), data.shape()[axis]);
  if (!call.deadline.over())
    copy_elements(result, place, data, Layout::row_major(data.shape()), call.deadline);
  return result;
}

/// The scale of an axis, for positions.  [OP-40]
Ratio scale_of(const Interpolate& options, const KernelCall& call, int64_t i, int64_t data, int64_t output) {
  const bool pillow = options.mode == Mode::kPillowLinear || options.mode == Mode::kPillowCubic;
  if (!options.by_scales || pillow) return {output, data};  // [OP-41]
  return ratio_of(real_at(call.input(options.list_input()), i));
}

/// The taps of the named axes; the other axes have none.
using AllTaps = PerAxis<std::optional<Taps>>;

Result<AllTaps> all_taps(const Interpolate& options, const KernelCall& call, const Shape& data) {
  const std::array<Operand, 5> operands = operands_of(call);
  const std::span<const Operand> inputs(operands.data(), call.inputs.size());
  PerAxis<std::optional<ResampledAxis>> axes;
  bool shrinks = false;
  for (int64_t i = 0; i < call.input(options.list_input()).count(); ++i) {
    const int64_t axis = TRY(axis_of(options, inputs, i)), size = call.output().shape()[axis];
    const Ratio scale = scale_of(options, call, i, data[axis], size);
    axes[axis] = ResampledAxis{data[axis], size, scale};
    shrinks = shrinks || scale.numerator < scale.denominator;
  }
  AllTaps taps;
  for (int64_t axis = 0; axis < data.rank() && !call.deadline.over(); ++axis) {
    if (!axes[axis]) continue;
    const Ratio scale = axes[axis]->scale;
    // The modes of ONNX spread along the axes that shrink, and kLinear along all if one does.  [OP-40]
    const bool spreads = options.mode == Mode::kLinear ? shrinks : scale.numerator < scale.denominator;
    axes[axis]->antialias = options.antialias && spreads;
    taps[axis] = TRY(taps_of(options, *axes[axis], call.pool, call.deadline));
  }
  return taps;
}

/// Where the elements of an output element are: along the named axes, the taps; along others, its place.
class Terms {
 public:
  Terms(const Tensor& data, const AllTaps& taps) : strides_(Layout::row_major(data.shape()).strides) {
    for (int64_t axis = 0; axis < data.shape().rank(); ++axis) {
      (taps[axis] ? named_ : others_).push_back(axis);
      taps_[axis] = taps[axis] ? &*taps[axis] : nullptr;
    }
  }

  /// Calls take(position in data, weight) for each term of the element at `place`.
  template <class Take>
  void for_each(const Shape& place, Deadline& deadline, Take take) const {
    int64_t from = 0;
    for (const int64_t axis : others_) from += place[axis] * strides_[axis];
    along(0, place, from, 1, deadline, take);
  }

 private:
  template <class Take>
  void along(size_t level, const Shape& place, int64_t from, double weight, Deadline& deadline,
             Take& take) const {
    if (level == named_.size()) return take(from, weight);
    const int64_t axis = named_[level], i = place[axis], stride = strides_[axis];
    const Taps& taps = *taps_[axis];
    const int64_t* const elements = taps.elements_of(i);
    const double* const weights = taps.weights_of(i);
    for (int64_t k = 0; k < taps.count(i) && !deadline.passed(1); ++k)
      along(level + 1, place, from + elements[k] * stride, weight * weights[k], deadline, take);
  }

  Strides strides_;
  std::vector<int64_t> named_, others_;
  PerAxis<const Taps*> taps_ = {};
};

/// Calls function(index in the output, place) for each element of the output.
template <class Function>
void for_each_place(const Shape& shape, Deadline& deadline, Function function) {
  Shape place = shape;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) place[axis] = 0;
  for (int64_t i = 0, count = shape.count(); i < count && !deadline.passed(1); ++i) {
    function(i, place);
    for (int64_t axis = shape.rank() - 1; axis >= 0 && ++place[axis] == shape[axis]; --axis) place[axis] = 0;
  }
}

Result<void> interpolate(const Interpolate& options, const KernelCall& call) {
  if (call.output().count() == 0) return {};
  const Tensor data = TRY(padded(options, call));
  const AllTaps taps = TRY(all_taps(options, call, data.shape()));
  if (call.deadline.over()) return {};
  const Terms terms(data, taps);
  dispatch<Types::kNumeric>(data.type(), [&]<class T>(TypeTag<T>) {
    const T* const from = data.data<T>();
    T* const out = call.output().writable<T>();
    for_each_place(call.output().shape(), call.deadline, [&](int64_t i, const Shape& place) {
      if (options.mode == Mode::kNearest) {
        terms.for_each(place, call.deadline, [&](int64_t at, double) { out[i] = from[at]; });
        return;
      }
      double sum = 0;
      terms.for_each(place, call.deadline, [&](int64_t at, double weight) {
        sum += weight * static_cast<double>(numbers::widen(from[at]));
      });
      out[i] = element_of_sum<T>(sum);
    });
  });
  return {};
}

}  // namespace

Operation make_interpolate(const Interpolate& options) {
  ErrorClass error = options;
  if (options.mode == Mode::kNearest) error = MovesByOthers{};
  return made(__func__, options,
              {.infer = std::bind_front(infer_interpolate, options),
               .kernel = std::bind_front(interpolate, options),
               .shaping_inputs = {static_cast<int64_t>(options.list_input()),
                                  static_cast<int64_t>(options.axes_input())},
               .error = error});
}

}  // namespace backedge::ops
