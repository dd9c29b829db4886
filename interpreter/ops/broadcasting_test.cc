#include "interpreter/ops/broadcasting.h"

#include <gtest/gtest.h>

namespace backedge::ops {
namespace {

using Mode = Broadcasting::Mode;

/// The size to which p and q broadcast by NumPy's rules; -1 if they do not.
int64_t broadcast_size(int64_t p, int64_t q) { return p == q || q == 1 ? p : p == 1 ? q : -1; }

// Compares every pair of intervals within 0..3 with every pair of sizes in them.
TEST(Broadcasting, IntervalsAreSoundAndTight) {
  std::vector<Dimension> intervals;
  for (int64_t min = 0; min <= 3; ++min) {
    for (int64_t max = min; max <= 3; ++max) intervals.push_back({min, max});
  }
  for (const Dimension a : intervals) {
    for (const Dimension b : intervals) {
      int64_t least = INT64_MAX, most = -1;
      for (int64_t p = a.min; p <= a.max; ++p) {
        for (int64_t q = b.min; q <= b.max; ++q) {
          const int64_t size = broadcast_size(p, q);
          if (size < 0) continue;
          least = std::min(least, size);
          most = std::max(most, size);
        }
      }
      const Result<PartialShape> shape =
          broadcast_shapes({}, PartialShape::of(std::array{a}), PartialShape::of(std::array{b}));
      ASSERT_EQ(shape.ok(), most >= 0) << a.text() << " " << b.text();
      if (most < 0) continue;
      EXPECT_EQ(shape.value()[0], (Dimension{least, most})) << a.text() << " " << b.text();
    }
  }
}

std::string text(const Broadcasting& broadcasting, const PartialShape& a, const PartialShape& b) {
  const Result<PartialShape> shape = broadcast_shapes(broadcasting, a, b);
  return shape.ok() ? shape.value().text() : shape.error().rule();
}

TEST(Broadcasting, Ranks) {
  EXPECT_EQ(text({}, Shape{8, 1, 6, 1}, Shape{7, 1, 5}), "[8,7,6,5]");
  EXPECT_EQ(text({}, Shape{}, Shape{}), "[]");
  EXPECT_EQ(text({}, Shape{0}, Shape{1}), "[0]");
  EXPECT_EQ(text({}, Shape{0}, Shape{2}), "OP-5");
  EXPECT_EQ(text({}, PartialShape::any(), Shape{2}), "[...]");
  const PartialShape open = PartialShape::of(std::array{Dimension::any(), Dimension::exactly(3)});
  EXPECT_EQ(text({}, open, Shape{5, 1}), "[5,3]");
  EXPECT_EQ(text({}, open, Shape{1, 3}), "[?,3]");
}

TEST(Broadcasting, None) {
  const Broadcasting none{Mode::kNone};
  EXPECT_EQ(text(none, Shape{2, 3}, Shape{2, 3}), "[2,3]");
  EXPECT_EQ(text(none, Shape{2, 3}, Shape{1, 3}), "OP-5");
  EXPECT_EQ(text(none, Shape{3}, Shape{1, 3}), "OP-5");
  EXPECT_EQ(text(none, PartialShape::any(), Shape{1, 3}), "[1,3]");
}

TEST(Broadcasting, Pdpd) {
  const auto pdpd = [](int64_t axis) { return Broadcasting{Mode::kPdpd, axis}; };
  const Shape a{2, 3, 4, 5};
  EXPECT_EQ(text(pdpd(-1), a, Shape{}), "[2,3,4,5]");
  EXPECT_EQ(text(pdpd(-1), a, Shape{5}), "[2,3,4,5]");
  EXPECT_EQ(text(pdpd(1), a, Shape{3, 4}), "[2,3,4,5]");
  EXPECT_EQ(text(pdpd(0), a, Shape{2, 1}), "[2,3,4,5]");
  EXPECT_EQ(text(pdpd(3), a, Shape{5, 1, 1}), "[2,3,4,5]");  // trailing dimensions of 1 are ignored
  EXPECT_EQ(text(pdpd(-1), a, Shape{3, 4}), "OP-5");
  EXPECT_EQ(text(pdpd(3), a, Shape{5, 5}), "OP-5");
  EXPECT_EQ(text(pdpd(9), a, Shape{5}), "OP-5");
  EXPECT_EQ(text(pdpd(INT64_MAX), a, Shape{5, 5}), "OP-5");
  EXPECT_EQ(text(pdpd(-1), Shape{1}, Shape{5}), "OP-5");
  EXPECT_EQ(text(pdpd(-1), Shape{5}, a), "OP-5");
}

TEST(Broadcasting, TheSecondIsRepeated) {
  const Shape shape{2, 3, 4, 5};
  const Layout second = second_repeated({Mode::kPdpd, 1}, Shape{3, 4}, shape);
  Deadline deadline;
  ElementIterator<2>(Layout::row_major(shape), second).for_each(deadline, [](int64_t i, int64_t place) {
    EXPECT_EQ(place, i / 20 % 3 * 4 + i / 5 % 4) << i;
  });
}

}  // namespace
}  // namespace backedge::ops
