#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::at_load;
using testing::counted;
using testing::data_of;
using testing::floats;
using testing::kAny;
using testing::list;
using testing::rule_of;
using testing::run_one;
using testing::same;

TEST(ReverseSequence, RowsAndColumns) {
  const Tensor rows = counted({3, 4});
  EXPECT_TRUE(same(run_one(make_reverse_sequence(), {rows, list({1, 3, 4})}),
                   floats({3, 4}, {0, 1, 2, 3, 6, 5, 4, 7, 11, 10, 9, 8})));
  for (const ReverseSequence& options : {ReverseSequence{1, 0}, ReverseSequence{-1, -2}}) {
    EXPECT_TRUE(same(run_one(make_reverse_sequence(options), {rows, list({3, 1, 2, 3})}),
                     floats({3, 4}, {8, 1, 6, 11, 4, 5, 2, 7, 0, 9, 10, 3})));
  }
}

// Every pair of axes of [2, 3, 4, 5], element by element.
TEST(ReverseSequence, AnyTwoAxes) {
  const Shape shape = {2, 3, 4, 5};
  const Tensor data = counted(shape);
  for (int64_t batch = 0; batch < 4; ++batch) {
    for (int64_t steps = 0; steps < 4; ++steps) {
      if (batch == steps) continue;
      Tensor lengths = Tensor::zeros(ElementType::kI32, {shape[batch]});
      for (int32_t i = 0; i < shape[batch]; ++i)
        lengths.writable<int32_t>()[i] = 1 + (2 * i + 1) % static_cast<int32_t>(shape[steps]);
      const Tensor result = run_one(make_reverse_sequence({batch, steps}), {data, lengths});
      int64_t at[4], k = 0;
      for (at[0] = 0; at[0] < 2; ++at[0])
        for (at[1] = 0; at[1] < 3; ++at[1])
          for (at[2] = 0; at[2] < 4; ++at[2])
            for (at[3] = 0; at[3] < 5; ++at[3], ++k) {
              int64_t from[] = {at[0], at[1], at[2], at[3]};
              const int64_t length = lengths.data<int32_t>()[at[batch]];
              if (at[steps] < length) from[steps] = length - 1 - at[steps];
              EXPECT_EQ(result.data<float>()[k], ((from[0] * 3 + from[1]) * 4 + from[2]) * 5 + from[3])
                  << batch << steps << " " << k;
            }
    }
  }
}

TEST(ReverseSequence, Types) {
  const Tensor flags = Tensor::of<bool>({2, 2}, {true, false, false, false});
  EXPECT_TRUE(same(run_one(make_reverse_sequence(), {flags, Tensor::of<uint8_t>({2}, {2, 1})}),
                   Tensor::of<bool>({2, 2}, {false, true, false, false})));
  const Tensor nan = Tensor::of<f16>({1, 2}, {f16{0xfe01}, f16{0x8000}});
  EXPECT_TRUE(same(run_one(make_reverse_sequence(), {nan, Tensor::of<int8_t>({1}, {2})}),
                   Tensor::of<f16>({1, 2}, {f16{0x8000}, f16{0xfe01}})));
  const Tensor longs = Tensor::of<int64_t>({1, 3}, {7, INT64_MIN, 9});
  const Tensor expected = Tensor::of<int64_t>({1, 3}, {INT64_MIN, 7, 9});
  EXPECT_TRUE(same(run_one(make_reverse_sequence(), {longs, floats({1}, {2})}), expected));
  EXPECT_TRUE(
      same(run_one(make_reverse_sequence(), {longs, Tensor::of<bf16>({1}, {numbers::round_to<bf16>(2)})}),
           expected));
  EXPECT_EQ(rule_of(make_reverse_sequence(), {longs, Tensor::of<bool>({1}, {true})}), "OP-4");
}

TEST(ReverseSequence, RejectsLengths) {
  const auto rule = [](const Tensor& lengths) {
    return rule_of(make_reverse_sequence(), {counted({2, 3}), lengths});
  };
  EXPECT_EQ(rule(list({1, 3})), "");
  EXPECT_EQ(rule(list({1, 4})), "OP-6");
  EXPECT_EQ(rule(list({0, 3})), "OP-6");
  EXPECT_EQ(rule(list({INT64_MIN, 3})), "OP-6");
  EXPECT_EQ(rule(list({3, INT64_MAX})), "OP-6");
  EXPECT_EQ(rule(Tensor::of<uint64_t>({2}, {1, UINT64_MAX})), "OP-6");
  EXPECT_EQ(rule(floats({2}, {3, 1})), "");
  for (const float bad : {1.5f, 0.0f, -1.0f, 4.0f, 1e30f, testing::kNaN, testing::kInf})
    EXPECT_EQ(rule(floats({2}, {1, bad})), "OP-6") << bad;
  EXPECT_EQ(rule(list({1})), "OP-5");
  EXPECT_EQ(rule(list({1, 1, 1})), "OP-5");
  EXPECT_EQ(rule(Tensor::of<int64_t>({2, 1}, {1, 1})), "OP-5");
  EXPECT_EQ(rule(testing::scalar(1)), "OP-5");
}

TEST(ReverseSequence, RejectsAxes) {
  const auto rule = [](int64_t batch, int64_t steps, const Shape& shape) {
    return rule_of(make_reverse_sequence({batch, steps}), {counted(shape), list({1, 1})});
  };
  EXPECT_EQ(rule(0, -1, {2, 2}), "");
  EXPECT_EQ(rule(0, 0, {2, 2}), "OP-5");
  EXPECT_EQ(rule(0, -2, {2, 2}), "OP-5");
  EXPECT_EQ(rule(0, 2, {2, 2}), "OP-5");
  EXPECT_EQ(rule(-3, 1, {2, 2}), "OP-5");
  EXPECT_EQ(rule(INT64_MIN, INT64_MAX, {2, 2}), "OP-5");
  EXPECT_EQ(rule(0, 0, {2}), "OP-5");
  EXPECT_EQ(rule(0, 1, {}), "OP-5");
}

TEST(ReverseSequence, WithoutElements) {
  const Operation op = make_reverse_sequence();
  EXPECT_EQ(run_one(op, {counted({0, 3}), list({})}).shape(), (Shape{0, 3}));
  EXPECT_EQ(run_one(op, {counted({2, 3, 0}), list({1, 3})}).shape(), (Shape{2, 3, 0}));
  EXPECT_EQ(rule_of(op, {counted({2, 3, 0}), list({1, 4})}), "OP-6");
  EXPECT_EQ(rule_of(op, {counted({1, 0}), list({0})}), "OP-6");  // no length is in 1 to 0
}

TEST(ReverseSequence, AtLoad) {
  const Operation op = make_reverse_sequence({.batch_axis = -1, .seq_axis = 0});
  const auto size = [](int64_t n) { return Dimension::exactly(n); };
  const auto lengths = [](const PartialShape& shape) { return testing::unknown(shape); };
  const Operand unknown = {ElementType::kF32, PartialShape::any(), nullptr};
  EXPECT_EQ(at_load(op, {unknown, lengths(PartialShape::any())}), "[...]");
  EXPECT_EQ(at_load(op, {unknown, lengths(Shape{2, 2})}), "OP-5");
  EXPECT_EQ(at_load(op, {data_of({kAny, size(5), kAny}), lengths(Shape{3})}), "[?,5,3]");
  EXPECT_EQ(at_load(op, {data_of({kAny, {2, 9}}), lengths(PartialShape::any())}), "[?,2..9]");
  EXPECT_EQ(at_load(op, {data_of({size(3), {2, 9}}), lengths(Shape{1})}), "OP-5");
}

}  // namespace
}  // namespace backedge::ops
