#include <algorithm>
#include <limits>

#include "conformance/bounds/formula.h"
#include "interpreter/elements/row_major.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/pooling.h"

namespace backedge::bounds {
namespace {

/// One channel of a tensor with batch, channels and spatial axes.
Tensor channel_of(const Tensor& tensor, int64_t channel) {
  Shape shape = tensor.shape();
  shape[0] = shape[1] = 1;
  Tensor part = Tensor::zeros(ElementType::kF64, shape);
  const double* const from = tensor.data<double>() + channel * part.count();
  std::copy(from, from + part.count(), part.writable<double>());
  return part;
}

/// CASE-3 unless every permitted implementation chooses the same elements.
///
/// by_channel  the operation, if positions count through the elements of a channel
Result<void> check_choices(const BoundedCall& call, const Operation& by_channel) {
  const Bounded& data = call.inputs[0];
  if (is_exact(data)) return {};
  const Tensor low = low_end(data), high = high_end(data);
  std::vector<Tensor> operands;
  for (const Bounded& input : call.inputs) operands.push_back(input.value);
  const std::vector<Tensor> chosen = TRY(outputs_of(by_channel, operands, 2, call.pool));
  const Shape& shape = data.value.shape();
  const int64_t channels = shape[0] * shape[1];
  if (channels == 0) return {};
  const int64_t in = data.value.count() / channels, out = chosen[1].count() / channels;
  const RowMajor in_data(in), in_output(out);
  for (int64_t c = 0; c < channels; ++c) {
    const Tensor rivals = channel_of(high, c);
    for (int64_t window = 0; window < out; ++window) {
      const int64_t i = in_output(c, window), place = ops::integer_at(chosen[1], i);
      operands[0] = rivals;  // copied when it is written
      if (in > 0) operands[0].writable<double>()[place] = -std::numeric_limits<double>::infinity();
      const Tensor greatest = TRY(outputs_of(by_channel, operands, 1, call.pool))[0];
      const bool is_above =
          in == 0 || low.data<double>()[in_data(c, place)] > greatest.data<double>()[window];
      if (!is_above) return ill_conditioned(call.values[0], i, "has a position that depends on roundings");
    }
  }
  return {};
}

Errors errors_of_greatest(const BoundedCall& call, const Operation& by_channel) {
  const std::span<const Tensor> values(call.values.begin(), 1);
  std::vector<Tensor> errors =
      TRY(errors_of({call.operation, call.inputs, values, call.pool}, ops::Monotone{.ulps = 0}));
  if (call.values.size() < 2) return errors;
  TRY(check_choices(call, by_channel));
  errors.push_back(exact(call.values[1]).error);
  return errors;
}

}  // namespace

Errors errors_of(const BoundedCall& call, const ops::MaxPool& options) {
  ops::MaxPool by_channel = options;
  by_channel.axis = 2;
  return errors_of_greatest(call, ops::make_max_pool(by_channel));
}

Errors errors_of(const BoundedCall& call, const ops::AdaptiveMaxPool& options) {
  return errors_of_greatest(call, ops::make_adaptive_max_pool(options));
}

/// Window i of n has at most ceil(size / n) + 1 elements along an axis.
Errors errors_of(const BoundedCall& call, const ops::AdaptiveMeans&) {
  const Shape &data = call.inputs[0].value.shape(), &output = call.values[0].shape();
  int64_t most = 1;
  for (int64_t axis = 2; axis < data.rank(); ++axis) {
    const int64_t parts = std::max<int64_t>(output[axis], 1);
    most *= std::min(data[axis], (data[axis] - 1) / parts + 2);
  }
  return errors_of(call, ops::Sums{.beside = 5, .of_products = false, .counts = false, .most_terms = most});
}

}  // namespace backedge::bounds
