#include <bit>
#include <numeric>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/precedes.h"
#include "interpreter/ops/sorting.h"

/// The different slices of data along an axis; without an axis, its different elements.
///
/// Slices are in the order of their first occurrence or, sorted, in the order of their first element that
/// differs (OP-28, OP-29).
///
/// inputs   data of any type; axis: one i32 or i64 in [-rank, rank), or none
/// outputs  0: the different slices; 1: where each of them occurs first in data; 2: which one of them each
///          slice of data is; 3: how often each of them occurs
/// errors   OP-4; OP-5; OP-6 axis, indices or numbers that do not fit their type
/// source   OpenVINO's Unique-10
namespace backedge::ops {
namespace {

/// The slices of data. Slice j has the elements (i, j, k) of the lines.
template <class T>
struct Slices {
  const T* data;
  Lines lines;

  /// Below 0 if slice a is less than slice b, 0 if they are equal.
  int compare(int64_t a, int64_t b) const {
    for (int64_t i = 0; i < lines.outer; ++i) {
      for (int64_t k = 0; k < lines.inner; ++k) {  // row-major  [OP-29]
        const T x = data[lines(i, a, k)], y = data[lines(i, b, k)];
        if (precedes(x, y)) return -1;
        if (precedes(y, x)) return 1;
      }
    }
    return 0;
  }
};

Lines slices_along(const Shape& shape, std::optional<int64_t> axis) {
  return axis ? lines_along(shape, *axis) : Lines{1, shape.count(), 1};
}

/// Sets order to the slices in ascending order, equal ones by their position, and first_of[j] to the first
/// slice that equals slice j. If the time is over, they are not complete.
void group_slices(const Tensor& data, const Lines& lines, std::span<int64_t> order,
                  std::span<int64_t> first_of, Deadline& deadline) {
  dispatch(data.type(), [&]<class T>(TypeTag<T>) {
    const Slices<T> slices{data.data<T>(), lines};
    const auto comes_before = [&](int64_t a, int64_t b) {
      const int sign = slices.compare(a, b);
      return sign != 0 ? sign < 0 : a < b;
    };
    const int64_t size = std::max<int64_t>(lines.outer * lines.inner, 1);
    sort_positions(order, comes_before, deadline, size * std::bit_width(order.size()));
    if (deadline.over()) return;
    deadline.in_blocks(lines.along, size, [&](int64_t begin, int64_t end) {
      for (auto n = static_cast<size_t>(begin); n < static_cast<size_t>(end); ++n) {
        const bool is_new = n == 0 || slices.compare(order[n - 1], order[n]) != 0;
        first_of[static_cast<size_t>(order[n])] =
            is_new ? order[n] : first_of[static_cast<size_t>(order[n - 1])];
      }
    });
  });
}

// The kernel alone counts the different slices of more data than this: it has limits of time and memory.
constexpr int64_t kMostCounted = 4096;

int64_t count_different(const Tensor& data, const Lines& lines) {
  std::vector<int64_t> order(static_cast<size_t>(lines.along)), first_of(order.size());
  Deadline endless;  // the slices are few
  group_slices(data, lines, order, first_of, endless);
  int64_t count = 0;
  for (size_t j = 0; j < first_of.size(); ++j) count += first_of[j] == static_cast<int64_t>(j);
  return count;
}

/// The number of slices of data.
Result<Dimension> count_slices(const PartialShape& data, bool has_axis, std::optional<int64_t> axis) {
  if (!data.rank_known() || (has_axis && !axis)) return Dimension::any();
  return has_axis ? data[*axis] : TRY(count_of(data));
}

Result<void> infer_unique(const Unique& options, std::span<const Operand> inputs,
                          std::span<Signature> outputs) {
  const Operand& data = inputs[0];
  const bool has_axis = inputs.size() > 1;
  std::optional<int64_t> axis;
  if (has_axis) {
    TRY(check_type(inputs, 1, Types::kI32OrI64));
    axis = TRY(axis_in(inputs, 1));
  }
  const Dimension all = TRY(count_slices(data.shape, has_axis, axis));
  TRY(check_index_type(options.index_type, all.min - 1, "indices"));
  TRY(check_index_type(options.count_type, all.min, "numbers of occurrences"));
  Dimension different{std::min<int64_t>(all.min, 1), all.max};
  if (data.value != nullptr && has_axis == axis.has_value()) {
    const Lines lines = slices_along(data.value->shape(), axis);
    if (std::max(lines.along, data.value->count()) <= kMostCounted)
      different = Dimension::exactly(count_different(*data.value, lines));
  }
  const PartialShape list = PartialShape::of({&different, 1});
  outputs[0] = {data.type, has_axis ? data.shape : list};
  if (axis) {
    outputs[0].shape[*axis] = different;
  } else if (has_axis) {
    outputs[0].shape = data.shape.rank_known() ? TRY(shape_of_rank(data.shape.rank())) : PartialShape::any();
  }
  outputs[1] = {options.index_type, list};
  outputs[2] = {options.index_type, PartialShape::of({&all, 1})};
  outputs[3] = {options.count_type, list};
  return {};
}

/// Numbers the different slices in the order of output 0, and returns how many there are: number_of[j] is the
/// number of slice j if it is the first of its kind.
int64_t number_slices(bool sorted, std::span<const int64_t> order, std::span<const int64_t> first_of,
                      std::span<int64_t> number_of, Deadline& deadline) {
  int64_t next = 0;
  deadline.in_blocks(std::ssize(order), [&](int64_t begin, int64_t end) {
    for (int64_t n = begin; n < end; ++n) {
      const int64_t slice = sorted ? order[static_cast<size_t>(n)] : n;
      if (first_of[static_cast<size_t>(slice)] == slice) number_of[static_cast<size_t>(slice)] = next++;
    }
  });
  return next;
}

Result<void> allocate_outputs(const Unique& options, std::optional<int64_t> axis, int64_t different,
                              int64_t all, const KernelCall& call) {
  Shape shape{different};
  if (axis) {
    shape = call.input(0).shape();
    shape[*axis] = different;
  }
  call.output(0) = TRY(call.pool.allocate(call.input(0).type(), shape));
  call.output(1) = TRY(call.pool.allocate(options.index_type, {different}));
  call.output(2) = TRY(call.pool.allocate(options.index_type, {all}));
  call.output(3) = TRY(call.pool.allocate(options.count_type, {different}));
  return {};
}

void copy_slices(std::span<const int64_t> first_of, std::span<const int64_t> number_of, const Lines& lines,
                 const KernelCall& call) {
  const int64_t size = size_of(call.input(0).type());
  const Lines different = lines.of_length(call.output(1).count());
  const std::byte* const from = call.input(0).bytes();
  std::byte* const to = call.output().writable_bytes();
  call.deadline.in_blocks(lines.along, lines.outer * lines.inner, [&](int64_t begin, int64_t end) {
    for (int64_t slice = begin; slice < end; ++slice) {
      if (first_of[static_cast<size_t>(slice)] != slice) continue;
      const int64_t number = number_of[static_cast<size_t>(slice)];
      for (int64_t i = 0; i < lines.outer; ++i)
        copy_block(to + different(i, number, 0) * size, from + lines(i, slice, 0) * size, lines.inner * size);
    }
  });
}

template <class Index, class Count>
void write_indices(std::span<const int64_t> first_of, std::span<const int64_t> number_of,
                   const KernelCall& call) {
  Index* const first_index = call.output(1).writable<Index>();
  Index* const number_in_output = call.output(2).writable<Index>();
  Count* const occurrences = call.output(3).writable<Count>();
  std::fill_n(occurrences, call.output(3).count(), Count{0});
  call.deadline.in_blocks(std::ssize(first_of), [&](int64_t begin, int64_t end) {
    for (int64_t slice = begin; slice < end; ++slice) {
      const int64_t first = first_of[static_cast<size_t>(slice)];
      const int64_t number = number_of[static_cast<size_t>(first)];
      if (first == slice) first_index[number] = static_cast<Index>(slice);
      number_in_output[slice] = static_cast<Index>(number);
      ++occurrences[number];
    }
  });
}

Result<void> unique(const Unique& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  std::optional<int64_t> axis;
  if (call.inputs.size() > 1) axis = axis_at(call, 1);
  const Lines lines = slices_along(data.shape(), axis);
  std::array<Tensor, 3> lists;
  for (Tensor& list : lists) list = TRY(call.pool.allocate(ElementType::kI64, {lines.along}));
  const auto writable = [&](size_t k) {
    return std::span(lists[k].writable<int64_t>(), static_cast<size_t>(lines.along));
  };
  const std::span<int64_t> order = writable(0), first_of = writable(1), number_of = writable(2);
  group_slices(data, lines, order, first_of, call.deadline);
  if (call.deadline.over()) return {};
  const int64_t different = number_slices(options.sorted, order, first_of, number_of, call.deadline);
  if (call.deadline.over()) return {};
  TRY(allocate_outputs(options, axis, different, lines.along, call));
  copy_slices(first_of, number_of, lines, call);
  dispatch<Types::kI32OrI64>(options.index_type, [&]<class Index>(TypeTag<Index>) {
    dispatch<Types::kI32OrI64>(options.count_type, [&]<class Count>(TypeTag<Count>) {
      write_indices<Index, Count>(first_of, number_of, call);
    });
  });
  return {};
}

}  // namespace

Operation make_unique(const Unique& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_unique, options),
               .kernel = std::bind_front(unique, options),
               .shaping_inputs = {1},
               .allocates = true,
               .error = options});
}

}  // namespace backedge::ops
