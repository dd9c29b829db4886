#include "interpreter/ops/scatter_updates.h"

#include <algorithm>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge::ops {
namespace {

/// One step of a reduction, rounded once. A mean sums first.
template <class T>
T reduced(Reduction reduction, T a, T b) {
  constexpr bool kIsBoolean = std::is_same_v<T, bool>;
  switch (reduction) {
    case Reduction::kNone:
      return b;
    case Reduction::kMin:
      return numbers::minimum(a, b);
    case Reduction::kMax:
      return numbers::maximum(a, b);
    case Reduction::kSubtract:
      if constexpr (kIsBoolean)
        return a != b;  // [OP-13]
      else
        return numbers::subtract(a, b);
    case Reduction::kProduct:
      if constexpr (kIsBoolean)
        return a && b;
      else
        return numbers::multiply(a, b);
    default:
      if constexpr (kIsBoolean)
        return a || b;
      else
        return numbers::add(a, b);
  }
}

/// sum / count: a real number rounded once, an integer rounded down.  [OP-13]
template <class T>
T mean_of(T sum, int64_t count) {
  if constexpr (kIsReal<T>) {  // rounding to double first changes nothing, as in ReduceMean
    return numbers::round_to<T>(static_cast<double>(numbers::widen(sum)) / static_cast<double>(count));
  } else if constexpr (std::is_unsigned_v<T>) {
    return static_cast<T>(uint64_t{sum} / static_cast<uint64_t>(count));
  } else {
    return static_cast<T>(numbers::floor_divide(int64_t{sum}, count));
  }
}

/// How many updates each element has had so far; empty if nobody asks.
Result<Tensor> no_updates(Reduction reduction, bool begins_with_data, const KernelCall& call) {
  const bool counts = reduction == Reduction::kMean || !begins_with_data;
  Tensor counted = TRY(call.pool.allocate(ElementType::kI64, counts ? call.output().shape() : Shape{0}));
  std::fill_n(counted.writable<int64_t>(), counted.count(), 0);
  return counted;
}

template <class T>
void reduce_updates(Reduction reduction, bool begins_with_data, const Tensor& positions, int64_t block,
                    Tensor& counted, const KernelCall& call) {
  const int64_t* const position = positions.data<int64_t>();
  int64_t* const seen = counted.count() > 0 ? counted.writable<int64_t>() : nullptr;
  const T* const updates = call.input(2).data<T>();
  T* const out = call.output().writable<T>();
  const RowMajor place(block);
  call.deadline.in_blocks(positions.count(), block, [&](int64_t begin, int64_t end) {  // [OP-12]
    for (int64_t i = begin; i < end; ++i) {
      for (int64_t j = 0; j < block; ++j) {
        const int64_t at = position[i] + j;
        const T update = updates[place(i, j)];
        const bool is_first = seen != nullptr && seen[at]++ == 0 && !begins_with_data;  // [OP-13]
        out[at] = is_first ? update : reduced(reduction, out[at], update);
      }
    }
  });
  if (reduction != Reduction::kMean) return;
  if constexpr (!std::is_same_v<T, bool>) {
    call.deadline.in_blocks(counted.count(), [&](int64_t begin, int64_t end) {
      for (int64_t at = begin; at < end; ++at)
        if (seen[at] > 0) out[at] = mean_of(out[at], seen[at] + begins_with_data);
    });
  }
}

void replace(const Tensor& positions, int64_t block, const KernelCall& call) {
  const int64_t bytes = block * size_of(call.output().type()), size = size_of(call.output().type());
  const int64_t* const position = positions.data<int64_t>();
  const std::byte* const from = call.input(2).bytes();
  std::byte* const to = call.output().writable_bytes();
  call.deadline.in_blocks(positions.count(), block, [&](int64_t begin, int64_t end) {  // [OP-12]
    for (int64_t i = begin; i < end; ++i) copy_block(to + position[i] * size, from + i * bytes, bytes);
  });
}

}  // namespace

Result<void> scatter_updates(Reduction reduction, bool begins_with_data, const Tensor& positions,
                             int64_t block, const KernelCall& call) {
  TRY(copy_input(call));
  if (call.deadline.over() || call.input(2).count() == 0) return {};
  if (reduction == Reduction::kNone) {
    replace(positions, block, call);
    return {};
  }
  Tensor counted = TRY(no_updates(reduction, begins_with_data, call));
  dispatch<Types::kAny>(call.output().type(), [&]<class T>(TypeTag<T>) {
    reduce_updates<T>(reduction, begins_with_data, positions, block, counted, call);
  });
  return {};
}

Result<void> check_scattered_types(std::span<const Operand> inputs, Reduction reduction, bool booleans) {
  if (!booleans || reduction == Reduction::kMean) TRY(check_type(inputs, 0, Types::kNumeric));
  if (reduction != Reduction::kNone) TRY(check_type(inputs, 0, Types::kAny));
  return check_same_type(inputs, 2);
}

ErrorClass error_of_scatter(Reduction reduction) {
  switch (reduction) {
    case Reduction::kNone:
      return Moves{};
    case Reduction::kSum:
      return kSumOfTerms;
    case Reduction::kSubtract:
      return kDifference;
    case Reduction::kMin:
    case Reduction::kMax:
      return Monotone{.ulps = 0};
    default:
      return NotDerived{};
  }
}

}  // namespace backedge::ops
