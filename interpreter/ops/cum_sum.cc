#include "interpreter/ops/cum_sum.h"

#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/sum.h"

namespace backedge {
namespace {

/// One line of `count` elements, `step` apart.
template <class T>
void sum_line(const T* from, T* to, int64_t count, int64_t step, bool exclusive, Deadline& deadline) {
  numbers::Sum<T> sum = 0;
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      if (exclusive) to[j * step] = from_sum<T>(sum);
      const auto x = as_sum(from[j * step]);
      sum = j == 0 ? x : sum + x;
      if (!exclusive) to[j * step] = from_sum<T>(sum);
    }
  });
}

template <class T>
void sum_along(const AxisView& view, const T* from, T* to, bool exclusive, bool reverse, Deadline& deadline) {
  for (int64_t i = 0; i < view.outer; ++i) {
    for (int64_t k = 0; k < view.inner && !deadline.over(); ++k) {
      const int64_t first = (i * view.along + (reverse ? view.along - 1 : 0)) * view.inner + k;
      sum_line(from + first, to + first, view.along, reverse ? -view.inner : view.inner, exclusive, deadline);
    }
  }
}

}  // namespace

Result<Operation> make_cum_sum(Attributes& attributes, int64_t, int64_t) {
  const bool exclusive = TRY(attributes.boolean("exclusive", false));
  const bool reverse = TRY(attributes.boolean("reverse", false));
  const Infer infer = [](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    const PartialShape& shape = inputs[0].shape;
    TRY(check_type(inputs, 0, is_numeric, "a numeric type"));
    if (shape.rank_known() && shape.rank() == 0) return Error("OP-5", "a scalar has no axis to sum along");
    if (inputs.size() > 1) {
      const auto fits = [](ElementType type) {
        return type == ElementType::kI32 || type == ElementType::kI64;
      };
      TRY(check_type(inputs, 1, fits, "i32 or i64"));
      TRY(check_scalar(inputs, 1));
      if (inputs[1].value != nullptr && shape.rank_known()) {
        TRY(axis_of_value(integer_at(*inputs[1].value, 0), shape.rank()));
      }
    }
    outputs[0] = {inputs[0].type, shape};
    return {};
  };
  const Kernel kernel = [=](const KernelCall& call) -> Result<void> {
    const Tensor& data = call.input(0);
    const int64_t written = call.inputs.size() > 1 ? integer_at(call.input(1), 0) : 0;
    const int64_t axis = TRY(axis_of_value(written, data.shape().rank()));
    if (data.count() == 0) return {};
    dispatch(data.type(), [&]<class T>(TypeTag<T>) {
      if constexpr (!std::is_same_v<T, bool>) {
        sum_along(view_along(data.shape(), axis), data.data<T>(), call.output().writable<T>(), exclusive,
                  reverse, call.deadline);
      }
    });
    return {};
  };
  return Operation{infer, kernel, {1}};
}

}  // namespace backedge
