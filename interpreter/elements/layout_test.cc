#include "interpreter/elements/layout.h"

#include <gtest/gtest.h>

#include <vector>

#include "interpreter/elements/broadcast_shape.h"
#include "interpreter/elements/lines.h"
#include "interpreter/elements/row_major.h"

namespace backedge {
namespace {

/// The place of each element in the order of the index, by the definition.
std::vector<int64_t> places(const Layout& layout) {
  std::vector<int64_t> places;
  for (int64_t i = 0; i < layout.shape.count(); ++i) {
    int64_t place = layout.offset, rest = i;
    for (int64_t axis = layout.shape.rank() - 1; axis >= 0; --axis) {
      place += rest % layout.shape[axis] * layout.strides[axis];
      rest /= layout.shape[axis];
    }
    places.push_back(place);
  }
  return places;
}

using Places = std::vector<int64_t>;

const Layout kWhole = Layout::row_major({2, 3});

TEST(Layout, RowMajor) {
  EXPECT_EQ(places(kWhole), (Places{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(places(Layout::row_major({})), Places{0});
}

TEST(Layout, Expanded) {
  EXPECT_EQ(places(Layout::row_major({3}).expanded({2, 3})), (Places{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(places(Layout::row_major({2, 1}).expanded({2, 3})), (Places{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(places(Layout::row_major({2}).expanded_at(0, {2, 3})), (Places{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(places(Layout::row_major({2, 1, 1}).expanded_at(0, {2, 3})), (Places{0, 0, 0, 1, 1, 1}));
  const std::array<int64_t, 2> crossed = {1, 0};
  EXPECT_EQ(places(kWhole.expanded_along(crossed, {3, 2})), (Places{0, 3, 1, 4, 2, 5}));
  const std::array<int64_t, 2> same = {0, 0};
  EXPECT_EQ(places(Layout::row_major({3, 3}).expanded_along(same, {3})), (Places{0, 4, 8}));
}

TEST(Layout, PermutedAndCut) {
  const std::array<int64_t, 2> order = {1, 0};
  EXPECT_EQ(places(kWhole.permuted(order)), (Places{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(places(kWhole.sliced(1, 1, 2)), (Places{1, 2, 4, 5}));
  EXPECT_EQ(places(kWhole.sliced(1, 2, 2, -2)), (Places{2, 0, 5, 3}));
  EXPECT_EQ(places(kWhole.sliced(0, 1, 1, INT64_MIN)), (Places{3, 4, 5}));
  EXPECT_EQ(kWhole.sliced(0, 1, 1, INT64_MIN).strides[0], 0);  // one position takes no step
  EXPECT_EQ(places(kWhole.sliced(0, 9, 0)), Places{});
  EXPECT_EQ(places(kWhole.corner({1, 2})), (Places{0, 1}));
  EXPECT_EQ(places(kWhole.selected(1, 2)), (Places{2, 5}));
  EXPECT_EQ(kWhole.selected(1, 2).shape, Shape{2});
  EXPECT_EQ(places(kWhole.unsqueezed(1)), places(kWhole));
  EXPECT_EQ(kWhole.unsqueezed(1).shape, (Shape{2, 1, 3}));
  EXPECT_EQ(kWhole.unsqueezed(2).shape, (Shape{2, 3, 1}));
  EXPECT_EQ(places(kWhole.leading(1)), (Places{0, 3}));
  EXPECT_EQ(places(kWhole.axes_where({{false, true}})), (Places{0, 1, 2}));
  EXPECT_EQ(places(kWhole.axes_where({{false, true}}, false)), (Places{0, 3}));
}

TEST(Layout, EqualLayouts) {
  EXPECT_EQ(kWhole.sliced(1, 0, 3), kWhole);
  EXPECT_FALSE(kWhole.sliced(1, 1, 2) == kWhole.sliced(1, 0, 2));
  EXPECT_FALSE(kWhole == Layout::row_major({3, 2}));
  EXPECT_FALSE(kWhole == kWhole.corner({1, 3}));
  EXPECT_FALSE(Layout::row_major({2, 2}) == Layout::row_major({2, 2}).permuted(std::array<int64_t, 2>{1, 0}));
}

bool row_major(const Layout& layout) { return is_row_major(layout.shape, layout.strides); }
bool dense(const Layout& layout) { return is_dense(layout.shape, layout.strides); }

TEST(Layout, RowMajorAndDense) {
  const Layout transposed = kWhole.permuted(std::array<int64_t, 2>{1, 0});
  EXPECT_TRUE(row_major(kWhole));
  EXPECT_FALSE(row_major(transposed));
  EXPECT_TRUE(row_major(kWhole.sliced(0, 1, 1)));
  EXPECT_FALSE(row_major(kWhole.sliced(1, 0, 2)));
  EXPECT_TRUE(row_major({{0, 3}, {{7, 7}}}));
  EXPECT_TRUE(dense(transposed));
  EXPECT_FALSE(dense(kWhole.sliced(1, 0, 2)));
  EXPECT_FALSE(dense({{2, 2}, {{1, 1}}}));
  EXPECT_FALSE(dense({{2}, {{-1}}}));
  EXPECT_TRUE(dense({{2, 1}, {{1, 9}}}));
  EXPECT_TRUE(dense({{0, 3}, {{7, 7}}}));
}

const Shape kHighestRank = {2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3};

TEST(Layout, Extents) {
  const auto extent = [](const Layout& layout) { return extent_of(layout.shape, layout.strides); };
  EXPECT_EQ(extent(kWhole).count, 6);
  EXPECT_EQ(extent(kWhole).lowest, 0);
  EXPECT_EQ(extent(Layout::row_major(kHighestRank)).count, 6);
  EXPECT_EQ(extent(kWhole.sliced(1, 0, 2)).count, 5);
  EXPECT_EQ(extent(kWhole.sliced(1, 2, 3, -1)).lowest, -2);
  EXPECT_EQ(extent(kWhole.sliced(1, 2, 3, -1)).count, 6);
  EXPECT_EQ(extent(Layout::row_major({0, 3})).count, 0);
}

std::string text(const Result<Shape>& shape) {
  return shape.ok() ? shape.value().text() : shape.error().rule();
}

TEST(BroadcastShape, SizesAreEqualOrOne) {
  EXPECT_EQ(text(broadcast_shape({2, 1, 4}, {3, 1})), "[2,3,4]");
  EXPECT_EQ(text(broadcast_shape({3, 1}, {2, 1, 4})), "[2,3,4]");
  EXPECT_EQ(text(broadcast_shape({}, {0})), "[0]");
  EXPECT_EQ(text(broadcast_shape({1}, {0})), "[0]");
  EXPECT_EQ(text(broadcast_shape({2}, {0})), "ELEM-1");
  EXPECT_EQ(text(broadcast_shape({2, 3}, {2})), "ELEM-1");
  EXPECT_EQ(broadcast_shape(kHighestRank, kHighestRank).value(), kHighestRank);
}

TEST(RowMajor, PositionsOfIndices) {
  const int64_t zero = 0, one = 1, two = 2, three = 3;
  const RowMajor<3> at(Shape{2, 3, 4});
  EXPECT_EQ(at(zero, zero, zero), 0);
  EXPECT_EQ(at(one, two, three), 23);
  EXPECT_EQ(at(one, two), 20);
  EXPECT_EQ(at(one), 12);
  const RowMajor rows(three, two);  // a tensor [any, 3, 2]
  EXPECT_EQ(rows(two, one, one), 15);
  EXPECT_EQ(RowMajor<1>(Shape{5})(three), 3);
}

TEST(Lines, PositionsAndCounts) {
  const Lines lines = lines_along({2, 3, 4}, 1);
  EXPECT_EQ(lines(1, 2, 3), 23);
  EXPECT_EQ(lines.of_length(5)(1, 2, 3), 31);
  EXPECT_EQ(count_from({2, 3, 4}, 0), 24);
  EXPECT_EQ(count_from({2, 3, 4}, 2), 4);
  EXPECT_EQ(count_from({2, 3, 4}, 3), 1);
}

TEST(Lines, StopWhenTheTimeIsOver) {
  Deadline over(0);
  int64_t lines = 0;
  lines_along({2, 3, 4}, 1).for_each(over, [&](int64_t, int64_t) {
    ++lines;
    over.look();
  });
  EXPECT_EQ(lines, 1);
}

}  // namespace
}  // namespace backedge
