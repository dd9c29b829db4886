#include "interpreter/ops/reduce.h"

#include <bit>
#include <cmath>
#include <limits>

#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::rule_of;
using testing::run_one;
using testing::same;

Tensor axes(std::initializer_list<int64_t> values) {
  return Tensor::of<int64_t>({std::ssize(values)}, values);
}

template <class T>
Tensor vector(std::initializer_list<T> values) {
  return Tensor::of<T>({std::ssize(values)}, values);
}

const float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(Reduce, AxesAndKeepDims) {
  const Tensor data = Tensor::of<int32_t>({2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const Operation sum = make_reduce_sum(), kept = make_reduce_sum(true);
  EXPECT_TRUE(same(run_one(sum, {data, axes({1})}), Tensor::of<int32_t>({2, 2}, {9, 12, 27, 30})));
  EXPECT_TRUE(same(run_one(sum, {data, axes({-1, 0})}), Tensor::of<int32_t>({3}, {18, 26, 34})));
  EXPECT_TRUE(same(run_one(kept, {data, axes({-1, 0})}), Tensor::of<int32_t>({1, 3, 1}, {18, 26, 34})));
  EXPECT_TRUE(same(run_one(sum, {data, axes({0, 1, 2})}), Tensor::scalar<int32_t>(78)));
  EXPECT_TRUE(same(run_one(sum, {data, Tensor::scalar<uint8_t>(2)}),
                   Tensor::of<int32_t>({2, 3}, {3, 7, 11, 15, 19, 23})));
  EXPECT_TRUE(same(run_one(sum, {data, axes({})}), data));
  EXPECT_TRUE(same(run_one(sum, {Tensor::scalar<int32_t>(5), axes({})}), Tensor::scalar<int32_t>(5)));
}

TEST(Reduce, NoAxesKeepsBits) {
  const Tensor odd = vector({std::bit_cast<float>(0xffc12345u), -0.0f});
  for (const auto make : {make_reduce_sum, make_reduce_mean, make_reduce_max, make_reduce_prod}) {
    EXPECT_TRUE(same(run_one(make(false), {odd, axes({})}), odd));
  }
}

TEST(Reduce, SumsInOrderAndRoundsOnce) {
  const Operation sum = make_reduce_sum();
  EXPECT_TRUE(same(run_one(sum, {vector({0x1p60f, 1.0f, -0x1p60f, 1.0f}), axes({0})}), Tensor::scalar(1.0f)));
  EXPECT_TRUE(same(run_one(sum, {vector({0x1p24f, 1.0f, 1.0f}), axes({0})}), Tensor::scalar(0x1p24f + 2)));
  EXPECT_TRUE(same(run_one(sum, {vector({-0.0f, -0.0f}), axes({0})}), Tensor::scalar(0.0f)));
  EXPECT_TRUE(same(run_one(sum, {vector<uint8_t>({200, 100}), axes({0})}), Tensor::scalar<uint8_t>(44)));
  EXPECT_TRUE(same(run_one(sum, {Tensor::of<float>({2, 2}, {0x1p60f, 1, -0x1p60f, 1}), axes({1, 0})}),
                   Tensor::scalar(1.0f)));
  const Operation product = make_reduce_prod();
  EXPECT_TRUE(
      same(run_one(product, {vector({0x1p100f, 0x1p100f, 0x1p-100f}), axes({0})}), Tensor::scalar(0x1p100f)));
  EXPECT_TRUE(same(run_one(product, {vector<int8_t>({-128, -1}), axes({0})}), Tensor::scalar<int8_t>(-128)));
}

TEST(Reduce, Mean) {
  const Operation mean = make_reduce_mean();
  EXPECT_TRUE(same(run_one(mean, {vector({1.0f, 2.0f, 6.0f}), axes({0})}), Tensor::scalar(3.0f)));
  EXPECT_TRUE(same(run_one(mean, {vector({1.0f, 0.0f, 0.0f}), axes({0})}), Tensor::scalar(1.0f / 3)));
  EXPECT_TRUE(same(run_one(mean, {vector<int8_t>({-3, -4}), axes({0})}), Tensor::scalar<int8_t>(-3)));
  EXPECT_TRUE(same(run_one(mean, {vector<int8_t>({100, 101}), axes({0})}), Tensor::scalar<int8_t>(100)));
  EXPECT_TRUE(same(run_one(mean, {vector<int64_t>({INT64_MIN, INT64_MIN, INT64_MIN}), axes({0})}),
                   Tensor::scalar<int64_t>(INT64_MIN)));
  EXPECT_TRUE(same(run_one(mean, {vector<uint64_t>({UINT64_MAX, 0}), axes({0})}),
                   Tensor::scalar<uint64_t>(INT64_MAX)));
  EXPECT_TRUE(same(run_one(mean, {vector({kInfinity, 1.0f}), axes({0})}), Tensor::scalar(kInfinity)));
  EXPECT_TRUE(same(run_one(mean, {vector({0x1p24f, 1.0f, 0.0f, 0.0f}), axes({0})}), Tensor::scalar(0x1p22f)));
  EXPECT_TRUE(same(run_one(mean, {vector({0x1p24f, 1.0f, 0x1p-20f, 0.0f}), axes({0})}),
                   Tensor::scalar(0x1p22f + 0.5f)));
}

TEST(Reduce, MaxAndMin) {
  const Operation max = make_reduce_max(), min = make_reduce_min();
  EXPECT_TRUE(same(run_one(max, {vector({-1.0f, 3.0f, 2.0f}), axes({0})}), Tensor::scalar(3.0f)));
  EXPECT_TRUE(same(run_one(min, {vector({-1.0f, 3.0f, -2.0f}), axes({0})}), Tensor::scalar(-2.0f)));
  for (const Tensor& zeros : {vector({-0.0f, 0.0f}), vector({0.0f, -0.0f})}) {
    EXPECT_TRUE(same(run_one(max, {zeros, axes({0})}), Tensor::scalar(0.0f)));
    EXPECT_TRUE(same(run_one(min, {zeros, axes({0})}), Tensor::scalar(-0.0f)));
  }
  const float negative_nan = std::bit_cast<float>(0xffc12345u);
  for (const Tensor& with_nan :
       {vector({negative_nan, kInfinity}), vector({-kInfinity, negative_nan, 1.0f})}) {
    EXPECT_TRUE(same(run_one(max, {with_nan, axes({0})}), Tensor::scalar(kNan)));
    EXPECT_TRUE(same(run_one(min, {with_nan, axes({0})}), Tensor::scalar(kNan)));
  }
  EXPECT_TRUE(same(run_one(max, {vector<uint64_t>({1, UINT64_MAX}), axes({0})}),
                   Tensor::scalar<uint64_t>(UINT64_MAX)));
  EXPECT_TRUE(
      same(run_one(min, {vector<int64_t>({1, INT64_MIN}), axes({0})}), Tensor::scalar<int64_t>(INT64_MIN)));
}

TEST(Reduce, Logical) {
  const Tensor data = Tensor::of<bool>({3, 2}, {true, true, true, false, false, false});
  EXPECT_TRUE(same(run_one(make_reduce_logical_and(), {data, axes({1})}), vector({true, false, false})));
  EXPECT_TRUE(same(run_one(make_reduce_logical_or(), {data, axes({1})}), vector({true, true, false})));
}

TEST(Reduce, OfNothing) {
  const Tensor none = Tensor::zeros(ElementType::kF32, {2, 0}),
               integers = Tensor::zeros(ElementType::kI32, {2, 0});
  const Tensor booleans = Tensor::zeros(ElementType::kBoolean, {2, 0});
  EXPECT_TRUE(same(run_one(make_reduce_sum(), {none, axes({1})}), vector({0.0f, 0.0f})));
  EXPECT_TRUE(same(run_one(make_reduce_prod(), {none, axes({1})}), vector({1.0f, 1.0f})));
  EXPECT_TRUE(same(run_one(make_reduce_mean(), {none, axes({1})}), vector({kNan, kNan})));
  EXPECT_TRUE(same(run_one(make_reduce_logical_and(), {booleans, axes({1})}), vector({true, true})));
  EXPECT_TRUE(same(run_one(make_reduce_logical_or(), {booleans, axes({1})}), vector({false, false})));
  EXPECT_EQ(rule_of(make_reduce_max(), {none, axes({1})}), "OP-6");
  EXPECT_EQ(rule_of(make_reduce_min(), {none, axes({0, 1})}), "OP-6");
  EXPECT_EQ(rule_of(make_reduce_mean(), {integers, axes({1})}), "OP-6");
  EXPECT_TRUE(same(run_one(make_reduce_max(), {none, axes({0})}), Tensor::zeros(ElementType::kF32, {0})));
}

TEST(Reduce, Rejects) {
  const Operation sum = make_reduce_sum();
  const Tensor data = Tensor::zeros(ElementType::kF32, {2, 3}),
               booleans = Tensor::zeros(ElementType::kBoolean, {2});
  EXPECT_EQ(rule_of(sum, {data, axes({2})}), "OP-6");
  EXPECT_EQ(rule_of(sum, {data, axes({-3})}), "OP-6");
  EXPECT_EQ(rule_of(sum, {data, axes({1, -1})}), "OP-6");
  EXPECT_EQ(rule_of(sum, {data, Tensor::of<uint64_t>({1}, {UINT64_MAX})}), "OP-6");
  EXPECT_EQ(rule_of(sum, {data, Tensor::of<int64_t>({1, 1}, {0})}), "OP-5");
  EXPECT_EQ(rule_of(sum, {data, Tensor::of<float>({1}, {0})}), "OP-4");
  EXPECT_EQ(rule_of(sum, {booleans, axes({0})}), "OP-4");
  EXPECT_EQ(rule_of(make_reduce_logical_or(), {data, axes({0})}), "OP-4");
}

}  // namespace
}  // namespace backedge::ops
