#include "interpreter/ops/deformable.h"

#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::at_load;
using testing::data_of;
using testing::floats;
using testing::kAny;
using testing::kNaN;
using testing::rule_of;
using testing::run_one;
using testing::same;

const Windows kPlain{.strides = {1, 1}, .dilations = {1, 1}, .pads_begin = {0, 0}, .pads_end = {0, 0}};

/// 1 to 9 in rows of 3.
const Tensor kImage = floats({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});

/// The value at (y, x), doubled.
Tensor at(bool zeros, float y, float x) {
  const Windows corner{.strides = {3, 3}, .dilations = {1, 1}, .padding = Windows::Padding::kValid};
  return run_one(make_deformable_convolution({.windows = corner, .pads_with_zeros = zeros}),
                 {kImage, floats({1, 2, 1, 1}, {y, x}), floats({1, 1, 1, 1}, {2})});
}

TEST(DeformableConvolution, Places) {
  const auto expect_both = [](float y, float x, float with_zeros, float at_borders) {
    EXPECT_TRUE(same(at(true, y, x), floats({1, 1, 1, 1}, {2 * with_zeros}))) << y << " " << x;
    EXPECT_TRUE(same(at(false, y, x), floats({1, 1, 1, 1}, {2 * at_borders}))) << y << " " << x;
  };
  expect_both(1, 2, 6, 6);
  expect_both(0.5f, 1.5f, 4, 4);
  expect_both(-0.5f, 1, 1, 2);
  expect_both(-1, 1, 0, 0);
  expect_both(2.5f, 0, 3.5f, 7);
  expect_both(2, 2.75f, 2.25f, 9);
  expect_both(3, 0, 0, 0);
  expect_both(0, 1e30f, 0, 0);
  expect_both(kNaN, 0, kNaN, kNaN);
}

TEST(DeformableConvolution, OfWindows) {
  const Tensor none = Tensor::zeros(ElementType::kF32, {1, 8, 2, 2}),
               kernel = floats({1, 1, 2, 2}, {1, 10, 100, 1000});
  const Operation operation = make_deformable_convolution({.windows = kPlain});
  EXPECT_TRUE(
      same(run_one(operation, {kImage, none, kernel}), floats({1, 1, 2, 2}, {5421, 6532, 8754, 9865})));
  Tensor offsets = Tensor::zeros(ElementType::kF32, {1, 8, 2, 2});
  offsets.writable<float>()[4 * 7] = -1;  // element (1, 1) of the first window, along W
  EXPECT_TRUE(
      same(run_one(operation, {kImage, offsets, kernel}), floats({1, 1, 2, 2}, {4421, 6532, 8754, 9865})));
  Tensor masks = Tensor::zeros(ElementType::kF32, {1, 4, 2, 2});
  masks.writable<float>()[4 * 3] = 1;  // the same element
  EXPECT_TRUE(
      same(run_one(operation, {kImage, offsets, kernel, masks}), floats({1, 1, 2, 2}, {4000, 0, 0, 0})));
}

TEST(DeformableConvolution, Shapes) {
  const auto shape = [](const DeformableConvolution& options, std::initializer_list<testing::Dim> data,
                        std::initializer_list<testing::Dim> offsets,
                        std::initializer_list<testing::Dim> kernel) {
    return at_load(make_deformable_convolution(options), {data_of(data), data_of(offsets), data_of(kernel)});
  };
  const DeformableConvolution plain{.windows = kPlain},
      grouped{.windows = kPlain, .groups = 2, .offset_groups = 4};
  EXPECT_EQ(shape(plain, {2, 3, 4, 5}, {2, 8, 3, 4}, {7, 3, 2, 2}), "[2,7,3,4]");
  EXPECT_EQ(shape(plain, {kAny, 3, 4, kAny}, {2, 8, 3, 4}, {7, 3, 2, 2}), "[?,7,3,1..]");
  EXPECT_EQ(shape(grouped, {2, 4, 4, 5}, {2, 32, 3, 4}, {6, 2, 2, 2}), "[2,6,3,4]");
  EXPECT_EQ(shape(grouped, {2, 4, 4, 5}, {2, 8, 3, 4}, {6, 2, 2, 2}), "OP-5");
  EXPECT_EQ(shape(grouped, {2, 4, 4, 5}, {2, 32, 3, 4}, {5, 2, 2, 2}), "OP-5");
  EXPECT_EQ(shape(grouped, {2, 6, 4, 5}, {2, 32, 3, 4}, {6, 3, 2, 2}), "OP-5");
  EXPECT_EQ(shape(plain, {2, 3, 4, 5}, {1, 8, 3, 4}, {7, 3, 2, 2}), "OP-5");
  EXPECT_EQ(shape(plain, {2, 3, 4, 5}, {2, 8, 4, 4}, {7, 3, 2, 2}), "OP-5");
  EXPECT_EQ(shape(plain, {2, 2, 4, 5}, {2, 8, 3, 4}, {7, 3, 2, 2}), "OP-5");
  EXPECT_EQ(
      rule_of(make_deformable_convolution(plain), {kImage, Tensor::zeros(ElementType::kF64, {1, 8, 2, 2}),
                                                   Tensor::zeros(ElementType::kF32, {1, 1, 2, 2})}),
      "OP-4");
}

}  // namespace
}  // namespace backedge::ops
