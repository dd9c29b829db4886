#include "interpreter/ops/interpolate.h"

#include <cmath>

#include "interpreter/ops/ratio.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::at_load;
using testing::data_of;
using testing::Dim;
using testing::expect_stops;
using testing::floats;
using testing::kInf;
using testing::kNaN;
using testing::known;
using testing::list;
using testing::of;
using testing::rule_of;
using testing::run_one;
using testing::same;
using testing::unknown;
using Mode = Interpolate::Mode;
using Nearest = Interpolate::Nearest;
using Position = Interpolate::Position;

/// The vector with another size.
template <class T>
Tensor resized(const Interpolate& options, std::initializer_list<T> x, int64_t size) {
  return run_one(make_interpolate(options), {of<T>(x), list({size}), list({0})});
}

/// The vector times a scale.
template <class T>
Tensor scaled(Interpolate options, std::initializer_list<T> x, double scale) {
  options.by_scales = true;
  return run_one(make_interpolate(options), {of<T>(x), of<double>({scale}), list({0})});
}

TEST(Ratio, FloorAndCeil) {
  const auto ends = [](int64_t a, int64_t b) {
    return std::pair(static_cast<int64_t>(floor_of({a, b})), static_cast<int64_t>(ceil_of({a, b})));
  };
  EXPECT_EQ(ends(7, 2), std::pair(int64_t{3}, int64_t{4}));
  EXPECT_EQ(ends(-7, 2), std::pair(int64_t{-4}, int64_t{-3}));
  EXPECT_EQ(ends(-6, 2), std::pair(int64_t{-3}, int64_t{-3}));
  EXPECT_EQ(ends(0, 5), std::pair(int64_t{0}, int64_t{0}));
}

TEST(Ratio, IsRoundedOnce) {
  EXPECT_EQ(rounded({1, 3}), 1.0 / 3);
  EXPECT_EQ(rounded({0, Wide{1} << 100}), 0);
  EXPECT_EQ(rounded({1, Wide{1} << 100}), 0x1p-100);
  EXPECT_EQ(rounded({(Wide{1} << 100) / 3, Wide{1} << 100}), 1.0 / 3);
  // 2^53 + 1 is halfway between two doubles; a little more is nearer to the upper one.
  const Wide half = (Wide{1} << 53) + 1, low = Wide{1} << 60;
  EXPECT_EQ(rounded({half * low, low}), 0x1p53);
  EXPECT_EQ(rounded({half * low + 1, low}), 0x1p53 + 2);
  EXPECT_EQ(rounded({half * low - 1, low}), 0x1p53);
  EXPECT_EQ(rounded({(half + 2) * low, low}), 0x1p53 + 4);
}

TEST(Ratio, OfANumber) {
  const auto same_value = [](double x, Wide numerator, Wide denominator) {
    const Ratio ratio = ratio_of(x);
    return ratio.numerator == numerator && ratio.denominator == denominator;
  };
  EXPECT_TRUE(same_value(1, 1, 1));
  EXPECT_TRUE(same_value(0.75, 3, 4));
  EXPECT_TRUE(same_value(6, 6, 1));
  EXPECT_TRUE(same_value(0x1p-64, 1, Wide{1} << 64));
  EXPECT_TRUE(same_value(0x1p64, Wide{1} << 64, 1));
  EXPECT_TRUE(same_value(1 - 0x1p-53, (Wide{1} << 53) - 1, Wide{1} << 53));
}

TEST(Interpolate, NearestElements) {
  // From 6 elements to 4, positions with half_pixel: 1/4, 7/4, 13/4, 19/4; with asymmetric: 0, 3/2, 3, 9/2.
  const auto chosen = [](Position position, Nearest nearest, int64_t size) {
    const Tensor y = resized<int32_t>({.position = position, .nearest = nearest}, {0, 1, 2, 3, 4, 5}, size);
    return std::vector<int32_t>(y.data<int32_t>(), y.data<int32_t>() + y.count());
  };
  using Chosen = std::vector<int32_t>;
  EXPECT_EQ(chosen(Position::kHalfPixel, Nearest::kHalfDown, 4), (Chosen{0, 2, 3, 5}));
  EXPECT_EQ(chosen(Position::kHalfPixel, Nearest::kFloor, 4), (Chosen{0, 1, 3, 4}));
  EXPECT_EQ(chosen(Position::kHalfPixel, Nearest::kCeil, 4), (Chosen{1, 2, 4, 5}));
  EXPECT_EQ(chosen(Position::kHalfPixel, Nearest::kCeilToShrink, 4), (Chosen{1, 2, 4, 5}));
  EXPECT_EQ(chosen(Position::kCorner, Nearest::kHalfDown, 4), (Chosen{0, 1, 3, 4}));
  EXPECT_EQ(chosen(Position::kCorner, Nearest::kHalfUp, 4), (Chosen{0, 2, 3, 5}));
  // To 9: -1/6, 1/2, 7/6, 11/6, 5/2, 19/6, 23/6, 9/2, 31/6.
  EXPECT_EQ(chosen(Position::kHalfPixel, Nearest::kHalfDown, 9), (Chosen{0, 0, 1, 2, 2, 3, 4, 4, 5}));
  EXPECT_EQ(chosen(Position::kHalfPixel, Nearest::kHalfUp, 9), (Chosen{0, 1, 1, 2, 3, 3, 4, 5, 5}));
  EXPECT_EQ(chosen(Position::kHalfPixel, Nearest::kCeilToShrink, 9), (Chosen{0, 0, 1, 1, 2, 3, 3, 4, 5}));
  // To 2: with tf_half_pixel_for_nn 3/2 and 9/2; with align_corners 0 and 5.
  EXPECT_EQ(chosen(Position::kHalfPixelLater, Nearest::kHalfDown, 2), (Chosen{1, 4}));
  EXPECT_EQ(chosen(Position::kHalfPixelLater, Nearest::kCeil, 2), (Chosen{2, 5}));
  EXPECT_EQ(chosen(Position::kAlignCorners, Nearest::kHalfDown, 2), (Chosen{0, 5}));
  // To 1: half_pixel 5/2, pytorch_half_pixel and align_corners 0.
  EXPECT_EQ(chosen(Position::kHalfPixel, Nearest::kCeil, 1), (Chosen{3}));
  EXPECT_EQ(chosen(Position::kHalfPixelOrFirst, Nearest::kCeil, 1), (Chosen{0}));
  EXPECT_EQ(chosen(Position::kAlignCorners, Nearest::kCeil, 1), (Chosen{0}));
  EXPECT_EQ(chosen(Position::kHalfPixelLater, Nearest::kCeil, 6), (Chosen{1, 2, 3, 4, 5, 5}));
}

TEST(Interpolate, PositionsAreExact) {
  // 3 elements become 10. Position 5 * 3 / 10 is 3/2, a tie; 5 / (10 / 3) in double is below it.
  EXPECT_EQ(resized<float>({.position = Position::kCorner, .nearest = Nearest::kHalfUp}, {0, 1, 2}, 10)
                .data<float>()[5],
            2);
  // Positions 10/7, 20/7, ... are not rounded to a whole number.
  const Tensor y = scaled<float>({.position = Position::kCorner, .nearest = Nearest::kCeil},
                                 {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0.7);
  EXPECT_TRUE(same(y, of<float>({0, 2, 3, 5, 6, 8, 9})));
}

TEST(Interpolate, KeepsEveryBit) {
  const Tensor y = resized<float>({}, {-0.f, kInf}, 4);
  EXPECT_TRUE(same(y, of<float>({-0.f, -0.f, kInf, kInf})));
  EXPECT_TRUE(same(resized<int64_t>({}, {INT64_MAX, INT64_MIN}, 1), of<int64_t>({INT64_MAX})));
}

TEST(Interpolate, Linear) {
  for (const Mode mode : {Mode::kLinear, Mode::kLinearAtBorder, Mode::kPillowLinear}) {
    EXPECT_TRUE(same(resized<float>({.mode = mode}, {4, 8, 0}, 6), of<float>({4, 5, 7, 6, 2, 0})));
    EXPECT_TRUE(same(resized<float>({.mode = mode}, {7}, 3), of<float>({7, 7, 7})));
    EXPECT_TRUE(same(resized<int8_t>({.mode = mode}, {1, 2, -3}, 6), of<int8_t>({1, 1, 2, 1, -2, -3})));
  }
  // Positions 1/2 and 5/2 of 4 elements. Pillow's filter is twice as wide: 3, 3, 1 of 7 and 1, 3, 3 of 7.
  EXPECT_TRUE(same(resized<float>({.mode = Mode::kLinear}, {7, 14, 28, 56}, 2), of<float>({10.5, 42})));
  EXPECT_TRUE(same(resized<float>({.mode = Mode::kPillowLinear}, {7, 14, 28, 56}, 2), of<float>({13, 38})));
  EXPECT_TRUE(same(scaled<float>({.mode = Mode::kLinear, .antialias = true}, {7, 14, 28, 56}, 0.5),
                   of<float>({13, 38})));
  // Elements past the border have weights too: 1, 3, 3, 1 of 8.
  EXPECT_TRUE(same(scaled<float>({.mode = Mode::kLinearAtBorder, .antialias = true}, {7, 14, 28, 56}, 0.5),
                   of<float>({12.25, 40.25})));
  // Without a smaller axis there is nothing to smooth.
  EXPECT_TRUE(
      same(resized<float>({.mode = Mode::kLinear, .antialias = true}, {4, 8}, 4), of<float>({4, 5, 7, 8})));
  // With align_corners the positions are 0, 7/3, 14/3, 7; the scale is 1/2, so weights are 1 - distance / 2.
  EXPECT_TRUE(
      same(scaled<float>({.mode = Mode::kLinear, .position = Position::kAlignCorners, .antialias = true},
                         {6, 0, 0, 0, 0, 0, 0, 3}, 0.5),
           of<float>({4, 0, 0, 2})));
}

TEST(Interpolate, NoWeight) {
  // Along axis 0 the weights are narrowed to 1/3, and the positions -1/3 and 1/3 are 1/3 away from an element.
  Interpolate options = {.mode = Mode::kLinear, .antialias = true, .by_scales = true};
  const Tensor y =
      run_one(make_interpolate(options), {floats({1, 2}, {3, 5}), of<float>({3, 0.5}), list({0, 1})});
  EXPECT_TRUE(same(y, floats({3, 1}, {0, 4, 0})));
  // The weights of Pillow's cubic function are 0 for a distance of 1.
  EXPECT_TRUE(
      same(resized<float>({.mode = Mode::kPillowCubic, .cubic = 0}, {3, 5, 7}, 3), of<float>({3, 5, 7})));
}

TEST(Interpolate, Cubic) {
  // Position 1/2 with a = -3/4: -3/32, 19/32, 19/32, -3/32. At the border the element there is taken again.
  const Interpolate cubic = {.mode = Mode::kCubic};
  EXPECT_TRUE(same(resized<float>(cubic, {32, 64, 0, 96}, 2), of<float>({54, 42})));
  EXPECT_TRUE(same(resized<float>(cubic, {5}, 2), of<float>({5, 5})));
  EXPECT_TRUE(same(resized<uint8_t>(cubic, {0, 255, 255, 0}, 2), of<uint8_t>({128, 128})));
  EXPECT_TRUE(same(resized<uint8_t>(cubic, {255, 0, 0, 255}, 2), of<uint8_t>({128, 128})));
  EXPECT_TRUE(
      same(resized<int8_t>({.mode = Mode::kCubic, .position = Position::kCorner}, {0, 127, 127, 0}, 8),
           of<int8_t>({0, 64, 127, 127, 127, 64, 0, -12})));
  // a = -1/2: -1/16, 9/16, 9/16, -1/16.
  EXPECT_TRUE(same(resized<float>({.mode = Mode::kCubic, .position = Position::kAlignCorners, .cubic = -0.5},
                                  {16, 32, 48, 0}, 3),
                   of<float>({16, 44, 0})));
  // Pillow: the same elements if the size stays.
  EXPECT_TRUE(same(resized<float>({.mode = Mode::kPillowCubic, .cubic = -0.5}, {17, 34, 51}, 3),
                   of<float>({17, 34, 51})));
}

TEST(Interpolate, ElementsWithoutWeight) {
  for (const Mode mode : {Mode::kLinear, Mode::kLinearAtBorder, Mode::kCubic, Mode::kPillowLinear}) {
    const Tensor y = resized<float>({.mode = mode}, {1, kInf, 2, kNaN}, 4);
    EXPECT_TRUE(same(y, of<float>({1, kInf, 2, kNaN})));
  }
}

TEST(Interpolate, AxesAndPads) {
  const Tensor x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  const auto run = [&](const Interpolate& options, const Tensor& sizes, const Tensor& axes) {
    return run_one(make_interpolate(options), {x, sizes, axes});
  };
  EXPECT_TRUE(same(run({}, list({6, 1}), list({1, 0})), floats({1, 6}, {1, 1, 2, 2, 3, 3})));
  EXPECT_TRUE(same(run({}, list({}), list({})), x));
  EXPECT_TRUE(same(run({.mode = Mode::kCubic}, list({}), list({})), x));
  const Interpolate pads = {.pads_begin = {0, 1}, .pads_end = {1}};
  EXPECT_TRUE(same(run(pads, list({4}), list({1})), floats({3, 4}, {0, 1, 2, 3, 0, 4, 5, 6, 0, 0, 0, 0})));
  EXPECT_TRUE(same(run(pads, list({2}), list({1})), floats({3, 2}, {0, 2, 0, 5, 0, 0})));
  EXPECT_TRUE(same(run_one(make_interpolate({}), {x, list({2, 1})}), floats({2, 1}, {2, 5})));
  EXPECT_TRUE(same(run_one(make_interpolate({.mode = Mode::kLinear}), {x, list({1, 3})}),
                   floats({1, 3}, {2.5, 3.5, 4.5})));
  EXPECT_TRUE(
      same(run_one(make_interpolate({.both_lists = true}), {x, list({3}), of<float>({9}), list({1})}), x));
  EXPECT_TRUE(same(run_one(make_interpolate({.by_scales = true, .both_lists = true}),
                           {x, list({7}), of<float>({1}), list({1})}),
                   x));
  EXPECT_TRUE(same(run_one(make_interpolate({}), {Tensor::scalar(3.f), list({})}), Tensor::scalar(3.f)));
}

TEST(Interpolate, SizesOfScales) {
  const auto size = [](int64_t from, Tensor scale) {
    Interpolate options;
    options.by_scales = true;
    return at_load(make_interpolate(options), {data_of({from}), known(scale), known(list({0}))});
  };
  EXPECT_EQ(size(10, of<float>({0.7F})), "[7]");  // 6.9999999 rounds to 7
  EXPECT_EQ(size(10, of<double>({0.7})), "[7]");
  EXPECT_EQ(size(10, of<double>({0.69999999})), "[6]");
  EXPECT_EQ(size(3001, of<f16>({round_to_f16(1)})), "[3001]");
  EXPECT_EQ(size(3, of<float>({1e-30F})), "[0]");
  EXPECT_EQ(size(3, of<double>({1e-300})), "[0]");
  EXPECT_EQ(size(3, of<double>({5e-324})), "[0]");
  EXPECT_EQ(size(0, of<double>({1e300})), "[0]");
  EXPECT_EQ(size(1, of<double>({1e300})), "LIMIT-4");
  EXPECT_EQ(size(1, of<double>({0x1p36})), "[68719476736]");
  EXPECT_EQ(size(1, of<double>({0x1p37})), "LIMIT-4");
  EXPECT_EQ(size(int64_t{1} << 37, of<double>({0.5})), "LIMIT-4");
  for (const float wrong : {0.F, -1.F, kNaN, kInf, -kInf}) EXPECT_EQ(size(3, of<float>({wrong})), "OP-6");
}

TEST(Interpolate, AtLoad) {
  const Operation nearest = make_interpolate({.pads_begin = {1}, .pads_end = {0, 2}});
  EXPECT_EQ(at_load(nearest, {data_of({Dim(2, 4), 5}), known(list({3})), known(list({1}))}), "[3..5,3]");
  EXPECT_EQ(at_load(nearest, {data_of({2, 5}), unknown(Shape{1}), known(list({1}))}), "[3,?]");
  EXPECT_EQ(at_load(nearest, {data_of({2, 5}), known(list({3})), unknown(Shape{1})}), "[?,?]");
  EXPECT_EQ(
      at_load(nearest, {unknown(PartialShape::any(), ElementType::kF32), known(list({3})), known(list({1}))}),
      "[...]");
  EXPECT_EQ(at_load(nearest, {data_of({2}), known(list({3})), known(list({0}))}), "OP-5");  // two pads
  EXPECT_EQ(at_load(nearest, {data_of({2, 5}), known(list({3}))}), "OP-5");
  const Operation scales = make_interpolate({.by_scales = true});
  const Tensor half = of<float>({0.5});
  EXPECT_EQ(at_load(scales, {data_of({Dim(2, 5)}), known(half), known(list({0}))}), "[1..2]");
  EXPECT_EQ(at_load(scales, {data_of({Dimension::any()}), known(half), known(list({0}))}), "[?]");
  const Operation huge = make_interpolate({.pads_begin = {INT64_MAX}});
  EXPECT_EQ(at_load(huge, {data_of({2}), known(list({3})), known(list({0}))}), "LIMIT-4");
}

TEST(Interpolate, Rejects) {
  const Operation nearest = make_interpolate({});
  const Tensor x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(rule_of(nearest, {of<bool>({true}), list({1}), list({0})}), "OP-4");
  EXPECT_EQ(rule_of(nearest, {x, of<float>({1}), list({0})}), "OP-4");
  EXPECT_EQ(rule_of(nearest, {x, list({1}), of<float>({0})}), "OP-4");
  EXPECT_EQ(rule_of(make_interpolate({.by_scales = true}), {x, list({1}), list({0})}), "OP-4");
  EXPECT_EQ(rule_of(make_interpolate({.both_lists = true}), {x, list({1}), list({1}), list({0})}), "OP-4");
  EXPECT_EQ(rule_of(nearest, {x, list({1, 2}), list({0})}), "OP-5");
  EXPECT_EQ(rule_of(nearest, {x, Tensor::scalar<int64_t>(1), list({0})}), "OP-5");
  EXPECT_EQ(rule_of(nearest, {x, list({1, 2, 3}), list({0, 1, 1})}), "OP-6");
  EXPECT_EQ(rule_of(nearest, {x, list({1}), list({2})}), "OP-6");
  EXPECT_EQ(rule_of(nearest, {x, list({1}), list({-1})}), "OP-6");
  EXPECT_EQ(rule_of(nearest, {x, list({-1}), list({1})}), "OP-6");
  EXPECT_EQ(rule_of(nearest, {floats({0}, {}), list({1}), list({0})}), "OP-6");
  EXPECT_EQ(rule_of(nearest, {floats({0}, {}), list({0}), list({0})}), "");
  const Tensor scales = floats({1, 1}, {1});
  EXPECT_EQ(rule_of(make_interpolate({.by_scales = true}), {x, scales, list({0})}), "OP-5");
}

TEST(Interpolate, LooksAtTheClock) {
  const Tensor x = Tensor::zeros(ElementType::kF32, {1, 40000});
  for (const Mode mode : {Mode::kNearest, Mode::kLinear, Mode::kCubic, Mode::kPillowCubic}) {
    // Without elements of its own, the output needs many of data.
    const Tensor sizes = list({2}), axes = list({1});
    expect_stops(make_interpolate({.mode = mode}), {&x, &sizes, &axes},
                 {Tensor::zeros(ElementType::kF32, {1, 2})});
    const Tensor more = list({50000});
    expect_stops(make_interpolate({.mode = mode}), {&x, &more, &axes},
                 {Tensor::zeros(ElementType::kF32, {1, 50000})});
  }
}

}  // namespace
}  // namespace backedge::ops
