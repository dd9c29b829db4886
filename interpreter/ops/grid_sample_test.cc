#include "interpreter/ops/grid_sample.h"

#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::at_load;
using testing::data_of;
using testing::expect_stops;
using testing::floats;
using testing::kInf;
using testing::kNaN;
using testing::rule_of;
using testing::run_one;
using testing::same;
using testing::unknown;
using Mode = GridSample::Mode;
using Outside = GridSample::Outside;

/// A row of elements at positions of a grid along the row.
template <class T>
Tensor sampled(const GridSample& options, std::initializer_list<T> row, std::initializer_list<float> at) {
  const Tensor x = Tensor::of<T>({1, 1, 1, std::ssize(row)}, row);
  Tensor grid = Tensor::zeros(ElementType::kF32, {1, 1, std::ssize(at), 2});
  for (size_t i = 0; i < at.size(); ++i) grid.writable<float>()[2 * i] = at.begin()[i];
  return run_one(make_grid_sample(options), {x, grid});
}

/// The result of `sampled`.
template <class T>
Tensor row(std::initializer_list<T> values) {
  return Tensor::of<T>({1, 1, 1, std::ssize(values)}, values);
}

TEST(GridSample, Linear) {
  // 4 elements: g is at position 2 g + 3/2, so -3/4, -1/4, 1/4 and 3/4 are elements.
  const std::initializer_list<float> inside = {-0.75, 0, 0.125, 0.75};
  EXPECT_TRUE(same(sampled<float>({}, {4, 8, 0, 12}, inside), row<float>({4, 4, 2, 12})));
  const std::initializer_list<float> outside = {-1, 1, -1.25, 1.5, 2};
  EXPECT_TRUE(same(sampled<float>({}, {4, 8, 0, 12}, outside), row<float>({2, 6, 0, 0, 0})));
  EXPECT_TRUE(same(sampled<float>({.outside = Outside::kBorder}, {4, 8, 0, 12}, outside),
                   row<float>({4, 12, 4, 12, 12})));
  // Positions -1/2, 7/2, -1, 9/2 and 11/2 of ... 8 4 | 4 8 0 12 | 12 0 8 ...
  EXPECT_TRUE(same(sampled<float>({.outside = Outside::kReflection}, {4, 8, 0, 12}, outside),
                   row<float>({4, 12, 4, 6, 4})));
  // With align_corners g is at position 3 (g + 1) / 2: 0, 3, -3/8, 15/4 and 9/2 of ... 0 8 | 4 8 0 12 | 0 8 ...
  EXPECT_TRUE(
      same(sampled<float>({.outside = Outside::kReflection, .align_corners = true}, {4, 8, 0, 12}, outside),
           row<float>({4, 12, 5.5, 3, 4})));
}

TEST(GridSample, Nearest) {
  const auto nearest = [](Outside outside, bool align, std::initializer_list<float> at) {
    return sampled<int8_t>({.mode = Mode::kNearest, .outside = outside, .align_corners = align}, {1, 2, 3, 4},
                           at);
  };
  // Positions 1/2, 3/2 and 5/2: the even element.
  EXPECT_TRUE(same(nearest(Outside::kZeros, false, {-0.5, 0, 0.5}), row<int8_t>({1, 3, 3})));
  EXPECT_TRUE(same(nearest(Outside::kZeros, false, {-1, -1.125, 1, 0.9375}), row<int8_t>({1, 0, 0, 4})));
  EXPECT_TRUE(same(nearest(Outside::kBorder, false, {-9, 9}), row<int8_t>({1, 4})));
  // Positions -1, -2, -5 and 4, 7, 12.
  EXPECT_TRUE(same(nearest(Outside::kReflection, false, {-1.25, -1.75, -3.25, 1.25, 2.75, 5.25}),
                   row<int8_t>({1, 2, 4, 4, 1, 4})));
  // Positions -3, -6, 6 and 9.
  EXPECT_TRUE(same(nearest(Outside::kReflection, true, {-3, -5, 3, 5}), row<int8_t>({4, 1, 1, 4})));
}

TEST(GridSample, Cubic) {
  // Position 3/2: -3/32, 19/32, 19/32, -3/32. At -1/2, two of the four elements are outside.
  const GridSample zeros = {.mode = Mode::kCubic};
  EXPECT_TRUE(same(sampled<float>(zeros, {32, 64, 0, 96}, {0, -1}), row<float>({26, 13})));
  EXPECT_TRUE(same(sampled<float>({.mode = Mode::kCubic, .outside = Outside::kBorder}, {32, 64, 0, 96}, {-1}),
                   row<float>({29})));
  EXPECT_TRUE(
      same(sampled<float>({.mode = Mode::kCubic, .outside = Outside::kReflection}, {32, 64, 0, 96}, {-1}),
           row<float>({26})));
}

TEST(GridSample, RowsAndColumns) {
  // The first number of a pair is the place in the row.
  const Tensor x = floats({1, 2, 2, 3}, {1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60});
  const Tensor grid = floats({1, 2, 1, 2}, {1, -1, -1, 1});
  EXPECT_TRUE(same(run_one(make_grid_sample({.align_corners = true}), {x, grid}),
                   floats({1, 2, 2, 1}, {3, 4, 30, 40})));
  const Tensor two = floats({2, 1, 1, 2}, {1, 2, 3, 4}), grids = floats({2, 1, 1, 2}, {-1, 0, 1, 0});
  EXPECT_TRUE(
      same(run_one(make_grid_sample({.align_corners = true}), {two, grids}), floats({2, 1, 1, 1}, {1, 4})));
}

TEST(GridSample, NotFinite) {
  for (const Mode mode : {Mode::kNearest, Mode::kLinear, Mode::kCubic}) {
    EXPECT_TRUE(same(sampled<float>({.mode = mode}, {1, 2}, {kNaN, kInf, -kInf, 1e38F}),
                     row<float>({kNaN, 0, 0, 0})));
    EXPECT_TRUE(same(
        sampled<int32_t>({.mode = mode, .outside = Outside::kBorder}, {1, 2}, {kNaN, kInf, -kInf, 1e38F}),
        row<int32_t>({0, 2, 1, 2})));
    sampled<float>({.mode = mode, .outside = Outside::kReflection}, {1, 2, 3}, {kInf, -kInf, 1e38F});
    EXPECT_TRUE(same(sampled<float>({.mode = mode}, {1, kInf, kNaN, 2}, {-0.75, -0.25, 0.25, 0.75}),
                     row<float>({1, kInf, kNaN, 2})));
  }
}

TEST(GridSample, WithoutElements) {
  const Tensor grid = floats({1, 1, 1, 2}, {0, 0}), none = floats({1, 1, 0, 3}, {});
  EXPECT_TRUE(same(run_one(make_grid_sample({}), {none, grid}), row<float>({0})));
  EXPECT_EQ(rule_of(make_grid_sample({.outside = Outside::kBorder}), {none, grid}), "OP-6");
  EXPECT_EQ(rule_of(make_grid_sample({.outside = Outside::kReflection}), {none, grid}), "OP-6");
  EXPECT_EQ(rule_of(make_grid_sample({.outside = Outside::kBorder}), {floats({1, 0, 0, 3}, {}), grid}), "");
}

TEST(GridSample, AtLoad) {
  const Operation linear = make_grid_sample({});
  const Operand any = unknown(PartialShape::any(), ElementType::kF32);
  EXPECT_EQ(at_load(linear, {any, any}), "[?,?,?,?]");
  EXPECT_EQ(at_load(linear, {data_of({2, 3, 4, 5}), any}), "[2,3,?,?]");
  EXPECT_EQ(at_load(linear, {any, data_of({2, 6, 7, 2})}), "[2,?,6,7]");
  EXPECT_EQ(at_load(linear, {data_of({2, 3, 4, 5}), data_of({1, 6, 7, 2})}), "OP-5");
  EXPECT_EQ(at_load(linear, {data_of({2, 3, 4, 5}), data_of({2, 6, 7, 3})}), "OP-5");
  EXPECT_EQ(at_load(linear, {data_of({3, 4, 5}), any}), "OP-5");
  EXPECT_EQ(at_load(linear, {any, data_of({3, 4, 2})}), "OP-5");
  const Operand boolean = unknown(PartialShape::any(), ElementType::kBoolean);
  EXPECT_EQ(at_load(linear, {boolean, any}), "OP-4");
  EXPECT_EQ(at_load(make_grid_sample({.mode = Mode::kNearest}), {boolean, any}), "[?,?,?,?]");
  EXPECT_EQ(at_load(linear, {any, unknown(PartialShape::any(), ElementType::kI32)}), "OP-4");
}

TEST(GridSample, LooksAtTheClock) {
  const Tensor x = Tensor::zeros(ElementType::kF32, {1, 3, 2, 2});
  const Tensor grid = Tensor::zeros(ElementType::kF32, {1, 100, 100, 2});
  for (const Mode mode : {Mode::kNearest, Mode::kLinear, Mode::kCubic})
    expect_stops(make_grid_sample({.mode = mode}), {&x, &grid},
                 {Tensor::zeros(ElementType::kF32, {1, 3, 100, 100})});
}

}  // namespace
}  // namespace backedge::ops
