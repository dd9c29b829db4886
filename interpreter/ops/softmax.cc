#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

/// y = e^(x - m) / sum of e^(x - m) along one axis, where m is the greatest x of the line.
///
/// Each of these steps rounds to the element type: subtraction, exp, sum (in double, in index order),
/// division (NUM-6). A NaN or +infinity makes the whole line NaN. So does -infinity if the line has no
/// other values.
///
/// inputs  a tensor of a real type
/// errors  OP-4, OP-5
/// source  OpenVINO's SoftMax-1, SoftMax-8. The pages do not have m, which keeps e^x finite
namespace backedge::ops {
namespace {

/// One line of `count` > 0 elements, `step` apart.
template <class T>
void normalize_line(const T* from, T* to, int64_t count, int64_t step, Deadline& deadline) {
  T greatest = from[0];
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      const T x = from[j * step];
      // `greatest` may miss a NaN, but then the NaN's own e^x makes the sum NaN.
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

Result<void> infer_softmax(const Softmax& options, std::span<const Operand> inputs,
                           std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  if (inputs[0].shape.rank_known()) TRY(axis_of_attribute(options.axis, inputs[0].shape.rank()));
  outputs[0] = {inputs[0].type, inputs[0].shape};
  return {};
}

Result<void> softmax(const Softmax& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  if (data.count() == 0) return {};
  const Lines lines = lines_along(data.shape(), TRY(axis_of_attribute(options.axis, data.shape().rank())));
  dispatch<Types::kReal>(data.type(), [&]<class T>(TypeTag<T>) {
    const T* from = data.data<T>();
    T* to = call.output().writable<T>();
    lines.for_each(call.deadline, [&](int64_t i, int64_t k) {
      const int64_t first = lines(i, 0, k);
      normalize_line(from + first, to + first, lines.along, lines.inner, call.deadline);
    });
  });
  return {};
}

}  // namespace

Operation make_softmax(const Softmax& options) {
  return {.infer = std::bind_front(infer_softmax, options),
          .kernel = std::bind_front(softmax, options),
          .error = options};
}

}  // namespace backedge::ops
