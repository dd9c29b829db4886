#include "interpreter/ops/convolve.h"

#include <algorithm>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/sum.h"
#include "interpreter/ops/types.h"

namespace backedge::ops {
namespace {

using numbers::Sum;
using Plan = ConvolutionPlan;

/// The position in data whose product with an element of the kernel belongs to a position of the output.
std::optional<int64_t> data_position(const Plan& plan, size_t k, int64_t output, int64_t element) {
  const WindowsAlong& axis = plan.along[k];
  if (!plan.backward) {
    const Wide position = axis.position(output, element);
    const bool in_data = 0 <= position && position < axis.data;  // [OP-20]
    return in_data ? std::optional(static_cast<int64_t>(position)) : std::nullopt;
  }
  const Wide from_first = output - axis.position(0, element);
  const Wide window = from_first / axis.stride;
  const bool fits = from_first >= 0 && from_first % axis.stride == 0 && window < axis.count;
  return fits ? std::optional(static_cast<int64_t>(window)) : std::nullopt;
}

/// The product of the sizes of the spatial axes, perhaps without the last one.
template <class SizeOf>
int64_t product_of_sizes(const Plan& plan, size_t without, SizeOf size_of) {
  int64_t count = 1;
  for (size_t k = 0; k + without < plan.along.size(); ++k) count *= size_of(k);
  return count;
}
int64_t data_count(const Plan& plan) {
  return product_of_sizes(plan, 0, [&](size_t k) { return plan.data_size(k); });
}
int64_t rows_of_output(const Plan& plan) {
  return product_of_sizes(plan, 1, [&](size_t k) { return plan.output_size(k); });
}

/// A row of the kernel and the row of data that it is multiplied with, without channels.
struct Rows {
  int64_t kernel, data;
};

/// The rows for one row of the output, in the order of the kernel. `row` counts the rows of the output.
std::vector<Rows> rows_of(const Plan& plan, int64_t row, Deadline& deadline) {
  std::vector<int64_t> position(plan.along.size());
  for (size_t k = plan.along.size() - 1; k-- > 0; row /= plan.output_size(k))
    position[k] = row % plan.output_size(k);
  std::vector<Rows> rows = {{0, 0}};
  for (size_t k = 0; k + 1 < plan.along.size(); ++k) {
    std::vector<Rows> longer;
    for (const Rows& before : rows) {
      if (deadline.passed(plan.along[k].size)) return {};
      for (int64_t element = 0; element < plan.along[k].size; ++element) {
        if (const auto at = data_position(plan, k, position[k], element))
          longer.push_back(
              {before.kernel * plan.along[k].size + element, before.data * plan.data_size(k) + *at});
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

/// For one element of a row of the kernel: `count` elements of a row of data, and the elements of the row of
/// the output to which their products are added.
struct Piece {
  int64_t data, output, count;
};

std::vector<Piece> pieces_of(const Plan& plan, Deadline& deadline) {
  const WindowsAlong& last = plan.along.back();
  std::vector<Piece> pieces;
  for (int64_t element = 0; element < last.size && !deadline.passed(1); ++element) {
    const Span windows = last.windows_in_data(element);
    const int64_t position =
        windows.count() > 0 ? static_cast<int64_t>(last.position(windows.begin, element)) : 0;
    pieces.push_back(plan.backward ? Piece{windows.begin, position, windows.count()}
                                   : Piece{position, windows.begin, windows.count()});
  }
  return pieces;
}

/// sums[i * to_step] += weight * from[i * from_step]: each sum gets one term, so their order does not matter.
template <class T>
void add_products(const T* from, int64_t from_step, Sum<T> weight, Sum<T>* sums, int64_t to_step,
                  int64_t count) {
  constexpr int64_t kLanes = 8;
  int64_t i = 0;
  if (from_step == 1 && to_step == 1) {
    for (; i + kLanes <= count; i += kLanes) {
      Sum<T> products[kLanes];
      for (int64_t lane = 0; lane < kLanes; ++lane) products[lane] = weight * as_sum(from[i + lane]);
      for (int64_t lane = 0; lane < kLanes; ++lane) sums[i + lane] += products[lane];
    }
  }
  for (; i < count; ++i) sums[i * to_step] += weight * as_sum(from[i * from_step]);
}

/// Computes one row of the output: all products of one channel of the output.
template <class T>
void sum_row(const Plan& plan, const std::vector<Rows>& rows, const std::vector<Piece>& pieces, const T* data,
             const T* kernel, Deadline& deadline, std::span<Sum<T>> sums) {
  const WindowsAlong& last = plan.along.back();
  const int64_t data_step = plan.backward ? 1 : last.stride, output_step = plan.backward ? last.stride : 1;
  const int64_t channel = data_count(plan), data_row = plan.data_size(plan.along.size() - 1);
  std::fill(sums.begin(), sums.end(), Sum<T>{0});
  for (int64_t c = 0; c < plan.in; ++c) {
    for (const Rows& row : rows) {
      if (deadline.over()) return;
      const T* const from = data + c * channel + row.data * data_row;
      const T* const weights = kernel + c * plan.stride_of_in + row.kernel * last.size;
      deadline.in_blocks(last.size, std::max<int64_t>(std::ssize(sums), 1), [&](int64_t begin, int64_t end) {
        for (int64_t k = begin; k < end; ++k) {
          const Piece& piece = pieces[static_cast<size_t>(k)];
          add_products(from + piece.data, data_step, as_sum(weights[k]), sums.data() + piece.output,
                       output_step, piece.count);
        }
      });
    }
  }
}

template <class T>
void compute(const Plan& plan, const KernelCall& call, std::span<Sum<T>> sums) {
  const T *data = call.input(0).data<T>(), *kernel = call.input(1).data<T>();
  T* const out = call.output().writable<T>();
  const int64_t rows = rows_of_output(plan), group = plan.in * data_count(plan);
  const int64_t kernel_group = call.input(1).count() / plan.groups;
  const RowMajor place(plan.out, rows, int64_t{std::ssize(sums)});
  const std::vector<Piece> pieces = pieces_of(plan, call.deadline);
  if (call.deadline.over()) return;
  for (int64_t row = 0; row < rows; ++row) {
    const std::vector<Rows> of_row = rows_of(plan, row, call.deadline);
    for (int64_t part = 0; part < plan.batch * plan.groups; ++part) {  // a group of an element of the batch
      for (int64_t o = 0; o < plan.out; ++o) {
        const T* const weights = kernel + part % plan.groups * kernel_group + o * plan.stride_of_out;
        sum_row<T>(plan, of_row, pieces, data + part * group, weights, call.deadline, sums);
        if (call.deadline.over()) return;
        T* const to = out + place(part, o, row);
        for (size_t i = 0; i < sums.size(); ++i) to[i] = from_sum<T>(sums[i]);
      }
    }
  }
}

/// The same convolution without axes of one element, which would make rows of one element. One axis remains.
Plan without_unit_axes(Plan plan) {
  const auto is_unit = [](const WindowsAlong& axis) {
    return axis.data == 1 && axis.size == 1 && axis.count == 1 && axis.position(0, 0) == 0;
  };
  for (size_t k = plan.along.size(); k-- > 0 && plan.along.size() > 1;) {
    if (is_unit(plan.along[k])) plan.along.erase(plan.along.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return plan;
}

}  // namespace

Result<void> convolve(const ConvolutionPlan& given, const KernelCall& call) {
  const Plan plan = without_unit_axes(given);
  const ElementType type = call.output().type();
  Tensor row = TRY(call.pool.allocate(is_real(type) ? ElementType::kF64 : ElementType::kU64,
                                      {plan.output_size(plan.along.size() - 1)}));
  dispatch<Types::kNumeric>(type, [&]<class T>(TypeTag<T>) {
    compute<T>(plan, call, {row.writable<Sum<T>>(), static_cast<size_t>(row.count())});
  });
  return {};
}

}  // namespace backedge::ops
