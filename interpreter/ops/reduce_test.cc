#include "interpreter/ops/reduce.h"

#include <bit>
#include <cmath>
#include <limits>

#include "interpreter/ops/cum_sum.h"
#include "interpreter/ops/softmax.h"
#include "interpreter/ops/testing.h"

namespace backedge {
namespace {

using testing::rule_of;
using testing::run_one;
using testing::same;

using Make = Result<Operation>(Attributes&, int64_t, int64_t);

Operation made(Make make, std::initializer_list<std::pair<std::string, std::string>> written = {},
               int64_t version = 1) {
  Attributes attributes = testing::attributes(written);
  return make(attributes, version, 1).value();
}

Tensor axes(std::initializer_list<int64_t> values) {
  return Tensor::of<int64_t>({static_cast<int64_t>(values.size())}, values);
}

template <class T>
Tensor vector(std::initializer_list<T> values) {
  return Tensor::of<T>({static_cast<int64_t>(values.size())}, values);
}

const float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(Reduce, AxesAndKeepDims) {
  const Tensor data = Tensor::of<int32_t>({2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const Operation sum = made(make_reduce_sum), kept = made(make_reduce_sum, {{"keep_dims", "true"}});
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
  for (Make* make : {make_reduce_sum, make_reduce_mean, make_reduce_max, make_reduce_prod}) {
    EXPECT_TRUE(same(run_one(made(make), {odd, axes({})}), odd));
  }
}

TEST(Reduce, SumsInOrderAndRoundsOnce) {
  const Operation sum = made(make_reduce_sum);
  EXPECT_TRUE(same(run_one(sum, {vector({0x1p60f, 1.0f, -0x1p60f, 1.0f}), axes({0})}), Tensor::scalar(1.0f)));
  EXPECT_TRUE(same(run_one(sum, {vector({0x1p24f, 1.0f, 1.0f}), axes({0})}), Tensor::scalar(0x1p24f + 2)));
  EXPECT_TRUE(same(run_one(sum, {vector({-0.0f, -0.0f}), axes({0})}), Tensor::scalar(0.0f)));
  EXPECT_TRUE(same(run_one(sum, {vector<uint8_t>({200, 100}), axes({0})}), Tensor::scalar<uint8_t>(44)));
  EXPECT_TRUE(same(run_one(sum, {Tensor::of<float>({2, 2}, {0x1p60f, 1, -0x1p60f, 1}), axes({1, 0})}),
                   Tensor::scalar(1.0f)));
  const Operation product = made(make_reduce_prod);
  EXPECT_TRUE(
      same(run_one(product, {vector({0x1p100f, 0x1p100f, 0x1p-100f}), axes({0})}), Tensor::scalar(0x1p100f)));
  EXPECT_TRUE(same(run_one(product, {vector<int8_t>({-128, -1}), axes({0})}), Tensor::scalar<int8_t>(-128)));
}

TEST(Reduce, Mean) {
  const Operation mean = made(make_reduce_mean);
  EXPECT_TRUE(same(run_one(mean, {vector({1.0f, 2.0f, 6.0f}), axes({0})}), Tensor::scalar(3.0f)));
  EXPECT_TRUE(same(run_one(mean, {vector({1.0f, 0.0f, 0.0f}), axes({0})}), Tensor::scalar(1.0f / 3)));
  EXPECT_TRUE(same(run_one(mean, {vector<int8_t>({-3, -4}), axes({0})}), Tensor::scalar<int8_t>(-3)));
  EXPECT_TRUE(same(run_one(mean, {vector<int8_t>({100, 100}), axes({0})}), Tensor::scalar<int8_t>(-28)));
  EXPECT_TRUE(same(run_one(mean, {vector<uint64_t>({UINT64_MAX, 0}), axes({0})}),
                   Tensor::scalar<uint64_t>(INT64_MAX)));
  EXPECT_TRUE(same(run_one(mean, {vector({kInfinity, 1.0f}), axes({0})}), Tensor::scalar(kInfinity)));
  EXPECT_TRUE(same(run_one(mean, {vector({0x1p24f, 1.0f, 0.0f, 0.0f}), axes({0})}), Tensor::scalar(0x1p22f)));
  EXPECT_TRUE(same(run_one(mean, {vector({0x1p24f, 1.0f, 0x1p-20f, 0.0f}), axes({0})}),
                   Tensor::scalar(0x1p22f + 0.5f)));
}

TEST(Reduce, MaxAndMin) {
  const Operation max = made(make_reduce_max), min = made(make_reduce_min);
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
  EXPECT_TRUE(same(run_one(made(make_reduce_logical_and), {data, axes({1})}), vector({true, false, false})));
  EXPECT_TRUE(same(run_one(made(make_reduce_logical_or), {data, axes({1})}), vector({true, true, false})));
}

TEST(Reduce, OfNothing) {
  const Tensor none = Tensor::zeros(ElementType::kF32, {2, 0}),
               integers = Tensor::zeros(ElementType::kI32, {2, 0});
  const Tensor booleans = Tensor::zeros(ElementType::kBoolean, {2, 0});
  EXPECT_TRUE(same(run_one(made(make_reduce_sum), {none, axes({1})}), vector({0.0f, 0.0f})));
  EXPECT_TRUE(same(run_one(made(make_reduce_prod), {none, axes({1})}), vector({1.0f, 1.0f})));
  EXPECT_TRUE(same(run_one(made(make_reduce_mean), {none, axes({1})}), vector({kNan, kNan})));
  EXPECT_TRUE(same(run_one(made(make_reduce_logical_and), {booleans, axes({1})}), vector({true, true})));
  EXPECT_TRUE(same(run_one(made(make_reduce_logical_or), {booleans, axes({1})}), vector({false, false})));
  EXPECT_EQ(rule_of(made(make_reduce_max), {none, axes({1})}), "OP-6");
  EXPECT_EQ(rule_of(made(make_reduce_min), {none, axes({0, 1})}), "OP-6");
  EXPECT_EQ(rule_of(made(make_reduce_mean), {integers, axes({1})}), "OP-6");
  EXPECT_TRUE(same(run_one(made(make_reduce_max), {none, axes({0})}), Tensor::zeros(ElementType::kF32, {0})));
}

TEST(Reduce, Rejects) {
  const Operation sum = made(make_reduce_sum);
  const Tensor data = Tensor::zeros(ElementType::kF32, {2, 3}),
               booleans = Tensor::zeros(ElementType::kBoolean, {2});
  EXPECT_EQ(rule_of(sum, {data, axes({2})}), "OP-6");
  EXPECT_EQ(rule_of(sum, {data, axes({-3})}), "OP-6");
  EXPECT_EQ(rule_of(sum, {data, axes({1, -1})}), "OP-6");
  EXPECT_EQ(rule_of(sum, {data, Tensor::of<uint64_t>({1}, {UINT64_MAX})}), "OP-6");
  EXPECT_EQ(rule_of(sum, {data, Tensor::of<int64_t>({1, 1}, {0})}), "OP-5");
  EXPECT_EQ(rule_of(sum, {data, Tensor::of<float>({1}, {0})}), "OP-4");
  EXPECT_EQ(rule_of(sum, {booleans, axes({0})}), "OP-4");
  EXPECT_EQ(rule_of(made(make_reduce_logical_or), {data, axes({0})}), "OP-4");
}

// The page's four examples.
TEST(CumSum, ExclusiveAndReverse) {
  const Tensor data = vector({1.0f, 2.0f, 3.0f, 4.0f, 5.0f}), axis = Tensor::scalar<int32_t>(0);
  const auto sums = [&](const char* exclusive, const char* reverse) {
    return run_one(made(make_cum_sum, {{"exclusive", exclusive}, {"reverse", reverse}}, 3), {data, axis});
  };
  EXPECT_TRUE(same(sums("0", "0"), vector({1.0f, 3.0f, 6.0f, 10.0f, 15.0f})));
  EXPECT_TRUE(same(sums("1", "0"), vector({0.0f, 1.0f, 3.0f, 6.0f, 10.0f})));
  EXPECT_TRUE(same(sums("0", "1"), vector({15.0f, 14.0f, 12.0f, 9.0f, 5.0f})));
  EXPECT_TRUE(same(sums("1", "1"), vector({14.0f, 12.0f, 9.0f, 5.0f, 0.0f})));
  EXPECT_TRUE(same(run_one(made(make_cum_sum), {data}), sums("0", "0")));
}

TEST(CumSum, AxesAndRounding) {
  const Operation op = made(make_cum_sum);
  const Tensor data = Tensor::of<uint8_t>({2, 2, 2}, {1, 2, 3, 4, 250, 6, 7, 8});
  EXPECT_TRUE(same(run_one(op, {data, Tensor::scalar<int64_t>(-3)}),
                   Tensor::of<uint8_t>({2, 2, 2}, {1, 2, 3, 4, 251, 8, 10, 12})));
  EXPECT_TRUE(same(run_one(op, {data, Tensor::scalar<int64_t>(1)}),
                   Tensor::of<uint8_t>({2, 2, 2}, {1, 2, 4, 6, 250, 6, 1, 14})));
  EXPECT_TRUE(same(run_one(op, {vector({-0.0f, -0.0f, 0x1p24f, 1.0f, 1.0f})}),
                   vector({-0.0f, -0.0f, 0x1p24f, 0x1p24f, 0x1p24f + 2})));
  EXPECT_TRUE(same(run_one(op, {Tensor::zeros(ElementType::kF32, {0, 2})}),
                   Tensor::zeros(ElementType::kF32, {0, 2})));
  EXPECT_EQ(rule_of(op, {data, Tensor::scalar<int64_t>(3)}), "OP-6");
  EXPECT_EQ(rule_of(op, {data, Tensor::scalar<int8_t>(0)}), "OP-4");
  EXPECT_EQ(rule_of(op, {data, axes({0})}), "OP-5");
  EXPECT_EQ(rule_of(op, {Tensor::scalar(1.0f)}), "OP-5");
  EXPECT_EQ(rule_of(op, {vector({true})}), "OP-4");
}

TEST(Softmax, Lines) {
  const Operation last = made(make_softmax, {{"axis", "-1"}}, 8);
  EXPECT_TRUE(same(run_one(last, {Tensor::of<float>({2, 2}, {7, 7, 0, -200})}),
                   Tensor::of<float>({2, 2}, {0.5f, 0.5f, 1, 0})));
  EXPECT_TRUE(same(run_one(made(make_softmax), {Tensor::of<float>({1, 4, 1}, {3, 3, 3, 3})}),
                   Tensor::of<float>({1, 4, 1}, {0.25f, 0.25f, 0.25f, 0.25f})));
  // e^-1 is 0x1.78b564p-2 in f32, 1 plus that 0x1.5e2d59p0, which rounds to 0x1.5e2d58p0 before it divides.
  EXPECT_TRUE(same(run_one(last, {vector({1.0f, 0.0f})}), vector({0x1.764d5p-1f, 0x1.136562p-2f})));
  EXPECT_TRUE(same(run_one(last, {vector({kNan, 1.0f})}), vector({kNan, kNan})));
  EXPECT_TRUE(same(run_one(last, {vector({1.0f, kNan})}), vector({kNan, kNan})));
  EXPECT_TRUE(same(run_one(last, {vector({kInfinity, 1.0f})}), vector({kNan, kNan})));
  EXPECT_TRUE(same(run_one(last, {vector({-kInfinity, 1.0f})}), vector({0.0f, 1.0f})));
  EXPECT_TRUE(same(run_one(last, {Tensor::zeros(ElementType::kF16, {2, 0})}),
                   Tensor::zeros(ElementType::kF16, {2, 0})));
}

TEST(Softmax, Rejects) {
  const Operation op = made(make_softmax, {}, 8);
  EXPECT_EQ(rule_of(op, {vector({1.0f})}), "OP-5");
  EXPECT_EQ(rule_of(op, {Tensor::zeros(ElementType::kI32, {1, 1})}), "OP-4");
  Attributes attributes = testing::attributes({{"axis", "-1"}});
  EXPECT_EQ(make_softmax(attributes, 1, 1).error().rule(), "OP-2");
}

}  // namespace
}  // namespace backedge
