#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

/// y = e^t / s or y = t - log(s) along one axis, where t = x - m, s is the sum of e^t, and m is the greatest x
/// of the line.
///
/// Each of these steps rounds to the element type: subtraction, exp, sum (in double, in index order), log,
/// division (NUM-6). A NaN or +infinity makes the whole line NaN. So does -infinity if the line has no
/// other values.
///
/// inputs  a tensor of a real type
/// errors  OP-4, OP-5
/// source  OpenVINO's SoftMax-1, SoftMax-8, LogSoftmax-5. The pages of SoftMax do not have m, which keeps e^x
///         finite
namespace backedge::ops {
namespace {

/// The greatest x of a line of `count` > 0 elements, `step` apart.
template <class T>
T greatest_of(const T* from, int64_t count, int64_t step, Deadline& deadline) {
  T greatest = from[0];
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      const T x = from[j * step];
      // `greatest` may miss a NaN, but then the NaN's own e^x makes the sum NaN.
      if (numbers::widen(x) > numbers::widen(greatest)) greatest = x;
    }
  });
  return greatest;
}

/// The elements of one line: kLogarithms ? t - log(s) : e^t / s.
template <bool kLogarithms, class T>
void normalize_line(const T* from, T* to, int64_t count, int64_t step, Deadline& deadline) {
  const T greatest = greatest_of(from, count, step, deadline);
  double sum = 0;
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      const T t = numbers::subtract(from[j * step], greatest), power = numbers::exp_of(t);  // [NUM-6]
      to[j * step] = kLogarithms ? t : power;
      sum += numbers::widen(power);
    }
  });
  const T rounded = numbers::round_to<T>(sum);
  const T last = kLogarithms ? numbers::log_of(rounded) : rounded;
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      T& y = to[j * step];
      y = kLogarithms ? numbers::subtract(y, last) : numbers::divide(y, last);
    }
  });
}

Result<void> infer_softmax(int64_t axis, std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  if (inputs[0].shape.rank_known()) TRY(axis_of_attribute(axis, inputs[0].shape.rank()));
  outputs[0] = {inputs[0].type, inputs[0].shape};
  return {};
}

template <bool kLogarithms>
Result<void> softmax(int64_t axis, const KernelCall& call) {
  const Tensor& data = call.input(0);
  if (data.count() == 0) return {};
  const Lines lines = lines_along(data.shape(), TRY(axis_of_attribute(axis, data.shape().rank())));
  dispatch<Types::kReal>(data.type(), [&]<class T>(TypeTag<T>) {
    const T* from = data.data<T>();
    T* to = call.output().writable<T>();
    lines.for_each(call.deadline, [&](int64_t i, int64_t k) {
      const int64_t first = lines(i, 0, k);
      normalize_line<kLogarithms>(from + first, to + first, lines.along, lines.inner, call.deadline);
    });
  });
  return {};
}

}  // namespace

Operation make_softmax(const Softmax& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_softmax, options.axis),
               .kernel = std::bind_front(softmax<false>, options.axis),
               .error = options});
}

Operation make_log_softmax(const LogSoftmax& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_softmax, options.axis),
               .kernel = std::bind_front(softmax<true>, options.axis),
               .error = options});
}

}  // namespace backedge::ops
