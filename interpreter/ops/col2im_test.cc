#include "interpreter/ops/col2im.h"

#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::at_load;
using testing::counted;
using testing::data_of;
using testing::floats;
using testing::kAny;
using testing::known;
using testing::list;
using testing::rule_of;
using testing::run_one;
using testing::same;
using testing::unknown;

Windows windows(std::vector<int64_t> strides = {1, 1}, std::vector<int64_t> dilations = {1, 1},
                std::vector<int64_t> begin = {0, 0}, std::vector<int64_t> end = {0, 0}) {
  return {.strides = strides, .dilations = dilations, .pads_begin = begin, .pads_end = end};
}

TEST(Col2Im, AddsBlocks) {
  // Blocks [0, 2] and [1, 3].
  EXPECT_TRUE(same(run_one(make_col2im(windows()), {counted({1, 2, 2}), list({1, 3}), list({1, 2})}),
                   floats({1, 1, 1, 3}, {0, 3, 3})));
  EXPECT_TRUE(same(run_one(make_col2im(windows()), {counted({2, 2}), list({3, 1}), list({2, 1})}),
                   floats({1, 3, 1}, {0, 3, 3})));
  EXPECT_TRUE(same(run_one(make_col2im(windows()), {counted({4, 2}), list({1, 3}), list({1, 2})}),
                   floats({2, 1, 3}, {0, 3, 3, 4, 11, 7})));
}

TEST(Col2Im, Windows) {
  EXPECT_TRUE(same(run_one(make_col2im(windows({1, 3})), {counted({2, 2}), list({1, 6}), list({1, 2})}),
                   floats({1, 1, 6}, {0, 2, 0, 1, 3, 0})));
  EXPECT_TRUE(
      same(run_one(make_col2im(windows({1, 1}, {1, 2})), {counted({2, 2}), list({1, 4}), list({1, 2})}),
           floats({1, 1, 4}, {0, 1, 2, 3})));
  EXPECT_TRUE(same(run_one(make_col2im(windows({1, 1}, {1, 1}, {0, 1}, {0, 1})),
                           {counted({2, 3}), list({1, 2}), list({1, 2})}),
                   floats({1, 1, 2}, {4, 6})));
  EXPECT_TRUE(same(run_one(make_col2im(windows({1, 1}, {1, 1}, {0, 0}, {2, 0})),
                           {counted({1, 4}), list({2, 1}), list({1, 1})}),
                   floats({1, 2, 1}, {0, 1})));
}

TEST(Col2Im, Sums) {
  const Tensor bytes = Tensor::of<int8_t>({2, 2}, {1, 100, 100, 1});
  EXPECT_TRUE(same(run_one(make_col2im(windows()), {bytes, list({1, 3}), list({1, 2})}),
                   Tensor::of<int8_t>({1, 1, 3}, {1, -56, 1})));
  const Tensor large = floats({3, 3}, {9, 1, 0x1p60f, 1, 1, 1, -0x1p60f, 1, 9});
  EXPECT_TRUE(
      same(run_one(make_col2im(windows({1, 1}, {1, 1}, {0, 1}, {0, 1})), {large, list({1, 3}), list({1, 3})}),
           floats({1, 1, 3}, {2, 0, 2})));
}

TEST(Col2Im, Shapes) {
  const Operation operation = make_col2im(windows());
  const Tensor size = list({3, 4}), block = list({2, 2});
  const Operand output = known(size), kernel = known(block);
  const Operand two = unknown(Shape{2});
  EXPECT_EQ(at_load(operation, {data_of({kAny, 8, 6}), output, kernel}), "[?,2,3,4]");
  EXPECT_EQ(at_load(operation, {data_of({8, kAny}), output, kernel}), "[2,3,4]");
  EXPECT_EQ(at_load(operation, {data_of({1, 8, 6}), two, kernel}), "[1,2,?,?]");
  EXPECT_EQ(at_load(operation, {data_of({1, 8, 6}), output, two}), "[1,0..8,3,4]");
  EXPECT_EQ(at_load(operation, {unknown(PartialShape::any(), ElementType::kF32), output, kernel}), "[...]");
  EXPECT_EQ(at_load(operation, {data_of({1, 8, 5}), output, kernel}), "OP-5");
  EXPECT_EQ(at_load(operation, {data_of({1, 7, 6}), output, kernel}), "OP-5");
  EXPECT_EQ(at_load(operation, {data_of({8}), output, kernel}), "OP-5");
  EXPECT_EQ(at_load(operation, {data_of({1, 1, 8, 6}), output, kernel}), "OP-5");
  EXPECT_EQ(at_load(operation, {data_of({8, 6}), output, unknown(Shape{3})}), "OP-5");
  EXPECT_EQ(at_load(operation, {data_of({8, 6}), output, unknown(Shape{2}, ElementType::kI32)}), "OP-4");
  const auto rule = [&](const Windows& of, std::initializer_list<int64_t> image,
                        std::initializer_list<int64_t> kernels) {
    return rule_of(make_col2im(of), {counted({1, 1}), list(image), list(kernels)});
  };
  EXPECT_EQ(rule(windows(), {1, 1}, {1, 1}), "");
  EXPECT_EQ(rule(windows(), {1, 1}, {2, 1}), "OP-5");
  EXPECT_EQ(rule(windows(), {0, 1}, {1, 1}), "OP-6");
  EXPECT_EQ(rule(windows(), {1, 1}, {1, -1}), "OP-6");
  EXPECT_EQ(rule(windows(), {1, 1}, {INT64_MAX, INT64_MAX}), "OP-5");
  EXPECT_EQ(rule(windows({1, 1}, {1, 1}, {INT64_MAX, 0}, {INT64_MAX, 0}), {1, 1}, {1, 1}), "LIMIT-4");
}

}  // namespace
}  // namespace backedge::ops
