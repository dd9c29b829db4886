#include "interpreter/ops/along_axis.h"

#include <bit>
#include <limits>

#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::at_load;
using testing::data_of;
using testing::known;
using testing::rule_of;
using testing::run;
using testing::run_one;
using testing::same;

TopK top_k(bool greatest, bool by_index = false, int64_t axis = 0) {
  return {.axis = axis, .greatest = greatest, .by_index = by_index, .index_type = ElementType::kI32};
}

template <class T>
Tensor vector(std::initializer_list<T> values) {
  return Tensor::of<T>({std::ssize(values)}, values);
}

Tensor axes(std::initializer_list<int64_t> values) { return vector(values); }

const float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

template <class T>
void expect(const TopK& options, const Tensor& data, int64_t k, std::initializer_list<T> values,
            std::initializer_list<int32_t> indices) {
  const Result<std::vector<Tensor>> results = run(make_top_k(options), {data, Tensor::scalar<int64_t>(k)}, 2);
  ASSERT_TRUE(results.ok()) << results.error().text();
  EXPECT_TRUE(same(results.value()[0], vector(values)));
  EXPECT_TRUE(same(results.value()[1], vector(indices)));
}

TEST(TopK, ModesAndOrders) {
  const Tensor data = vector<int32_t>({5, 3, 1, 2, 5, 5});
  expect<int32_t>(top_k(true), data, 4, {5, 5, 5, 3}, {0, 4, 5, 1});
  expect<int32_t>(top_k(true, true), data, 4, {5, 3, 5, 5}, {0, 1, 4, 5});
  expect<int32_t>(top_k(false), data, 4, {1, 2, 3, 5}, {2, 3, 1, 0});
  expect<int32_t>(top_k(false, true), data, 4, {5, 3, 1, 2},
                  {0, 1, 2, 3});  // the only stable answer according to the page
  expect<int32_t>(top_k(true), data, 6, {5, 5, 5, 3, 2, 1}, {0, 4, 5, 1, 3, 2});
  expect<int32_t>(top_k(true), data, 0, {}, {});
}

TEST(TopK, NanIsLeastAndZerosAreEqual) {
  const float infinity = std::numeric_limits<float>::infinity(), nan = std::bit_cast<float>(0xffc12345u);
  const Tensor data = vector({nan, 1.0f, -infinity, nan});
  expect<float>(top_k(true), data, 4, {1.0f, -infinity, nan, nan}, {1, 2, 0, 3});
  expect<float>(top_k(false), data, 3, {nan, nan, -infinity}, {0, 3, 2});
  expect<float>(top_k(true), vector({-0.0f, 0.0f}), 1, {-0.0f}, {0});
  expect<float>(top_k(false), vector({0.0f, -0.0f}), 1, {0.0f}, {0});
}

TEST(TopK, AxisAndIndexType) {
  const Tensor data = Tensor::of<uint8_t>({2, 3, 2}, {1, 6, 2, 5, 3, 4, 9, 7, 8, 8, 7, 9});
  const Operation op = make_top_k({.axis = -2});
  const std::vector<Tensor> results = run(op, {data, Tensor::scalar<uint8_t>(2)}, 2).value();
  EXPECT_TRUE(same(results[0], Tensor::of<uint8_t>({2, 2, 2}, {3, 6, 2, 5, 9, 9, 8, 8})));
  EXPECT_TRUE(same(results[1], Tensor::of<int64_t>({2, 2, 2}, {2, 0, 1, 1, 0, 2, 1, 1})));
}

TEST(TopK, Rejects) {
  const Tensor data = vector({1.0f, 2.0f}), one = Tensor::scalar<int32_t>(1);
  const auto rule = [&](const TopK& options, const Tensor& values, const Tensor& k) {
    return rule_of(make_top_k(options), {values, k}, 2);
  };
  EXPECT_EQ(rule(top_k(true), data, Tensor::scalar<int32_t>(3)), "OP-6");
  EXPECT_EQ(rule(top_k(true), data, Tensor::scalar<int32_t>(-1)), "OP-6");
  EXPECT_EQ(rule(top_k(true), data, Tensor::scalar<uint64_t>(UINT64_MAX)), "OP-6");
  TopK at_least_one = top_k(true);
  at_least_one.least_k = 1;
  EXPECT_EQ(rule(at_least_one, data, Tensor::scalar<int32_t>(0)), "OP-6");
  EXPECT_EQ(rule(top_k(true), data, vector<int32_t>({1})), "OP-5");
  EXPECT_EQ(rule(top_k(true, false, 1), data, one), "OP-5");
  EXPECT_EQ(rule(top_k(true), Tensor::scalar(1.0f), one), "OP-5");
  TopK narrow = top_k(true);
  narrow.index_type = ElementType::kI32;
  const auto rule_of_size = [&](int64_t size) {
    return at_load(make_top_k(narrow), {data_of({{size, size}}), known(one)}, 2);
  };
  EXPECT_EQ(rule_of_size(int64_t{INT32_MAX} + 1), "[1]");  // the last index is INT32_MAX
  EXPECT_EQ(rule_of_size(int64_t{INT32_MAX} + 2), "OP-6");
  EXPECT_EQ(rule(top_k(true), data, Tensor::scalar(1.0f)), "OP-4");
  EXPECT_EQ(rule(top_k(true), vector({true}), one), "OP-4");
}

// The four examples on the page.
TEST(CumSum, ExclusiveAndReverse) {
  const Tensor data = vector({1.0f, 2.0f, 3.0f, 4.0f, 5.0f}), axis = Tensor::scalar<int32_t>(0);
  const auto sums = [&](bool exclusive, bool reverse) {
    return run_one(make_cum_sum({.exclusive = exclusive, .reverse = reverse}), {data, axis});
  };
  EXPECT_TRUE(same(sums(false, false), vector({1.0f, 3.0f, 6.0f, 10.0f, 15.0f})));
  EXPECT_TRUE(same(sums(true, false), vector({0.0f, 1.0f, 3.0f, 6.0f, 10.0f})));
  EXPECT_TRUE(same(sums(false, true), vector({15.0f, 14.0f, 12.0f, 9.0f, 5.0f})));
  EXPECT_TRUE(same(sums(true, true), vector({14.0f, 12.0f, 9.0f, 5.0f, 0.0f})));
  EXPECT_TRUE(same(run_one(make_cum_sum(), {data}), sums(false, false)));
}

TEST(CumSum, AxesAndRounding) {
  const Operation op = make_cum_sum();
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
  const Operation last = make_softmax({.axis = -1});
  EXPECT_TRUE(same(run_one(last, {Tensor::of<float>({2, 2}, {7, 7, 0, -200})}),
                   Tensor::of<float>({2, 2}, {0.5f, 0.5f, 1, 0})));
  EXPECT_TRUE(same(run_one(make_softmax({.axis = 1}), {Tensor::of<float>({1, 4, 1}, {3, 3, 3, 3})}),
                   Tensor::of<float>({1, 4, 1}, {0.25f, 0.25f, 0.25f, 0.25f})));
  // e^-1 is 0x1.78b564p-2 in f32. The sum of 1 and that is 0x1.5e2d59p0, which rounds to 0x1.5e2d58p0
  // before the division.
  EXPECT_TRUE(same(run_one(last, {vector({1.0f, 0.0f})}), vector({0x1.764d5p-1f, 0x1.136562p-2f})));
  EXPECT_TRUE(same(run_one(last, {vector({kNan, 1.0f})}), vector({kNan, kNan})));
  EXPECT_TRUE(same(run_one(last, {vector({1.0f, kNan})}), vector({kNan, kNan})));
  EXPECT_TRUE(same(run_one(last, {vector({kInfinity, 1.0f})}), vector({kNan, kNan})));
  EXPECT_TRUE(same(run_one(last, {vector({-kInfinity, 1.0f})}), vector({0.0f, 1.0f})));
  EXPECT_TRUE(same(run_one(last, {Tensor::zeros(ElementType::kF16, {2, 0})}),
                   Tensor::zeros(ElementType::kF16, {2, 0})));
}

TEST(Softmax, Rejects) {
  const Operation op = make_softmax({.axis = 1});
  EXPECT_EQ(rule_of(op, {vector({1.0f})}), "OP-5");
  EXPECT_EQ(rule_of(op, {Tensor::zeros(ElementType::kI32, {1, 1})}), "OP-4");
}

}  // namespace
}  // namespace backedge::ops
