#include "interpreter/tensor/tensor.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

TEST(Tensor, IsZeroAtFirst) {
  const Tensor zeros = Tensor::zeros(ElementType::kI32, {2, 2});
  EXPECT_TRUE(zeros.same_bits(Tensor::of<int32_t>({2, 2}, {0, 0, 0, 0})));
  EXPECT_EQ(zeros.byte_count(), 16);
  EXPECT_FALSE(Tensor().has_value());
  EXPECT_TRUE(Tensor::zeros(ElementType::kF32, {0}).has_value());
}

TEST(Tensor, IsCopiedWhenOneOfTwoIsWritten) {
  Tensor a = Tensor::of<int32_t>({2}, {1, 2});
  Tensor b = a;
  EXPECT_EQ(a.bytes(), b.bytes());
  b.writable<int32_t>()[0] = 7;
  EXPECT_TRUE(a.same_bits(Tensor::of<int32_t>({2}, {1, 2})));
  EXPECT_TRUE(b.same_bits(Tensor::of<int32_t>({2}, {7, 2})));
  const std::byte* before = a.bytes();
  a.writable<int32_t>()[0] = 9;
  EXPECT_EQ(a.bytes(), before);
}

TEST(Tensor, SharesItsElementsWithItsViews) {
  const Tensor a = Tensor::of<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  Tensor b = a.view(8, {2, 2});
  EXPECT_EQ(b.bytes(), a.bytes() + 8);
  EXPECT_TRUE(b.same_bits(Tensor::of<int32_t>({2, 2}, {3, 4, 5, 6})));
  b.writable<int32_t>()[0] = 9;
  EXPECT_EQ(a.values<int32_t>()[2], 3);
  EXPECT_TRUE(b.same_bits(Tensor::of<int32_t>({2, 2}, {9, 4, 5, 6})));
}

TEST(Tensor, ComparesBits) {
  EXPECT_FALSE(Tensor::scalar(0.0f).same_bits(Tensor::scalar(-0.0f)));
  EXPECT_FALSE(Tensor::scalar(int32_t{0}).same_bits(Tensor::scalar(0.0f)));
  const Tensor nan = Tensor::scalar(bf16{0x7fc0});
  EXPECT_TRUE(nan.same_bits(Tensor::scalar(bf16{0x7fc0})));
  EXPECT_TRUE(Tensor::zeros(ElementType::kF32, {0}).same_bits(Tensor::zeros(ElementType::kF32, {0})));
}

TEST(Tensor, IsDescribed) {
  EXPECT_EQ(describe(ElementType::kF32, Shape{2, 3}), "f32[2,3]");
  EXPECT_EQ(describe(ElementType::kBoolean, PartialShape::any()), "boolean[...]");
}

}  // namespace
}  // namespace backedge
