#include <array>

#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operation_formula.h"
#include "interpreter/ops/random.h"

/// Numbers of a uniform distribution between two bounds, by Philox 4x32-10 or the Mersenne Twister 19937. Whole
/// numbers are x modulo (max - min) + min. Real ones are x * (max - min) + min, each step rounded, where x is a
/// fraction below 1 (OP-57).
///
/// inputs   shape, a list of i32 or i64; min and max, each one element of the output's type
/// returns  the type of the options, and the shape
/// errors   OP-4; OP-5; OP-6 min is not below max, a bound that is not finite, a negative dimension; LIMIT-3
/// source   OpenVINO's RandomUniform-8; Salmon et al., 2011; Matsumoto and Nishimura, 1998
namespace backedge::ops {
namespace {

using Generator = RandomUniform::Generator;

constexpr size_t kShape = 0, kMin = 1, kMax = 2;

/// The numbers of Philox 4x32-10: four for each value of a counter.
class Philox {
 public:
  explicit Philox(const RandomUniform& options)
      : key_(static_cast<uint64_t>(options.global_seed)), counter_(static_cast<uint64_t>(options.op_seed)) {}

  uint32_t next() {
    if (used_ == numbers_.size()) refill();
    return numbers_[used_++];
  }

 private:
  static uint32_t low(uint64_t value) { return static_cast<uint32_t>(value); }
  static uint32_t high(uint64_t value) { return static_cast<uint32_t>(value >> 32); }

  void refill() {
    std::array<uint32_t, 4> x = {low(n_), high(n_), low(counter_), high(counter_)};
    uint32_t key_low = low(key_), key_high = high(key_);
    for (int round = 0; round < 10; ++round) {
      const uint64_t of_n = uint64_t{0xD2511F53} * x[0], of_counter = uint64_t{0xCD9E8D57} * x[2];
      x = {high(of_counter) ^ key_low ^ x[1], low(of_counter), high(of_n) ^ key_high ^ x[3], low(of_n)};
      key_low += 0x9E3779B9;
      key_high += 0xBB67AE85;
    }
    numbers_ = x;
    used_ = 0;
    ++n_;
  }

  uint64_t key_, counter_, n_ = 0;
  std::array<uint32_t, 4> numbers_{};
  size_t used_ = 4;
};

/// The numbers of the Mersenne Twister 19937.
class MersenneTwister {
 public:
  explicit MersenneTwister(const RandomUniform& options) {
    state_[0] = static_cast<uint32_t>(options.global_seed);
    for (uint32_t k = 1; k < kSize; ++k)
      state_[k] = 1812433253u * (state_[k - 1] ^ (state_[k - 1] >> 30)) + k;
  }

  uint32_t next() {
    if (used_ == kSize) twist();
    uint32_t y = state_[used_++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
  }

 private:
  static constexpr size_t kSize = 624, kMiddle = 397;

  void twist() {
    for (size_t k = 0; k < kSize; ++k) {
      const uint32_t y = (state_[k] & 0x80000000u) | (state_[(k + 1) % kSize] & 0x7fffffffu);
      state_[k] = state_[(k + kMiddle) % kSize] ^ (y >> 1) ^ (y % 2 == 1 ? 0x9908b0dfu : 0);
    }
    used_ = 0;
  }

  std::array<uint32_t, kSize> state_{};
  size_t used_ = kSize;
};

/// The bits of the significand after the point.
template <class T>
constexpr int kFractionBits = std::is_same_v<T, double>  ? 52
                              : std::is_same_v<T, float> ? 23
                              : std::is_same_v<T, bf16>  ? 7
                                                         : 10;

/// A fraction from 0 to below 1 in the type T: the low bits of a number after the point.  [OP-57]
template <class T>
T fraction(Philox& random) {
  constexpr int kBits = kFractionBits<T>;
  uint64_t bits = random.next();
  if constexpr (std::is_same_v<T, double>) bits = bits << 32 | random.next();
  bits &= (uint64_t{1} << kBits) - 1;
  return numbers::round_to<T>(std::ldexp(static_cast<double>(bits), -kBits));
}

template <class T>
T fraction(MersenneTwister& random) {
  constexpr int kBits = kFractionBits<T> + 1;
  uint64_t bits = random.next();
  if constexpr (std::is_same_v<T, double>) bits = bits << 32 | random.next();
  bits &= (uint64_t{1} << kBits) - 1;
  return numbers::round_to<T>(std::ldexp(static_cast<double>(bits), -kBits));
}

/// A whole number of as many bits as the type and the generator say.  [OP-57]
template <class T>
uint64_t whole_number(Philox& random, T, T) {
  const uint64_t first = random.next();
  return std::is_same_v<T, int64_t> ? uint64_t{random.next()} << 32 | first : first;
}

template <class T>
uint64_t whole_number(MersenneTwister& random, T min, T max) {
  const uint64_t first = random.next();
  const bool is_short =
      std::is_same_v<T, int32_t> || (int64_t{min} <= UINT32_MAX && int64_t{max} <= UINT32_MAX);
  return is_short ? first : first << 32 | random.next();
}

template <class T, class Random>
T number_between(Random& random, T min, T max) {
  if constexpr (kIsReal<T>) {
    return numbers::add(numbers::multiply(fraction<T>(random), numbers::subtract(max, min)), min);
  } else {
    using Unsigned = std::make_unsigned_t<T>;
    const auto range = static_cast<Unsigned>(static_cast<Unsigned>(max) - static_cast<Unsigned>(min));
    const uint64_t x = whole_number(random, min, max) % range;
    return static_cast<T>(static_cast<Unsigned>(x) + static_cast<Unsigned>(min));
  }
}

/// Calls function(TypeTag<T>{}) for the type T of the numbers.
template <class Function>
void dispatch_number(ElementType type, Function&& function) {
  if (type == ElementType::kI32) return function(TypeTag<int32_t>());
  if (type == ElementType::kI64) return function(TypeTag<int64_t>());
  dispatch<Types::kReal>(type, function);
}

template <class T, class Random>
void fill(Random random, T min, T max, Tensor& to, Deadline& deadline) {
  constexpr int64_t kWork = 16;
  T* const out = to.writable<T>();
  deadline.in_blocks(to.count(), kWork, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) out[k] = number_between(random, min, max);
  });
}

template <class T>
void fill(const RandomUniform& options, T min, T max, Tensor& to, Deadline& deadline) {
  if (options.generator == Generator::kPhilox) {
    fill(Philox(options), min, max, to, deadline);
  } else {
    fill(MersenneTwister(options), min, max, to, deadline);
  }
}

/// errors  OP-6
Result<void> check_bounds(const RandomUniform& options, const Tensor& min, const Tensor& max) {
  bool fits = false;
  dispatch_number(options.type, [&]<class T>(TypeTag<T>) {
    const auto low = numbers::widen(min.data<T>()[0]), high = numbers::widen(max.data<T>()[0]);
    fits = low < high;
    if constexpr (kIsReal<T>) fits = fits && std::isfinite(low) && std::isfinite(high);
  });
  if (fits) return {};
  return Error("OP-6", "the bounds are not two numbers in ascending order");  // [OP-57]
}

Result<void> infer(const RandomUniform& options, std::span<const Operand> inputs,
                   std::span<Signature> outputs) {
  TRY(check_type(inputs, kShape, Types::kI32OrI64));
  TRY(check_list(inputs, kShape));
  for (const size_t k : {kMin, kMax}) {
    if (inputs[k].type != options.type) {
      return Error("OP-4", "input " + std::to_string(k) + " is " + std::string(name_of(inputs[k].type)) +
                               ", expected the output_type, " + std::string(name_of(options.type)));
    }
    TRY(check_one_element(inputs, k));
  }
  outputs[0] = {options.type, PartialShape::any()};
  const std::optional<int64_t> rank = length_of(inputs[kShape]);
  if (!rank) return {};
  PartialShape shape = PartialShape::of_rank(0);
  for (int64_t axis = 0; axis < *rank; ++axis) TRY(append(shape, TRY(dimension_at(inputs, kShape, axis))));
  outputs[0].shape = shape;
  return {};
}

Result<void> random_uniform(const RandomUniform& options, const KernelCall& call) {
  const Tensor &min = call.input(kMin), &max = call.input(kMax);
  TRY(check_bounds(options, min, max));
  dispatch_number(options.type, [&]<class T>(TypeTag<T>) {
    fill<T>(options, min.data<T>()[0], max.data<T>()[0], call.output(), call.deadline);
  });
  return {};
}

/// x * (max - min) + min, for the errors of real numbers. The fractions x have none.
std::shared_ptr<const OperationFormula> write_formula(const RandomUniform& options,
                                                      std::span<const Tensor* const> operands) {
  Shape shape;
  const Tensor& dims = *operands[kShape];
  for (int64_t axis = 0; axis < dims.count(); ++axis) shape.push_back(integer_at(dims, axis));
  Tensor fractions = Tensor::zeros(options.type, shape);
  Deadline endless;  // a bound is derived for small tensors
  dispatch<Types::kReal>(options.type, [&]<class T>(TypeTag<T>) {
    fill<T>(options, numbers::round_to<T>(0), numbers::round_to<T>(1), fractions, endless);
  });
  FormulaWriter write(options.type, operands.size());
  const auto [min, max] = std::array{write.operand(kMin), write.operand(kMax)};
  const FormulaWriter::Term range = write.apply(make_subtract(), {max, min});
  const FormulaWriter::Term x = write.apply(make_multiply(), {write.tensor(std::move(fractions)), range});
  write.apply(make_add(), {x, min});
  return write.finish();
}

}  // namespace

Operation make_random_uniform(const RandomUniform& options) {
  const ErrorClass error = is_real(options.type)
                               ? ErrorClass(StepByStep{std::bind_front(write_formula, options)})
                               : ErrorClass(ReadsNoReals{});
  return made(__func__, options,
              {.infer = std::bind_front(infer, options),
               .kernel = std::bind_front(random_uniform, options),
               .shaping_inputs = {kShape},
               .error = error});
}

}  // namespace backedge::ops
