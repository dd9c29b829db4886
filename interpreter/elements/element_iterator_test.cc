#include "interpreter/elements/element_iterator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "interpreter/elements/tensor_iterator_config.h"

namespace backedge {
namespace {

using Visit = std::array<int64_t, 3>;

/// The offset of every element by the definition: the sum of index times stride.
template <size_t N>
std::vector<std::array<int64_t, N>> visits_by_index(const std::array<Layout, N>& operands) {
  const Shape& shape = operands[0].shape;
  std::vector<std::array<int64_t, N>> visits;
  for (int64_t position = 0; position < shape.count(); ++position) {
    std::array<int64_t, N> offsets;
    for (size_t k = 0; k < N; ++k) offsets[k] = operands[k].offset;
    int64_t rest = position;
    for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
      for (size_t k = 0; k < N; ++k) offsets[k] += rest % shape[axis] * operands[k].strides[axis];
      rest /= shape[axis];
    }
    visits.push_back(offsets);
  }
  return visits;
}

void expect_every_element_once(const std::array<Layout, 3>& operands) {
  std::vector<Visit> visits;
  Deadline deadline;
  ElementIterator<3>(operands[0], operands[1], operands[2])
      .for_each(deadline, [&](int64_t a, int64_t b, int64_t c) {
        visits.push_back({a, b, c});
      });
  std::vector<Visit> expected = visits_by_index(operands);
  std::sort(visits.begin(), visits.end());
  std::sort(expected.begin(), expected.end());
  ASSERT_EQ(visits, expected) << operands[0].shape.text();
}

const auto row_major = Layout::row_major;

/// `shape` without the `cut` leading dimensions, and with a dimension of 1 for each bit in `ones`.
Shape narrowed(const Shape& shape, unsigned ones, int64_t cut) {
  Shape narrow;
  for (int64_t axis = cut; axis < shape.rank(); ++axis)
    narrow.push_back((ones >> axis & 1) != 0 ? 1 : shape[axis]);
  return narrow;
}

TEST(ElementIterator, BroadcastsOfEveryRank) {
  for (int64_t rank = 0; rank <= 5; ++rank) {
    Shape shape;
    for (int64_t axis = 0; axis < rank; ++axis) shape.push_back(2 + axis % 2);
    for (unsigned first = 0; first < 1u << rank; ++first) {
      for (unsigned second = 0; second < 1u << rank; ++second) {
        const Shape a = narrowed(shape, first, 0), b = narrowed(shape, second, (first + second) % (rank + 1));
        expect_every_element_once(
            {row_major(shape), row_major(a).expanded(shape), row_major(b).expanded(shape)});
      }
    }
  }
}

TEST(ElementIterator, OnesAndEmptyDimensions) {
  const Shape shape{2, 1, 3, 1};
  expect_every_element_once({row_major(shape), row_major(shape), row_major({}).expanded(shape)});
  const Shape empty{2, 0, 3}, no_rows{0, 3};
  expect_every_element_once({row_major(empty), row_major(empty), row_major({}).expanded(empty)});
  expect_every_element_once({row_major(no_rows), row_major(no_rows), row_major({3}).expanded(no_rows)});
}

TEST(ElementIterator, ScalarsInsideATensor) {
  const Layout whole = row_major({2, 3});
  expect_every_element_once({row_major({}), whole.selected(1, 2).selected(0, 1), whole.leading(0)});
}

TEST(ElementIterator, ReorderedOutput) {
  const Shape shape{2, 3, 4};
  const Layout transposed = row_major({4, 3, 2}).permuted(std::array<int64_t, 3>{2, 1, 0});
  const ElementIterator<2> iterator(transposed, row_major(shape));
  std::vector<int64_t> order;
  Deadline deadline;
  iterator.for_each(deadline, [&](int64_t out, int64_t) { order.push_back(out); });
  ASSERT_EQ(order.size(), 24u);
  for (int64_t i = 0; i < 24; ++i)
    EXPECT_EQ(order[static_cast<size_t>(i)], i);  // the output is walked in memory order
}

TEST(ElementIterator, NegativeStrides) {
  const Layout whole = row_major({2, 3});
  expect_every_element_once({whole, whole.sliced(1, 2, 3, -1), whole.sliced(0, 1, 2, -1)});
}

TEST(ElementIterator, CoalescesWhatIsContiguousForAll) {
  const Shape shape{2, 3, 4, 5};
  const auto row_lengths = [&](const Shape& a, const Shape& b) {
    Deadline deadline;
    std::vector<int64_t> lengths;
    ElementIterator<3>(row_major(shape), row_major(a).expanded(shape), row_major(b).expanded(shape))
        .for_each_row(deadline, [&](const auto&, const auto&, int64_t n) { lengths.push_back(n); });
    return lengths;
  };
  EXPECT_EQ(row_lengths(shape, shape), std::vector<int64_t>(1, 120));
  EXPECT_EQ(row_lengths(shape, {}), std::vector<int64_t>(1, 120));
  EXPECT_EQ(row_lengths(shape, {5}), std::vector<int64_t>(24, 5));
  EXPECT_EQ(row_lengths(shape, {4, 5}), std::vector<int64_t>(6, 20));
  EXPECT_EQ(row_lengths(shape, {3, 1, 1}), std::vector<int64_t>(6, 20));
  EXPECT_EQ(row_lengths(shape, {3, 1, 5}), std::vector<int64_t>(24, 5));
  EXPECT_EQ(row_lengths({2, 1, 1, 1}, {4, 5}), std::vector<int64_t>(6, 20));
}

std::vector<int64_t> row_lengths(const Layout& out, const Layout& in) {
  Deadline deadline;
  std::vector<int64_t> lengths;
  ElementIterator<2>(out, in).for_each_row(
      deadline, [&](const auto&, const auto&, int64_t n) { lengths.push_back(n); });
  return lengths;
}

TEST(ElementIterator, CoalescesAcrossOnes) {
  const Shape shape{2, 1, 3, 1};  // dimensions of 1 have stride 0 in an operand, but not in the output
  EXPECT_EQ(row_lengths(row_major(shape), row_major(shape).expanded(shape)), std::vector<int64_t>{6});
  EXPECT_EQ(row_lengths({{2, 1, 3}, {{3, 5, 1}}}, row_major({2, 1, 3})), std::vector<int64_t>{6});
}

TEST(ElementIterator, KeepsTheOrderOfDimensionsThatTheOutputRepeats) {
  const Shape shape{2, 3, 4};
  EXPECT_EQ(row_lengths(row_major({}).expanded(shape), row_major(shape)), std::vector<int64_t>{24});
}

TEST(ElementIterator, CountsAScalarAsWork) {
  const ElementIterator<1> scalar(row_major({}));
  Deadline over(0);
  for (int64_t visit = 1; visit < Deadline::kWorkBetweenLooks; ++visit) scalar.for_each(over, [](int64_t) {});
  EXPECT_FALSE(over.over());
  scalar.for_each(over, [](int64_t) {});
  EXPECT_TRUE(over.over());
}

TEST(ElementIterator, CutsLongRowsIntoPieces) {
  constexpr int64_t kMost = Deadline::kWorkBetweenLooks;
  const Shape shape{2, kMost + 2};  // walked backward in the second operand: two rows
  const ElementIterator<2> iterator(row_major(shape), row_major(shape).sliced(1, kMost + 1, kMost + 2, -1));
  Deadline endless;
  std::vector<std::array<int64_t, 3>> pieces;
  iterator.for_each_row(endless, [&](const auto& offsets, const auto& steps, int64_t n) {
    EXPECT_EQ(steps, (std::array<int64_t, 2>{1, -1}));
    pieces.push_back({offsets[0], offsets[1], n});
  });
  EXPECT_EQ(pieces, (std::vector<std::array<int64_t, 3>>{{0, kMost + 1, kMost},
                                                         {kMost, 1, 2},
                                                         {kMost + 2, 2 * kMost + 3, kMost},
                                                         {2 * kMost + 2, kMost + 3, 2}}));
  Deadline over(0);
  int64_t rows = 0;
  iterator.for_each_row(over, [&](const auto&, const auto&, int64_t) { ++rows; });
  EXPECT_EQ(rows, 1);
}

TEST(ElementIterator, RowsAreLong) {
  const Shape shape{2, 3, 4};
  int64_t rows = 0;
  Deadline deadline;
  ElementIterator<2>(row_major(shape), row_major({2, 1, 1}).expanded(shape))
      .for_each_row(deadline, [&](const auto&, const auto& steps, int64_t n) {
        ++rows;
        EXPECT_EQ(n, 12);
        EXPECT_EQ(steps, (std::array<int64_t, 2>{1, 0}));
      });
  EXPECT_EQ(rows, 2);
}

/// The walk of ElementIterator and of TensorIterator over the same operands, as offsets in visiting order.
TEST(ElementIterator, WalksLikeATensorIterator) {
  const std::vector<Layout> layouts = {
      row_major({2, 3, 4}), row_major({4, 3, 2}).permuted(std::array<int64_t, 3>{2, 1, 0}),
      row_major({3, 1}).expanded({2, 3, 4}), row_major({2, 4, 3}).permuted(std::array<int64_t, 3>{0, 2, 1}),
      row_major({2, 3, 8}).sliced(2, 1, 4, 2)};
  Tensor memory = Tensor::zeros(ElementType::kI8, {48});
  const StridedTensor bytes = StridedTensor::writable(memory);
  for (const Layout& first : layouts) {
    for (const Layout& second : layouts) {
      std::vector<std::array<int64_t, 2>> visits, expected;
      Deadline deadline;
      ElementIterator<2>(first, second).for_each(deadline, [&](int64_t a, int64_t b) {
        visits.push_back({a, b});
      });
      const TensorIterator iterator = TensorIteratorConfig()
                                          .check_mem_overlap(false)
                                          .resize_outputs(false)
                                          .add_output(bytes.seen_as(first))
                                          .add_input(bytes.seen_as(second))
                                          .build()
                                          .value();
      char* const begin = reinterpret_cast<char*>(bytes.data());
      iterator.serial_for_each(
          [&](char** data, const int64_t* strides, int64_t n) {
            for (int64_t i = 0; i < n; ++i)
              expected.push_back({data[0] + i * strides[0] - begin, data[1] + i * strides[1] - begin});
          },
          {0, iterator.numel()});
      EXPECT_EQ(visits, expected);
    }
  }
}

}  // namespace
}  // namespace backedge
