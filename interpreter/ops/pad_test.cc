#include "interpreter/ops/movement.h"
#include "interpreter/ops/testing/testing.h"

/// Pad, Reverse and Roll.
namespace backedge::ops {
namespace {

using namespace backedge::testing;
using enum Pad::Mode;

Tensor twelve() { return floats({3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}); }

TEST(Pad, PageExamplesOfNewElements) {
  const auto padded = [](Pad::Mode mode) {
    return run_one(make_pad({.mode = mode}), {twelve(), list({0, 1}), list({2, 3})});
  };
  EXPECT_TRUE(same(padded(kConstant),
                   floats({5, 8}, {0,  1, 2, 3, 4, 0, 0, 0, 0, 5, 6, 7, 8, 0, 0, 0, 0, 9, 10, 11,
                                   12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0})));
  EXPECT_TRUE(same(padded(kEdge), floats({5, 8}, {1,  1,  2,  3,  4,  4,  4,  4,  5,  5,  6,  7, 8,  8,
                                                  8,  8,  9,  9,  10, 11, 12, 12, 12, 12, 9,  9, 10, 11,
                                                  12, 12, 12, 12, 9,  9,  10, 11, 12, 12, 12, 12})));
  EXPECT_TRUE(same(padded(kReflect),
                   floats({5, 8}, {2,  1,  2,  3, 4, 3, 2, 1, 6, 5, 6, 7, 8, 7, 6, 5, 10, 9, 10, 11,
                                   12, 11, 10, 9, 6, 5, 6, 7, 8, 7, 6, 5, 2, 1, 2, 3, 4,  3, 2,  1})));
  EXPECT_TRUE(same(padded(kSymmetric),
                   floats({5, 8}, {1,  1,  2,  3,  4, 4, 3,  2,  5,  5,  6,  7,  8, 8, 7, 6, 9, 9, 10, 11,
                                   12, 12, 11, 10, 9, 9, 10, 11, 12, 12, 11, 10, 5, 5, 6, 7, 8, 8, 7,  6})));
}

// 0 is the element 7 of nf4, and f4e2m1's byte 0.
TEST(Pad, OfNarrowTypesAddsTheirZero) {
  for (const auto& [type, zero] : {std::pair{ElementType::kNF4, 7}, std::pair{ElementType::kF4E2M1, 0}}) {
    Tensor one = Tensor::zeros(type, {1});
    *one.writable_bytes() = std::byte{3};
    Tensor expected = Tensor::zeros(type, {3});
    for (const auto& [at, bits] : {std::pair{0, zero}, {1, 3}, {2, zero}})
      expected.writable_bytes()[at] = static_cast<std::byte>(bits);
    EXPECT_TRUE(same(run_one(make_pad(), {one, list({1}), list({1})}), expected));
  }
}

TEST(Pad, PageExamplesOfCrops) {
  for (const Pad::Mode mode : {kConstant, kEdge, kReflect, kSymmetric}) {
    EXPECT_TRUE(same(run_one(make_pad({.mode = mode}), {twelve(), list({-1, -1}), list({-1, -1})}),
                     floats({1, 2}, {6, 7})));
  }
  const auto mixed = [](Pad::Mode mode) {
    return run_one(make_pad({.mode = mode}), {twelve(), list({2, -1}), list({-1, 3})});
  };
  EXPECT_TRUE(same(mixed(kConstant),
                   floats({4, 6}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 0, 0, 0, 6, 7, 8, 0, 0, 0})));
  EXPECT_TRUE(same(mixed(kEdge),
                   floats({4, 6}, {2, 3, 4, 4, 4, 4, 2, 3, 4, 4, 4, 4, 2, 3, 4, 4, 4, 4, 6, 7, 8, 8, 8, 8})));
  EXPECT_TRUE(same(mixed(kReflect), floats({4, 6}, {10, 11, 12, 11, 10, 9, 6, 7, 8, 7, 6, 5,
                                                    2,  3,  4,  3,  2,  1, 6, 7, 8, 7, 6, 5})));
  EXPECT_TRUE(same(mixed(kSymmetric),
                   floats({4, 6}, {6, 7, 8, 8, 7, 6, 2, 3, 4, 4, 3, 2, 2, 3, 4, 4, 3, 2, 6, 7, 8, 8, 7, 6})));
}

TEST(Pad, WindowsBesideData) {
  const Tensor data = floats({3}, {1, 2, 3});
  const auto padded = [&](Pad::Mode mode, int64_t begin, int64_t end) {
    return run_one(make_pad({.mode = mode}), {data, list({begin}), list({end})});
  };
  EXPECT_TRUE(same(padded(kConstant, -5, 4), floats({2}, {0, 0})));
  EXPECT_TRUE(same(padded(kConstant, 4, -5), floats({2}, {0, 0})));
  EXPECT_TRUE(same(padded(kEdge, -5, 4), floats({2}, {3, 3})));
  EXPECT_TRUE(same(padded(kEdge, 4, -5), floats({2}, {1, 1})));
  EXPECT_TRUE(same(padded(kReflect, -3, 2), floats({2}, {2, 1})));
  EXPECT_TRUE(same(padded(kSymmetric, -4, 3), floats({2}, {2, 1})));
  EXPECT_TRUE(same(padded(kSymmetric, 3, -5), floats({1}, {3})));
  EXPECT_TRUE(same(padded(kSymmetric, 3, 3), floats({9}, {3, 2, 1, 1, 2, 3, 3, 2, 1})));
  EXPECT_EQ(padded(kReflect, -2, -2).shape(), Shape{0});
  EXPECT_EQ(padded(kConstant, INT64_MIN, INT64_MIN).shape(), Shape{0});
  EXPECT_TRUE(same(padded(kConstant, INT64_MIN, INT64_MAX), floats({2}, {0, 0})));
  EXPECT_TRUE(same(padded(kEdge, INT64_MIN, INT64_MAX), floats({2}, {3, 3})));
}

TEST(Pad, ValuesScalarsAndEmptyTensors) {
  const Operation pad = make_pad();
  EXPECT_TRUE(same(run_one(pad, {floats({1}, {1}), list({1}), list({2}), floats({}, {-0.0f})}),
                   floats({4}, {-0.0f, 1, -0.0f, -0.0f})));
  EXPECT_TRUE(same(run_one(pad, {floats({}, {7}), list({}), list({})}), floats({}, {7})));
  EXPECT_TRUE(
      same(run_one(pad, {floats({0}, {}), list({1}), list({1}), floats({}, {4})}), floats({2}, {4, 4})));
  EXPECT_EQ(run_one(make_pad({.mode = kReflect}), {floats({0, 2}, {}), list({0, 1}), list({0, 0})}).shape(),
            (Shape{0, 3}));
  // Other modes ignore pad_value.
  EXPECT_TRUE(
      same(run_one(make_pad({.mode = kEdge}), {floats({1}, {1}), list({1}), list({0}), floats({}, {9})}),
           floats({2}, {1, 1})));
  EXPECT_TRUE(same(run_one(pad, {Tensor::of<uint8_t>({1}, {5}), Tensor::of<uint8_t>({1}, {1}),
                                 Tensor::of<int16_t>({1}, {0})}),
                   Tensor::of<uint8_t>({2}, {0, 5})));
}

TEST(Pad, Rejects) {
  const Operation pad = make_pad(), first = make_pad({.crops = false});
  const Tensor data = floats({3}, {1, 2, 3});
  EXPECT_EQ(rule_of(first, {data, list({-1}), list({0})}), "OP-6");
  EXPECT_EQ(rule_of(first, {data, list({0}), list({-1})}), "OP-6");
  EXPECT_EQ(rule_of(make_pad({.mode = kReflect}), {data, list({2}), list({2})}), "");
  EXPECT_EQ(rule_of(make_pad({.mode = kReflect}), {data, list({3}), list({0})}), "OP-6");
  EXPECT_EQ(rule_of(make_pad({.mode = kReflect}), {data, list({0}), list({3})}), "OP-6");
  EXPECT_EQ(rule_of(make_pad({.mode = kSymmetric}), {data, list({4}), list({0})}), "OP-6");
  EXPECT_EQ(rule_of(make_pad({.mode = kEdge}), {floats({0}, {}), list({1}), list({0})}), "OP-6");
  EXPECT_EQ(rule_of(pad, {data, list({1, 1}), list({1, 1})}), "OP-5");
  EXPECT_EQ(rule_of(pad, {data, list({1}), list({1, 1})}), "OP-5");
  EXPECT_EQ(rule_of(pad, {data, scalar(1), list({1})}), "OP-5");
  EXPECT_EQ(rule_of(pad, {data, list({1}), list({1}), floats({1}, {0})}), "OP-5");
  EXPECT_EQ(rule_of(pad, {data, list({1}), list({1}), scalar(0)}), "OP-4");
  EXPECT_EQ(rule_of(pad, {data, floats({1}, {1}), list({1})}), "OP-4");
  EXPECT_EQ(rule_of(pad, {of<bool>({true}), list({1}), list({1})}), "OP-4");
  const Tensor most = list({INT64_MAX}), one = list({1});
  EXPECT_EQ(at_load(pad, {unknown(Shape{3}, ElementType::kF32), known(most), known(one)}), "LIMIT-4");
}

TEST(Pad, AtLoad) {
  const Tensor two = list({2, -3}), one = list({1, 0});
  EXPECT_EQ(at_load(make_pad(), {data_of({{3, 5}, {2, 9}}), known(two), known(one)}), "[6..8,0..6]");
  EXPECT_EQ(at_load(make_pad(), {data_of({{3, 5}, kAny}), known(two), known(one)}), "[6..8,?]");
  EXPECT_EQ(
      at_load(make_pad(), {unknown(PartialShape::any(), ElementType::kF32), known(two), unknown(Shape{2})}),
      "[?,?]");
  EXPECT_EQ(at_load(make_pad({.mode = kReflect}), {data_of({{1, 2}, kAny}), known(two), unknown(Shape{2})}),
            "OP-6");
}

TEST(Reverse, IndicesAndMasks) {
  const Tensor data = counted({2, 3}), backward = floats({2, 3}, {2, 1, 0, 5, 4, 3});
  const Operation reverse = make_reverse(), masked = make_reverse({.by_mask = true});
  EXPECT_TRUE(same(run_one(reverse, {data, list({1})}), backward));
  EXPECT_TRUE(same(run_one(reverse, {data, list({1, 1})}), backward));
  EXPECT_TRUE(same(run_one(masked, {data, of<bool>({false, true})}), backward));
  EXPECT_TRUE(
      same(run_one(reverse, {data, Tensor::of<uint8_t>({2}, {0, 1})}), floats({2, 3}, {5, 4, 3, 2, 1, 0})));
  EXPECT_TRUE(same(run_one(reverse, {data, list({})}), data));
  EXPECT_TRUE(same(run_one(masked, {data, of<bool>({false, false})}), data));
  EXPECT_TRUE(same(run_one(reverse, {counted({}), list({})}), counted({})));
  EXPECT_EQ(run_one(reverse, {counted({0, 2}), list({0})}).shape(), (Shape{0, 2}));
}

TEST(Reverse, Rejects) {
  const Tensor data = counted({2, 3});
  const Operation reverse = make_reverse(), masked = make_reverse({.by_mask = true});
  for (const int64_t axis : {int64_t{-1}, int64_t{2}, INT64_MIN, INT64_MAX})
    EXPECT_EQ(rule_of(reverse, {data, list({axis})}), "OP-6");
  EXPECT_EQ(rule_of(reverse, {data, list({0, 1, 0})}), "OP-5");
  EXPECT_EQ(rule_of(reverse, {data, scalar(0)}), "OP-5");
  EXPECT_EQ(rule_of(masked, {data, of<bool>({true})}), "OP-5");
  EXPECT_EQ(rule_of(masked, {data, list({1, 0})}), "OP-4");
  EXPECT_EQ(rule_of(reverse, {data, of<bool>({true, false})}), "OP-4");
}

TEST(Roll, PageExamples) {
  const Tensor data = floats({4, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const Operation roll = make_roll();
  EXPECT_TRUE(same(run_one(roll, {data, scalar(1), scalar(0)}),
                   floats({4, 3}, {10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9})));
  EXPECT_TRUE(same(run_one(roll, {data, list({-1, 2}), list({0, 1})}),
                   floats({4, 3}, {5, 6, 4, 8, 9, 7, 11, 12, 10, 2, 3, 1})));
  EXPECT_TRUE(same(run_one(roll, {data, list({1, 2, 1}), list({0, 1, 0})}),
                   floats({4, 3}, {8, 9, 7, 11, 12, 10, 2, 3, 1, 5, 6, 4})));
}

TEST(Roll, ShiftsBeyondTheSizeAndEmptyTensors) {
  const Operation roll = make_roll();
  const Tensor data = floats({3}, {1, 2, 3});
  EXPECT_TRUE(same(run_one(roll, {data, scalar(7), scalar(-1)}), floats({3}, {3, 1, 2})));
  EXPECT_TRUE(same(run_one(roll, {data, scalar(-7), scalar(0)}), floats({3}, {2, 3, 1})));
  EXPECT_TRUE(
      same(run_one(roll, {data, scalar(INT64_MIN), scalar(0)}), floats({3}, {3, 1, 2})));  // -2^63 % 3 = -2
  EXPECT_TRUE(same(run_one(roll, {data, list({INT64_MAX, INT64_MAX, 1}), list({0, 0, 0})}), data));
  EXPECT_TRUE(same(run_one(roll, {counted({2, 2}), scalar(1), list({0, 1})}), floats({2, 2}, {3, 2, 1, 0})));
  EXPECT_TRUE(same(run_one(roll, {counted({2, 2}), list({1}), list({0, 1})}), floats({2, 2}, {3, 2, 1, 0})));
  EXPECT_TRUE(same(run_one(roll, {data, list({1}), scalar(0)}), floats({3}, {3, 1, 2})));
  EXPECT_TRUE(same(run_one(roll, {data, list({}), list({})}), data));
  EXPECT_EQ(run_one(roll, {counted({0, 2}), scalar(1), list({0, 1})}).shape(), (Shape{0, 2}));
}

TEST(Roll, Rejects) {
  const Operation roll = make_roll();
  const Tensor data = counted({2, 3});
  EXPECT_EQ(rule_of(roll, {data, list({1, 2}), list({0})}), "OP-5");
  EXPECT_EQ(rule_of(roll, {data, list({1, 2}), list({0, 1, 0})}), "OP-5");
  EXPECT_EQ(rule_of(roll, {data, Tensor::of<int64_t>({1, 1}, {1}), list({0})}), "OP-5");
  EXPECT_EQ(rule_of(roll, {data, scalar(1), scalar(2)}), "OP-6");
  EXPECT_EQ(rule_of(roll, {data, scalar(1), list({0, -3})}), "OP-6");
  EXPECT_EQ(rule_of(roll, {data, Tensor::of<int16_t>({1}, {1}), list({0})}), "OP-4");
  EXPECT_EQ(rule_of(roll, {data, scalar(1), Tensor::of<uint64_t>({1}, {1})}), "OP-4");
}

}  // namespace
}  // namespace backedge::ops
