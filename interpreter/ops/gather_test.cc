#include "interpreter/ops/movement.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using namespace backedge::testing;

constexpr auto kZeros = Gather::OutOfRange::kFromEndOrZeros;

TEST(Gather, PageExamples) {
  const Tensor five = floats({5}, {1, 2, 3, 4, 5}), ten = floats({2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  const Tensor pairs = Tensor::of<int32_t>({2, 3}, {0, 0, 4, 4, 0, 0});
  const Tensor batched = floats({2, 3}, {1, 1, 5, 10, 6, 6});
  for (const auto out_of_range : {Gather::OutOfRange::kError, kZeros}) {
    EXPECT_TRUE(same(run_one(make_gather({.out_of_range = out_of_range}), {five, list({0, 0, 4}), scalar(0)}),
                     floats({3}, {1, 1, 5})));
    for (const int64_t batch_dims : {1, -1}) {
      EXPECT_TRUE(same(run_one(make_gather({.batch_dims = batch_dims, .out_of_range = out_of_range}),
                               {ten, pairs, scalar(1)}),
                       batched));
    }
    Tensor twenty = counted({2, 2, 5});
    EXPECT_TRUE(same(
        run_one(make_gather({.batch_dims = 2, .out_of_range = out_of_range}),
                {twenty, Tensor::of<int64_t>({2, 2, 3}, {0, 0, 4, 4, 0, 0, 1, 2, 4, 4, 3, 2}), scalar(2)}),
        floats({2, 2, 3}, {0, 0, 4, 9, 5, 5, 11, 12, 14, 19, 18, 17})));
    const Tensor rows =
        run_one(make_gather({.batch_dims = 1, .out_of_range = out_of_range}),
                {counted({2, 1, 5, 4}), Tensor::of<int64_t>({2, 3}, {1, 2, 4, 4, 3, 2}), scalar(2)});
    EXPECT_TRUE(same(rows, floats({2, 1, 3, 4}, {4,  5,  6,  7,  8,  9,  10, 11, 16, 17, 18, 19,
                                                 36, 37, 38, 39, 32, 33, 34, 35, 28, 29, 30, 31})));
  }
  EXPECT_TRUE(same(run_one(make_gather({.out_of_range = kZeros}), {five, list({0, -2, -1}), scalar(0)}),
                   floats({3}, {1, 4, 5})));
  EXPECT_TRUE(same(run_one(make_gather({.out_of_range = kZeros}), {five, list({3, 10, -20}), scalar(0)}),
                   floats({3}, {4, 0, 0})));
}

TEST(Gather, ScalarsAxesAndEmptyTensors) {
  const Operation gather = make_gather();
  EXPECT_TRUE(same(run_one(gather, {counted({2, 3}), scalar(1), list({-1})}), floats({2}, {1, 4})));
  EXPECT_TRUE(same(run_one(gather, {counted({2, 3}), scalar(1), scalar(0)}), floats({3}, {3, 4, 5})));
  EXPECT_EQ(run_one(gather, {counted({6, 2, 10, 4}), Tensor::zeros(ElementType::kU8, {5, 4, 2}), scalar(1)})
                .shape(),
            (Shape{6, 5, 4, 2, 10, 4}));
  EXPECT_EQ(run_one(gather, {counted({2, 3}), list({}), scalar(1)}).shape(), (Shape{2, 0}));
  EXPECT_TRUE(same(run_one(make_gather({.out_of_range = kZeros}), {counted({0, 2}), list({0}), scalar(0)}),
                   floats({1, 2}, {0, 0})));
  const Operation batched = make_gather({.batch_dims = 1, .out_of_range = kZeros});
  EXPECT_TRUE(same(run_one(batched, {counted({2, 3}), list({2, 0}), scalar(1)}), floats({2}, {2, 3})));
  EXPECT_EQ(run_one(batched, {counted({0, 3}), list({}), scalar(1)}).shape(), (Shape{0}));
  const Tensor flags = Tensor::of<bool>({2}, {true, false});
  EXPECT_TRUE(same(run_one(gather, {flags, list({1, 0}), scalar(0)}), Tensor::of<bool>({2}, {false, true})));
}

TEST(Gather, RejectsIndicesOutsideTheAxis) {
  {
    const Operation gather = make_gather();
    for (const Tensor& indices : {list({-1}), list({3}), Tensor::of<uint64_t>({1}, {UINT64_MAX})}) {
      EXPECT_EQ(rule_of(gather, {counted({3}), indices, scalar(0)}), "OP-6");
    }
    EXPECT_EQ(rule_of(gather, {counted({0, 3}), list({3}), scalar(1)}), "OP-6");
  }
}

TEST(Gather, Rejects) {
  const Operation gather = make_gather({.out_of_range = kZeros}),
                  batched = make_gather({.batch_dims = 1, .out_of_range = kZeros});
  const Tensor data = counted({2, 3}), indices = list({0, 1});
  EXPECT_EQ(rule_of(gather, {data, indices, scalar(2)}), "OP-6");
  EXPECT_EQ(rule_of(gather, {data, indices, list({0, 1})}), "OP-5");
  EXPECT_EQ(rule_of(gather, {data, floats({1}, {0}), scalar(0)}), "OP-4");
  EXPECT_EQ(rule_of(gather, {counted({}), indices, scalar(0)}), "OP-6");
  EXPECT_EQ(rule_of(batched, {data, indices, scalar(0)}), "OP-6");
  EXPECT_EQ(rule_of(batched, {data, list({0}), scalar(1)}), "OP-5");
  EXPECT_EQ(rule_of(make_gather({.batch_dims = 2, .out_of_range = kZeros}), {data, indices, scalar(1)}),
            "OP-5");
  EXPECT_EQ(rule_of(make_gather({.batch_dims = -2, .out_of_range = kZeros}), {data, indices, scalar(1)}),
            "OP-5");
  const Tensor deep = Tensor::zeros(ElementType::kI64, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(rule_of(gather, {data, deep, scalar(0)}), "LIMIT-3");
  EXPECT_EQ(at_load(gather, {data_of({kAny, {2, 4}}), unknown(Shape{5}), unknown(Shape{1})}), "[?,?]");
}

TEST(ScatterUpdate, PageExample) {
  const Tensor data = floats({3, 5}, {-1, 1, -1, 3, 4, -1, 6, -1, 8, 9, -1, 11, 1, 13, 14});
  const Tensor updates = floats({3, 2}, {1, 1, 1, 1, 1, 2});
  for (const Tensor& axis : {list({1}), scalar(-1)}) {
    EXPECT_TRUE(same(run_one(make_scatter_update(), {data, list({0, 2}), updates, axis}),
                     floats({3, 5}, {1, 1, 1, 3, 4, 1, 6, 1, 8, 9, 1, 11, 2, 13, 14})));
  }
}

TEST(ScatterUpdate, RanksOrderAndEmptyTensors) {
  const Operation scatter = make_scatter_update();
  const Tensor data = counted({3, 2});
  EXPECT_TRUE(same(run_one(scatter, {data, scalar(1), floats({2}, {8, 9}), scalar(0)}),
                   floats({3, 2}, {0, 1, 8, 9, 4, 5})));
  EXPECT_TRUE(same(run_one(scatter, {data, Tensor::of<int64_t>({2, 1}, {2, 0}),
                                     floats({2, 1, 2}, {6, 7, 8, 9}), scalar(0)}),
                   floats({3, 2}, {8, 9, 2, 3, 6, 7})));
  EXPECT_TRUE(same(run_one(scatter, {data, list({1, 1}), floats({2, 2}, {6, 7, 8, 9}), scalar(0)}),
                   floats({3, 2}, {0, 1, 8, 9, 4, 5})));  // the last one wins
  EXPECT_TRUE(same(run_one(scatter, {data, list({}), floats({0, 2}, {}), scalar(0)}), data));
}

TEST(ScatterUpdate, Rejects) {
  const Operation scatter = make_scatter_update();
  const Tensor data = counted({3}), updates = counted({1});
  for (const Tensor& indices : {list({-1}), list({3})}) {
    EXPECT_EQ(rule_of(scatter, {data, indices, updates, scalar(0)}), "OP-6");
  }
  EXPECT_EQ(rule_of(scatter, {data, list({0}), updates, scalar(1)}), "OP-6");
  EXPECT_EQ(rule_of(scatter, {data, list({0}), counted({2}), scalar(0)}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, scalar(0), updates, scalar(0)}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, list({0}), list({0}), scalar(0)}), "OP-4");
  EXPECT_EQ(rule_of(scatter, {data, floats({1}, {0}), updates, scalar(0)}), "OP-4");
  EXPECT_EQ(at_load(scatter, {unknown(Shape{3}, ElementType::kF32), unknown(Shape{1}),
                              unknown(Shape{1, 1}, ElementType::kF32), unknown(Shape{})}),
            "OP-5");
}

}  // namespace
}  // namespace backedge::ops
