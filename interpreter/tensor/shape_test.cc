#include "interpreter/tensor/shape.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

PartialShape partial(std::initializer_list<Dimension> dims) {
  return PartialShape::of({dims.begin(), dims.size()});
}

constexpr Dimension kAny{};

TEST(Shape, CountsAndPrints) {
  EXPECT_EQ(Shape{}.count(), 1);
  EXPECT_EQ((Shape{2, 3}).count(), 6);
  EXPECT_EQ((Shape{2, 0, 3}).count(), 0);
  EXPECT_EQ(Shape{}.text(), "[]");
  EXPECT_EQ((Shape{2, 3}).text(), "[2,3]");
  EXPECT_EQ((Shape{2, 3}), (Shape{2, 3}));
  EXPECT_FALSE((Shape{2, 3}) == (Shape{2, 3, 1}));
  EXPECT_FALSE((Shape{1}) == Shape{});
  EXPECT_FALSE((Shape{2, 3}) == (Shape{2, 4}));
}

TEST(Shape, MayBeOneElement) {
  EXPECT_TRUE(Shape{}.may_be_one_element());
  EXPECT_TRUE((Shape{1, 1}).may_be_one_element());
  EXPECT_FALSE(Shape{2}.may_be_one_element());
  EXPECT_FALSE((Shape{1, 0}).may_be_one_element());
}

TEST(Shape, HasAtMostTwelveDimensions) {
  EXPECT_TRUE(check_rank(12, "it").ok());
  const Result<void> checked = check_rank(13, "the tensor");
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().rule(), "LIMIT-3");
  EXPECT_EQ(checked.error().message(), "the tensor has 13 dimensions, at most 12 are supported");
}

TEST(Shape, HasASizeInBytesOrNone) {
  EXPECT_EQ(checked_bytes({}, 4), 4);
  EXPECT_EQ(checked_bytes({2, 3}, 8), 48);
  EXPECT_EQ(checked_bytes({0, 3}, 8), 0);
  EXPECT_EQ(checked_bytes({int64_t{1} << 62}, 1), int64_t{1} << 62);
  EXPECT_EQ(checked_bytes({(int64_t{1} << 62) + 1}, 1), std::nullopt);
  EXPECT_EQ(checked_bytes({INT64_MAX, INT64_MAX}, 1), std::nullopt);
  EXPECT_EQ(checked_bytes({INT64_MAX, INT64_MAX, 0}, 1), std::nullopt);
  EXPECT_EQ(checked_bytes({-1}, 1), std::nullopt);
}

TEST(Shape, NormalizesAxes) {
  EXPECT_EQ(normalize_axis(0, 3), 0);
  EXPECT_EQ(normalize_axis(-3, 3), 0);
  EXPECT_EQ(normalize_axis(-1, 3), 2);
  EXPECT_EQ(normalize_axis(3, 3), std::nullopt);
  EXPECT_EQ(normalize_axis(-4, 3), std::nullopt);
  EXPECT_EQ(normalize_axis(0, 0), std::nullopt);
}

TEST(PartialShape, AdmitsWhatItsIntervalsHold) {
  const PartialShape shape = partial({Dimension::exactly(1), kAny, {2, 5}});
  EXPECT_EQ(shape.text(), "[1,?,2..5]");
  EXPECT_FALSE(shape.known());
  EXPECT_TRUE(shape.meets(Shape{1, 0, 2}));
  EXPECT_TRUE(shape.meets(Shape{1, 1000, 5}));
  EXPECT_FALSE(shape.meets(Shape{1, 0, 1}));
  EXPECT_FALSE(shape.meets(Shape{1, 1000, 6}));
  EXPECT_FALSE(shape.meets(Shape{2, 0, 2}));
  EXPECT_FALSE(shape.meets(Shape{1, 0}));
  EXPECT_TRUE(PartialShape::any().meets(Shape{}));
  EXPECT_TRUE(PartialShape::any().meets(Shape{7, 7}));
  EXPECT_EQ(PartialShape::any().text(), "[...]");
  EXPECT_EQ(partial({{2, Dimension::kUnbounded}}).text(), "[2..]");
  EXPECT_EQ(partial({{0, 1}}).text(), "[0..1]");
}

TEST(PartialShape, IsComparedByRankAndIntervals) {
  EXPECT_EQ(partial({{1, 2}, kAny}), partial({{1, 2}, kAny}));
  EXPECT_FALSE(partial({{1, 2}, kAny}) == partial({{1, 2}, {0, 9}}));
  EXPECT_FALSE(partial({{1, 2}, kAny}) == partial({{1, 2}}));
  EXPECT_FALSE(PartialShape::any() == PartialShape::of_rank(0));
}

TEST(PartialShape, MayBeOneElement) {
  EXPECT_TRUE(PartialShape::any().may_be_one_element());
  EXPECT_TRUE(PartialShape::of_rank(0).may_be_one_element());
  EXPECT_TRUE(partial({{0, 1}, kAny}).may_be_one_element());
  EXPECT_FALSE(partial({kAny, {2, 5}}).may_be_one_element());
  EXPECT_FALSE(partial({Dimension::exactly(0)}).may_be_one_element());
}

TEST(PartialShape, OfAShapeIsKnown) {
  EXPECT_TRUE(PartialShape(Shape{}).known());
  EXPECT_EQ(PartialShape(Shape{4, 0}).shape(), (Shape{4, 0}));
  EXPECT_FALSE(PartialShape::of_rank(2).known());
  EXPECT_FALSE(PartialShape::any().known());
}

TEST(PartialShape, MeetsAndNarrows) {
  const PartialShape a = partial({{1, 4}, kAny});
  const PartialShape b = partial({{3, 9}, Dimension::exactly(2)});
  EXPECT_TRUE(a.meets(b));
  EXPECT_EQ(a.narrowed_by(b), partial({{3, 4}, Dimension::exactly(2)}));
  const PartialShape far = partial({{5, 9}, kAny});
  EXPECT_FALSE(a.meets(far));
  EXPECT_EQ(a.narrowed_by(far), a);
  EXPECT_EQ(a.narrowed_by(PartialShape::any()), a);
  EXPECT_EQ(PartialShape::any().narrowed_by(a), a);
  EXPECT_FALSE(a.meets(PartialShape::of_rank(3)));
  EXPECT_TRUE(a.meets(PartialShape::any()));
  EXPECT_TRUE(PartialShape::any().meets(a));
  EXPECT_TRUE(partial({{1, 4}}).meets(partial({{4, 9}})));  // they share one size
  EXPECT_TRUE(partial({{4, 9}}).meets(partial({{1, 4}})));
  EXPECT_FALSE(partial({{4, 9}}).meets(partial({{1, 3}})));
}

TEST(PartialShape, JoinsToTheLeastThatContainsBoth) {
  const PartialShape joined = PartialShape(Shape{1, 5}).joined_with(PartialShape(Shape{3, 5}));
  EXPECT_EQ(joined, partial({{1, 3}, Dimension::exactly(5)}));
  EXPECT_EQ(joined.joined_with(PartialShape::of_rank(1)), PartialShape::any());
  EXPECT_EQ(joined.joined_with(PartialShape::any()), PartialShape::any());
  EXPECT_EQ(PartialShape::any().joined_with(joined), PartialShape::any());
  EXPECT_EQ(partial({{3, 4}}).joined_with(partial({{1, 2}})), partial({{1, 4}}));
  const PartialShape twelve = Shape{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2};
  EXPECT_EQ(twelve.joined_with(twelve), twelve);
}

}  // namespace
}  // namespace backedge
