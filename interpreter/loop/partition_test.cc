#include "interpreter/loop/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <vector>

namespace backedge {
namespace {

using Parts = std::vector<std::vector<int64_t>>;  // each part's positions, ascending

// A second statement of SLICE-2 to SLICE-8, by walking: it lists the positions from start to end and marks
// on the list where parts begin. Returns nothing if the rules reject the slicing.
std::optional<Parts> walk(int64_t dim, int64_t start, int64_t end, int64_t stride,
                          std::optional<int64_t> part_size) {
  if (stride == 0 || part_size == 0) return std::nullopt;
  if (dim == 0) return start == 0 && end == -1 ? std::optional(Parts()) : std::nullopt;
  if (start < -dim || start >= dim || end < -dim || end >= dim) return std::nullopt;
  const int64_t last = (end + dim) % dim;
  std::vector<int64_t> passed;
  for (int64_t at = (start + dim) % dim; at >= 0 && at<dim; at += stride> 0 ? 1 : -1) {
    passed.push_back(at);
    if (at == last) break;
  }
  if (passed.back() != last) return std::nullopt;

  const auto pace = static_cast<size_t>(std::abs(stride));
  const size_t width = part_size ? static_cast<size_t>(*part_size) : pace;
  Parts parts;
  size_t reached = 0;  // positions before this one are in a part, or in a gap after a part
  for (size_t begin = 0; begin + width <= passed.size(); begin += pace) {
    std::vector<int64_t> part(passed.begin() + static_cast<int64_t>(begin),
                              passed.begin() + static_cast<int64_t>(begin + width));
    std::sort(part.begin(), part.end());
    parts.push_back(part);
    reached = begin + std::max(width, pace);
  }
  if (reached < passed.size()) return std::nullopt;
  return parts;
}

std::optional<Parts> laid(int64_t dim, const Slicing& slicing) {
  if (!check_slicing(slicing).ok()) return std::nullopt;
  const Result<Partition> partition = backedge::partition(dim, slicing);
  if (!partition.ok()) return std::nullopt;
  Parts parts;
  for (int64_t i = 0; i < partition.value().count; ++i) {
    std::vector<int64_t>& part = parts.emplace_back();
    for (int64_t k = 0; k < partition.value().width; ++k) part.push_back(partition.value().begin_of(i) + k);
  }
  return parts;
}

TEST(Partition, AgreesWithAWalkOverEverySmallAxis) {
  int accepted = 0, rejected = 0;
  for (int64_t dim = 0; dim <= 6; ++dim) {
    for (int64_t start = -dim - 2; start <= dim + 1; ++start) {
      for (int64_t end = -dim - 2; end <= dim + 1; ++end) {
        for (int64_t stride = -4; stride <= 4; ++stride) {
          for (int64_t part_size = -1; part_size <= 4; ++part_size) {
            const auto part = part_size < 0 ? std::nullopt : std::optional(part_size);
            const Slicing slicing{.start = start, .end = end, .stride = stride, .part_size = part};
            const auto expected = walk(dim, start, end, stride, part);
            ASSERT_EQ(laid(dim, slicing), expected) << "dim " << dim << "; " << slicing.text();
            ++(expected ? accepted : rejected);
          }
        }
      }
    }
  }
  EXPECT_GT(accepted, 2000);
  EXPECT_GT(rejected, 2000);
}

std::string rule_of(int64_t dim, const Slicing& slicing) {
  const Result<void> checked = check_slicing(slicing);
  if (!checked.ok()) return checked.error().rule();
  const Result<Partition> parts = partition(dim, slicing);
  return parts.ok() ? "" : parts.error().rule();
}

TEST(Partition, NamesTheRule) {
  EXPECT_EQ(rule_of(5, {.start = 5}), "SLICE-2");
  EXPECT_EQ(rule_of(5, {.start = -6}), "SLICE-2");
  EXPECT_EQ(rule_of(5, {.end = 5}), "SLICE-2");
  EXPECT_EQ(rule_of(0, {.start = -1, .end = 0, .stride = -1}), "SLICE-2");
  EXPECT_EQ(rule_of(5, {.stride = 0}), "SLICE-3");
  EXPECT_EQ(rule_of(5, {.stride = -1}), "SLICE-3");
  EXPECT_EQ(rule_of(5, {.start = 3, .end = 2}), "SLICE-3");
  EXPECT_EQ(rule_of(5, {.part_size = 0}), "SLICE-4");
  EXPECT_EQ(rule_of(7, {.stride = 2}), "SLICE-6");
  EXPECT_EQ(rule_of(5, {.part_size = 6}), "SLICE-6");
}

TEST(Partition, SaysWhichBorderIsNotOnTheAxis) {
  EXPECT_EQ(partition(1, {.start = 1}).error().message(), "start 1 is not on an axis of 1 position");
  EXPECT_EQ(partition(0, {.start = 2}).error().message(), "start 2 is not on an axis of 0 positions");
  EXPECT_EQ(partition(2, {.end = -3}).error().message(), "end -3 is not on an axis of 2 positions");
}

TEST(Partition, TravelsBackwardFromStart) {
  // start -2 is position 3 of 5, end 1: positions 3, 2, 1.
  EXPECT_EQ(laid(5, {.start = -2, .end = 1, .stride = -1}), (Parts{{3}, {2}, {1}}));
  // Parts of two keep ascending order inside.
  EXPECT_EQ(laid(6, {.start = -1, .end = 0, .stride = -2}), (Parts{{4, 5}, {2, 3}, {0, 1}}));
}

TEST(Partition, LaysWindowsAndGaps) {
  EXPECT_EQ(laid(4, {.stride = 1, .part_size = 2}), (Parts{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(laid(7, {.stride = 3, .part_size = 1}), (Parts{{0}, {3}, {6}}));
  EXPECT_EQ(laid(6, {.stride = 3, .part_size = 1}), (Parts{{0}, {3}}));  // the gap after part 1 is cut short
}

TEST(Partition, HandlesExtremeIntegers) {
  EXPECT_EQ(rule_of(5, {.start = INT64_MIN}), "SLICE-2");
  EXPECT_EQ(rule_of(5, {.end = INT64_MAX}), "SLICE-2");
  EXPECT_EQ(rule_of(5, {.start = -1, .end = 0, .stride = INT64_MIN}), "SLICE-6");
  EXPECT_EQ(laid(5, {.start = -1, .end = 0, .stride = INT64_MIN, .part_size = 5}), (Parts{{0, 1, 2, 3, 4}}));
  EXPECT_EQ(laid(5, {.stride = INT64_MAX, .part_size = 1}), (Parts{{0}}));
  const int64_t huge = int64_t{1} << 62;
  EXPECT_EQ(partition(huge, {}).value().count, huge);
}

TEST(Output, BordersCoverTheJoinedAxis) {
  EXPECT_TRUE(covers_whole_axis(5, {}));
  EXPECT_TRUE(covers_whole_axis(5, {.start = -5, .end = 4}));
  EXPECT_FALSE(covers_whole_axis(5, {.start = 0, .end = 3}));
  EXPECT_TRUE(covers_whole_axis(5, {.start = -1, .end = 0, .stride = -1}));
  EXPECT_FALSE(covers_whole_axis(5, {.stride = -1}));
  EXPECT_TRUE(covers_whole_axis(1, {.stride = -1}));  // one position is its own first and last
  EXPECT_TRUE(covers_whole_axis(0, {.start = -1, .end = 0, .stride = -1}));
}

}  // namespace
}  // namespace backedge
