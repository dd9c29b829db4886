#include "interpreter/ops/patches.h"

#include "interpreter/ops/testing/testing.h"

/// ReorgYolo and ExtractImagePatches.
namespace backedge::ops {
namespace {

using namespace backedge::testing;

Tensor counting(const Shape& shape) {
  Tensor data = Tensor::zeros(ElementType::kI32, shape);
  for (int64_t k = 0; k < data.count(); ++k) data.writable<int32_t>()[k] = static_cast<int32_t>(k);
  return data;
}

Tensor ints(const Shape& shape, std::initializer_list<int32_t> values) {
  return Tensor::of<int32_t>(shape, values);
}

TEST(ReorgYolo, TakesPlacesInBlocks) {
  // The image is 4 x 4: 0 1 2 3, 4 5 6 7, 8 9 10 11, 12 13 14 15.
  EXPECT_TRUE(same(run_one(make_reorg_yolo(2), {counting({1, 4, 2, 2})}),
                   ints({1, 16, 1, 1}, {0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 12, 14, 5, 7, 13, 15})));
  EXPECT_TRUE(same(run_one(make_reorg_yolo(1), {counting({2, 1, 1, 3})}), counting({2, 1, 1, 3})));
  const Tensor two = run_one(make_reorg_yolo(2), {counting({2, 8, 2, 2})});
  EXPECT_EQ(two.shape(), (Shape{2, 32, 1, 1}));
  EXPECT_EQ(two.data<int32_t>()[4], 16);   // channel 1 of the image, place 0
  EXPECT_EQ(two.data<int32_t>()[8], 1);    // channel 0, place 1
  EXPECT_EQ(two.data<int32_t>()[32], 32);  // the second batch
}

TEST(ReorgYolo, Shapes) {
  const auto shape_of = [](const Shape& shape, int64_t stride) {
    return run_one(make_reorg_yolo(stride), {counting(shape)}).shape();
  };
  EXPECT_EQ(shape_of({1, 9, 3, 6}, 3), (Shape{1, 81, 1, 2}));
  EXPECT_EQ(shape_of({0, 4, 2, 2}, 2), (Shape{0, 16, 1, 1}));
  EXPECT_EQ(shape_of({1, 4, 0, 2}, 2), (Shape{1, 16, 0, 1}));
  const auto rule = [](const Shape& shape, int64_t stride) {
    return rule_of(make_reorg_yolo(stride), {counting(shape)});
  };
  for (const Shape& shape : {Shape{4, 2, 2}, Shape{1, 4, 2, 2, 1}, Shape{1, 3, 2, 2}, Shape{1, 0, 2, 2},
                             Shape{1, 5, 2, 2}, Shape{1, 4, 3, 2}, Shape{1, 4, 2, 3}})
    EXPECT_EQ(rule(shape, 2), "OP-5");
  EXPECT_EQ(rule({1, 4, 2, 2}, int64_t{1} << 62), "LIMIT-4");
}

ImagePatches patches(std::vector<int64_t> sizes, std::vector<int64_t> strides, std::vector<int64_t> rates,
                     Windows::Padding padding) {
  return {.windows = {.strides = std::move(strides), .dilations = std::move(rates), .padding = padding},
          .sizes = std::move(sizes)};
}

TEST(ExtractImagePatches, ElementsBecomeChannels) {
  const auto valid = patches({2, 2}, {3, 3}, {1, 1}, Windows::Padding::kValid);
  const Tensor page = run_one(make_extract_image_patches(valid), {counting({1, 2, 5, 5})});
  EXPECT_EQ(page.shape(), (Shape{1, 8, 2, 2}));
  EXPECT_TRUE(same(page, ints({1, 8, 2, 2}, {0, 3, 15, 18, 25, 28, 40, 43, 1, 4, 16, 19, 26, 29, 41, 44,
                                             5, 8, 20, 23, 30, 33, 45, 48, 6, 9, 21, 24, 31, 34, 46, 49})));
  const auto dilated = patches({1, 2}, {1, 1}, {1, 2}, Windows::Padding::kValid);
  EXPECT_TRUE(same(run_one(make_extract_image_patches(dilated), {counting({1, 1, 1, 4})}),
                   ints({1, 2, 1, 2}, {0, 1, 2, 3})));
}

TEST(ExtractImagePatches, PaddingIsZero) {
  const auto of_row = [](std::vector<int64_t> sizes, Windows::Padding padding) {
    const auto options = patches(std::move(sizes), {1, 1}, {1, 1}, padding);
    return run_one(make_extract_image_patches(options), {ints({1, 1, 1, 3}, {1, 2, 3})});
  };
  EXPECT_TRUE(same(of_row({1, 2}, Windows::Padding::kSameUpper), ints({1, 2, 1, 3}, {1, 2, 3, 2, 3, 0})));
  EXPECT_TRUE(same(of_row({1, 2}, Windows::Padding::kSameLower), ints({1, 2, 1, 3}, {0, 1, 2, 1, 2, 3})));
  EXPECT_TRUE(same(of_row({2, 1}, Windows::Padding::kSameUpper), ints({1, 2, 1, 3}, {1, 2, 3, 0, 0, 0})));
  EXPECT_EQ(of_row({9, 9}, Windows::Padding::kSameUpper).shape(), (Shape{1, 81, 1, 3}));
}

TEST(ExtractImagePatches, Shapes) {
  const auto made = [](Windows::Padding padding, int64_t size) {
    return make_extract_image_patches(patches({size, 1}, {1, 1}, {1, 1}, padding));
  };
  EXPECT_EQ(run_one(made(Windows::Padding::kValid, 2), {counting({0, 3, 2, 2})}).shape(),
            (Shape{0, 6, 1, 2}));
  EXPECT_EQ(run_one(made(Windows::Padding::kSameLower, 2), {counting({1, 0, 2, 2})}).shape(),
            (Shape{1, 0, 2, 2}));
  EXPECT_EQ(run_one(made(Windows::Padding::kSameLower, 2), {counting({1, 1, 0, 2})}).shape(),
            (Shape{1, 2, 0, 2}));
  EXPECT_EQ(rule_of(made(Windows::Padding::kValid, 3), {counting({1, 1, 2, 2})}), "OP-5");
  EXPECT_EQ(rule_of(made(Windows::Padding::kValid, 1), {counting({1, 2, 2})}), "OP-5");
  EXPECT_EQ(rule_of(made(Windows::Padding::kSameUpper, INT64_MAX), {counting({1, 2, 2, 2})}), "LIMIT-4");
}

}  // namespace
}  // namespace backedge::ops
