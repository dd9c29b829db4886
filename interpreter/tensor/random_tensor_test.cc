#include "interpreter/tensor/random_tensor.h"

#include <gtest/gtest.h>

#include <vector>

namespace backedge {
namespace {

TEST(RandomTensor, IsTheSameEverywhere) {
  // A separate program computed these values.
  EXPECT_TRUE(random_tensor(ElementType::kF32, {2, 3}, 42, 0)
                  .same_bits(Tensor::of<float>(
                      {2, 3}, {0.5390625f, -0.2421875f, 0.40625f, 0.203125f, -0.96875f, 0.8046875f})));
  EXPECT_TRUE(
      random_tensor(ElementType::kI16, {6}, 42, 0).same_bits(Tensor::of<int16_t>({6}, {6, 3, 5, 4, 0, 7})));
  EXPECT_TRUE(
      random_tensor(ElementType::kU64, {6}, 42, 1).same_bits(Tensor::of<uint64_t>({6}, {4, 1, 0, 3, 1, 1})));
  EXPECT_TRUE(random_tensor(ElementType::kBoolean, {6}, 42, 0)
                  .same_bits(Tensor::of<bool>({6}, {true, false, true, true, false, true})));
}

// The same program computed these values. The first byte is that of the first f32 above: (197 - 128) / 128.
TEST(RandomTensor, HasTheHighestBitsInANarrowType) {
  const std::vector<int> expected = {197, 97, 180, 154, 4, 231};
  const Tensor tensor = random_tensor(ElementType::kF8E5M2, {6}, 42, 0);
  ASSERT_EQ(tensor.byte_count(), 6);
  for (size_t k = 0; k < 6; ++k) EXPECT_EQ(static_cast<int>(tensor.bytes()[k]), expected[k]) << k;
}

TEST(RandomTensor, GivesEveryRealTypeTheSameValues) {
  const Tensor exact = random_tensor(ElementType::kF64, {100}, 7, 3);
  const Tensor f16s = random_tensor(ElementType::kF16, {100}, 7, 3);
  const Tensor bf16s = random_tensor(ElementType::kBF16, {100}, 7, 3);
  for (int64_t i = 0; i < 100; ++i) {
    const double value = exact.data<double>()[i];
    EXPECT_TRUE(value >= -1 && value < 1);
    EXPECT_EQ(to_float(f16s.data<f16>()[i]), value);
    EXPECT_EQ(to_float(bf16s.data<bf16>()[i]), value);
  }
}

TEST(RandomTensor, HasNoElementsIfTheShapeHasNone) {
  EXPECT_EQ(random_tensor(ElementType::kF32, {0, 3}, 1, 1).count(), 0);
  EXPECT_EQ(random_tensor(ElementType::kF32, {}, 1, 1).count(), 1);
}

}  // namespace
}  // namespace backedge
