#include "interpreter/ops/convolve.h"

#include <algorithm>
#include <map>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/matrix_product.h"
#include "interpreter/ops/types.h"

namespace backedge::ops {
namespace {

using Plan = ConvolutionPlan;

// Columns of the output are computed together, as long as the factors of their terms are in the cache.
constexpr int64_t kMostColumns = 64, kFactorsAtOnce = 1 << 16;

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

/// The elements along the last axis of the kernel that meet data: `count` of them, `step` apart.
struct TapRange {
  int64_t first = 0, step = 1, count = 0;
  auto operator<=>(const TapRange&) const = default;
};

/// Positions along the last axis of the output that have the same taps.
struct Columns {
  std::vector<int64_t> output;
  std::vector<int64_t> data;  // for each of them, the position of the first tap
  int64_t data_step = 0;      // from one tap to the next
};

std::map<TapRange, Columns> columns_of(const Plan& plan, Deadline& deadline) {
  const size_t last = plan.along.size() - 1;
  std::map<TapRange, Columns> columns;
  for (int64_t output = 0; output < plan.output_size(last); ++output) {
    if (deadline.passed(plan.along[last].size)) return {};
    TapRange taps;
    int64_t first = 0, data_step = 0;
    for (int64_t element = 0; element < plan.along[last].size; ++element) {
      const auto data = data_position(plan, last, output, element);
      if (!data) continue;
      if (taps.count == 0) taps.first = element, first = *data;
      if (taps.count == 1) taps.step = element - taps.first, data_step = *data - first;
      ++taps.count;
    }
    Columns& same = columns[taps];
    same.output.push_back(output);
    same.data.push_back(first);
    same.data_step = data_step;
  }
  return columns;
}

/// Where the factors of each term of a sum are, in the order of the terms. The kernel's are for the first
/// channel of the output, and the data's for the first tap at the first position.
struct Terms {
  std::vector<int64_t> kernel, data;
};

/// The terms in one row of the output, in columns that have the same taps.
Terms terms_of(const Plan& plan, int64_t row, const TapRange& taps, int64_t data_step, Deadline& deadline) {
  const size_t last = plan.along.size() - 1;
  const std::vector<Rows> rows = rows_of(plan, row, deadline);
  Terms terms;
  for (int64_t c = 0; c < plan.in; ++c) {
    for (const Rows& in : rows) {
      if (deadline.passed(taps.count)) return {};
      const int64_t kernel = c * plan.stride_of_in + in.kernel * plan.along[last].size + taps.first;
      const int64_t data = c * data_count(plan) + in.data * plan.data_size(last);
      for (int64_t k = 0; k < taps.count; ++k) {
        terms.kernel.push_back(kernel + k * taps.step);
        terms.data.push_back(data + k * data_step);
      }
    }
  }
  return terms;
}

/// The matrix with the factors of `count` sums: in rows if it is the left operand of a product, in columns if
/// it is the right one. It is written row by row, because the elements of a column are far apart.
///
/// first_of  what the places of sum i are counted from
template <class T, class FirstOf>
MatrixView<T> gather(int64_t count, FirstOf first_of, const std::vector<int64_t>& places, bool is_right,
                     T* to, Deadline& deadline) {
  const int64_t terms = std::ssize(places);
  T* factor = to;
  if (is_right) {
    for (int64_t k = 0; k < terms && !deadline.passed(count); ++k) {
      for (int64_t i = 0; i < count; ++i) *factor++ = first_of(i)[places[static_cast<size_t>(k)]];
    }
    return MatrixView<T>::of_rows(to, terms, count);
  }
  for (int64_t i = 0; i < count && !deadline.passed(terms); ++i) {
    const T* const first = first_of(i);
    for (const int64_t place : places) *factor++ = first[place];
  }
  return MatrixView<T>::of_rows(to, count, terms);
}

/// What a convolution needs while it runs.
template <class T>
struct Convolver {
  const Plan& plan;
  const T *data, *kernel;
  T* out;
  Deadline& deadline;
  int64_t most_columns;                         // of the output at once
  T *kernel_factors, *data_factors, *products;  // room

  /// Where the elements of one row of the output belong, for a group of an element of the batch.
  struct Target {
    int64_t part, row;
  };

  /// Computes the columns of the output that have the same taps.
  void compute(const TapRange& taps, const Columns& columns) {
    // multiply_matrices takes several columns of its right operand at once, so that is the wider one.
    const bool data_is_right = std::ssize(columns.data) >= plan.out;
    const T* last_weights = nullptr;
    std::vector<int64_t> last_places;
    MatrixView<T> factors = {};
    for (int64_t row = 0; row < rows_of_output(plan); ++row) {
      const Terms terms = terms_of(plan, row, taps, columns.data_step, deadline);
      for (int64_t part = 0; part < plan.batch * plan.groups; ++part) {
        if (deadline.over()) return;
        const T* const weights = kernel + part % plan.groups * plan.stride_of_group;
        if (weights != last_weights || terms.kernel != last_places) {  // most rows have the same
          const auto first_of = [&](int64_t o) { return weights + o * plan.stride_of_out; };
          factors = gather(plan.out, first_of, terms.kernel, !data_is_right, kernel_factors, deadline);
          last_weights = weights;
          last_places = terms.kernel;
        }
        multiply(factors, data_is_right, terms, columns, {part, row});
      }
    }
  }

  void multiply(const MatrixView<T>& factors, bool data_is_right, const Terms& terms, const Columns& columns,
                Target target) {
    const T* const from = data + target.part * plan.in * data_count(plan);
    const int64_t width = std::ssize(columns.data);
    for (int64_t begin = 0; begin < width && !deadline.over(); begin += most_columns) {
      const int64_t count = std::min(most_columns, width - begin);
      const auto first_of = [&](int64_t x) { return from + columns.data[static_cast<size_t>(begin + x)]; };
      const MatrixView<T> others = gather(count, first_of, terms.data, data_is_right, data_factors, deadline);
      multiply_matrices(data_is_right ? factors : others, data_is_right ? others : factors, deadline,
                        products);
      const auto sums = MatrixView<T>::of_rows(products, data_is_right ? plan.out : count,
                                               data_is_right ? count : plan.out);
      scatter(data_is_right ? sums : sums.transposed(), columns.output.data() + begin, target);
    }
  }

  void scatter(const MatrixView<T>& sums, const int64_t* columns, Target target) {
    const RowMajor place(plan.out, rows_of_output(plan), plan.output_size(plan.along.size() - 1));
    for (int64_t o = 0; o < sums.rows; ++o) {
      T* const to = out + place(target.part, o, target.row);
      for (int64_t x = 0; x < sums.columns; ++x) to[columns[x]] = sums(o, x);
    }
  }
};

/// The same convolution without axes of one element, which would make rows of one element. One axis remains,
/// also if there are no spatial axes.
Plan without_unit_axes(Plan plan) {
  if (plan.along.empty()) plan.along.push_back({1, 1, 1, 1, 1, 0});
  const auto is_unit = [](const WindowsAlong& axis) {
    return axis.data == 1 && axis.size == 1 && axis.count == 1 && axis.position(0, 0) == 0;
  };
  for (size_t k = plan.along.size(); k-- > 0 && plan.along.size() > 1;) {
    if (is_unit(plan.along[k])) plan.along.erase(plan.along.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return plan;
}

template <class T>
Result<void> convolve_elements(const Plan& plan, const KernelCall& call) {
  const int64_t terms = plan.stride_of_group / plan.out;
  const int64_t columns = std::clamp<int64_t>(kFactorsAtOnce / terms, 1, kMostColumns);
  const auto room = [&](int64_t count) { return call.pool.allocate(element_type_of<T>(), {count}); };
  Tensor kernel = TRY(room(plan.out * terms)), data = TRY(room(columns * terms));
  Tensor products = TRY(room(plan.out * columns));
  Convolver<T> convolver = {.plan = plan,
                            .data = call.input(0).data<T>(),
                            .kernel = call.input(1).data<T>(),
                            .out = call.output().writable<T>(),
                            .deadline = call.deadline,
                            .most_columns = columns,
                            .kernel_factors = kernel.writable<T>(),
                            .data_factors = data.writable<T>(),
                            .products = products.writable<T>()};
  for (const auto& [taps, same] : columns_of(plan, call.deadline)) convolver.compute(taps, same);
  return {};
}

}  // namespace

Result<void> convolve(const ConvolutionPlan& plan, const KernelCall& call) {
  return dispatch<Types::kNumeric>(call.output().type(), [&]<class T>(TypeTag<T>) {
    return convolve_elements<T>(without_unit_axes(plan), call);
  });
}

}  // namespace backedge::ops
