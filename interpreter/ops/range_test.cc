#include <limits>

#include "interpreter/ops/movement.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using namespace backedge::testing;

Operation range_of(const char* type) { return make_range(*element_type_named(type)); }

template <class T>
std::vector<Tensor> operands(T start, T stop, T step) {
  return {Tensor::scalar(start), Tensor::scalar(stop), Tensor::scalar(step)};
}

TEST(Range, PageExamples) {
  EXPECT_TRUE(same(run_one(range_of("i32"), operands<int64_t>(2, 23, 3)),
                   Tensor::of<int32_t>({7}, {2, 5, 8, 11, 14, 17, 20})));
  EXPECT_TRUE(same(run_one(range_of("i32"), operands<int32_t>(23, 2, -3)),
                   Tensor::of<int32_t>({7}, {23, 20, 17, 14, 11, 8, 5})));
  EXPECT_TRUE(same(run_one(range_of("f32"), operands<float>(1, 2.5, 0.5)), floats({3}, {1, 1.5, 2})));
}

TEST(Range, OfTheTypeOfItsOperands) {
  const Operation range = make_range(std::nullopt);
  EXPECT_TRUE(
      same(run_one(range, operands<uint8_t>(2, 23, 3)), Tensor::of<uint8_t>({7}, {2, 5, 8, 11, 14, 17, 20})));
  EXPECT_TRUE(same(run_one(range, operands<float>(23, 2, -3.5)), floats({6}, {23, 19.5, 16, 12.5, 9, 5.5})));
  EXPECT_EQ(rule_of(range, {scalar(0), Tensor::scalar<int32_t>(1), scalar(1)}), "OP-4");
  EXPECT_EQ(rule_of(range, {scalar(0), scalar(1), Tensor::scalar<int32_t>(1)}), "OP-4");
  EXPECT_EQ(rule_of(range, operands<int64_t>(0, 1, 0)), "OP-6");
}

TEST(Range, EmptyAndMixed) {
  EXPECT_EQ(run_one(range_of("f32"), operands<float>(5, 1, 1)).shape(), Shape{0});
  EXPECT_EQ(run_one(range_of("i8"), operands<int8_t>(1, 1, -1)).shape(), Shape{0});
  EXPECT_TRUE(same(
      run_one(range_of("i64"), {Tensor::scalar(1.9), Tensor::scalar(int32_t{4}), Tensor::scalar(uint8_t{1})}),
      list({1, 2, 3})));  // 1.9 becomes 1
  EXPECT_TRUE(same(run_one(range_of("f32"), operands<int64_t>(3, 0, -1)), floats({3}, {3, 2, 1})));
  EXPECT_TRUE(same(run_one(range_of("f16"), operands<double>(0, 3, 1)),
                   Tensor::of<f16>({3}, {f16{0}, f16{0x3c00}, f16{0x4000}})));
}

TEST(Range, IntegerExtremes) {
  EXPECT_TRUE(same(run_one(range_of("i64"), operands<int64_t>(INT64_MIN, INT64_MAX, INT64_MAX)),
                   list({INT64_MIN, -1, INT64_MAX - 1})));
  EXPECT_TRUE(same(run_one(range_of("i64"), operands<int64_t>(INT64_MAX, INT64_MIN, INT64_MIN)),
                   list({INT64_MAX, -1})));
  EXPECT_TRUE(same(run_one(range_of("u64"), operands<uint64_t>(UINT64_MAX - 1, UINT64_MAX, 5)),
                   Tensor::of<uint64_t>({1}, {UINT64_MAX - 1})));
  EXPECT_TRUE(same(run_one(range_of("u8"), operands<int64_t>(254, 258, 1)),
                   Tensor::of<uint8_t>({4}, {254, 255, 0, 1})));
  EXPECT_EQ(rule_of(range_of("i64"), operands<int64_t>(INT64_MIN, INT64_MAX, 1)), "LIMIT-4");
}

TEST(Range, RealCountsAreThoseOfF64) {
  const auto count = [](double start, double stop, double step) {
    return run_one(range_of("f64"), operands(start, stop, step)).count();
  };
  EXPECT_EQ(count(0, 1, 0.1), 10);
  EXPECT_EQ(count(0, 0.9, 0.3), 3);  // the quotient, a little above 3, rounds to 3
  EXPECT_EQ(count(-1e308, 1e308, 1e308), 2);
  EXPECT_EQ(count(0, 5e-324, 1e308), 1);
  EXPECT_EQ(count(0, -1, -0.25), 4);
  EXPECT_EQ(rule_of(range_of("f64"), operands(0.0, 1.0, 1e-300)), "LIMIT-4");
  EXPECT_EQ(rule_of(range_of("f64"), operands(-1e308, 1e308, 5e-324)), "LIMIT-4");
}

TEST(Range, NoErrorGrows) {
  const Tensor got = run_one(range_of("f32"), operands<double>(0, 1, 0.1));
  for (int64_t i = 0; i < 10; ++i)
    EXPECT_EQ(got.data<float>()[i], static_cast<float>(static_cast<double>(i) * 0.1));
  // 2^53 + 1 is cut to 2^53, -(2^53 + 3) to -(2^53 + 2).
  const int64_t odd = (int64_t{1} << 53) + 1;
  EXPECT_TRUE(
      same(run_one(range_of("f64"), operands<int64_t>(odd, odd + 1, 4)), Tensor::of<double>({1}, {0x1p53})));
  EXPECT_TRUE(same(run_one(range_of("f64"), operands<int64_t>(-odd - 2, 0, odd - 1)),
                   Tensor::of<double>({2}, {-0x1p53 - 2, -2})));
}

TEST(Range, Rejects) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                   kNan = std::numeric_limits<double>::quiet_NaN();
  for (const char* type : {"f32", "i32"}) {
    EXPECT_EQ(rule_of(range_of(type), operands(0.0, 5.0, 0.0)), "OP-6");
    EXPECT_EQ(rule_of(range_of(type), operands(0.0, kInfinity, 1.0)), "OP-6");
    EXPECT_EQ(rule_of(range_of(type), operands(kNan, 5.0, 1.0)), "OP-6");
    EXPECT_EQ(rule_of(range_of(type), operands(0.0, 5.0, -kInfinity)), "OP-6");
    EXPECT_EQ(rule_of(range_of(type), operands(false, true, true)), "OP-4");
  }
  EXPECT_EQ(rule_of(range_of("i32"), operands(0.0, 5.0, 0.5)), "OP-6");    // 0 as i32
  EXPECT_EQ(rule_of(range_of("f16"), operands(0.0, 5.0, 1e-10)), "OP-6");  // 0 as f16
  EXPECT_EQ(rule_of(range_of("i64"), operands(0.0, 1e30, 1e29)), "OP-6");
  EXPECT_EQ(rule_of(range_of("i64"), {list({1}), scalar(4), scalar(1)}), "OP-5");
  const Tensor zero = scalar(0);
  EXPECT_EQ(at_load(range_of("i64"), {unknown(Shape{}), unknown(Shape{}), known(zero)}), "OP-6");
  EXPECT_EQ(at_load(range_of("i64"), {unknown(Shape{}), unknown(Shape{}), unknown(Shape{})}), "[?]");
}

}  // namespace
}  // namespace backedge::ops
