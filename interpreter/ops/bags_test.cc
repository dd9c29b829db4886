#include "interpreter/ops/bags.h"

#include <algorithm>
#include <limits>

#include "interpreter/ops/numbers.h"
#include "interpreter/ops/testing/testing.h"

/// SegmentMax and bags of embeddings.
namespace backedge::ops {
namespace {

using namespace backedge::testing;
using By = EmbeddingBags::By;

Tensor ints(const Shape& shape, std::initializer_list<int64_t> values) {
  return Tensor::of<int64_t>(shape, values);
}

TEST(SegmentMax, FillsEmptySegments) {
  const Tensor data = floats({5}, {1, 5, -3, -2, -7}), ids = list({0, 0, 2, 2, 3});
  EXPECT_TRUE(same(run_one(make_segment_max(), {data, ids}), floats({4}, {5, 0, -2, -7})));
  constexpr float kLowest = std::numeric_limits<float>::lowest();
  EXPECT_TRUE(same(run_one(make_segment_max({.lowest = true}), {data, ids, scalar(5)}),
                   floats({5}, {5, kLowest, -2, -7, kLowest})));
  EXPECT_TRUE(
      same(run_one(make_segment_max({.lowest = true}), {of<int8_t>({3}), list({1})}), of<int8_t>({-128, 3})));
  EXPECT_TRUE(same(run_one(make_segment_max({.lowest = true}), {of<f16>({round_to_f16(3)}), list({1})}),
                   of<f16>({round_to_f16(-65504), round_to_f16(3)})));
  EXPECT_TRUE(same(run_one(make_segment_max({.lowest = true}), {of<bf16>({round_to_bf16(3)}), list({1})}),
                   of<bf16>({bf16{0xff7f}, round_to_bf16(3)})));
}

TEST(SegmentMax, RowsAndNumberOfSegments) {
  const Tensor data = Tensor::of<int32_t>({3, 2}, {1, 9, 5, 2, 3, 4});
  EXPECT_TRUE(same(run_one(make_segment_max(), {data, Tensor::of<int32_t>({3}, {0, 1, 1})}),
                   Tensor::of<int32_t>({2, 2}, {1, 9, 5, 4})));
  EXPECT_TRUE(same(run_one(make_segment_max(), {data, list({0, 1, 1}), Tensor::scalar<int32_t>(1)}),
                   Tensor::of<int32_t>({1, 2}, {1, 9})));
  EXPECT_EQ(run_one(make_segment_max(), {data, list({0, 1, 1}), scalar(0)}).shape(), (Shape{0, 2}));
  EXPECT_EQ(run_one(make_segment_max(), {floats({0, 2}, {}), list({})}).shape(), (Shape{0, 2}));
  EXPECT_TRUE(
      same(run_one(make_segment_max(), {floats({0, 2}, {}), list({}), scalar(1)}), floats({1, 2}, {0, 0})));
  EXPECT_EQ(run_one(make_segment_max(), {floats({2, 0}, {}), list({0, 7})}).shape(), (Shape{8, 0}));
}

TEST(SegmentMax, SpecialNumbers) {
  const Operation maximum = make_segment_max({.lowest = true});
  EXPECT_TRUE(
      same(run_one(maximum, {floats({7}, {kNaN, 5, 5, kNaN, -kInf, -0.0f, 0}), list({0, 0, 1, 1, 2, 3, 3})}),
           floats({4}, {kNaN, kNaN, -kInf, 0})));
  EXPECT_TRUE(
      same(run_one(maximum, {floats({2}, {-kNaN, -0.0f}), list({0, 1})}), floats({2}, {kNaN, -0.0f})));
}

TEST(SegmentMax, Rejects) {
  const Operation maximum = make_segment_max();
  const Tensor data = floats({2}, {1, 2});
  EXPECT_EQ(rule_of(maximum, {data, list({1, 0})}), "OP-6");
  EXPECT_EQ(rule_of(maximum, {data, list({-1, 0})}), "OP-6");
  EXPECT_EQ(rule_of(maximum, {data, list({1, 0}), scalar(2)}), "OP-6");
  EXPECT_EQ(rule_of(maximum, {data, list({-1, 0}), scalar(2)}), "OP-6");
  EXPECT_EQ(rule_of(maximum, {data, list({1, 0}), scalar(0)}), "OP-6");
  EXPECT_EQ(rule_of(maximum, {data, list({0, 1}), scalar(-1)}), "OP-6");
  EXPECT_EQ(rule_of(maximum, {data, list({0, INT64_MAX})}), "LIMIT-4");
  EXPECT_EQ(rule_of(maximum, {floats({}, {1}), list({0})}), "OP-5");
  EXPECT_EQ(rule_of(maximum, {data, list({0})}), "OP-5");
  EXPECT_EQ(rule_of(maximum, {data, ints({2, 1}, {0, 0})}), "OP-5");
  EXPECT_EQ(rule_of(maximum, {data, list({0, 0}), list({1})}), "OP-5");
  EXPECT_EQ(rule_of(maximum, {of<bool>({true}), list({0})}), "OP-4");
  EXPECT_EQ(rule_of(maximum, {data, of<uint8_t>({0, 0})}), "OP-4");
  EXPECT_EQ(rule_of(maximum, {data, list({0, 0}), Tensor::scalar<int16_t>(1)}), "OP-4");
  EXPECT_EQ(at_load(maximum, {data_of({Dimension::exactly(2), Dimension::exactly(3)}), unknown(Shape{2})}),
            "[?,3]");
  EXPECT_EQ(at_load(maximum, {data_of({Dimension::exactly(2), Dimension::exactly(3)}), unknown(Shape{2}),
                              known(scalar(4))}),
            "[4,3]");
}

const Tensor& table() {
  static const Tensor made = floats({5, 2}, {-2, -6, -1, -4, -19, -18, -10, 15, 8, -7});
  return made;
}

TEST(EmbeddingBags, ByOffsets) {
  const Operation sums = make_embedding_bags(), means = make_embedding_bags({.mean = true});
  const Tensor indices = list({0, 2, 3, 4}), offsets = list({0, 2, 2});
  EXPECT_TRUE(same(run_one(sums, {table(), indices, offsets}), floats({3, 2}, {-21, -24, 0, 0, -2, 8})));
  EXPECT_TRUE(
      same(run_one(sums, {table(), indices, offsets, scalar(1)}), floats({3, 2}, {-21, -24, -1, -4, -2, 8})));
  EXPECT_TRUE(same(run_one(sums, {table(), indices, offsets, scalar(-1), floats({4}, {0.5, 2, -2, 1})}),
                   floats({3, 2}, {-39, -39, 0, 0, 28, -37})));
  EXPECT_TRUE(same(run_one(means, {table(), indices, offsets, scalar(1)}),
                   floats({3, 2}, {-10.5, -12, -1, -4, -1, 4})));
  EXPECT_TRUE(same(run_one(sums, {table(), indices, list({1, 4})}), floats({2, 2}, {-21, -10, 0, 0})));
  EXPECT_TRUE(
      same(run_one(sums, {table(), list({}), list({0, 0}), scalar(3)}), floats({2, 2}, {-10, 15, -10, 15})));
  EXPECT_EQ(run_one(sums, {table(), indices, list({})}).shape(), (Shape{0, 2}));
}

TEST(EmbeddingBags, ByRows) {
  const Operation sums = make_embedding_bags({.by = By::kRows});
  const Operation means = make_embedding_bags({.by = By::kRows, .mean = true});
  const Tensor indices = Tensor::of<int32_t>({3, 2}, {0, 2, 1, 2, 3, 4});
  EXPECT_TRUE(same(run_one(sums, {table(), indices}), floats({3, 2}, {-21, -24, -20, -22, -2, 8})));
  EXPECT_TRUE(same(run_one(means, {table(), indices}), floats({3, 2}, {-10.5, -12, -10, -11, -1, 4})));
  // A weight is for a whole row.
  const Tensor block = Tensor::of<int64_t>({3, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  EXPECT_TRUE(same(run_one(sums, {block, ints({2, 2}, {0, 1, 1, 2}), ints({2, 2}, {1, 10, 100, 1000})}),
                   ints({2, 2, 2}, {40, 51, 62, 73, 8400, 9500, 10600, 11700})));
  EXPECT_TRUE(same(run_one(sums, {table(), ints({2, 0}, {})}), floats({2, 2}, {0, 0, 0, 0})));
  EXPECT_TRUE(same(run_one(means, {table(), ints({1, 0}, {})}), floats({1, 2}, {kNaN, kNaN})));
  EXPECT_EQ(rule_of(means, {of<int32_t>({1, 2}), ints({1, 0}, {})}), "OP-6");
  EXPECT_EQ(run_one(means, {of<int32_t>({1, 2}), ints({0, 0}, {})}).shape(), Shape{0});
}

TEST(EmbeddingBags, BySegments) {
  const Operation sums = make_embedding_bags({.by = By::kSegments});
  const Tensor indices = list({0, 2, 3, 4}), ids = list({0, 0, 2, 2});
  EXPECT_TRUE(
      same(run_one(sums, {table(), indices, ids, scalar(3)}), floats({3, 2}, {-21, -24, 0, 0, -2, 8})));
  EXPECT_TRUE(same(run_one(sums, {table(), indices, ids, scalar(4), scalar(4)}),
                   floats({4, 2}, {-21, -24, 8, -7, -2, 8, 8, -7})));
  EXPECT_TRUE(same(run_one(sums, {table(), list({2}), list({1}), scalar(2), scalar(0), floats({1}, {-3})}),
                   floats({2, 2}, {-2, -6, 57, 54})));
  EXPECT_EQ(run_one(sums, {table(), list({}), list({}), scalar(0)}).shape(), (Shape{0, 2}));
}

TEST(EmbeddingBags, Roundings) {
  const auto halves = [](std::initializer_list<double> values) {
    Tensor tensor = Tensor::zeros(ElementType::kF16, {std::ssize(values)});
    std::transform(values.begin(), values.end(), tensor.writable<f16>(), round_to_f16);
    return tensor;
  };
  const Operation sums = make_embedding_bags(), means = make_embedding_bags({.mean = true});
  // The sum is rounded once: 2048 + 1 + 1.
  EXPECT_TRUE(same(run_one(sums, {halves({2048, 1}), list({0, 1, 1}), list({0})}), halves({2050})));
  // Each product is rounded: 3 * 683.5 = 2050.5 gives 2050, and 2050 - 2048 = 2.
  EXPECT_TRUE(
      same(run_one(sums, {halves({683.5, 2048}), list({0, 1}), list({0}), scalar(-1), halves({3, -1})}),
           halves({2})));
  // A mean is rounded once: 2049 / 3; a sum of 2048 would give 682.5.
  EXPECT_TRUE(same(run_one(means, {halves({2048, 1, 0}), list({0, 1, 2}), list({0})}), halves({683})));
  EXPECT_TRUE(
      same(run_one(means, {of<int8_t>({100, 100, 100}), list({0, 1, 2}), list({0})}), of<int8_t>({100})));
  EXPECT_TRUE(same(run_one(means, {of<int32_t>({1, -4}), list({0, 1}), list({0})}), of<int32_t>({-1})));
  EXPECT_TRUE(
      same(run_one(sums, {of<int8_t>({100, 60}), list({0, 1}), list({0}), scalar(-1), of<int8_t>({3, -2})}),
           of<int8_t>({-76})));  // 180 - 256
}

TEST(EmbeddingBags, SpecialNumbers) {
  const Operation sums = make_embedding_bags();
  const Tensor odd = floats({4}, {-0.0f, -kNaN, kInf, 1});
  EXPECT_TRUE(
      same(run_one(sums, {odd, list({0, 1, 2, 3}), list({0, 1, 2, 2})}), floats({4}, {0, kNaN, 0, kInf})));
  const Tensor copied =
      run_one(sums, {Tensor::of<bf16>({2}, {bf16{0xffc1}, bf16{0x8000}}), list({}), list({0}), scalar(0)});
  EXPECT_TRUE(same(copied, of<bf16>({bf16{0xffc1}})));
}

TEST(EmbeddingBags, RejectsValues) {
  const Operation sums = make_embedding_bags(), segments = make_embedding_bags({.by = By::kSegments});
  const Tensor indices = list({0, 2}), zero = list({0, 2});
  for (const int64_t index : {int64_t{5}, int64_t{-1}, INT64_MIN, INT64_MAX})
    EXPECT_EQ(rule_of(sums, {table(), list({0, index}), list({0})}), "OP-6");
  EXPECT_EQ(rule_of(sums, {table(), list({0, 5}), list({2})}), "OP-6");  // also without a bag
  EXPECT_EQ(rule_of(sums, {table(), indices, list({1, 0})}), "OP-6");
  EXPECT_EQ(rule_of(sums, {table(), indices, list({0, 3})}), "OP-6");
  EXPECT_EQ(rule_of(sums, {table(), indices, list({-1, 0})}), "OP-6");
  for (const int64_t index : {int64_t{5}, int64_t{-2}, INT64_MIN}) {
    EXPECT_EQ(rule_of(sums, {table(), indices, list({0, 2}), scalar(index)}), "OP-6");
    EXPECT_EQ(rule_of(sums, {table(), indices, list({0, 1}), scalar(index)}), "");  // not used
  }
  EXPECT_EQ(rule_of(segments, {table(), indices, list({1, 0}), scalar(2)}), "OP-6");
  EXPECT_EQ(rule_of(segments, {table(), indices, list({0, 2}), scalar(2)}), "OP-6");
  EXPECT_EQ(rule_of(segments, {table(), indices, list({-1, 0}), scalar(2)}), "OP-6");
  EXPECT_EQ(rule_of(segments, {table(), indices, list({0, 0}), scalar(0)}), "OP-6");
  EXPECT_EQ(rule_of(segments, {table(), indices, list({0, 0}), scalar(-1)}), "OP-6");
  EXPECT_EQ(rule_of(segments, {table(), indices, list({0, 0}), scalar(2), scalar(-1)}), "OP-6");
  EXPECT_EQ(rule_of(segments, {floats({2, 0}, {}), list({0}), list({0}), scalar(INT64_MAX)}), "LIMIT-4");
}

TEST(EmbeddingBags, RejectsTypesAndShapes) {
  const Operation sums = make_embedding_bags(), rows = make_embedding_bags({.by = By::kRows});
  const Operation segments = make_embedding_bags({.by = By::kSegments});
  const Tensor indices = list({0, 2}), begin = list({0}), weights = floats({2}, {1, 1}), none = scalar(-1);
  EXPECT_EQ(rule_of(make_embedding_bags({.mean = true}), {table(), indices, begin, none, weights}), "OP-3");
  EXPECT_EQ(rule_of(make_embedding_bags({.by = By::kRows, .mean = true}),
                    {table(), ints({1, 1}, {0}), floats({1, 1}, {1})}),
            "OP-3");
  EXPECT_EQ(rule_of(sums, {floats({}, {1}), indices, begin}), "OP-5");
  EXPECT_EQ(rule_of(sums, {table(), ints({1, 2}, {0, 2}), begin}), "OP-5");
  EXPECT_EQ(rule_of(sums, {table(), indices, scalar(0)}), "OP-5");
  EXPECT_EQ(rule_of(sums, {table(), indices, begin, list({-1})}), "OP-5");
  EXPECT_EQ(rule_of(sums, {table(), indices, begin, none, floats({1}, {1})}), "OP-5");
  EXPECT_EQ(rule_of(rows, {table(), indices}), "OP-5");
  EXPECT_EQ(rule_of(segments, {table(), indices, list({0}), scalar(1)}), "OP-5");
  EXPECT_EQ(rule_of(segments, {table(), indices, list({0, 0}), list({1})}), "OP-5");
  EXPECT_EQ(rule_of(sums, {of<bool>({true}), indices, begin}), "OP-4");
  EXPECT_EQ(rule_of(sums, {table(), of<int16_t>({0}), of<int16_t>({0})}), "OP-4");
  EXPECT_EQ(rule_of(sums, {table(), indices, of<int32_t>({0})}), "OP-4");
  EXPECT_EQ(rule_of(sums, {table(), indices, begin, Tensor::scalar<int32_t>(0)}), "OP-4");
  EXPECT_EQ(rule_of(sums, {table(), indices, begin, none, of<double>({1, 1})}), "OP-4");
  EXPECT_EQ(at_load(segments, {data_of({kAny, Dimension::exactly(3)}), unknown(Shape{2}), unknown(Shape{2}),
                               unknown(Shape{})}),
            "[?,3]");
  EXPECT_EQ(at_load(rows, {data_of({Dimension::exactly(5), Dimension::exactly(3)}), unknown(Shape{4, 2})}),
            "[4,3]");
  EXPECT_EQ(at_load(sums, {data_of({Dimension::exactly(5), Dimension::exactly(3)}), unknown(Shape{4}),
                           unknown(Shape{2})}),
            "[2,3]");
}

}  // namespace
}  // namespace backedge::ops
