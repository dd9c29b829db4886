#include "interpreter/ops/movement.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using namespace backedge::testing;

TEST(Transpose, ReordersAxes) {
  const Operation transpose = make_transpose();
  EXPECT_TRUE(same(run_one(transpose, {counted({2, 3}), list({1, 0})}), floats({3, 2}, {0, 3, 1, 4, 2, 5})));
  EXPECT_TRUE(same(run_one(transpose, {counted({2, 3}), list({})}), floats({3, 2}, {0, 3, 1, 4, 2, 5})));
  const Tensor turned = run_one(transpose, {counted({2, 3, 4}), list({2, 0, 1})});
  EXPECT_EQ(turned.shape(), (Shape{4, 2, 3}));
  EXPECT_EQ(turned.data<float>()[(3 * 2 + 1) * 3 + 2], (1 * 3 + 2) * 4 + 3);
  EXPECT_TRUE(same(run_one(transpose, {counted({}), list({})}), counted({})));
  EXPECT_EQ(run_one(transpose, {counted({0, 3}), list({1, 0})}).shape(), (Shape{3, 0}));
  const Tensor bytes = Tensor::of<int8_t>({2, 2}, {1, 2, 3, 4});
  EXPECT_TRUE(same(run_one(transpose, {bytes, list({1, 0})}), Tensor::of<int8_t>({2, 2}, {1, 3, 2, 4})));
  const Tensor pairs = Tensor::of<double>({2, 2}, {1, 2, 3, 4});
  EXPECT_TRUE(same(run_one(transpose, {pairs, list({1, 0})}), Tensor::of<double>({2, 2}, {1, 3, 2, 4})));
  const Tensor halves = Tensor::of<f16>({2, 2}, {f16{0xfe01}, f16{2}, f16{3}, f16{0x8000}});
  EXPECT_TRUE(same(run_one(transpose, {halves, list({1, 0})}),
                   Tensor::of<f16>({2, 2}, {f16{0xfe01}, f16{3}, f16{2}, f16{0x8000}})));
}

TEST(Transpose, Rejects) {
  const Operation transpose = make_transpose();
  const Tensor data = counted({2, 3});
  EXPECT_EQ(rule_of(transpose, {data, list({0, 0})}), "OP-6");
  EXPECT_EQ(rule_of(transpose, {data, list({-1, 0})}), "OP-6");
  EXPECT_EQ(rule_of(transpose, {data, list({0})}), "OP-5");
  EXPECT_EQ(rule_of(transpose, {data, floats({2}, {1, 0})}), "OP-4");
  EXPECT_EQ(at_load(transpose, {unknown(PartialShape::any()), unknown(Shape{2})}), "[?,?]");
  EXPECT_EQ(at_load(transpose, {unknown(PartialShape::any()), unknown(Shape{0})}), "[...]");
}

Tensor broadcast(BroadcastTo::Mode mode, const Tensor& data, std::initializer_list<int64_t> target) {
  return run_one(make_broadcast({.mode = mode}), {data, list(target)});
}

TEST(Broadcast, Numpy) {
  EXPECT_EQ(broadcast(BroadcastTo::Mode::kNumpy, counted({16, 1, 1}), {1, 16, 50, 50}).shape(),
            (Shape{1, 16, 50, 50}));
  EXPECT_TRUE(same(broadcast(BroadcastTo::Mode::kNumpy, floats({2, 1}, {1, 2}), {2, 2, 3}),
                   floats({2, 2, 3}, {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2})));
  EXPECT_TRUE(same(broadcast(BroadcastTo::Mode::kNumpy, floats({}, {7}), {}), floats({}, {7})));
  EXPECT_EQ(broadcast(BroadcastTo::Mode::kNumpy, counted({1}), {0, 3}).shape(), (Shape{0, 3}));
  const Operation defaulted = make_broadcast();
  EXPECT_EQ(rule_of(defaulted, {counted({2}), list({3})}), "OP-5");
  EXPECT_EQ(rule_of(defaulted, {counted({1, 3}), list({3})}), "OP-5");
  EXPECT_EQ(rule_of(defaulted, {counted({1}), list({-1})}), "OP-6");
  EXPECT_EQ(rule_of(defaulted, {counted({2}), list({1})}), "OP-5");
  EXPECT_EQ(rule_of(defaulted, {counted({2}), scalar(2)}), "OP-5");
  EXPECT_EQ(rule_of(defaulted, {counted({2}), floats({1}, {2})}), "OP-4");
}

TEST(Broadcast, Bidirectional) {
  EXPECT_EQ(broadcast(BroadcastTo::Mode::kBidirectional, counted({16, 1, 1}), {1, 1, 50, 50}).shape(),
            (Shape{1, 16, 50, 50}));
  EXPECT_TRUE(same(broadcast(BroadcastTo::Mode::kBidirectional, floats({2, 1}, {1, 2}), {2}),
                   floats({2, 2}, {1, 1, 2, 2})));
  EXPECT_EQ(broadcast(BroadcastTo::Mode::kBidirectional, counted({2, 1, 3}), {0, 1}).shape(),
            (Shape{2, 0, 3}));
  const Operation both = make_broadcast({.mode = BroadcastTo::Mode::kBidirectional});
  EXPECT_EQ(rule_of(both, {counted({2}), list({3})}), "OP-5");
  EXPECT_EQ(rule_of(both, {counted({2}), list({2}), list({0})}), "OP-3");
  const Tensor target = list({1, 4});
  EXPECT_EQ(at_load(both, {data_of({kAny, kAny}), known(target)}), "[?,4]");
  EXPECT_EQ(at_load(both, {data_of({kAny, {2, 3}}), known(target)}), "OP-5");
}

TEST(Broadcast, Explicit) {
  const Operation mapped = make_broadcast({.mode = BroadcastTo::Mode::kExplicit});
  EXPECT_TRUE(same(run_one(mapped, {floats({2}, {1, 2}), list({2, 2, 2}), list({1})}),
                   floats({2, 2, 2}, {1, 1, 2, 2, 1, 1, 2, 2})));
  EXPECT_EQ(run_one(mapped, {counted({50, 50}), list({1, 50, 50, 16}), list({1, 2})}).shape(),
            (Shape{1, 50, 50, 16}));
  EXPECT_TRUE(
      same(run_one(mapped, {floats({1}, {5}), list({2, 2}), list({0})}), floats({2, 2}, {5, 5, 5, 5})));
  EXPECT_TRUE(same(run_one(mapped, {floats({}, {5}), list({2}), list({})}), floats({2}, {5, 5})));
  EXPECT_EQ(rule_of(mapped, {counted({2, 3}), list({3, 2}), list({1, 0})}), "OP-6");
  EXPECT_EQ(rule_of(mapped, {counted({3, 3}), list({3, 3}), list({1, 1})}), "OP-6");
  EXPECT_EQ(rule_of(mapped, {counted({3}), list({3, 3}), list({2})}), "OP-6");
  EXPECT_EQ(rule_of(mapped, {counted({3}), list({3, 3}), list({-1})}), "OP-6");
  EXPECT_EQ(rule_of(mapped, {counted({3}), list({3, 3}), list({0, 1})}), "OP-5");
  EXPECT_EQ(rule_of(mapped, {counted({2}), list({3, 3}), list({1})}), "OP-5");
  EXPECT_EQ(rule_of(mapped, {counted({3}), list({3, 3})}), "OP-3");
}

TEST(Broadcast, ModeNumpyReadsNoAxesMapping) {
  const Tensor surplus = Tensor::scalar<uint8_t>(0);
  EXPECT_EQ(
      run_one(make_broadcast({.ignores_surplus_mapping = true}), {counted({1}), list({2}), surplus}).shape(),
      Shape{2});
  EXPECT_EQ(rule_of(make_broadcast(), {counted({1}), list({2}), surplus}), "OP-3");
}

TEST(Tile, Repeats) {
  const Operation tile = make_tile();
  EXPECT_TRUE(same(run_one(tile, {floats({2, 2}, {1, 2, 3, 4}), list({2, 3})}),
                   floats({4, 6}, {1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4, 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4})));
  EXPECT_EQ(run_one(tile, {counted({2, 3, 4}), list({5, 1, 2, 3})}).shape(), (Shape{5, 2, 6, 12}));
  EXPECT_EQ(run_one(tile, {counted({5, 2, 3, 4}), list({1, 2, 3})}).shape(), (Shape{5, 2, 6, 12}));
  EXPECT_TRUE(same(run_one(tile, {floats({}, {7}), list({3})}), floats({3}, {7, 7, 7})));
  EXPECT_TRUE(same(run_one(tile, {floats({}, {7}), list({})}), floats({}, {7})));
  EXPECT_EQ(run_one(tile, {counted({2, 3}), list({0, 2})}).shape(), (Shape{0, 6}));
  EXPECT_EQ(run_one(tile, {counted({2, 0}), list({3})}).shape(), (Shape{2, 0}));
  const Tensor deep = run_one(
      tile, {counted({2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2}), list({1, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 2})});
  EXPECT_EQ(deep.count(), 4 * 64);
  for (int64_t i = 0; i < deep.count(); ++i)
    EXPECT_EQ(deep.data<float>()[i], static_cast<float>(i / 128 * 2 + i % 2));
}

TEST(Tile, Rejects) {
  const Operation tile = make_tile();
  EXPECT_EQ(rule_of(tile, {counted({2}), list({-1})}), "OP-6");
  EXPECT_EQ(rule_of(tile, {counted({2}), scalar(2)}), "OP-5");
  EXPECT_EQ(rule_of(tile, {counted({2}), list({int64_t{1} << 62})}), "LIMIT-4");
  EXPECT_EQ(rule_of(tile, {counted({1}), list({int64_t{1} << 61})}), "LIMIT-4");  // from allocation
  EXPECT_EQ(rule_of(tile, {counted({1}), list({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1})}), "LIMIT-3");
  const Tensor repeats = list({2, 3});
  EXPECT_EQ(at_load(tile, {data_of({{1, 4}}), known(repeats)}), "[2,3..12]");
  EXPECT_EQ(at_load(tile, {data_of({Dimension::exactly(2)}), unknown(Shape{1})}), "[?]");
}

TEST(Concat, Joins) {
  const Tensor a = floats({2, 1}, {1, 2}), b = floats({2, 2}, {3, 4, 5, 6}), none = floats({2, 0}, {});
  for (const int64_t axis : {1, -1}) {
    const Operation concat = make_concat(axis);
    EXPECT_TRUE(same(run_one(concat, {a, none, b}), floats({2, 3}, {1, 3, 4, 2, 5, 6})));
    EXPECT_TRUE(same(run_one(concat, {b}), b));
  }
  const Operation first = make_concat(0);
  EXPECT_TRUE(same(run_one(first, {a, a}), floats({4, 1}, {1, 2, 1, 2})));
  EXPECT_EQ(run_one(first, {none, none}).shape(), (Shape{4, 0}));
  const Tensor flags = Tensor::of<bool>({1}, {true});
  EXPECT_TRUE(same(run_one(first, {flags, flags}), Tensor::of<bool>({2}, {true, true})));
}

TEST(Concat, Rejects) {
  const Operation concat = make_concat(0);
  EXPECT_EQ(rule_of(concat, {counted({2}), list({2})}), "OP-4");
  EXPECT_EQ(rule_of(concat, {counted({2}), counted({2, 1})}), "OP-5");
  EXPECT_EQ(rule_of(concat, {counted({2, 2}), counted({2, 3})}), "OP-5");
  EXPECT_EQ(rule_of(concat, {counted({}), counted({})}), "OP-5");
  EXPECT_EQ(rule_of(make_concat(-2), {counted({2})}), "OP-5");
  const Operand huge = data_of({Dimension::exactly(int64_t{1} << 62), Dimension::exactly(0)});
  EXPECT_EQ(at_load(concat, {huge, huge}), "LIMIT-4");
}

TEST(Concat, KnowsAtLoadWhatItCan) {
  const Operation concat = make_concat(0);
  EXPECT_EQ(at_load(concat, {data_of({kAny, kAny}), data_of({{2, 3}, {4, 8}}),
                             data_of({Dimension::exactly(1), {1, 5}})}),
            "[3..,4..5]");
  EXPECT_EQ(at_load(concat, {data_of({{1, 2}, kAny}), unknown(PartialShape::any(), ElementType::kF32)}),
            "[1..,?]");
  EXPECT_EQ(at_load(concat, {data_of({kAny, {1, 3}}), data_of({kAny, {4, 8}})}), "OP-5");
}

TEST(Split, EqualParts) {
  const Operation split = make_split();
  const Result<std::vector<Tensor>> parts = run(split, {counted({2, 4}), scalar(-1)}, 2);
  EXPECT_TRUE(same(parts.value()[0], floats({2, 2}, {0, 1, 4, 5})));
  EXPECT_TRUE(same(parts.value()[1], floats({2, 2}, {2, 3, 6, 7})));
  EXPECT_EQ(run(split, {counted({0, 3}), scalar(0)}, 2).value()[1].shape(), (Shape{0, 3}));
  EXPECT_EQ(rule_of(split, {counted({3}), scalar(0)}, 2), "OP-5");
  EXPECT_EQ(rule_of(split, {counted({2}), scalar(1)}, 2), "OP-6");
  EXPECT_EQ(rule_of(split, {counted({2}), list({0})}, 2), "OP-5");
  EXPECT_EQ(rule_of(split, {counted({2}), floats({}, {0})}, 2), "OP-4");
  const Tensor axis = scalar(0);
  EXPECT_EQ(at_load(split, {data_of({{3, 8}}), known(axis)}, 2), "[2..4]");
  EXPECT_EQ(at_load(split, {data_of({kAny, {3, 3}}), known(axis)}, 2), "[?,3]");
}

TEST(VariadicSplit, GivenParts) {
  const Operation split = make_variadic_split();
  for (const Tensor& lengths : {list({1, 0, 3}), list({1, 0, -1}), list({1, -1, 3})}) {
    const Result<std::vector<Tensor>> parts = run(split, {counted({2, 4}), list({1}), lengths}, 3);
    EXPECT_TRUE(same(parts.value()[0], floats({2, 1}, {0, 4})));
    EXPECT_TRUE(same(parts.value()[1], floats({2, 0}, {})));
    EXPECT_TRUE(same(parts.value()[2], floats({2, 3}, {1, 2, 3, 5, 6, 7})));
  }
}

TEST(VariadicSplit, Rejects) {
  const Operation split = make_variadic_split();
  const auto rule = [&](std::initializer_list<int64_t> lengths) {
    return rule_of(split, {counted({4}), scalar(0), list(lengths)}, 2);
  };
  EXPECT_EQ(rule({1, 2}), "OP-6");
  EXPECT_EQ(rule({5, -1}), "OP-6");
  EXPECT_EQ(rule({-1, -1}), "OP-6");
  EXPECT_EQ(rule({-2, 6}), "OP-6");
  EXPECT_EQ(rule({1, 1, 2}), "OP-3");
  EXPECT_EQ(rule({INT64_MAX, INT64_MAX}), "LIMIT-4");
  EXPECT_EQ(rule_of(split, {counted({4}), scalar(1), list({2, 2})}, 2), "OP-6");
  const Tensor axis = scalar(0), lengths = list({-1, 3});
  EXPECT_EQ(at_load(split, {data_of({{2, 8}}), known(axis), known(lengths)}, 2), "[0..5]");
  EXPECT_EQ(at_load(split, {data_of({{0, 2}}), known(axis), known(lengths)}, 2), "OP-6");
  EXPECT_EQ(at_load(split, {data_of({{2, 8}}), known(axis), unknown(Shape{2})}, 2), "[0..8]");
}

}  // namespace
}  // namespace backedge::ops
