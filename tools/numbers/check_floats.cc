#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <span>
#include <string_view>

#include "interpreter/ops/correctly_rounded.h"
#include "interpreter/ops/numbers.h"

/// check_floats FUNCTION SHARD
///
/// Compares a function of NUM-4, or `sqrt`, with its exact value: for every f32 whose first eight bits are
/// SHARD, 0 to 255, or, for `power` and `atan2`, for 2^16 pairs. Prints a line of JSON.
namespace backedge::numbers {
namespace {

constexpr Format kSingle{24, -148, 128};
/// The assumed relative error of the functions of long double. Known ones stay below 2^-61.
constexpr long double kDoubt = 0x1p-58L;
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr uint32_t kPatterns = 1 << 24, kPairs = 1 << 16, kSampled = 4099;

struct Checked {
  std::string_view name;
  Function function;
  float (*ours)(float);
  double (*approximation)(double);  // which `ours` starts from
  long double (*reference)(long double);
};

#define CHECKED(name, function)                                                           \
  {                                                                                       \
#name, Function::function, name##_of < float>,                                        \
        [](double x) { return std::name(x); }, [](long double x) { return std::name(x); } \
  }
const Checked kChecked[] = {
    CHECKED(exp, kExp),
    CHECKED(log, kLog),
    CHECKED(sin, kSin),
    CHECKED(cos, kCos),
    CHECKED(tan, kTan),
    CHECKED(asin, kAsin),
    CHECKED(acos, kAcos),
    CHECKED(atan, kAtan),
    CHECKED(sinh, kSinh),
    CHECKED(cosh, kCosh),
    CHECKED(tanh, kTanh),
    CHECKED(asinh, kAsinh),
    CHECKED(acosh, kAcosh),
    CHECKED(atanh, kAtanh),
    CHECKED(erf, kErf),
    {"sigmoid", Function::kSigmoid, sigmoid_of<float>, [](double x) { return 1 / (1 + std::exp(-x)); },
     [](long double x) { return 1 / (1 + std::exp(-x)); }},
};
#undef CHECKED

struct Counts {
  int64_t values = 0;
  int64_t wrong = 0;
  int64_t by_mpfr = 0;   // values that MPFR decided
  double error = 0;      // the largest of `approximation`, in 2^-53 of the value
  uint32_t example = 0;  // a wrong one
};

bool same_bits(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }

float by_mpfr(Function function, float x, float y) {
  const double exact = correctly_rounded(function, static_cast<double>(x), static_cast<double>(y), kSingle);
  return canonical(static_cast<float>(exact));
}

void count(bool right, uint32_t pattern, Counts& counts) {
  ++counts.values;
  if (right) return;
  ++counts.wrong;
  counts.example = pattern;
}

/// If every value near the reference rounds to the same f32, that is the exact value, rounded once. MPFR
/// decides the others, and one of kSampled to check the reference too.
Counts check_shard(const Checked& checked, uint32_t shard) {
  Counts counts;
  for (uint32_t i = 0; i < kPatterns; ++i) {
    const uint32_t pattern = shard << 24 | i;
    const auto x = std::bit_cast<float>(pattern);
    const float ours = checked.ours(x);
    const long double reference = checked.reference(x);
    float expected = kNaN;
    if (reference == reference) {
      expected = static_cast<float>(reference * (1 - kDoubt));
      if (std::isfinite(reference) && reference != 0) {
        const long double off = checked.approximation(static_cast<double>(x)) - reference;
        const auto error = static_cast<double>(std::fabs(off / reference) * 0x1p53L);
        const auto rounded = static_cast<float>(reference);  // e^800 is too large for a double
        if (rounded != 0 && std::isfinite(rounded) && error > counts.error) counts.error = error;
      }
    }
    const bool settled =
        reference != reference || same_bits(expected, static_cast<float>(reference * (1 + kDoubt)));
    if (!settled || pattern % kSampled == 0) {
      const float exact = by_mpfr(checked.function, x, 0);
      ++counts.by_mpfr;
      count(same_bits(ours, exact) && (!settled || same_bits(expected, exact)), pattern, counts);
    } else {
      count(same_bits(ours, expected), pattern, counts);
    }
  }
  return counts;
}

/// Whether `root` is sqrt(x), rounded once: x is between the squares of the two middles next to `root`. A middle
/// has 25 bits, so its square is exact in double.
bool is_square_root(float x, float root) {
  if (!(x >= 0)) return same_bits(root, kNaN);
  if (x == 0 || std::isinf(x)) return same_bits(root, x);
  const double below = (static_cast<double>(root) + std::nextafter(root, 0.0f)) / 2;
  const double above = (static_cast<double>(root) + std::nextafter(root, kInf)) / 2;
  return below * below <= x && x <= above * above;
}

Counts check_square_roots(uint32_t shard) {
  Counts counts;
  for (uint32_t i = 0; i < kPatterns; ++i) {
    const uint32_t pattern = shard << 24 | i;
    const auto x = std::bit_cast<float>(pattern);
    count(is_square_root(x, sqrt_of<float>(x)), pattern, counts);
  }
  return counts;
}

/// Numbers at which powers change their rule, sign, range or exactness.
constexpr float kBoundaries[] = {
    0,  0x1p-149f, 0x1p-127f, 0x1p-126f, 0x1.fffffep-1f, 1,       0x1.000002p+0f,   0.5f, 1.5f, 2, 3,
    10, 127,       149.5f,    16777215,  16777216,       0x1p31f, 0x1.fffffep+127f, kInf, kNaN};

float draw(uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  const auto bits = static_cast<uint32_t>(state >> 32);
  if (bits % 4 != 0) return std::bit_cast<float>(bits / 4 % 2 == 0 ? bits : 0x3c000000 + bits % 0x08000000);
  const float boundary = kBoundaries[bits / 8 % std::size(kBoundaries)];
  return bits / 4 % 2 == 0 ? boundary : -boundary;
}

Counts check_pairs(Function function, float (*ours)(float, float), uint32_t shard) {
  Counts counts;
  uint64_t state = shard;
  for (uint32_t i = 0; i < kPairs; ++i) {
    const float x = draw(state), y = draw(state);
    ++counts.by_mpfr;
    count(same_bits(ours(x, y), by_mpfr(function, x, y)), i, counts);
  }
  return counts;
}

void print(std::string_view name, uint32_t shard, const Counts& counts) {
  std::printf(R"({"function": "%.*s", "shard": %u, "values": %lld, "wrong": %lld, "by_mpfr": %lld, )"
              R"("error": %.4f, "example": "0x%08x"})"
              "\n",
              static_cast<int>(name.size()), name.data(), shard, static_cast<long long>(counts.values),
              static_cast<long long>(counts.wrong), static_cast<long long>(counts.by_mpfr), counts.error,
              counts.example);
}

int main_of(std::span<char*> arguments) {
  const std::string_view name = arguments.size() == 3 ? arguments[1] : "";
  const auto shard = arguments.size() == 3 ? static_cast<uint32_t>(std::atoi(arguments[2])) : 256;
  if (shard < 256 && name == "power") {
    print(name, shard, check_pairs(Function::kPower, power_of<float>, shard));
    return 0;
  }
  if (shard < 256 && name == "atan2") {
    print(name, shard, check_pairs(Function::kAtan2, atan2_of<float>, shard));
    return 0;
  }
  if (shard < 256 && name == "sqrt") {
    print(name, shard, check_square_roots(shard));
    return 0;
  }
  for (const Checked& checked : kChecked) {
    if (shard >= 256 || name != checked.name) continue;
    print(name, shard, check_shard(checked, shard));
    return 0;
  }
  std::fprintf(stderr, "usage: check_floats FUNCTION SHARD\n");
  return 2;
}

}  // namespace
}  // namespace backedge::numbers

int main(int count, char** arguments) {
  return backedge::numbers::main_of(std::span(arguments, static_cast<size_t>(count)));
}
