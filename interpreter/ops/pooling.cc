#include "interpreter/ops/pooling.h"

#include <algorithm>
#include <limits>

#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/pooled_windows.h"
#include "interpreter/ops/sum.h"

namespace backedge::ops {
namespace {

/// The greatest one of the elements that it takes, and its position.
template <class T>
struct Greatest {
  T value = {};
  int64_t position = -1;  // none

  void take(T x, int64_t at) {
    if (position >= 0 && !is_above_value(x)) return;
    value = x;
    position = at;
  }
  T result() const {
    if (position >= 0) return numbers::maximum(value, value);  // the NaN of computed values
    if constexpr (kIsReal<T>)
      return numbers::round_to<T>(-std::numeric_limits<double>::infinity());  // [OP-22]
    return std::numeric_limits<T>::min();
  }

 private:
  bool is_above_value(T x) const {  // [NUM-9]
    if constexpr (kIsReal<T>) {
      const auto a = numbers::widen(x), b = numbers::widen(value);
      if (std::isnan(b) || std::isnan(a)) return !std::isnan(b);
      return a == b ? std::signbit(b) && !std::signbit(a) : a > b;
    } else {
      return x > value;
    }
  }
};

/// counted  the number of elements through which positions count
Result<void> pool_greatest(const KernelCall& call, const PooledAxes& axes, int64_t counted) {
  if (call.deadline.over()) return {};
  return dispatch<Types::kNumeric>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
    const T* const data = call.input(0).data<T>();
    T* const out = call.output().writable<T>();
    return for_each_window(
        call, axes, [&](int64_t place, int64_t channel, const Window& window) -> Result<void> {
          Greatest<T> greatest;
          for_each_element(axes, window, call.deadline,
                           [&](int64_t at) { greatest.take(data[channel + at], at); });
          out[place] = greatest.result();
          if (call.outputs.size() < 2) return {};
          const int64_t found =
              greatest.position < 0 ? 0 : (channel + greatest.position) % counted;  // [OP-22]
          dispatch<Types::kI32OrI64>(call.output(1).type(), [&]<class Index>(TypeTag<Index>) {
            call.output(1).writable<Index>()[place] = static_cast<Index>(found);
          });
          return {};
        });
  });
}

Result<void> pool_means(const KernelCall& call, const PooledAxes& axes, bool excludes_padding) {
  if (call.deadline.over()) return {};
  return dispatch<Types::kNumeric>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
    const T* const data = call.input(0).data<T>();
    T* const out = call.output().writable<T>();
    return for_each_window(
        call, axes, [&](int64_t place, int64_t channel, const Window& window) -> Result<void> {
          MeanOf<T> mean;
          for_each_element(axes, window, call.deadline, [&](int64_t at) { mean.take(data[channel + at]); });
          int64_t count = 1;
          for (const Part& part : window)
            count *= excludes_padding ? part.count : part.with_padding;  // [OP-23]
          if (!kIsReal<T> && count == 0)
            return Error("OP-6", "the mean of a window without elements");  // [OP-33]
          out[place] = mean.result(count);
          return {};
        });
  });
}

// The outputs are of the shape of operand 0, with other spatial sizes.
Result<PartialShape> shape_of_data(std::span<const Operand> inputs, int64_t least, int64_t most) {
  const PartialShape& data = inputs[0].shape;
  if (!data.rank_known() && least == most) return shape_of_rank(least);
  if (!data.rank_known() || (least <= data.rank() && data.rank() <= most)) return data;
  const std::string expected = std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
  return Error("OP-5", shape_text(inputs, 0) + ", expected rank " + expected);
}

/// errors  OP-4, OP-5, LIMIT-4
Result<PartialShape> infer_pooled(const Windows& windows, const std::vector<int64_t>& kernel,
                                  std::span<const Operand> inputs) {
  TRY(check_type(inputs, 0, Types::kNumeric));
  const int64_t rank = windows.rank() + 2;
  PartialShape shape = TRY(shape_of_data(inputs, rank, rank));
  Dimension elements = Dimension::exactly(1);  // of a window
  for (int64_t k = 0; k < windows.rank(); ++k) {
    const auto size = Dimension::exactly(kernel[static_cast<size_t>(k)]);
    elements = TRY(product_of(elements, size));
    shape[2 + k] = TRY(count_windows(windows, k, shape[2 + k], size));
  }
  return shape;
}

/// errors  OP-4, OP-5, OP-6
Result<PartialShape> infer_adaptive(std::span<const Operand> inputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  TRY(check_type(inputs, 1, Types::kI32OrI64));
  TRY(check_list(inputs, 1));
  const std::optional<int64_t> sizes = length_of(inputs[1]);
  const int64_t least = sizes.value_or(1), most = sizes.value_or(3);
  if (least < 1 || most > 3) return Error("OP-5", shape_text(inputs, 1) + ", expected 1 to 3 sizes");
  PartialShape shape = TRY(shape_of_data(inputs, least + 2, most + 2));
  for (int64_t k = 0; shape.rank_known() && k + 2 < shape.rank(); ++k) {
    if (shape[2 + k].max < 1)
      return Error("OP-5", shape_text(inputs, 0) + ", expected spatial axes with elements");
    shape[2 + k] = TRY(dimension_at(inputs, 1, k));
  }
  return shape;
}

/// Values, and positions that count the elements from an axis of data on.
/// errors  OP-6, LIMIT-4
Result<void> set_outputs(const PartialShape& shape, const Operand& data, int64_t first_axis,
                         ElementType index_type, std::span<Signature> outputs) {
  outputs[0] = {data.type, shape};
  if (outputs.size() < 2) return {};
  Dimension count = Dimension::exactly(1);
  for (int64_t axis = first_axis; data.shape.rank_known() && axis < data.shape.rank(); ++axis)
    count = TRY(product_of(count, data.shape[axis]));
  TRY(check_index_type(index_type, count.min - 1, "positions"));
  outputs[1] = {index_type, shape};
  return {};
}

Result<void> infer_max_pool(const MaxPool& options, std::span<const Operand> inputs,
                            std::span<Signature> outputs) {
  const PartialShape shape = TRY(infer_pooled(options.windows, options.kernel, inputs));
  const int64_t axis = TRY(axis_of_attribute(options.axis, shape.rank()));
  return set_outputs(shape, inputs[0], axis, options.index_type, outputs);
}

Result<void> max_pool(const MaxPool& options, const KernelCall& call) {
  if (call.output().count() == 0) return {};
  const Shape& data = call.input(0).shape();
  int64_t counted = 1;
  for (int64_t axis = TRY(axis_of_attribute(options.axis, data.rank())); axis < data.rank(); ++axis)
    counted *= data[axis];
  return pool_greatest(call, axes_of_windows(call, options.windows, options.kernel),
                       std::max<int64_t>(counted, 1));
}

Result<void> infer_avg_pool(const AvgPool& options, std::span<const Operand> inputs,
                            std::span<Signature> outputs) {
  const PartialShape shape = TRY(infer_pooled(options.windows, options.kernel, inputs));
  outputs[0] = {inputs[0].type, shape};
  return {};
}

Result<void> avg_pool(const AvgPool& options, const KernelCall& call) {
  if (call.output().count() == 0) return {};
  return pool_means(call, axes_of_windows(call, options.windows, options.kernel), options.excludes_padding);
}

Result<void> infer_adaptive_max_pool(const AdaptiveMaxPool& options, std::span<const Operand> inputs,
                                     std::span<Signature> outputs) {
  return set_outputs(TRY(infer_adaptive(inputs)), inputs[0], 2, options.index_type, outputs);
}

Result<void> adaptive_max_pool(const KernelCall& call) {
  if (call.output().count() == 0) return {};
  const Shape& data = call.input(0).shape();
  return pool_greatest(call, axes_of_parts(call), data.count() / (data[0] * data[1]));
}

Result<void> infer_adaptive_avg_pool(std::span<const Operand> inputs, std::span<Signature> outputs) {
  const PartialShape shape = TRY(infer_adaptive(inputs));
  outputs[0] = {inputs[0].type, shape};
  return {};
}

Result<void> adaptive_avg_pool(const KernelCall& call) {
  if (call.output().count() == 0) return {};
  return pool_means(call, axes_of_parts(call), true);
}

}  // namespace

Operation make_max_pool(const MaxPool& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_max_pool, options),
               .kernel = std::bind_front(max_pool, options),
               .error = options});
}

Operation make_avg_pool(const AvgPool& options) {
  double elements = 1;
  for (const int64_t size : options.kernel) elements *= static_cast<double>(size);
  // 6 roundings for the quotient, which is within 3 ulp.
  const Sums error = {.beside = 5,
                      .of_products = false,
                      .counts = false,
                      .most_terms = static_cast<int64_t>(std::min(elements, 0x1p62))};
  return made(__func__, options,
              {.infer = std::bind_front(infer_avg_pool, options),
               .kernel = std::bind_front(avg_pool, options),
               .error = error});
}

Operation make_adaptive_max_pool(const AdaptiveMaxPool& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_adaptive_max_pool, options),
               .kernel = adaptive_max_pool,
               .shaping_inputs = {1},
               .error = options});
}

Operation make_adaptive_avg_pool() {
  return made(__func__, {.infer = infer_adaptive_avg_pool,
                         .kernel = adaptive_avg_pool,
                         .shaping_inputs = {1},
                         .error = AdaptiveMeans{}});
}

}  // namespace backedge::ops
