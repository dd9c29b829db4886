#include "interpreter/elements/memory_overlap.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

/// Parts of one piece of memory of 8 elements.
struct Memory {
  Tensor tensor = Tensor::zeros(ElementType::kI16, {8});
  StridedTensor whole = StridedTensor::writable(tensor);

  StridedTensor part(int64_t first, const Shape& shape, Strides strides) const {
    return whole.seen_as({shape, strides, first});
  }
};

const Shape kHighestRank = {2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2};
const Strides kWithGaps = {{4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

TEST(MemoryOverlap, Inside) {
  const Memory memory;
  EXPECT_EQ(overlap_inside(memory.whole), Overlap::kNone);
  EXPECT_EQ(overlap_inside(memory.part(0, {3}, {{0}})), Overlap::kFull);
  EXPECT_EQ(overlap_inside(memory.part(0, {1}, {{0}})), Overlap::kNone);
  EXPECT_EQ(overlap_inside(memory.part(0, {0}, {{0}})), Overlap::kNone);
  EXPECT_EQ(overlap_inside(memory.part(0, {2, 2}, {{1, 1}})), Overlap::kTooHard);
  EXPECT_EQ(overlap_inside(memory.part(0, {2, 2}, {{4, 1}})), Overlap::kTooHard);
  EXPECT_EQ(overlap_inside(memory.part(0, kHighestRank, kWithGaps)), Overlap::kTooHard);
  EXPECT_EQ(check_no_internal_overlap(memory.part(0, {3}, {{0}})).error().rule(), "ELEM-9");
  EXPECT_TRUE(check_no_internal_overlap(memory.part(0, {2, 2}, {{1, 1}})).ok());
}

TEST(MemoryOverlap, OfTwo) {
  const Memory memory, other;
  const StridedTensor low = memory.part(0, {4}, {{1}});
  EXPECT_EQ(overlap_of(low, memory.part(4, {4}, {{1}})), Overlap::kNone);
  EXPECT_EQ(overlap_of(low, memory.part(3, {4}, {{1}})), Overlap::kPartial);
  EXPECT_EQ(overlap_of(memory.part(3, {4}, {{1}}), low), Overlap::kPartial);
  EXPECT_EQ(overlap_of(low, low), Overlap::kFull);
  EXPECT_EQ(overlap_of(low, other.part(0, {4}, {{1}})), Overlap::kNone);
  EXPECT_EQ(overlap_of(low, memory.part(3, {0}, {{1}})), Overlap::kNone);
  EXPECT_EQ(overlap_of(memory.part(3, {0}, {{1}}), low), Overlap::kNone);
  EXPECT_EQ(overlap_of(memory.part(3, {1}, {{1}}), low), Overlap::kPartial);
  EXPECT_EQ(overlap_of(low, memory.part(0, {2}, {{1}})), Overlap::kPartial);
  EXPECT_EQ(overlap_of(low, memory.part(2, {2}, {{1}})), Overlap::kPartial);
  EXPECT_EQ(overlap_of(low, memory.part(0, {4, 1}, {{1, 1}})), Overlap::kPartial);
  EXPECT_EQ(overlap_of(low, memory.part(0, {2}, {{2}})), Overlap::kTooHard);
  const StridedTensor square = memory.part(0, {2, 2}, {{2, 1}});
  EXPECT_EQ(overlap_of(square, memory.part(0, {2, 2}, {{1, 2}})), Overlap::kPartial);
  EXPECT_EQ(overlap_of(square, low), Overlap::kPartial);
  EXPECT_EQ(check_no_partial_overlap(square, low).error().rule(), "ELEM-10");
  EXPECT_TRUE(check_no_partial_overlap(low, low).ok());
}

TEST(MemoryOverlap, TheSameElementsHaveOneAddressTypeAndLayout) {
  const Memory memory, other;
  const StridedTensor as_unsigned(ElementType::kU16, memory.whole.data(), memory.whole.layout());
  EXPECT_TRUE(memory.whole.is_same(memory.whole));
  EXPECT_FALSE(memory.whole.is_same(as_unsigned));
  EXPECT_FALSE(memory.whole.is_same(other.whole));
  EXPECT_FALSE(memory.whole.is_same(memory.part(0, {4}, {{1}})));
}

TEST(MemoryOverlap, SurelyDistinct) {
  const Memory memory;
  EXPECT_TRUE(surely_distinct(memory.whole));
  EXPECT_TRUE(surely_distinct(memory.part(0, {2, 2}, {{4, 1}})));
  EXPECT_TRUE(surely_distinct(memory.part(7, {2, 2}, {{-4, -1}})));
  EXPECT_TRUE(surely_distinct(memory.part(0, {2, 2}, {{2, 1}})));
  EXPECT_FALSE(surely_distinct(memory.part(0, {2, 2}, {{1, 1}})));
  EXPECT_FALSE(surely_distinct(memory.part(0, {2, 3}, {{2, 1}})));
  EXPECT_FALSE(surely_distinct(memory.part(0, {2}, {{0}})));
  EXPECT_TRUE(surely_distinct(memory.part(0, kHighestRank, kWithGaps)));
}

TEST(MemoryOverlap, SurelyApart) {
  const Memory memory;
  const StridedTensor backward = memory.part(3, {4}, {{-1}});
  EXPECT_FALSE(surely_apart(backward, backward));
  EXPECT_TRUE(surely_apart(backward, memory.part(4, {4}, {{1}})));
  EXPECT_FALSE(surely_apart(backward, memory.part(3, {4}, {{1}})));
  EXPECT_FALSE(surely_apart(memory.part(2, {1}, {{1}}), backward));
  EXPECT_TRUE(surely_apart(backward, memory.part(3, {0}, {{1}})));
  EXPECT_TRUE(surely_apart(memory.part(3, {0}, {{1}}), backward));
}

}  // namespace
}  // namespace backedge
