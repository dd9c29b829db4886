#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/testing/testing.h"

/// OneHot, NonZero, GatherTree and Eye.
namespace backedge::ops {
namespace {

using namespace backedge::testing;

Tensor ints(const Shape& shape, std::initializer_list<int64_t> values) {
  return Tensor::of<int64_t>(shape, values);
}

TEST(OneHot, PageExamples) {
  EXPECT_TRUE(same(
      run_one(make_one_hot({.axis = -1}), {list({0, 3, 1, 2}), scalar(3), floats({}, {1}), floats({}, {2})}),
      floats({4, 3}, {1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 1})));
  EXPECT_TRUE(same(
      run_one(make_one_hot({.axis = 1}), {ints({2, 3}, {0, 3, 1, 1, 2, 4}), scalar(3), scalar(1), scalar(0)}),
      ints({2, 3, 3}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0})));
}

TEST(OneHot, AxesScalarsAndIndicesOutside) {
  const Tensor on = floats({}, {5}), off = floats({}, {kNaN});
  EXPECT_TRUE(same(run_one(make_one_hot({.axis = 0}), {scalar(1), scalar(3), on, off}),
                   floats({3}, {kNaN, 5, kNaN})));
  EXPECT_TRUE(same(run_one(make_one_hot({.axis = 0}), {list({1, -1}), scalar(2), on, floats({}, {6})}),
                   floats({2, 2}, {6, 6, 5, 6})));
  EXPECT_TRUE(
      same(run_one(make_one_hot({.axis = -2}), {list({1, INT64_MIN}), scalar(2), on, floats({}, {6})}),
           floats({2, 2}, {6, 6, 5, 6})));
  EXPECT_EQ(run_one(make_one_hot({.axis = 1}), {ints({0, 2}, {}), scalar(3), on, off}).shape(),
            (Shape{0, 3, 2}));
  EXPECT_TRUE(same(run_one(make_one_hot(), {Tensor::of<int32_t>({1}, {0}), Tensor::scalar<int32_t>(1),
                                            Tensor::scalar(true), Tensor::scalar(false)}),
                   Tensor::of<bool>({1, 1}, {true})));
}

TEST(OneHot, CountsFromTheEnd) {
  EXPECT_TRUE(same(run_one(make_one_hot({.axis = 0, .from_end = true}),
                           {list({0, -5, -2, 2}), scalar(3), floats({}, {1}), floats({}, {2})}),
                   floats({3, 4}, {1, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 1})));
  EXPECT_TRUE(same(run_one(make_one_hot({.axis = 0, .from_end = true}),
                           {scalar(INT64_MIN), scalar(1), floats({}, {1}), floats({}, {2})}),
                   floats({1}, {2})));
}

TEST(OneHot, Rejects) {
  const Operation one_hot = make_one_hot({.axis = 1});
  const Tensor indices = list({0}), two = scalar(2), on = floats({}, {1}), off = floats({}, {0});
  for (const int64_t depth : {int64_t{0}, int64_t{-1}, INT64_MIN})
    EXPECT_EQ(rule_of(one_hot, {indices, scalar(depth), on, off}), "OP-6");
  EXPECT_EQ(at_load(one_hot, {known(indices), unknown(Shape{}), known(on), known(off)}), "[1,?]");
  EXPECT_EQ(rule_of(make_one_hot({.axis = 2}), {indices, two, on, off}), "OP-5");
  EXPECT_EQ(rule_of(make_one_hot({.axis = -3}), {indices, two, on, off}), "OP-5");
  EXPECT_EQ(rule_of(one_hot, {indices, list({2}), on, off}), "OP-5");
  EXPECT_EQ(rule_of(one_hot, {indices, two, floats({1}, {1}), off}), "OP-5");
  EXPECT_EQ(rule_of(one_hot, {indices, two, on, floats({1}, {0})}), "OP-5");
  EXPECT_EQ(rule_of(one_hot, {indices, two, on, scalar(0)}), "OP-4");
  EXPECT_EQ(rule_of(one_hot, {indices, Tensor::scalar<int32_t>(2), on, off}), "");
  EXPECT_EQ(rule_of(one_hot, {indices, Tensor::scalar<uint8_t>(2), on, off}), "OP-4");
  EXPECT_EQ(rule_of(one_hot, {floats({1}, {0}), two, on, off}), "OP-4");
  const Tensor deep = Tensor::zeros(ElementType::kI64, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(rule_of(one_hot, {deep, two, on, off}), "LIMIT-3");
}

TEST(NonZero, PositionsInRowMajorOrder) {
  const Operation non_zero = make_non_zero(ElementType::kI64);
  EXPECT_TRUE(same(run_one(non_zero, {floats({2, 2}, {1, 0, 1, 1})}), ints({2, 3}, {0, 1, 1, 0, 0, 1})));
  EXPECT_TRUE(
      same(run_one(non_zero, {floats({5}, {-0.0f, kNaN, 0, -kInf, 1e-45f})}), ints({1, 3}, {1, 3, 4})));
  EXPECT_TRUE(same(run_one(non_zero, {Tensor::of<bool>({1, 2, 2}, {false, true, true, false})}),
                   ints({3, 2}, {0, 0, 0, 1, 1, 0})));
  EXPECT_TRUE(same(run_one(make_non_zero(ElementType::kI32), {Tensor::of<uint64_t>({3}, {0, UINT64_MAX, 7})}),
                   Tensor::of<int32_t>({1, 2}, {1, 2})));
}

TEST(NonZero, ScalarsZerosAndEmptyTensors) {
  const Operation non_zero = make_non_zero(ElementType::kI64);
  EXPECT_EQ(run_one(non_zero, {floats({}, {3})}).shape(), (Shape{0, 1}));
  EXPECT_EQ(run_one(non_zero, {floats({}, {0})}).shape(), (Shape{0, 0}));
  EXPECT_EQ(run_one(non_zero, {floats({2, 2}, {0, 0, -0.0f, 0})}).shape(), (Shape{2, 0}));
  EXPECT_EQ(run_one(non_zero, {floats({0, 4}, {})}).shape(), (Shape{2, 0}));
}

TEST(NonZero, AtLoad) {
  const Operation non_zero = make_non_zero(ElementType::kI32);
  const Tensor value = floats({2}, {0, 1});
  EXPECT_EQ(at_load(non_zero, {known(value)}), "[1,1]");
  EXPECT_EQ(at_load(non_zero, {data_of({{2, 3}, {4, 5}})}), "[2,0..15]");
  EXPECT_EQ(at_load(non_zero, {unknown(PartialShape::any(), ElementType::kF32)}), "[?,?]");
  EXPECT_EQ(at_load(non_zero, {unknown(Shape{int64_t{1} << 32}, ElementType::kU8)}), "OP-6");
  EXPECT_EQ(at_load(non_zero, {unknown(Shape{int64_t{1} << 31}, ElementType::kU8)}), "[1,0..2147483648]");
}

// Three steps, one batch of length 3 and one of length 2, two beams; the token of the end is 9.
TEST(GatherTree, FollowsParents) {
  const Tensor steps = ints({3, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13});
  const Tensor parents = ints({3, 2, 2}, {5, 5, 5, 5, 1, 0, 1, 1, 1, 1, 7, 7});
  EXPECT_TRUE(same(run_one(make_gather_tree(), {steps, parents, list({3, 2}), scalar(9)}),
                   ints({3, 2, 2}, {1, 1, 4, 4, 6, 6, 7, 8, 10, 11, 9, 9})));
}

TEST(GatherTree, EndsAndLengths) {
  const Tensor steps = ints({3, 1, 1}, {4, 9, 5}), parents = ints({3, 1, 1}, {0, 0, 0});
  const auto gathered = [&](int64_t length) {
    return run_one(make_gather_tree(), {steps, parents, list({length}), scalar(9)});
  };
  EXPECT_TRUE(same(gathered(3), ints({3, 1, 1}, {4, 9, 9})));
  EXPECT_TRUE(same(gathered(INT64_MAX), ints({3, 1, 1}, {4, 9, 9})));
  EXPECT_TRUE(same(gathered(1), ints({3, 1, 1}, {4, 9, 9})));
  EXPECT_TRUE(same(gathered(0), ints({3, 1, 1}, {9, 9, 9})));
  EXPECT_TRUE(same(gathered(INT64_MIN), ints({3, 1, 1}, {9, 9, 9})));
  EXPECT_EQ(
      run_one(make_gather_tree(), {ints({0, 1, 2}, {}), ints({0, 1, 2}, {}), list({4}), scalar(9)}).shape(),
      (Shape{0, 1, 2}));
}

TEST(GatherTree, RealNumbers) {
  const Tensor steps = floats({2, 1, 2}, {-0.0f, 7.5, 3, kNaN}),
               parents = floats({2, 1, 2}, {0, 0, 1, -0.0f});
  EXPECT_TRUE(same(run_one(make_gather_tree(), {steps, parents, floats({1}, {2}), floats({}, {4})}),
                   floats({2, 1, 2}, {7.5, -0.0f, 3, kNaN})));
  EXPECT_EQ(rule_of(make_gather_tree(),
                    {steps, floats({2, 1, 2}, {0, 0, 0.5, 1}), floats({1}, {2}), floats({}, {4})}),
            "OP-6");
  for (const float length : {1.5f, kInf, kNaN})
    EXPECT_EQ(rule_of(make_gather_tree(), {steps, parents, floats({1}, {length}), floats({}, {4})}), "OP-6");
}

TEST(GatherTree, Rejects) {
  const Operation tree = make_gather_tree();
  const Tensor steps = ints({2, 1, 2}, {1, 2, 3, 4}), parents = ints({2, 1, 2}, {0, 0, 1, 0}),
               two = list({2}), end = scalar(9);
  for (const int64_t parent : {int64_t{-1}, int64_t{2}, INT64_MIN, INT64_MAX}) {
    EXPECT_EQ(rule_of(tree, {steps, ints({2, 1, 2}, {0, 0, 0, parent}), two, end}), "OP-6");
    EXPECT_EQ(rule_of(tree, {steps, ints({2, 1, 2}, {parent, parent, 0, 1}), two, end}),
              "");  // not a step before
    EXPECT_EQ(rule_of(tree, {steps, ints({2, 1, 2}, {0, 0, 0, parent}), list({1}), end}), "");
  }
  EXPECT_EQ(rule_of(tree, {steps, ints({2, 2, 1}, {0, 0, 0, 0}), two, end}), "OP-5");
  EXPECT_EQ(rule_of(tree, {counted({2, 2}), counted({2, 2}), counted({2}), floats({}, {9})}), "OP-5");
  EXPECT_EQ(rule_of(tree, {steps, parents, list({2, 2}), end}), "OP-5");
  EXPECT_EQ(rule_of(tree, {steps, parents, scalar(2), end}), "OP-5");
  EXPECT_EQ(rule_of(tree, {steps, parents, two, list({9})}), "OP-5");
  EXPECT_EQ(rule_of(tree, {steps, parents, two, floats({}, {9})}), "OP-4");
  const Tensor flags = Tensor::zeros(ElementType::kBoolean, {2, 1, 2});
  EXPECT_EQ(rule_of(tree, {flags, flags, of<bool>({true}), Tensor::scalar(true)}), "OP-4");
  EXPECT_EQ(at_load(tree, {unknown(PartialShape::any()), unknown(PartialShape::any()), unknown(Shape{4}),
                           unknown(Shape{})}),
            "[?,?,?]");
}

TEST(Eye, Diagonals) {
  const Operation eye = make_eye(ElementType::kI64);
  const auto shifted = [&](int64_t rows, int64_t columns, int64_t diagonal) {
    return run_one(eye, {scalar(rows), list({columns}), scalar(diagonal)});
  };
  EXPECT_TRUE(same(shifted(3, 4, 2), ints({3, 4}, {0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0})));
  EXPECT_TRUE(same(shifted(3, 4, -1), ints({3, 4}, {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0})));
  EXPECT_TRUE(same(shifted(2, 4, 3), ints({2, 4}, {0, 0, 0, 1, 0, 0, 0, 0})));
  EXPECT_TRUE(same(shifted(2, 4, 2), ints({2, 4}, {0, 0, 1, 0, 0, 0, 0, 1})));  // not below num_rows
  EXPECT_TRUE(same(shifted(3, 1, -2), ints({3, 1}, {0, 0, 1})));
  for (const int64_t diagonal : {int64_t{2}, int64_t{-2}, INT64_MAX, INT64_MIN})
    EXPECT_TRUE(same(shifted(2, 2, diagonal), ints({2, 2}, {0, 0, 0, 0})));
  EXPECT_EQ(shifted(0, 2, 0).shape(), (Shape{0, 2}));
}

TEST(Eye, BatchesAndTypes) {
  const Tensor two = scalar(2), zero = scalar(0);
  EXPECT_TRUE(same(run_one(make_eye(ElementType::kF32), {two, scalar(1), zero, list({2, 1})}),
                   floats({2, 1, 2, 1}, {1, 0, 1, 0})));
  EXPECT_TRUE(same(run_one(make_eye(ElementType::kF16), {scalar(1), scalar(1), zero, list({})}),
                   Tensor::of<f16>({1, 1}, {round_to_f16(1)})));
  EXPECT_EQ(run_one(make_eye(ElementType::kU8), {two, two, zero, list({0, 3})}).shape(), (Shape{0, 3, 2, 2}));
}

TEST(Eye, Rejects) {
  const Operation eye = make_eye(ElementType::kF32);
  const Tensor two = scalar(2);
  EXPECT_EQ(rule_of(eye, {scalar(-1), two, two}), "OP-6");
  EXPECT_EQ(rule_of(eye, {two, scalar(-1), two}), "OP-6");
  EXPECT_EQ(rule_of(eye, {two, two, two, list({1, -1})}), "OP-6");
  EXPECT_EQ(rule_of(eye, {two, two, list({1, 1})}), "OP-5");
  EXPECT_EQ(rule_of(eye, {list({}), two, two}), "OP-5");
  EXPECT_EQ(rule_of(eye, {two, two, two, two}), "OP-5");
  EXPECT_EQ(rule_of(eye, {two, two, Tensor::scalar<int32_t>(0)}), "OP-4");
  EXPECT_EQ(rule_of(eye, {floats({}, {2}), floats({}, {2}), floats({}, {2})}), "OP-4");
  EXPECT_EQ(rule_of(eye, {two, two, two, list({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1})}), "LIMIT-3");
  EXPECT_EQ(at_load(eye, {unknown(Shape{}), known(two), known(two), unknown(Shape{1})}), "[?,?,2]");
  EXPECT_EQ(at_load(eye, {known(two), known(two), known(two), unknown(PartialShape::of_rank(1))}), "[...]");
}

}  // namespace
}  // namespace backedge::ops
