#include "interpreter/ops/sparse.h"

#include "interpreter/ops/testing/testing.h"

/// SparseFillEmptyRows.
namespace backedge::ops {
namespace {

using namespace backedge::testing;

using Places = std::initializer_list<int64_t>;

std::vector<Tensor> matrix(std::initializer_list<float> values, Places sizes, Places places) {
  const int64_t count = std::ssize(values);
  return {floats({count}, values), list(sizes), Tensor::of<int64_t>({count, 2}, places), floats({}, {9})};
}

void expect_filled(const std::vector<Tensor>& inputs, Places places, std::initializer_list<float> values,
                   std::initializer_list<bool> empty) {
  const Result<std::vector<Tensor>> got = run(make_sparse_fill_empty_rows(), inputs, 3);
  ASSERT_TRUE(got.ok()) << got.error().text();
  const int64_t count = std::ssize(values);
  EXPECT_TRUE(same(got.value()[0], Tensor::of<int64_t>({count, 2}, places)));
  EXPECT_TRUE(same(got.value()[1], floats({count}, values)));
  EXPECT_TRUE(same(got.value()[2], Tensor::of<bool>({std::ssize(empty)}, empty)));
}

TEST(SparseFillEmptyRows, Fills) {
  expect_filled(matrix({1, 2, 3, 4}, {5, 6}, {0, 1, 0, 3, 2, 0, 3, 1}), {0, 1, 0, 3, 1, 0, 2, 0, 3, 1, 4, 0},
                {1, 2, 9, 3, 4, 9}, {false, true, false, false, true});
  expect_filled(matrix({}, {2, 0}, {}), {0, 0, 1, 0}, {9, 9}, {true, true});
  expect_filled(matrix({}, {0, 3}, {}), {}, {}, {});
  expect_filled(matrix({5}, {1, 2}, {0, 1}), {0, 1}, {5}, {false});
}

TEST(SparseFillEmptyRows, Sorts) {
  expect_filled(matrix({1, 2, 3, 4}, {3, 6}, {2, 1, 0, 3, 2, 0, 0, 1}), {0, 1, 0, 3, 1, 0, 2, 0, 2, 1},
                {4, 2, 9, 3, 1}, {false, true, false});
  expect_filled(matrix({1, 2, 3}, {1, 6}, {0, 3, 0, 1, 0, 3}), {0, 1, 0, 3, 0, 3}, {2, 1, 3}, {false});
  expect_filled(matrix({kNaN, -0.0f}, {2, 1}, {1, 0, 0, 0}), {0, 0, 1, 0}, {-0.0f, kNaN}, {false, false});
}

TEST(SparseFillEmptyRows, Rejects) {
  const auto rule = [](const std::vector<Tensor>& inputs) {
    return rule_of(make_sparse_fill_empty_rows(), inputs, 3);
  };
  const Places right = {0, 1};
  EXPECT_EQ(rule(matrix({1}, {2, 2}, right)), "");
  EXPECT_EQ(rule(matrix({1}, {2, 2}, {2, 0})), "OP-6");
  EXPECT_EQ(rule(matrix({1}, {2, 2}, {0, 2})), "OP-6");
  EXPECT_EQ(rule(matrix({1}, {2, 2}, {-1, 0})), "OP-6");
  EXPECT_EQ(rule(matrix({1}, {2, 2}, {0, -1})), "OP-6");
  EXPECT_EQ(rule(matrix({1}, {2, 0}, {0, 0})), "OP-6");
  EXPECT_EQ(rule(matrix({}, {-1, 2}, {})), "OP-6");
  EXPECT_EQ(rule(matrix({}, {2, -1}, {})), "OP-6");
  const auto with = [&](size_t k, const Tensor& other) {
    std::vector<Tensor> inputs = matrix({1}, {2, 2}, right);
    inputs[k] = other;
    return rule(inputs);
  };
  EXPECT_EQ(with(0, floats({2}, {1, 2})), "OP-5");
  EXPECT_EQ(with(0, floats({1, 1}, {1})), "OP-5");
  EXPECT_EQ(with(1, list({2, 2, 2})), "OP-5");
  EXPECT_EQ(with(1, scalar(2)), "OP-5");
  EXPECT_EQ(with(2, list({0, 1})), "OP-5");
  EXPECT_EQ(with(2, Tensor::of<int64_t>({1, 3}, {0, 1, 0})), "OP-5");
  EXPECT_EQ(with(3, floats({1}, {9})), "OP-5");
  EXPECT_EQ(with(3, scalar(9)), "OP-4");
  EXPECT_EQ(with(2, Tensor::of<int32_t>({1, 2}, {0, 1})), "OP-4");
  EXPECT_EQ(with(0, Tensor::of<bool>({1}, {true})), "OP-4");
}

}  // namespace
}  // namespace backedge::ops
