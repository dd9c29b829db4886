#include "interpreter/tensor/tensor.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace backedge {
namespace {

TEST(Tensor, IsZeroAtFirst) {
  const Tensor zeros = Tensor::zeros(ElementType::kI32, {2, 2});
  EXPECT_TRUE(zeros.same_bits(Tensor::of<int32_t>({2, 2}, {0, 0, 0, 0})));
  EXPECT_EQ(zeros.byte_count(), 16);
  EXPECT_FALSE(Tensor().has_value());
  EXPECT_TRUE(Tensor::zeros(ElementType::kF32, {0}).has_value());
}

// If one tensor got too little memory, it would overwrite the next one.
TEST(Tensor, HasMemoryOfItsOwn) {
  std::vector<Tensor> tensors;
  for (uint8_t size = 1; size <= 64; ++size) {
    Tensor tensor = Tensor::zeros(ElementType::kU8, {size});
    for (uint8_t& element : std::span(tensor.writable<uint8_t>(), size)) {
      EXPECT_EQ(element, 0);
      element = size;
    }
    tensors.push_back(tensor);
  }
  for (const Tensor& tensor : tensors) {
    for (const uint8_t element : tensor.values<uint8_t>()) EXPECT_EQ(element, tensor.count());
  }
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

// A loop whose back edge passes on a part of what it was given makes such views.
TEST(Tensor, LetsAViewGoWhenItHasAViewOfItsOwn) {
  Tensor tensor = Tensor::of<int32_t>({2}, {1, 2});
  for (int time = 0; time < 1'000'000; ++time) tensor = tensor.view(0, {2});
  EXPECT_TRUE(tensor.same_bits(Tensor::of<int32_t>({2}, {1, 2})));
}

// So the outputs of a run do not change each other, even if they are one value.
TEST(Tensor, IsCopiedWhenOneOfTwoKeptOnesIsWritten) {
  const auto owner = std::make_shared<int>(0);
  Tensor tensor = Tensor::scalar(1.0F);
  Tensor a = tensor.kept_with(owner), b = tensor.kept_with(owner);
  tensor.reset();
  *a.writable<float>() = 2;
  EXPECT_EQ(*b.data<float>(), 1);
  const std::byte* before = b.bytes();
  *b.writable<float>() = 3;
  EXPECT_EQ(b.bytes(), before);
  EXPECT_EQ(*a.data<float>(), 2);
}

TEST(Tensor, MovesAViewThatNothingElseHolds) {
  const Tensor whole = Tensor::of<int32_t>({3}, {1, 2, 3});
  Tensor none, view = whole.view(0, {1});
  EXPECT_FALSE(none.move_view(whole, 4));
  EXPECT_TRUE(view.move_view(whole, 4));
  EXPECT_EQ(*view.data<int32_t>(), 2);
  const Tensor copy = view;
  EXPECT_FALSE(view.move_view(whole, 8));
  EXPECT_EQ(*copy.data<int32_t>(), 2);
}

TEST(Tensor, ComparesBits) {
  EXPECT_FALSE(Tensor::scalar(0.0f).same_bits(Tensor::scalar(-0.0f)));
  EXPECT_FALSE(Tensor::scalar(int32_t{0}).same_bits(Tensor::scalar(0.0f)));
  const Tensor nan = Tensor::scalar(bf16{0x7fc0});
  EXPECT_TRUE(nan.same_bits(Tensor::scalar(bf16{0x7fc0})));
  EXPECT_TRUE(Tensor::zeros(ElementType::kF32, {0}).same_bits(Tensor::zeros(ElementType::kF32, {0})));
  EXPECT_FALSE(Tensor::zeros(ElementType::kF32, {2}).same_bits(Tensor::zeros(ElementType::kF32, {1, 2})));
  EXPECT_FALSE(Tensor::of<uint8_t>({3}, {1, 2, 3}).same_bits(Tensor::of<uint8_t>({3}, {1, 2, 4})));
}

TEST(Tensor, KeepsAnOwnerUntilItsLastCopyIsGone) {
  std::vector<std::string> gone;
  const auto memory = std::make_shared<float>(1.5f);
  Tensor tensor(ElementType::kF32, {},
                std::shared_ptr<std::byte>(reinterpret_cast<std::byte*>(memory.get()),
                                           [&, memory](std::byte*) { gone.push_back("memory"); }));
  Tensor kept = tensor.kept_with(
      std::shared_ptr<int>(new int(0), [&](int* owner) { gone.push_back("owner"), delete owner; }));
  tensor.reset();
  EXPECT_FALSE(tensor.has_value());
  EXPECT_TRUE(kept.same_bits(Tensor::scalar(1.5f)));
  Tensor copy = kept;
  kept.reset();
  EXPECT_TRUE(gone.empty());
  copy.reset();
  EXPECT_EQ(gone, (std::vector<std::string>{"memory", "owner"}));  // memory that a pool owns needs the pool
}

// The elements may be in the memory of a pool, which the owner keeps alive.
TEST(Tensor, KeepsAnOwnerForItsViews) {
  const auto owner = std::make_shared<int>(0);
  Tensor kept = Tensor::of<int32_t>({2}, {1, 2}).kept_with(owner);
  Tensor view = kept.view(4, {1});
  kept.reset();
  EXPECT_EQ(owner.use_count(), 2);
  EXPECT_TRUE(view.same_bits(Tensor::of<int32_t>({1}, {2})));
  view.reset();
  EXPECT_EQ(owner.use_count(), 1);
}

TEST(Tensor, IsDescribed) {
  EXPECT_EQ(describe(ElementType::kF32, Shape{2, 3}), "f32[2,3]");
  EXPECT_EQ(describe(ElementType::kBoolean, PartialShape::any()), "boolean[...]");
}

}  // namespace
}  // namespace backedge
