#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/precedes.h"
#include "interpreter/ops/testing/testing.h"

/// Unique, SearchSorted and Bucketize.
namespace backedge::ops {
namespace {

using namespace backedge::testing;

Tensor ints(const Shape& shape, std::initializer_list<int64_t> values) {
  return Tensor::of<int64_t>(shape, values);
}

void expect_unique(const Unique& options, const std::vector<Tensor>& inputs,
                   const std::vector<Tensor>& expected) {
  const Result<std::vector<Tensor>> got = run(make_unique(options), inputs, 4);
  ASSERT_TRUE(got.ok()) << got.error().text();
  for (size_t k = 0; k < 4; ++k) EXPECT_TRUE(same(got.value()[k], expected[k])) << "output " << k;
}

TEST(Ascending, BetweenTypes) {
  EXPECT_TRUE(precedes(int64_t{-1}, uint64_t{0}));
  EXPECT_FALSE(precedes(uint64_t{0}, int64_t{-1}));
  EXPECT_TRUE(precedes(INT64_MAX, uint64_t{1} << 63));
  EXPECT_TRUE(precedes(int8_t{-1}, uint8_t{255}));
  constexpr int64_t kOdd = (int64_t{1} << 53) + 1;
  EXPECT_TRUE(precedes(0x1p53, kOdd));
  EXPECT_FALSE(precedes(kOdd, 0x1p53));
  EXPECT_FALSE(precedes(0x1p53, kOdd - 1));
  EXPECT_FALSE(precedes(kOdd - 1, 0x1p53));
  EXPECT_TRUE(precedes(UINT64_MAX, 0x1p64));
  EXPECT_FALSE(precedes(0x1p64, UINT64_MAX));
  EXPECT_TRUE(precedes(-0x1p64, INT64_MIN));
  EXPECT_FALSE(precedes(INT64_MIN, -0x1p63));
  EXPECT_TRUE(precedes(2, 2.5f));
  EXPECT_FALSE(precedes(2.5f, 2));
  EXPECT_TRUE(precedes(-2.5f, -2));
  EXPECT_TRUE(precedes(-3, -2.5f));
}

TEST(Ascending, NanZerosAndInfinities) {
  EXPECT_TRUE(precedes(kInf, kNaN));
  EXPECT_FALSE(precedes(kNaN, kInf));
  EXPECT_FALSE(precedes(kNaN, -kNaN));
  EXPECT_TRUE(precedes(UINT64_MAX, kNaN));
  EXPECT_FALSE(precedes(kNaN, UINT64_MAX));
  EXPECT_TRUE(precedes(UINT64_MAX, kInf));
  EXPECT_TRUE(precedes(-kInf, INT64_MIN));
  EXPECT_FALSE(precedes(-0.0f, 0.0f));
  EXPECT_FALSE(precedes(-0.0f, 0));
  EXPECT_FALSE(precedes(0, -0.0f));
  EXPECT_TRUE(precedes(round_to_f16(0x1p-24), round_to_bf16(1)));
  EXPECT_TRUE(precedes(false, true));
}

TEST(Unique, Elements) {
  const Tensor data = floats({2, 4}, {3, -1, 7, 3, 0.5, 3, -1, -9});
  expect_unique({}, {data},
                {floats({5}, {-9, -1, 0.5, 3, 7}), list({7, 1, 4, 0, 2}), list({3, 1, 4, 3, 2, 3, 1, 0}),
                 list({1, 2, 1, 3, 1})});
  expect_unique({.sorted = false}, {data},
                {floats({5}, {3, -1, 7, 0.5, -9}), list({0, 1, 2, 4, 7}), list({0, 1, 2, 0, 3, 0, 1, 4}),
                 list({3, 2, 1, 1, 1})});
  expect_unique({.index_type = ElementType::kI32}, {list({5, 5})},
                {list({5}), Tensor::of<int32_t>({1}, {0}), Tensor::of<int32_t>({2}, {0, 0}), list({2})});
  expect_unique({.count_type = ElementType::kI32}, {of<bool>({true, false, true})},
                {of<bool>({false, true}), list({1, 0}), list({1, 0, 1}), Tensor::of<int32_t>({2}, {1, 2})});
  expect_unique({}, {scalar(4)}, {list({4}), list({0}), list({0}), list({1})});
  expect_unique({}, {floats({0, 3}, {})}, {floats({0}, {}), list({}), list({}), list({})});
}

TEST(Unique, NanAndZeros) {
  const Tensor data = floats({6}, {kNaN, 0, kInf, -0.0f, kNaN, -kInf});
  expect_unique({}, {data},
                {floats({4}, {-kInf, 0, kInf, kNaN}), list({5, 1, 2, 0}), list({3, 1, 2, 1, 3, 0}),
                 list({1, 2, 1, 2})});
  expect_unique({.sorted = false}, {data},
                {floats({4}, {kNaN, 0, kInf, -kInf}), list({0, 1, 2, 5}), list({0, 1, 2, 1, 0, 3}),
                 list({2, 2, 1, 1})});
  const Tensor nans = Tensor::of<f16>({2}, {f16{0xfe01}, f16{0x7c01}});  // the bits of the first one
  expect_unique({}, {nans}, {Tensor::of<f16>({1}, {f16{0xfe01}}), list({0}), list({0, 0}), list({2})});
}

TEST(Unique, Slices) {
  const Tensor data = floats({4, 3}, {3, 1, 2, 1, 9, 0, 3, 1, 2, 1, 2, 0});
  expect_unique(
      {}, {data, scalar(0)},
      {floats({3, 3}, {1, 2, 0, 1, 9, 0, 3, 1, 2}), list({3, 1, 0}), list({2, 1, 2, 0}), list({1, 1, 2})});
  expect_unique(
      {.sorted = false}, {data, list({-2})},
      {floats({3, 3}, {3, 1, 2, 1, 9, 0, 1, 2, 0}), list({0, 1, 3}), list({0, 1, 0, 2}), list({2, 1, 1})});
  const Tensor columns = floats({2, 3}, {3, 1, 3, 1, 9, 1});
  expect_unique({}, {columns, scalar(-1)},
                {floats({2, 2}, {1, 3, 9, 1}), list({1, 0}), list({1, 0, 1}), list({1, 2})});
  // The middle axis: slice 0 is 5 1 4 9, slice 1 is 4 4 9 0, and slice 2 equals slice 0.
  const Tensor block = floats({2, 3, 2}, {5, 1, 4, 4, 5, 1, 4, 9, 9, 0, 4, 9});
  expect_unique({}, {block, Tensor::scalar<int32_t>(1)},
                {floats({2, 2, 2}, {4, 4, 5, 1, 9, 0, 4, 9}), list({1, 0}), list({1, 0, 1}), list({1, 2})});
}

TEST(Unique, SlicesWithoutElements) {
  expect_unique({}, {floats({3, 0}, {}), scalar(0)},
                {floats({1, 0}, {}), list({0}), list({0, 0, 0}), list({3})});
  expect_unique({}, {floats({0, 3}, {}), scalar(0)}, {floats({0, 3}, {}), list({}), list({}), list({})});
}

TEST(Unique, ManyElements) {
  std::vector<int64_t> values, counts, inverse;
  for (int64_t i = 0; i < 1000; ++i) values.push_back(i * 37 % 100);
  const Tensor data = Tensor::of<int64_t>({1000}, std::span<const int64_t>(values));
  const Result<std::vector<Tensor>> got = run(make_unique(), {data}, 4);
  ASSERT_TRUE(got.ok());
  ASSERT_EQ(got.value()[0].count(), 100);
  for (int64_t v = 0; v < 100; ++v) {
    EXPECT_EQ(got.value()[0].data<int64_t>()[v], v);
    EXPECT_EQ(got.value()[1].data<int64_t>()[v], v * 73 % 100);  // 37 * 73 = 2701
    EXPECT_EQ(got.value()[3].data<int64_t>()[v], 10);
  }
  EXPECT_TRUE(same(got.value()[2], data));
}

// The number is known at load if there are few elements. A run has limits of time and memory for counting more.
TEST(Unique, CountsFewElementsAtLoad) {
  const auto shape_of_zeros = [](const Shape& shape) {
    return at_load(make_unique(), {known(Tensor::zeros(ElementType::kF32, shape))}, 4);
  };
  EXPECT_EQ(shape_of_zeros({4096}), "[1]");
  EXPECT_EQ(shape_of_zeros({4097}), "[1..4097]");
  const Tensor slices = Tensor::zeros(ElementType::kF32, {4097, 0}), axis = scalar(0);
  EXPECT_EQ(at_load(make_unique(), {known(slices), known(axis)}, 4), "[1..4097,0]");
}

TEST(Unique, AtLoad) {
  const Operation unique = make_unique({.index_type = ElementType::kI32});
  EXPECT_EQ(at_load(unique, {data_of({{2, 3}, {4, 5}})}, 4), "[1..15]");
  EXPECT_EQ(at_load(unique, {data_of({{0, 3}, {4, 5}})}, 4), "[0..15]");
  EXPECT_EQ(at_load(unique, {unknown(PartialShape::any())}, 4), "[?]");
  EXPECT_EQ(at_load(unique, {data_of({{2, 3}, {4, 5}}), known(scalar(1))}, 4), "[2..3,1..5]");
  EXPECT_EQ(at_load(unique, {data_of({{2, 3}, {4, 5}}), unknown(Shape{})}, 4), "[?,?]");
  const Tensor value = floats({3}, {2, 1, 2});
  EXPECT_EQ(at_load(unique, {known(value)}, 4), "[2]");
  EXPECT_EQ(at_load(unique, {known(value), unknown(Shape{})}, 4), "[?]");
  EXPECT_EQ(at_load(unique, {data_of({Dimension::exactly(int64_t{1} << 31)})}, 4), "[1..2147483648]");
  EXPECT_EQ(at_load(unique, {data_of({Dimension::exactly((int64_t{1} << 31) + 1)})}, 4), "OP-6");
  const Operation counted = make_unique({.count_type = ElementType::kI32});
  EXPECT_EQ(at_load(counted, {data_of({Dimension::exactly(int64_t{1} << 31)})}, 4), "OP-6");
}

TEST(Unique, Rejects) {
  const Operation unique = make_unique();
  const Tensor data = floats({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(rule_of(unique, {data, scalar(2)}, 4), "OP-6");
  EXPECT_EQ(rule_of(unique, {data, scalar(-3)}, 4), "OP-6");
  EXPECT_EQ(rule_of(unique, {floats({}, {1}), scalar(0)}, 4), "OP-6");
  EXPECT_EQ(rule_of(unique, {data, list({0, 1})}, 4), "OP-5");
  EXPECT_EQ(rule_of(unique, {data, floats({}, {0})}, 4), "OP-4");
  EXPECT_EQ(rule_of(unique, {data, Tensor::scalar<uint8_t>(0)}, 4), "OP-4");
}

TEST(SearchSorted, BeforeAndBehindEqualElements) {
  const Tensor line = floats({5}, {-2, 0.5, 0.5, 3, 7}), values = floats({2, 3}, {0.5, -2, 7, -3, 8, 1});
  EXPECT_TRUE(same(run_one(make_search_sorted(), {line, values}), ints({2, 3}, {1, 0, 4, 0, 5, 3})));
  EXPECT_TRUE(same(run_one(make_search_sorted({.after_equal = true}), {line, values}),
                   ints({2, 3}, {3, 1, 5, 0, 5, 3})));
  EXPECT_TRUE(same(run_one(make_search_sorted({.output_type = ElementType::kI32}), {line, floats({}, {1})}),
                   Tensor::scalar<int32_t>(3)));
  EXPECT_TRUE(same(run_one(make_search_sorted(), {floats({0}, {}), floats({2}, {1, kNaN})}), list({0, 0})));
  EXPECT_EQ(run_one(make_search_sorted(), {line, floats({0, 2}, {})}).shape(), (Shape{0, 2}));
}

TEST(SearchSorted, OneListForEachRow) {
  EXPECT_TRUE(
      same(run_one(make_search_sorted(), {ints({2, 3}, {1, 3, 5, 2, 4, 6}), ints({2, 2}, {3, 9, 3, 6})}),
           ints({2, 2}, {1, 3, 1, 2})));
  EXPECT_TRUE(same(run_one(make_search_sorted({.after_equal = true}),
                           {ints({2, 1, 2}, {1, 3, 2, 2}), ints({2, 1, 1}, {3, 2})}),
                   ints({2, 1, 1}, {2, 2})));
  EXPECT_TRUE(
      same(run_one(make_search_sorted(), {ints({2, 0}, {}), ints({2, 1}, {3, 2})}), ints({2, 1}, {0, 0})));
  EXPECT_EQ(run_one(make_search_sorted(), {ints({2, 1}, {1, 2}), ints({2, 0}, {})}).shape(), (Shape{2, 0}));
}

TEST(SearchSorted, NanAndZeros) {
  const Tensor line = floats({6}, {-kInf, -0.0f, 0, kInf, kNaN, -kNaN}),
               values = floats({3}, {kNaN, 0, kInf});
  EXPECT_TRUE(same(run_one(make_search_sorted(), {line, values}), list({4, 1, 3})));
  EXPECT_TRUE(same(run_one(make_search_sorted({.after_equal = true}), {line, values}), list({6, 3, 4})));
}

TEST(SearchSorted, Rejects) {
  const Operation search = make_search_sorted();
  const Tensor one = floats({1}, {1}), rows = floats({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(rule_of(search, {floats({2}, {2, 1}), one}), "OP-6");
  EXPECT_EQ(rule_of(search, {floats({3}, {1, kNaN, 2}), one}), "OP-6");
  EXPECT_EQ(rule_of(search, {floats({2, 2}, {1, 2, 4, 3}), floats({2, 1}, {1, 1})}), "OP-6");
  EXPECT_EQ(rule_of(search, {floats({2, 2}, {3, 4, 1, 2}), floats({2, 1}, {1, 1})}), "");
  EXPECT_EQ(rule_of(search, {floats({}, {1}), one}), "OP-5");
  EXPECT_EQ(rule_of(search, {rows, one}), "OP-5");
  EXPECT_EQ(rule_of(search, {rows, floats({3, 1}, {1, 2, 3})}), "OP-5");
  EXPECT_EQ(rule_of(search, {rows, floats({1, 1}, {1})}), "OP-5");
  EXPECT_EQ(rule_of(search, {one, list({1})}), "OP-4");
  EXPECT_EQ(rule_of(search, {of<bool>({false}), of<bool>({true})}), "OP-4");
  EXPECT_EQ(at_load(search, {data_of({kAny, kAny}), unknown(PartialShape::any(), ElementType::kF32)}),
            "[...]");
  const Operand endless = data_of({Dimension::exactly(int64_t{1} << 31)});
  EXPECT_EQ(at_load(make_search_sorted({.output_type = ElementType::kI32}), {endless, data_of({kAny})}),
            "OP-6");
  EXPECT_EQ(at_load(search, {endless, data_of({kAny})}), "[?]");
}

TEST(Bucketize, BothBounds) {
  const Tensor page = floats({2, 2}, {3, 50, 10, -1}), boundaries = floats({3}, {0, 5, 10});
  EXPECT_TRUE(same(run_one(make_bucketize(), {page, boundaries}), ints({2, 2}, {1, 3, 2, 0})));
  EXPECT_TRUE(
      same(run_one(make_bucketize({.after_equal = true}), {page, boundaries}), ints({2, 2}, {1, 3, 3, 0})));
  EXPECT_TRUE(same(run_one(make_bucketize({.output_type = ElementType::kI32}), {page, floats({0}, {})}),
                   Tensor::of<int32_t>({2, 2}, {0, 0, 0, 0})));
}

TEST(Bucketize, TwoTypes) {
  constexpr int64_t kOdd = (int64_t{1} << 53) + 1;
  EXPECT_TRUE(
      same(run_one(make_bucketize(), {list({kOdd, kOdd - 1, INT64_MAX}), of<double>({0x1p53, 0x1p63})}),
           list({1, 0, 1})));
  EXPECT_TRUE(same(run_one(make_bucketize({.after_equal = true}),
                           {of<uint64_t>({uint64_t{1} << 63}), list({-1, INT64_MAX})}),
                   list({2})));
  EXPECT_TRUE(
      same(run_one(make_bucketize(), {floats({3}, {kNaN, -kInf, 2.5}), list({2, 3})}), list({2, 0, 1})));
  EXPECT_TRUE(
      same(run_one(make_bucketize({.after_equal = true}), {floats({2}, {kNaN, 1}), floats({2}, {1, kNaN})}),
           list({2, 1})));
}

TEST(Bucketize, Rejects) {
  const Operation bucketize = make_bucketize();
  const Tensor one = floats({1}, {1});
  EXPECT_EQ(rule_of(bucketize, {one, floats({2}, {2, 1})}), "OP-6");
  EXPECT_EQ(rule_of(bucketize, {one, floats({2}, {1, 1})}), "OP-6");
  EXPECT_EQ(rule_of(bucketize, {one, floats({2}, {-0.0f, 0})}), "OP-6");
  EXPECT_EQ(rule_of(bucketize, {one, floats({2}, {kNaN, kNaN})}), "OP-6");
  EXPECT_EQ(rule_of(bucketize, {floats({0}, {}), floats({2}, {2, 1})}), "OP-6");
  EXPECT_EQ(rule_of(bucketize, {one, floats({}, {1})}), "OP-5");
  EXPECT_EQ(rule_of(bucketize, {one, floats({1, 1}, {1})}), "OP-5");
  EXPECT_EQ(rule_of(bucketize, {of<bool>({true}), one}), "OP-4");
  EXPECT_EQ(rule_of(bucketize, {one, of<bool>({true})}), "OP-4");
}

}  // namespace
}  // namespace backedge::ops
