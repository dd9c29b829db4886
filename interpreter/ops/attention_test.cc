#include "interpreter/ops/attention.h"

#include <limits>

#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::at_load;
using testing::data_of;
using testing::floats;
using testing::kAny;
using testing::rule_of;
using testing::run_one;
using testing::same;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

// All scores are 0, so the weights are equal.
const Tensor kQuery = floats({1, 2, 1}, {0, 0}), kKey = floats({1, 2, 1}, {1, 1}),
             kValue = floats({1, 2, 1}, {2, 4});

Tensor booleans(const Shape& shape, std::initializer_list<bool> values) {
  return Tensor::of<bool>(shape, values);
}

TEST(Attention, Masks) {
  const auto rows = [](bool causal, std::vector<Tensor> more = {}) {
    more.insert(more.begin(), {kQuery, kKey, kValue});
    return run_one(make_scaled_dot_product_attention(causal), more);
  };
  EXPECT_TRUE(same(rows(false), floats({1, 2, 1}, {3, 3})));
  EXPECT_TRUE(same(rows(true), floats({1, 2, 1}, {2, 3})));
  EXPECT_TRUE(
      same(rows(false, {booleans({1, 2, 2}, {false, false, false, true})}), floats({1, 2, 1}, {kNaN, 4})));
  EXPECT_TRUE(same(rows(false, {booleans({2}, {true, false})}), floats({1, 2, 1}, {2, 2})));
  EXPECT_TRUE(same(rows(false, {floats({1, 1, 2}, {-kInf, 5})}), floats({1, 2, 1}, {4, 4})));
  EXPECT_TRUE(same(rows(false, {floats({}, {0})}), floats({1, 2, 1}, {3, 3})));
  EXPECT_TRUE(same(rows(true, {booleans({1, 2, 2}, {false, false, false, false})}),
                   floats({1, 2, 1}, {2, 3})));  // not read
  const Tensor two = booleans({2, 1, 2}, {true, false, false, true});
  EXPECT_TRUE(same(rows(false, {two}), floats({2, 2, 1}, {2, 2, 4, 4})));
}

TEST(Attention, ScalesTheScores) {
  // Scores 4 and 0. The scale is 1 / sqrt(4), or 0.
  const Tensor query = floats({1, 1, 4}, {1, 1, 1, 1}), key = floats({1, 2, 4}, {1, 1, 1, 1, 0, 0, 0, 0});
  const Tensor weight =
      run_one(make_scaled_dot_product_attention(false), {query, key, floats({1, 2, 1}, {1, 0})});
  EXPECT_NEAR(weight.data<float>()[0], 0.8807970779778823, 1e-6);  // e^2 / (e^2 + 1)
  for (const Tensor& scale : {floats({}, {0}), floats({1}, {0})}) {
    EXPECT_TRUE(same(run_one(make_scaled_dot_product_attention(false),
                             {query, key, floats({1, 2, 1}, {1, 0}), floats({}, {0}), scale}),
                     floats({1, 1, 1}, {0.5f})));
  }
}

TEST(Attention, Shapes) {
  const Operation attention = make_scaled_dot_product_attention(false);
  const auto shape = [&](std::vector<Operand> inputs) { return at_load(attention, inputs); };
  EXPECT_EQ(shape({data_of({4, 1, 5, 8}), data_of({1, 6, 7, 8}), data_of({4, 6, 7, 3})}), "[4,6,5,3]");
  EXPECT_EQ(shape({data_of({1, kAny, 8}), data_of({1, kAny, 8}), data_of({1, kAny, 3})}), "[1,?,3]");
  EXPECT_EQ(shape({data_of({1, 5, 8}), data_of({1, 7, 8}), data_of({1, 7, 3}), data_of({2, 1, 7})}),
            "[2,5,3]");
  EXPECT_EQ(shape({data_of({1, 5, 8}), data_of({1, 7, 9}), data_of({1, 7, 3})}), "OP-5");
  EXPECT_EQ(shape({data_of({1, 5, 8}), data_of({1, 7, 8}), data_of({1, 6, 3})}), "OP-5");
  EXPECT_EQ(shape({data_of({1, 5, 8}), data_of({1, 7, 8}), data_of({1, 7, 3}), data_of({2, 7})}), "OP-5");
  EXPECT_EQ(shape({data_of({5, 8}), data_of({1, 7, 8}), data_of({1, 7, 3})}), "OP-5");
  EXPECT_EQ(rule_of(attention, {kQuery, kKey, floats({1, 0, 1}, {})}), "OP-5");
  EXPECT_EQ(rule_of(attention, {kQuery, kKey, kValue, floats({}, {0}), floats({2}, {1, 1})}), "OP-5");
}

TEST(Attention, Types) {
  const Operation attention = make_scaled_dot_product_attention(false);
  const Tensor i32 = Tensor::of<int32_t>({1, 2, 1}, {0, 0});
  EXPECT_EQ(rule_of(attention, {i32, i32, i32}), "OP-4");
  EXPECT_EQ(rule_of(attention, {kQuery, kKey, i32}), "OP-4");
  EXPECT_EQ(rule_of(attention, {kQuery, kKey, kValue, i32}), "OP-4");
  EXPECT_EQ(rule_of(make_scaled_dot_product_attention(true), {kQuery, kKey, kValue, i32}), "");  // not read
  EXPECT_EQ(rule_of(attention, {kQuery, kKey, kValue, floats({}, {0}), Tensor::scalar(1.0)}), "OP-4");
}

}  // namespace
}  // namespace backedge::ops
