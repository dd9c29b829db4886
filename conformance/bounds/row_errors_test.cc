#include "conformance/bounds/testing.h"

/// Errors of searches and of operations on rows, computed by hand.
namespace backedge::bounds {
namespace {

TEST(Decisions, PlacesInLists) {
  const Bounded line = floats({1, 2, 4}, {0.25, 0.25, 0.5});
  EXPECT_EQ(error_of("SearchSorted", {line, floats({3, 0}, {0.25, 0.5})}), 0);
  EXPECT_TRUE(is_refused("SearchSorted", {line, floats({3}, {0.6})}));
  EXPECT_TRUE(is_refused("SearchSorted", {line, floats({2})}));
  EXPECT_EQ(error_of("SearchSorted", {floats({1, 2}), floats({2})}), 0);
  EXPECT_TRUE(is_refused("SearchSorted", {floats({1, 2}, {0, 3}), floats({9})}));  // may be in another order
  EXPECT_EQ(error_of("Bucketize", {floats({3}, {0.5}), integers({1, 2, 4})}), 0);
  EXPECT_TRUE(is_refused("Bucketize", {floats({3}, {1.5}), integers({1, 2, 4})}));
}

TEST(Decisions, DifferentElements) {
  const auto found = [](const Bounded& data) { return applied("Unique", {data}, {}, 4); };
  const Result<std::vector<Bounded>> sorted = found(floats({5, 1, 3}, {0.5, 0.25, 0.125}));
  ASSERT_TRUE(sorted.ok()) << sorted.error().text();
  EXPECT_TRUE(sorted.value()[0].error.same_bits(Tensor::of<double>({3}, {0.25, 0.125, 0.5})));
  EXPECT_TRUE(found(floats({5, 1, 5})).ok());
  EXPECT_FALSE(found(floats({5, 1, 5}, {0, 0, 0.125})).ok());  // may be two elements
  EXPECT_FALSE(found(floats({5, 6}, {0.5, 0.5})).ok());        // may be one, or in another order
  const auto slices = [](const Bounded& data) {
    return applied("Unique", {data, exact(Tensor::scalar<int64_t>(0))}, {}, 4);
  };
  EXPECT_TRUE(slices(floats({5, 6})).ok());
  EXPECT_FALSE(slices(floats({5, 9}, {0.5, 0.5})).ok());
}

Bounded reshaped(const Bounded& bounded, const Shape& shape) {
  return {bounded.value.view(0, shape), bounded.error.view(0, shape)};
}

TEST(Decisions, GreatestClasses) {
  const auto decoder = [](const std::vector<double>& errors, const std::vector<double>& of_mask = {}) {
    const Bounded data = floats({3, 1, 0, 1, 1, 2}, errors), mask = floats({1, 0}, of_mask);
    return std::vector<Bounded>{reshaped(data, {2, 1, 3}), reshaped(mask, {2, 1})};
  };
  EXPECT_TRUE(is_refused("CTCGreedyDecoder", decoder({0.5, 0.5, 9, 0, 0, 0})));
  EXPECT_EQ(error_of("CTCGreedyDecoder", decoder({0.9, 0.9, 0.9, 0.4, 0.4, 0.4})), 0);
  EXPECT_TRUE(is_refused("CTCGreedyDecoder", decoder({1.1, 1, 0, 0, 0, 0})));
  EXPECT_TRUE(is_refused("CTCGreedyDecoder", decoder({}, {0, 0.5})));
  EXPECT_EQ(error_of("CTCGreedyDecoder", decoder({}, {0.5, 0})), 0);
}

TEST(Moves, OutputsWithoutErrors) {
  const Bounded place = {Tensor::of<int64_t>({1, 2}, {1, 0}), Tensor::zeros(ElementType::kF64, {1, 2})};
  const Bounded zero = {Tensor::of<float>({}, {0}), Tensor::of<double>({}, {0.25})};
  const Result<std::vector<Bounded>> filled =
      applied("SparseFillEmptyRows", {floats({7}, {0.5}), integers({2, 1}), place, zero}, {}, 3);
  ASSERT_TRUE(filled.ok()) << filled.error().text();
  EXPECT_TRUE(is_exact(filled.value()[0]));
  EXPECT_TRUE(filled.value()[1].error.same_bits(Tensor::of<double>({2}, {0.25, 0.5})));
  EXPECT_TRUE(is_exact(filled.value()[2]));
}

TEST(Conversions, OfSeveralOperands) {
  const Result<std::vector<Bounded>> both =
      applied("ConvertPromoteTypes", {floats({3}, {0.5}), integers({5})}, {{"promote_unsafe", "true"}}, 2);
  ASSERT_TRUE(both.ok()) << both.error().text();
  EXPECT_GE(both.value()[0].error.data<double>()[0], 0.5);
  EXPECT_EQ(both.value()[1].error.data<double>()[0], 0);
}

TEST(Bags, OfRows) {
  // The maximum of 1 +- 0.5 and 2 +- 0.25. An empty segment is exact.
  const Result<std::vector<Bounded>> greatest =
      applied("SegmentMax", {floats({1, 2}, {0.5, 0.25}), integers({1, 1})}, {{"fill_mode", "LOWEST"}});
  ASSERT_TRUE(greatest.ok()) << greatest.error().text();
  EXPECT_EQ(greatest.value()[0].error.data<double>()[0], 0);
  expect_error(greatest.value()[0].error.data<double>()[1], 0.25);
  EXPECT_EQ(error_of("SliceScatter",
                     {floats({1}, {0.5}), floats({2}, {0.25}), integers({0}), integers({1}), integers({1})}),
            0.25);
  const Bounded begin = integers({0}), none = exact(Tensor::scalar<int64_t>(-1));
  const Bounded table = floats({1, 0x1p-30f}), both = integers({0, 1});
  expect_error(error_of("EmbeddingBagOffsetsSum", {table, both, begin}), 0x1p-30 + 0x1p-24);  // as Add
  // 3.5 * 4.25 - 12 = 2.875; half an ulp of 14.875, as Multiply.
  expect_error(error_of("EmbeddingBagOffsetsSum",
                        {floats({3}, {0.5}), integers({0}), begin, none, floats({4}, {0.25})}),
               2.875 + 0x1p-21);
  // 6 +- 1 plus 2: 8 +- (1 + half an ulp of 9). Half of it, and 3 ulp of 4.5.
  expect_error(
      error_of("EmbeddingBagOffsets", {floats({6, 2}, {1, 0}), both, begin}, {{"reduction", "mean"}}),
      0.5 + 0x1p-22 + 3 * 0x1p-21);
  // One term is not divided, but it may be kept wider: half an ulp of 7.
  expect_error(
      error_of("EmbeddingBagOffsets", {floats({6}, {1}), integers({0}), begin}, {{"reduction", "mean"}}),
      1 + 0x1p-22);
  EXPECT_EQ(error_of("EmbeddingBagOffsets", {floats({0.1f}), integers({}), begin}, {{"reduction", "mean"}}),
            0);
}

}  // namespace
}  // namespace backedge::bounds
