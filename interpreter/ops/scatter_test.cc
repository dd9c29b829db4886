#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/testing/testing.h"

/// GatherElements, GatherND, ScatterElementsUpdate and ScatterNDUpdate.
namespace backedge::ops {
namespace {

using namespace backedge::testing;
using enum Reduction;

Tensor ints(const Shape& shape, std::initializer_list<int64_t> values) {
  return Tensor::of<int64_t>(shape, values);
}

TEST(GatherElements, PageExamples) {
  EXPECT_TRUE(
      same(run_one(make_gather_elements(0), {floats({2, 2}, {1, 2, 3, 4}), ints({2, 2}, {0, 1, 0, 0})}),
           floats({2, 2}, {1, 4, 1, 2})));
  for (const int64_t axis : {1, -1}) {
    EXPECT_TRUE(same(
        run_one(make_gather_elements(axis), {floats({2, 2}, {1, 7, 4, 3}), ints({2, 3}, {1, 1, 0, 1, 0, 1})}),
        floats({2, 3}, {7, 7, 1, 3, 4, 3})));
  }
  const Tensor nine = floats({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_TRUE(same(run_one(make_gather_elements(0), {nine, Tensor::of<int32_t>({2, 3}, {1, 0, 1, 1, 2, 0})}),
                   floats({2, 3}, {4, 2, 6, 4, 8, 3})));
}

TEST(GatherElements, MiddleAxisAndEmptyTensors) {
  const Operation gather = make_gather_elements(1);
  EXPECT_TRUE(same(run_one(gather, {counted({2, 3, 2}), ints({2, 1, 2}, {2, 0, 1, 2})}),
                   floats({2, 1, 2}, {4, 1, 8, 11})));
  EXPECT_EQ(run_one(gather, {counted({2, 3}), ints({2, 0}, {})}).shape(), (Shape{2, 0}));
  EXPECT_EQ(run_one(gather, {counted({0, 3}), ints({0, 5}, {})}).shape(), (Shape{0, 5}));
  EXPECT_TRUE(same(run_one(make_gather_elements(0), {of<bool>({true, false}), list({1, 0, 1})}),
                   of<bool>({false, true, false})));
}

TEST(GatherElements, Rejects) {
  const Operation gather = make_gather_elements(1);
  const Tensor data = counted({2, 3});
  for (const int64_t index : {int64_t{-1}, int64_t{3}, INT64_MAX, INT64_MIN})
    EXPECT_EQ(rule_of(gather, {data, ints({2, 1}, {0, index})}), "OP-6");
  EXPECT_EQ(rule_of(gather, {counted({2, 0}), ints({2, 1}, {0, 0})}), "OP-6");
  EXPECT_EQ(rule_of(gather, {data, ints({3, 1}, {0, 0, 0})}), "OP-5");
  EXPECT_EQ(rule_of(gather, {data, ints({1, 1}, {0})}), "OP-5");
  EXPECT_EQ(rule_of(gather, {data, ints({2, 1, 1}, {0, 0})}), "OP-5");
  EXPECT_EQ(rule_of(gather, {counted({3}), list({0})}), "OP-5");
  EXPECT_EQ(rule_of(make_gather_elements(0), {counted({}), scalar(0)}), "OP-5");
  EXPECT_EQ(rule_of(gather, {data, Tensor::of<int8_t>({2, 1}, {0, 0})}), "OP-4");
  EXPECT_EQ(at_load(gather, {unknown(Shape{2, 3}, ElementType::kF32), unknown(PartialShape::any())}),
            "[2,?]");
  EXPECT_EQ(at_load(gather, {unknown(PartialShape::of_rank(2), ElementType::kF32), unknown(Shape{4, 7})}),
            "[4,7]");
}

TEST(GatherNd, PageExamples) {
  const Tensor square = floats({2, 2}, {1, 2, 3, 4});
  Tensor block = counted({2, 3, 4});
  for (const bool merges : {false, true}) {
    const auto gather = [&](int64_t batch_dims) {
      return make_gather_nd({.batch_dims = batch_dims, .merges_batches = merges});
    };
    EXPECT_TRUE(same(run_one(gather(0), {square, ints({2, 2}, {0, 0, 1, 0})}), floats({2}, {1, 3})));
    EXPECT_TRUE(same(run_one(gather(0), {square, ints({2, 1}, {1, 0})}), floats({2, 2}, {3, 4, 1, 2})));
    EXPECT_TRUE(same(run_one(gather(0), {square, ints({2, 1, 1}, {1, 0})}), floats({2, 1, 2}, {3, 4, 1, 2})));
    EXPECT_TRUE(same(run_one(gather(1), {square, ints({2, 1}, {1, 0})}), floats({2}, {2, 3})));
    EXPECT_TRUE(same(run_one(gather(1), {block, ints({2, 1}, {1, 0})}),
                     floats({2, 4}, {4, 5, 6, 7, 12, 13, 14, 15})));
    EXPECT_TRUE(same(run_one(gather(2), {block, ints({2, 3, 1, 1}, {1, 0, 2, 0, 2, 2})}),
                     floats(merges ? Shape{6, 1} : Shape{2, 3, 1}, {1, 4, 10, 12, 18, 22})));
    EXPECT_TRUE(same(run_one(gather(3), {counted({1, 2, 2, 4}), ints({1, 2, 2, 1}, {1, 0, 3, 2})}),
                     floats(merges ? Shape{4} : Shape{1, 2, 2}, {1, 4, 11, 14})));
  }
}

TEST(GatherNd, RepeatsBatchesOfOne) {
  const Operation gather = make_gather_nd({.batch_dims = 1});
  EXPECT_TRUE(
      same(run_one(gather, {counted({1, 3}), ints({2, 2, 1}, {2, 0, 1, 1})}), floats({2, 2}, {2, 0, 1, 1})));
  EXPECT_TRUE(same(run_one(gather, {counted({2, 3}), ints({1, 1}, {2})}), floats({2}, {2, 5})));
  EXPECT_EQ(at_load(gather, {unknown(Shape{1, 3}, ElementType::kF32), unknown(Shape{4, 1})}), "[4]");
  EXPECT_EQ(at_load(make_gather_nd({.batch_dims = 2, .merges_batches = true}),
                    {unknown(Shape{2, 3, 5}, ElementType::kF32), unknown(Shape{2, 1, 7, 1})}),
            "[6,7]");
}

TEST(GatherNd, NegativeIndicesEmptyTuplesAndEmptyTensors) {
  const Operation gather = make_gather_nd();
  EXPECT_TRUE(same(run_one(gather, {counted({2, 3}), ints({2, 2}, {-1, -3, 0, -1})}), floats({2}, {3, 2})));
  EXPECT_TRUE(same(run_one(gather, {counted({2}), ints({2, 0}, {})}), floats({2, 2}, {0, 1, 0, 1})));
  EXPECT_EQ(run_one(gather, {counted({2, 0}), ints({3, 1}, {0, 1, 1})}).shape(), (Shape{3, 0}));
  EXPECT_EQ(run_one(gather, {counted({2, 3}), ints({0, 2}, {})}).shape(), (Shape{0}));
  EXPECT_TRUE(same(run_one(gather, {counted({3}), Tensor::of<uint8_t>({1}, {2})}), floats({}, {2})));
}

TEST(GatherNd, Rejects) {
  const Operation gather = make_gather_nd(), batched = make_gather_nd({.batch_dims = 1}),
                  first = make_gather_nd({.negative = NegativeIndex::kError});
  const Tensor data = counted({2, 3});
  EXPECT_EQ(rule_of(first, {data, ints({1, 2}, {0, -1})}), "OP-6");
  for (const int64_t index : {int64_t{-4}, int64_t{3}, INT64_MAX, INT64_MIN})
    EXPECT_EQ(rule_of(gather, {data, ints({1, 2}, {0, index})}), "OP-6");
  EXPECT_EQ(rule_of(gather, {data, ints({1, 3}, {0, 0, 0})}), "OP-5");
  EXPECT_EQ(rule_of(batched, {data, ints({2, 2}, {0, 0, 0, 0})}), "OP-5");
  EXPECT_EQ(rule_of(batched, {data, ints({3, 1}, {0, 0, 0})}), "OP-5");
  EXPECT_EQ(rule_of(batched, {data, list({0})}), "OP-5");
  EXPECT_EQ(rule_of(batched, {counted({2}), ints({2, 0}, {})}), "OP-5");
  EXPECT_EQ(rule_of(gather, {counted({}), list({0})}), "OP-5");
  EXPECT_EQ(rule_of(gather, {data, scalar(0)}), "OP-5");
  EXPECT_EQ(rule_of(gather, {data, floats({1}, {0})}), "OP-4");
  const Tensor deep = Tensor::zeros(ElementType::kI64, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(rule_of(gather, {data, deep}), "");
  EXPECT_EQ(rule_of(gather, {counted({1, 1, 1}), deep}), "LIMIT-3");
  EXPECT_EQ(at_load(gather, {unknown(Shape{2, 3}, ElementType::kF32), unknown(PartialShape::of_rank(2))}),
            "[...]");
}

TEST(ScatterElements, PageExamples) {
  const Tensor data = floats({4}, {2, 3, 4, 6}), updates = floats({6}, {10, 20, 30, 40, 70, 60});
  EXPECT_TRUE(same(run_one(make_scatter_elements_update({.reduction = kSum}),
                           {data, list({1, 0, 0, -2, -1, 2}), updates, list({0})}),
                   floats({4}, {52, 13, 104, 76})));
  EXPECT_TRUE(same(run_one(make_scatter_elements_update({.reduction = kSum, .begins_with_data = false}),
                           {data, list({1, 0, 0, 2, 3, 2}), updates, scalar(0)}),
                   floats({4}, {50, 10, 100, 70})));
  const Tensor four = floats({2, 2}, {11, 12, 13, 14}), twos = floats({1, 4}, {2, 2, 2, 2});
  EXPECT_TRUE(
      same(run_one(make_scatter_elements_update(), {floats({3, 4}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
                                                    ints({2, 2}, {1, 2, 0, 3}), four, scalar(-1)}),
           floats({3, 4}, {0, 11, 12, 0, 13, 0, 0, 14, 0, 0, 0, 0})));
  EXPECT_TRUE(same(run_one(make_scatter_elements_update({.reduction = kProduct}),
                           {twos, ints({1, 2}, {1, 1}), floats({1, 2}, {11, 12}), scalar(1)}),
                   floats({1, 4}, {2, 264, 2, 2})));
}

TEST(ScatterElements, EachReductionBeginsWithDataOrNot) {
  const auto scattered = [](Reduction reduction, bool begins) {
    return run_one(make_scatter_elements_update({.reduction = reduction, .begins_with_data = begins}),
                   {floats({3}, {-8, 5, 9}), list({0, 1, 0}), floats({3}, {3, 7, -2}), scalar(0)});
  };
  EXPECT_TRUE(same(scattered(kNone, true), floats({3}, {-2, 7, 9})));  // the last one wins
  EXPECT_TRUE(same(scattered(kNone, false), floats({3}, {-2, 7, 9})));
  EXPECT_TRUE(same(scattered(kSum, true), floats({3}, {-7, 12, 9})));
  EXPECT_TRUE(same(scattered(kSum, false), floats({3}, {1, 7, 9})));
  EXPECT_TRUE(same(scattered(kProduct, true), floats({3}, {48, 35, 9})));
  EXPECT_TRUE(same(scattered(kProduct, false), floats({3}, {-6, 7, 9})));
  EXPECT_TRUE(same(scattered(kMin, true), floats({3}, {-8, 5, 9})));
  EXPECT_TRUE(same(scattered(kMin, false), floats({3}, {-2, 7, 9})));
  EXPECT_TRUE(same(scattered(kMax, true), floats({3}, {3, 7, 9})));
  EXPECT_TRUE(same(scattered(kMax, false), floats({3}, {3, 7, 9})));
  EXPECT_TRUE(same(scattered(kMean, true), floats({3}, {-7.0f / 3, 6, 9})));
  EXPECT_TRUE(same(scattered(kMean, false), floats({3}, {0.5, 7, 9})));
}

TEST(ScatterElements, RoundsEachStep) {
  // 1 + 2^-24 is halfway and gives 1, each time. In double the sum would be 1 + 2^-23.
  EXPECT_TRUE(same(run_one(make_scatter_elements_update({.reduction = kSum}),
                           {floats({1}, {1}), list({0, 0}), floats({2}, {0x1p-24f, 0x1p-24f}), scalar(0)}),
                   floats({1}, {1})));
  // The sum overflows before it is divided.
  EXPECT_TRUE(same(run_one(make_scatter_elements_update({.reduction = kMean}),
                           {floats({1}, {3e38f}), list({0}), floats({1}, {3e38f}), scalar(0)}),
                   floats({1}, {kInf})));
  EXPECT_TRUE(
      same(run_one(make_scatter_elements_update({.reduction = kMin}),
                   {floats({3}, {0.0f, 1, kNaN}), list({0, 1, 2}), floats({3}, {-0.0f, kNaN, 1}), scalar(0)}),
           floats({3}, {-0.0f, kNaN, kNaN})));
  EXPECT_TRUE(same(run_one(make_scatter_elements_update({.reduction = kSum, .begins_with_data = false}),
                           {floats({1}, {5}), list({0}), floats({1}, {-0.0f}), scalar(0)}),
                   floats({1}, {-0.0f})));
}

TEST(ScatterElements, IntegersAndBooleans) {
  const Operation mean = make_scatter_elements_update({.reduction = kMean});
  EXPECT_TRUE(same(run_one(mean, {list({-4, 3, 7}), list({0, 1, 1}), list({-3, 5, -1}), scalar(0)}),
                   list({-4, 2, 7})));  // -7 / 2 = -3.5 is rounded down
  EXPECT_TRUE(same(
      run_one(mean, {Tensor::of<int8_t>({1}, {100}), list({0}), Tensor::of<int8_t>({1}, {100}), scalar(0)}),
      Tensor::of<int8_t>({1}, {-28})));  // 200 wraps to -56
  EXPECT_TRUE(same(run_one(mean, {Tensor::of<uint64_t>({1}, {UINT64_MAX - 1}), list({0}),
                                  Tensor::of<uint64_t>({1}, {1}), scalar(0)}),
                   Tensor::of<uint64_t>({1}, {INT64_MAX})));
  const auto logical = [](Reduction reduction) {
    return run_one(make_scatter_elements_update({.reduction = reduction}),
                   {of<bool>({true, true, false, false}), list({0, 1, 2, 3}),
                    of<bool>({true, false, true, false}), scalar(0)});
  };
  EXPECT_TRUE(same(logical(kSum), of<bool>({true, true, true, false})));
  EXPECT_TRUE(same(logical(kMax), of<bool>({true, true, true, false})));
  EXPECT_TRUE(same(logical(kProduct), of<bool>({true, false, false, false})));
  EXPECT_TRUE(same(logical(kMin), of<bool>({true, false, false, false})));
}

TEST(ScatterElements, EmptyTensorsAndShorterIndices) {
  const Operation scatter = make_scatter_elements_update();
  EXPECT_TRUE(same(run_one(scatter, {counted({3, 2}), ints({1, 1}, {2}), floats({1, 1}, {9}), scalar(0)}),
                   floats({3, 2}, {0, 1, 2, 3, 9, 5})));
  EXPECT_TRUE(same(run_one(scatter, {counted({3}), list({}), floats({0}, {}), scalar(0)}), counted({3})));
  EXPECT_EQ(run_one(make_scatter_elements_update({.reduction = kMean}),
                    {counted({0, 2}), ints({0, 1}, {}), floats({0, 1}, {}), scalar(0)})
                .shape(),
            (Shape{0, 2}));
}

TEST(ScatterElements, Rejects) {
  const Operation scatter = make_scatter_elements_update(),
                  first = make_scatter_elements_update(
                      {.negative = NegativeIndex::kError, .longer_axis = false, .booleans = false});
  const Tensor data = counted({2, 3}), index = ints({1, 1}, {0}), one = floats({1, 1}, {1});
  const Tensor long_indices = ints({1, 4}, {0, 0, 0, 0}), long_updates = counted({1, 4});
  EXPECT_EQ(rule_of(scatter, {data, long_indices, long_updates, scalar(1)}), "");
  EXPECT_EQ(rule_of(first, {data, long_indices, long_updates, scalar(1)}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, long_indices, long_updates, scalar(0)}), "OP-5");
  EXPECT_EQ(rule_of(first, {data, ints({1, 1}, {-1}), one, scalar(0)}), "OP-6");
  for (const int64_t bad : {int64_t{-3}, int64_t{2}, INT64_MAX, INT64_MIN})
    EXPECT_EQ(rule_of(scatter, {data, ints({1, 1}, {bad}), one, scalar(0)}), "OP-6");
  EXPECT_EQ(rule_of(scatter, {data, index, one, scalar(2)}), "OP-6");
  EXPECT_EQ(rule_of(scatter, {data, index, one, list({0, 1})}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, index, counted({1, 2}), scalar(0)}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, list({0}), floats({1}, {1}), scalar(0)}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, index, index, scalar(0)}), "OP-4");
  EXPECT_EQ(rule_of(scatter, {data, one, one, scalar(0)}), "OP-4");
  const Tensor flags = of<bool>({true, false});
  EXPECT_EQ(rule_of(first, {flags, list({0, 1}), flags, scalar(0)}), "OP-4");
  EXPECT_EQ(
      rule_of(make_scatter_elements_update({.reduction = kMean}), {flags, list({0, 1}), flags, scalar(0)}),
      "OP-4");
  EXPECT_EQ(at_load(scatter, {unknown(Shape{2, 3}, ElementType::kF32), unknown(PartialShape::any()),
                              unknown(Shape{3, 3}, ElementType::kF32), unknown(Shape{})}),
            "[2,3]");  // it may be along axis 0
}

TEST(ScatterNd, PageExamples) {
  EXPECT_TRUE(same(run_one(make_scatter_nd_update(),
                           {floats({8}, {1, 2, 3, 4, 5, 6, 7, 8}), ints({6, 1}, {4, 3, 1, 7, -2, -4}),
                            floats({6}, {9, 10, 11, 12, 13, 14})}),
                   floats({8}, {1, 11, 3, 10, 14, 6, 13, 12})));
  const Tensor data = floats({4}, {1, 2, 3, 4}), indices = ints({5, 1}, {0, 2, -3, -3, 0}),
               updates = floats({5}, {10, 20, 30, 40, 50});
  const auto scattered = [&](Reduction reduction) {
    return run_one(make_scatter_nd_update({.reduction = reduction}), {data, indices, updates});
  };
  EXPECT_TRUE(same(scattered(kSum), floats({4}, {61, 72, 23, 4})));
  EXPECT_TRUE(same(scattered(kSubtract), floats({4}, {-59, -68, -17, 4})));
  EXPECT_TRUE(same(scattered(kProduct), floats({4}, {500, 2400, 60, 4})));
  EXPECT_TRUE(same(scattered(kMin), floats({4}, {1, 2, 3, 4})));
  EXPECT_TRUE(same(scattered(kMax), floats({4}, {50, 40, 20, 4})));
}

TEST(ScatterNd, BlocksTuplesAndScalars) {
  const Operation scatter = make_scatter_nd_update();
  EXPECT_TRUE(same(run_one(scatter, {counted({3, 2}), ints({2, 1}, {2, 0}), floats({2, 2}, {6, 7, 8, 9})}),
                   floats({3, 2}, {8, 9, 2, 3, 6, 7})));
  EXPECT_TRUE(
      same(run_one(scatter, {counted({2}), ints({0}, {}), floats({2}, {6, 7})}), floats({2}, {6, 7})));
  EXPECT_TRUE(
      same(run_one(scatter, {counted({2, 2}), list({1, 0}), floats({}, {9})}), floats({2, 2}, {0, 1, 9, 3})));
  EXPECT_TRUE(same(run_one(scatter, {counted({2, 2}), list({1, 0}), floats({1, 1}, {9})}),
                   floats({2, 2}, {0, 1, 9, 3})));
  EXPECT_TRUE(same(run_one(scatter, {counted({2}), ints({0, 1}, {}), floats({0}, {})}), counted({2})));
  const Tensor flags = of<bool>({true, true, false});
  EXPECT_TRUE(same(run_one(make_scatter_nd_update({.reduction = kSubtract}),
                           {flags, ints({3, 1}, {0, 1, 2}), of<bool>({true, false, true})}),
                   of<bool>({false, true, true})));
}

TEST(ScatterNd, Rejects) {
  const Operation scatter = make_scatter_nd_update(),
                  first = make_scatter_nd_update({.negative = NegativeIndex::kError, .booleans = false});
  const Tensor data = counted({2, 3}), index = ints({1, 2}, {0, 0}), one = floats({1}, {1});
  EXPECT_EQ(rule_of(first, {data, ints({1, 2}, {0, -1}), one}), "OP-6");
  for (const int64_t bad : {int64_t{-4}, int64_t{3}, INT64_MAX, INT64_MIN})
    EXPECT_EQ(rule_of(scatter, {data, ints({1, 2}, {0, bad}), one}), "OP-6");
  EXPECT_EQ(rule_of(scatter, {data, ints({1, 3}, {0, 0, 0}), one}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, index, floats({2}, {1, 2})}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, list({0, 0}), floats({2}, {1, 2})}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {counted({}), list({0}), one}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, scalar(0), one}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, Tensor::of<int16_t>({1, 2}, {0, 0}), one}), "OP-4");
  EXPECT_EQ(rule_of(scatter, {data, index, list({1})}), "OP-4");
  EXPECT_EQ(rule_of(first, {of<bool>({true}), ints({1, 1}, {0}), of<bool>({true})}), "OP-4");
}

}  // namespace
}  // namespace backedge::ops
