#include <algorithm>
#include <bit>
#include <cmath>

#include "interpreter/base/number_text.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/wide.h"

/// start, start + step, ... before stop: max(ceil((stop - start) / step), 0) elements, as OP-66 computes them.
///
/// inputs   start, stop, step: scalars of any numeric types, or all of one if there is no output_type
/// returns  output_type, or the type of the operands; shape [count]
/// errors   OP-4; OP-5; OP-6 NaN, an infinity, a step that is 0 in output_type, a real operand beyond 64
///          bits if output_type is an integer; LIMIT-4 more than 2^62 elements
/// source   OpenVINO's Range-1, Range-4
namespace backedge::ops {
namespace {

constexpr double kLimit = 0x1p62;

/// Rounded toward zero: the digits of the magnitude beyond 53 bits are dropped.
double real_of(Wide value) {
  auto magnitude = static_cast<uint64_t>(value < 0 ? -value : value);
  const int surplus = std::max(static_cast<int>(std::bit_width(magnitude)) - 53, 0);
  magnitude = magnitude >> surplus << surplus;
  return value < 0 ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
}

/// errors  OP-6
Result<Wide> truncated(double value) {
  if (-0x1p63 < value && value < 0x1p64) return static_cast<Wide>(value);  // [OP-66]
  return Error("OP-6", "an operand of " + number_text(value) + " does not fit 64 bits");
}

/// errors  OP-6
template <class Accumulate>
Result<Accumulate> read(const Tensor& operand) {
  return dispatch<Types::kNumeric>(operand.type(), [&]<class T>(TypeTag<T>) -> Result<Accumulate> {
    const auto value = numbers::widen(operand.data<T>()[0]);
    if constexpr (kIsReal<T>) {
      if (!std::isfinite(value)) return Error("OP-6", "an operand is not finite");
      if constexpr (std::is_same_v<Accumulate, Wide>) {
        return truncated(value);
      } else {
        return value;
      }
    } else if constexpr (std::is_same_v<Accumulate, double>) {
      return real_of(value);
    } else {
      return Wide{value};
    }
  });
}

/// The least positive number of a real type; a step below it is 0 in that type.
double least_positive(ElementType type) {
  switch (type) {
    case ElementType::kF16:
      return 0x1p-24;
    case ElementType::kBF16:
      return 0x1p-133;
    case ElementType::kF32:
      return 0x1p-149;
    default:
      return 0x1p-1074;
  }
}

bool is_zero(Wide step, ElementType) { return step == 0; }
bool is_zero(double step, ElementType type) { return std::abs(step) < least_positive(type); }

/// errors  LIMIT-4
Result<int64_t> count_of(Wide start, Wide stop, Wide step) {
  if (step > 0 ? start >= stop : start <= stop) return 0;
  const Wide length = step > 0 ? stop - start : start - stop;
  const Wide stride = step > 0 ? step : -step;
  const Wide count = (length - 1) / stride + 1;  // [OP-66]
  if (count <= static_cast<Wide>(kLimit)) return static_cast<int64_t>(count);
  return Error("LIMIT-4", "a range of more than 2^62 elements");
}

Result<int64_t> count_of(double start, double stop, double step) {
  if (step > 0 ? start >= stop : start <= stop) return 0;
  double count = std::ceil((stop - start) / step);
  if (!std::isfinite(stop - start)) count = std::ceil((stop / 2 - start / 2) / (step / 2));
  // An infinite count, for which the halving left no step, is also too large.
  if (count > kLimit) return Error("LIMIT-4", "a range of more than 2^62 elements");
  return std::max<int64_t>(static_cast<int64_t>(count), 1);  // the quotient may have been rounded to 0
}

/// The number of elements, if every operand is known. Reports faults of known operands in any case.
template <class Accumulate>
Result<std::optional<int64_t>> count_elements(std::span<const Operand> inputs, ElementType type) {
  std::array<Accumulate, 3> values{};
  bool known = true;
  for (size_t k = 0; k < 3; ++k) {
    known = known && inputs[k].value != nullptr;
    if (inputs[k].value != nullptr) values[k] = TRY(read<Accumulate>(*inputs[k].value));
  }
  if (inputs[2].value != nullptr && is_zero(values[2], type)) {
    return Error("OP-6", "step is 0 as " + std::string(name_of(type)));
  }
  if (!known) return std::optional<int64_t>();
  return std::optional(TRY(count_of(values[0], values[1], values[2])));
}

Result<void> infer_range(std::optional<ElementType> output_type, std::span<const Operand> inputs,
                         std::span<Signature> outputs) {
  const ElementType type = output_type.value_or(inputs[0].type);
  if (!output_type) TRY(check_types(inputs, Types::kNumeric));
  for (size_t k = 0; k < 3; ++k) {
    TRY(check_type(inputs, k, Types::kNumeric));
    TRY(check_scalar(inputs, k));
  }
  const std::optional<int64_t> count =
      TRY(is_real(type) ? count_elements<double>(inputs, type) : count_elements<Wide>(inputs, type));
  const Dimension dim = count ? Dimension::exactly(*count) : Dimension::any();
  outputs[0] = {type, PartialShape::of({&dim, 1})};
  return {};
}

template <class T>
Result<void> write_range(const KernelCall& call) {
  const int64_t count = call.output().count();
  T* const output = call.output().writable<T>();
  if constexpr (kIsReal<T>) {
    const auto start = TRY(read<double>(call.input(0))), step = TRY(read<double>(call.input(2)));
    call.deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        output[i] = numbers::round_to<T>(std::fma(static_cast<double>(i), step, start));  // [OP-66]
      }
    });
  } else {
    const auto start = static_cast<uint64_t>(TRY(read<Wide>(call.input(0))));
    const auto step = static_cast<uint64_t>(TRY(read<Wide>(call.input(2))));
    call.deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        output[i] = static_cast<T>(start + static_cast<uint64_t>(i) * step);
    });
  }
  return {};
}

}  // namespace

Operation make_range(std::optional<ElementType> output_type) {
  const auto kernel = [](const KernelCall& call) {
    return dispatch<Types::kNumeric>(call.output().type(),
                                     [&]<class T>(TypeTag<T>) { return write_range<T>(call); });
  };
  return made(__func__, output_type,
              {.infer = std::bind_front(infer_range, output_type),
               .kernel = kernel,
               .shaping_inputs = {0, 1, 2},
               .error = NotDerived{}});
}

}  // namespace backedge::ops
