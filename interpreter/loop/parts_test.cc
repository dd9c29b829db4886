#include "interpreter/loop/parts.h"

#include <gtest/gtest.h>

#include <vector>

namespace backedge {
namespace {

TEST(TakePart, GivesAViewIfItsElementsAreContiguous) {
  const auto pool = Pool::make(1 << 20);
  const Tensor tensor = Tensor::of<int32_t>({3, 2}, {1, 2, 3, 4, 5, 6});
  PartLayout rows = layout_parts({3, 2}, 0, 2);
  const Tensor last_two = take_part(tensor, rows, 1, *pool).value();
  EXPECT_EQ(last_two.bytes(), tensor.bytes() + 8);
  EXPECT_TRUE(last_two.same_bits(Tensor::of<int32_t>({2, 2}, {3, 4, 5, 6})));
  PartLayout columns = layout_parts({3, 2}, 1, 1), flat = layout_parts({3, 2}, 1, 1, true);
  const Tensor column = take_part(tensor, columns, 1, *pool).value();
  EXPECT_TRUE(column.same_bits(Tensor::of<int32_t>({3, 1}, {2, 4, 6})));
  EXPECT_TRUE(take_part(tensor, flat, 1, *pool).value().same_bits(Tensor::of<int32_t>({3}, {2, 4, 6})));
}

TEST(TakePart, LeavesAPartAloneThatIsStillHeld) {
  const auto pool = Pool::make(1 << 20);
  const Tensor tensor = Tensor::of<int32_t>({3, 1}, {1, 2, 3});
  PartLayout rows = layout_parts({3, 1}, 0, 1);
  const auto take = [&](int64_t begin) { return take_part(tensor, rows, begin, *pool).value(); };
  const Tensor first = take(0);
  EXPECT_TRUE(take(1).same_bits(Tensor::of<int32_t>({1, 1}, {2})));
  EXPECT_TRUE(take(2).same_bits(Tensor::of<int32_t>({1, 1}, {3})));
  EXPECT_TRUE(first.same_bits(Tensor::of<int32_t>({1, 1}, {1})));
}

// Parts of `widths` with the elements 1, 2, 3, ..., kept by a loop that expects this number of parts.
KeptParts append_all(const std::vector<int64_t>& widths, Pool& pool) {
  KeptParts parts;
  float next = 1;
  for (const int64_t width : widths) {
    Tensor part = Tensor::zeros(ElementType::kF32, {width});
    for (int64_t i = 0; i < width; ++i) part.writable<float>()[i] = next++;
    const int64_t expected = std::ssize(widths);
    EXPECT_TRUE(append_part(part, Scan(), expected, parts, pool).ok());
    EXPECT_LE(parts.used, parts.elements.count());
  }
  return parts;
}

// Here the number of parts times the width of any part is less than the number of all elements.
TEST(AppendPart, MakesRoomForPartsOfUnequalWidth) {
  const auto pool = Pool::make(1 << 20);
  std::vector<int64_t> widths(100, 1);
  widths[1] = 99;
  KeptParts parts = append_all(widths, *pool);
  Deadline endless;
  const Tensor joined = join_parts(parts, Scan(), *pool, endless).value();
  ASSERT_EQ(joined.shape(), Shape{198});
  for (int64_t i = 0; i < 198; ++i) EXPECT_EQ(joined.data<float>()[i], static_cast<float>(i + 1));
}

// A scalar is one position wide, whatever the value before it was.
TEST(AppendPart, LooksAtEachValueOfAnotherShape) {
  const auto pool = Pool::make(1 << 20);
  KeptParts parts;
  for (const Tensor& value : {Tensor::of<float>({3}, {1, 2, 3}), Tensor::scalar(4.0F), Tensor::scalar(5.0F),
                              Tensor::of<float>({2}, {6, 7})})
    ASSERT_TRUE(append_part(value, Scan(), 0, parts, *pool).ok());
  EXPECT_EQ(parts.total_width, 7);
  Deadline endless;
  const Scan backward{.slicing = {.start = -1, .end = 0, .stride = -1}};
  EXPECT_TRUE(join_parts(parts, backward, *pool, endless)
                  .value()
                  .same_bits(Tensor::of<float>({7}, {6, 7, 5, 4, 1, 2, 3})));
}

// These parts take no memory, so the limit of sizes is all that ends their sum.
TEST(JoinParts, LimitsTheLengthOfPartsWithoutElements) {
  const auto pool = Pool::make(1 << 20);
  const auto outcome = [&](int64_t count) -> std::string {
    const Tensor part = Tensor::zeros(ElementType::kI8, {int64_t{1} << 61, 0});
    KeptParts parts;
    for (int64_t i = 0; i < count; ++i) {
      const Result<void> kept = append_part(part, Scan(), 0, parts, *pool);
      if (!kept.ok()) return kept.error().rule() + " in part " + std::to_string(i);
    }
    Deadline endless;
    const Result<Tensor> joined = join_parts(parts, Scan(), *pool, endless);
    return joined.ok() ? joined.value().shape().text() : joined.error().rule();
  };
  EXPECT_EQ(outcome(2), "[4611686018427387904,0]");
  EXPECT_EQ(outcome(3), "LIMIT-4");
  EXPECT_EQ(outcome(9), "LIMIT-4 in part 3");
}

TEST(JoinParts, CopiesNothingIfThePartsAreInPlace) {
  const auto pool = Pool::make(1 << 20);
  KeptParts parts = append_all({2, 1}, *pool);
  const std::byte* memory = parts.elements.bytes();
  Deadline endless;
  const Tensor joined = join_parts(parts, Scan(), *pool, endless).value();
  EXPECT_EQ(joined.bytes(), memory);
  EXPECT_TRUE(joined.same_bits(Tensor::of<float>({3}, {1, 2, 3})));
}

TEST(JoinParts, LeavesTheRestOutWhenTheTimeIsOver) {
  const auto pool = Pool::make(1 << 20, std::byte{7});
  const Scan columns{.slicing = {.axis = 1}};
  KeptParts parts;
  for (const uint8_t value : {1, 2, 3}) {
    const Tensor part = Tensor::of<uint8_t>({2, 1}, {value, static_cast<uint8_t>(10 * value)});
    ASSERT_TRUE(append_part(part, columns, 3, parts, *pool).ok());
  }
  Deadline over(0);
  EXPECT_TRUE(over.look());
  const Tensor joined = join_parts(parts, columns, *pool, over).value();
  EXPECT_TRUE(joined.same_bits(Tensor::of<uint8_t>({2, 3}, {1, 7, 7, 10, 7, 7})));
}

}  // namespace
}  // namespace backedge
