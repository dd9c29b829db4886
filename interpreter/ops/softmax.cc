#include "interpreter/ops/softmax.h"

#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge {
namespace {

/// One line of `count` > 0 elements, `step` apart.
template <class T>
void normalize_line(const T* from, T* to, int64_t count, int64_t step, Deadline& deadline) {
  T greatest = from[0];
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      const T x = from[j * step];
      // A NaN need not win: its own e^x makes the sum NaN.
      if (numbers::widen(x) > numbers::widen(greatest)) greatest = x;
    }
  });
  double sum = 0;
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      to[j * step] = numbers::exp_of(numbers::subtract(from[j * step], greatest));
      sum += numbers::widen(to[j * step]);
    }
  });
  const T divisor = numbers::round_to<T>(sum);
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) to[j * step] = numbers::divide(to[j * step], divisor);
  });
}

}  // namespace

Result<Operation> make_softmax(Attributes& attributes, int64_t version, int64_t) {
  const int64_t written = TRY(attributes.integer("axis", 1));
  if (version == 1 && written < 0) {
    return Error("OP-2",
                 "attribute axis=\"" + std::to_string(written) + "\" is negative; SoftMax-8 allows that");
  }
  const Infer infer = [=](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_type(inputs, 0, is_real, "a real type"));
    if (inputs[0].shape.rank_known()) TRY(axis_of_attribute(written, inputs[0].shape.rank()));
    outputs[0] = {inputs[0].type, inputs[0].shape};
    return {};
  };
  const Kernel kernel = [=](const KernelCall& call) -> Result<void> {
    const Tensor& data = call.input(0);
    if (data.count() == 0) return {};
    const AxisView view = view_along(data.shape(), TRY(axis_of_attribute(written, data.shape().rank())));
    dispatch(data.type(), [&]<class T>(TypeTag<T>) {
      if constexpr (kIsReal<T>) {
        const T* from = data.data<T>();
        T* to = call.output().writable<T>();
        for (int64_t i = 0; i < view.outer; ++i) {
          for (int64_t k = 0; k < view.inner && !call.deadline.over(); ++k) {
            const int64_t first = i * view.along * view.inner + k;
            normalize_line(from + first, to + first, view.along, view.inner, call.deadline);
          }
        }
      }
    });
    return {};
  };
  return Operation{infer, kernel, {}};
}

}  // namespace backedge
