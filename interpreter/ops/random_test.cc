#include "interpreter/ops/random.h"

#include <cmath>

#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using namespace backedge::testing;
using enum RandomUniform::Generator;

constexpr RandomUniform::Generator kBoth[] = {kPhilox, kMersenneTwister};

template <class T>
Tensor drawn(RandomUniform options, const std::vector<int64_t>& shape, T min, T max) {
  options.type = element_type_of<T>();
  return run_one(make_random_uniform(options), {list(shape), Tensor::scalar(min), Tensor::scalar(max)});
}

// The numbers of elements between 0 and 1, times 2^bits.
template <class T>
std::vector<int64_t> fractions(const RandomUniform& options, int64_t count, int bits) {
  const T zero = numbers::round_to<T>(0), one = numbers::round_to<T>(1);
  const Tensor values = drawn<T>(options, {count}, zero, one);
  std::vector<int64_t> numbers;
  for (int64_t k = 0; k < count; ++k)
    numbers.push_back(static_cast<int64_t>(std::ldexp(real_at(values, k), bits)));
  return numbers;
}

using Numbers = std::vector<int64_t>;

// The first example of the page, as bits.
TEST(RandomUniform, FractionsOfPhilox) {
  const RandomUniform seeds = {.global_seed = 150, .op_seed = 10};
  EXPECT_EQ(fractions<float>(seeds, 9, 23),
            (Numbers{5881451, 2561850, 7879508, 7932297, 981029, 4258901, 4359725, 1906518, 8316248}));
  EXPECT_EQ(fractions<f16>(seeds, 5, 10), (Numbers{619, 826, 852, 393, 37}));
  EXPECT_EQ(fractions<bf16>(seeds, 5, 7), (Numbers{107, 58, 84, 9, 37}));
  EXPECT_EQ(fractions<double>({.global_seed = 80, .op_seed = 100}, 4, 52),
            (Numbers{2059991272272754, 1256067313807559, 377222666880330, 205047527127602}));
}

// Seeds of more than 32 bits have two halves.
TEST(RandomUniform, SeedsHave64Bits) {
  EXPECT_EQ(
      fractions<float>({.global_seed = (int64_t{1} << 40) + 3, .op_seed = (int64_t{1} << 35) + 1}, 4, 23),
      (Numbers{3982019, 3700549, 873235, 4778993}));
}

TEST(RandomUniform, WholeNumbersOfPhilox) {
  EXPECT_TRUE(same(drawn<int32_t>({.global_seed = 80, .op_seed = 100}, {2, 3}, 50, 100),
                   Tensor::of<int32_t>({2, 3}, {65, 70, 56, 59, 82, 92})));
  const RandomUniform seeds = {.global_seed = 150, .op_seed = 10};
  EXPECT_TRUE(same(drawn<int32_t>(seeds, {3}, INT32_MIN, INT32_MAX),
                   Tensor::of<int32_t>({3}, {1616494187, -89712838, 385366868})));
  EXPECT_TRUE(same(drawn<int64_t>(seeds, {3}, 0, int64_t{1} << 62),
                   list({4226372316950019691, 1547278433526496084, 342551017215162405})));
}

TEST(RandomUniform, FractionsOfTheMersenneTwister) {
  const RandomUniform seeds = {.global_seed = 150, .generator = kMersenneTwister};
  EXPECT_EQ(fractions<float>(seeds, 3, 24), (Numbers{10024164, 9136570, 683515}));
  EXPECT_EQ(fractions<f16>(seeds, 3, 11), (Numbers{1252, 442, 1531}));
  EXPECT_EQ(fractions<bf16>(seeds, 3, 8), (Numbers{228, 186, 251}));
  EXPECT_EQ(fractions<double>(seeds, 2, 53), (Numbers{7024663532890554, 2935677064101913}));
  const Numbers long_list = fractions<float>(seeds, 626, 24);
  EXPECT_EQ(long_list[623], 6428299);
  EXPECT_EQ(long_list[624], 7658188);
  EXPECT_EQ(long_list[625], 16002182);
  RandomUniform other = seeds;
  other.op_seed = 7;
  EXPECT_EQ(fractions<float>(other, 1, 24), Numbers{10024164});
}

// Two numbers for i64, unless both bounds fit 32 bits.
TEST(RandomUniform, WholeNumbersOfTheMersenneTwister) {
  const RandomUniform seeds = {.global_seed = 150, .generator = kMersenneTwister};
  EXPECT_TRUE(same(drawn<int32_t>(seeds, {6}, 50, 100), Tensor::of<int32_t>({6}, {76, 78, 71, 73, 94, 96})));
  EXPECT_TRUE(same(drawn<int64_t>(seeds, {6}, 50, 100), list({76, 78, 71, 73, 94, 96})));
  EXPECT_TRUE(
      same(drawn<int64_t>(seeds, {2}, 0, int64_t{1} << 62), list({2925357222068971962, 147050865139957785})));
  EXPECT_TRUE(same(drawn<int64_t>(seeds, {1}, 0, UINT32_MAX), list({3902338276})));
  EXPECT_TRUE(same(drawn<int64_t>(seeds, {1}, -5, int64_t{1} << 32), list({1670291797})));
}

TEST(RandomUniform, RangesAreRounded) {
  // 619 / 1024 * 8 - 3 = 1.8359375, 826 / 1024 * 8 - 3 = 3.453125
  const Tensor halves = run_one(
      make_random_uniform({.type = ElementType::kF16, .global_seed = 150, .op_seed = 10}),
      {list({2}), Tensor::scalar(numbers::round_to<f16>(-3)), Tensor::scalar(numbers::round_to<f16>(5))});
  EXPECT_EQ(real_at(halves, 0), 1.8359375);
  EXPECT_EQ(real_at(halves, 1), 3.453125);
  // 2^24 + fraction * 2 rounds to an even number.
  const Tensor large = drawn<float>({.global_seed = 150, .op_seed = 10}, {3}, 16777216, 16777218);
  EXPECT_TRUE(same(large, floats({3}, {16777218, 16777216, 16777218})));
}

TEST(RandomUniform, OneNumberNeedsNoSeed) {
  for (const auto generator : kBoth) {
    EXPECT_TRUE(
        same(drawn<int32_t>({.generator = generator}, {2}, -7, -6), Tensor::of<int32_t>({2}, {-7, -7})));
    EXPECT_TRUE(same(drawn<int64_t>({.generator = generator}, {2}, INT64_MAX - 1, INT64_MAX),
                     list({INT64_MAX - 1, INT64_MAX - 1})));
  }
}

// Philox of key 0 and counter 0 is a published test vector: 6627e8d5 e169c58d bc57ac4c 9b00dbd8.
TEST(RandomUniform, SeedsOf0AreSeeds) {
  EXPECT_EQ(fractions<float>({}, 4, 23), (Numbers{0x27e8d5, 0x69c58d, 0x57ac4c, 0x00dbd8}));
}

TEST(RandomUniform, Shapes) {
  for (const auto generator : kBoth) {
    EXPECT_EQ(drawn<float>({.generator = generator}, {}, 0, 1).shape(), Shape{});
    EXPECT_EQ(drawn<float>({.generator = generator}, {2, 0}, 0, 1).shape(), (Shape{2, 0}));
  }
  const Operation random = make_random_uniform({});
  const Tensor shape = list({2}), zero = Tensor::scalar(0.0f), one = floats({1}, {1});
  EXPECT_EQ(rule_of(random, {shape, zero, one}), "");
  EXPECT_EQ(rule_of(random, {list({-1}), zero, one}), "OP-6");
  EXPECT_EQ(rule_of(random, {Tensor::scalar<int64_t>(2), zero, one}), "OP-5");
  EXPECT_EQ(rule_of(random, {shape, zero, floats({2}, {1, 2})}), "OP-5");
  EXPECT_EQ(rule_of(random, {shape, zero, floats({1, 1}, {1})}), "OP-5");
  EXPECT_EQ(rule_of(random, {floats({1}, {2}), zero, one}), "OP-4");
  EXPECT_EQ(rule_of(random, {shape, zero, Tensor::scalar(1.0)}), "OP-4");
  EXPECT_EQ(rule_of(random, {shape, Tensor::scalar<int32_t>(0), one}), "OP-4");
}

TEST(RandomUniform, BoundsAreInOrder) {
  const auto rule = [](float min, float max) {
    return rule_of(make_random_uniform({}), {list({2}), Tensor::scalar(min), Tensor::scalar(max)});
  };
  EXPECT_EQ(rule(-1, 0), "");
  for (const auto& [min, max] :
       {std::pair(1.0f, 1.0f), {2.0f, 1.0f}, {kNaN, 1.0f}, {0.0f, kNaN}, {0.0f, kInf}, {-kInf, 0.0f}})
    EXPECT_EQ(rule(min, max), "OP-6") << min << " " << max;
  const Operation whole = make_random_uniform({.type = ElementType::kI32});
  EXPECT_EQ(rule_of(whole, {list({2}), Tensor::scalar(3), Tensor::scalar(3)}), "OP-6");
}

}  // namespace
}  // namespace backedge::ops
