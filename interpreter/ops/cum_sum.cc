#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/sum.h"

/// out[j] = data[0] + ... + data[j] along one axis, each sum in double rounded once (NUM-3). make_cum_prod: the
/// same with products, of which the exclusive first one is 1.
///
/// A sum begins with its first element, so -0 stays there. The exclusive sum of no elements is 0.
///
/// inputs  data: numeric, rank >= 1; axis: an i32 or i64 scalar in [-rank, rank), 0 if it is not given
/// errors  OP-4, OP-5, OP-6
/// source  OpenVINO's CumSum-3; ONNX's CumProd-26
namespace backedge::ops {
namespace {

Result<void> infer_cum_sum(std::span<const Operand> inputs, std::span<Signature> outputs) {
  const PartialShape& shape = inputs[0].shape;
  TRY(check_type(inputs, 0, Types::kNumeric));
  TRY(check_has_axis(inputs, 0));
  if (inputs.size() > 1) {
    TRY(check_type(inputs, 1, Types::kI32OrI64));
    TRY(check_scalar(inputs, 1));
    if (inputs[1].value != nullptr && shape.rank_known()) {
      TRY(axis_of_value(integer_at(*inputs[1].value, 0), shape.rank()));
    }
  }
  outputs[0] = {inputs[0].type, shape};
  return {};
}

/// One line of `count` elements, `step` apart.
template <bool kProducts, class T>
void cumulate_line(const T* from, T* to, int64_t count, int64_t step, bool exclusive, Deadline& deadline) {
  numbers::Sum<T> all = kProducts ? 1 : 0;
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      if (exclusive) to[j * step] = from_sum<T>(all);
      const auto x = as_sum(from[j * step]);
      all = j == 0 ? x : kProducts ? all * x : all + x;  // [NUM-3]
      if (!exclusive) to[j * step] = from_sum<T>(all);
    }
  });
}

template <bool kProducts>
Result<void> cumulate(const CumSum& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  const int64_t axis = call.inputs.size() > 1 ? integer_at(call.input(1), 0) : 0;
  const Lines lines = lines_along(data.shape(), TRY(axis_of_value(axis, data.shape().rank())));
  if (data.count() == 0) return {};
  const int64_t j = options.reverse ? lines.along - 1 : 0,
                step = options.reverse ? -lines.inner : lines.inner;
  dispatch<Types::kNumeric>(data.type(), [&]<class T>(TypeTag<T>) {
    const T* from = data.data<T>();
    T* to = call.output().writable<T>();
    lines.for_each(call.deadline, [&](int64_t i, int64_t k) {
      const int64_t first = lines(i, j, k);
      cumulate_line<kProducts>(from + first, to + first, lines.along, step, options.exclusive, call.deadline);
    });
  });
  return {};
}

}  // namespace

Operation make_cum_sum(const CumSum& options) {
  return made(__func__, options,
              {.infer = infer_cum_sum,
               .kernel = std::bind_front(cumulate<false>, options),
               .shaping_inputs = {1},
               .error = kSumOfTerms});
}

Operation make_cum_prod(const CumSum& options) {
  return made(__func__, options,
              {.infer = infer_cum_sum,
               .kernel = std::bind_front(cumulate<true>, options),
               .shaping_inputs = {1},
               .error = NotDerived{}});
}

}  // namespace backedge::ops
