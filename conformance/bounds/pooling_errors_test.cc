#include "conformance/bounds/testing.h"

/// The errors of pooling and of normalizations, computed by hand.
namespace backedge::bounds {
namespace {

Bounded row(std::initializer_list<float> values, std::initializer_list<double> errors = {}) {
  Bounded bounded = exact(Tensor::of<float>({1, 1, std::ssize(values)}, values));
  std::copy(errors.begin(), errors.end(), bounded.error.writable<double>());
  return bounded;
}
Written windows(const char* kernel, const char* stride) {
  return {{"kernel", kernel}, {"strides", stride}, {"pads_begin", "0"}, {"pads_end", "0"}};
}

/// The errors of output 0; nothing if the operation is refused.
std::vector<double> errors(std::string_view type, const std::vector<Bounded>& inputs, Written written,
                           size_t outputs = 1) {
  const auto results = applied(type, inputs, std::move(written), outputs);
  if (!results.ok()) {
    EXPECT_EQ(results.error().rule(), "CASE-3") << results.error().text();
    return {};
  }
  const auto values = results.value()[0].error.values<double>();
  return {values.begin(), values.end()};
}

/// At least the errors computed by hand, and hardly more.
void expect_errors(const std::vector<double>& got, const std::vector<double>& by_hand) {
  ASSERT_EQ(got.size(), by_hand.size());
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_GE(got[i], by_hand[i]) << i;
    EXPECT_LE(got[i], by_hand[i] * (1 + 1e-9)) << i;
  }
}

TEST(PoolingErrors, OfTheGreatest) {
  // 5 +- 1 and 6 +- 0.25 overlap, so the position is not decided.
  EXPECT_TRUE(errors("MaxPool", {row({3, 5, 6}, {0.5, 1, 0.25})}, windows("2", "1"), 2).empty());
  expect_errors(errors("MaxPool", {row({3, 5, 9}, {0.5, 1, 0.25})}, windows("2", "1"), 2), {1, 0.25});
  expect_errors(errors("MaxPool", {row({5, 5, 5})}, windows("2", "1"), 2), {0, 0});
  EXPECT_TRUE(errors("MaxPool", {row({5, 5, 1}, {0, 0, 0.5})}, windows("2", "1"), 2).empty());
  expect_errors(errors("AdaptiveMaxPool", {row({3, 5, 9, 4}, {1, 0.5, 2, 1}), integers({2})}, {}, 2),
                {0.5, 2});
}

TEST(PoolingErrors, OfMeans) {
  Written mean = windows("2", "2");
  mean.push_back({"exclude-pad", "true"});
  const std::vector<double> of_pairs = errors("AvgPool", {row({1, 3, 5, 7}, {0.5, 0.25, 0, 0})}, mean);
  ASSERT_EQ(of_pairs.size(), 2u);
  EXPECT_GE(of_pairs[0], 0.375);
  EXPECT_LE(of_pairs[0], 0.375 + 10 * 0x1p-22);
  EXPECT_LE(of_pairs[1], 10 * 0x1p-21);
  // Windows of 2 of [1, 3, 5]: their elements overlap.
  const std::vector<double> parts = errors("AdaptiveAvgPool", {row({1, 3, 5}, {0, 1, 0}), integers({2})}, {});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_GE(parts[0], 0.5);
  EXPECT_LE(parts[1], 0.5 + 10 * 0x1p-21);
}

TEST(NormalizationErrors, OfTheirLayers) {
  const Bounded x = floats({3, -4});
  // 9 + 16 + 11 and its root are exact. A root may be 3 ulp off 6, and a quotient 3 ulp.
  const Written added = {{"eps", "11"}, {"eps_mode", "add"}};
  const std::vector<double> shares = errors("NormalizeL2", {x, integers({0})}, added);
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_GE(shares[0], 3.0 / 6 * 3 * 0x1p-21 / 6 + 3 * 0x1p-24);
  EXPECT_LE(shares[0], 1.01 * (3.0 / 6 * 3 * 0x1p-21 / 6 + 3 * 0x1p-24) + 0x1p-24);
  EXPECT_EQ(errors("ReduceL1", {x, integers({0})}, {}), std::vector<double>{0});
  EXPECT_EQ(errors("ReduceL2", {x, integers({})}, {}), (std::vector<double>{0, 0}));
  const std::vector<double> root = errors("ReduceL2", {x, integers({0})}, {});
  ASSERT_EQ(root.size(), 1u);
  EXPECT_GE(root[0], 3 * 0x1p-21);
  EXPECT_LE(root[0], 3.01 * 0x1p-21);
}

}  // namespace
}  // namespace backedge::bounds
