#include "interpreter/ops/sequences.h"

#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::at_load;
using testing::data_of;
using testing::floats;
using testing::kAny;
using testing::list;
using testing::results_of;
using testing::rule_of;
using testing::same;

constexpr Activation kRelu = Activation::kRelu;
constexpr Direction kDirections[] = {Direction::kForward, Direction::kReverse, Direction::kBidirectional};

// h' = 10 h + x: the digits of h are the steps in their order.
const RnnCell kDigits = {.hidden = 1, .f = kRelu};

std::vector<Tensor> digits(Direction direction, const Tensor& lengths) {
  return results_of(make_rnn_sequence({.cell = kDigits, .direction = direction}),
                    {floats({3, 4, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 1, 3, 5, 7}), floats({3, 1, 1}, {9, 8, 6}),
                     lengths, floats({1, 1, 1}, {1}), floats({1, 1, 1}, {10}), floats({1, 1}, {0})},
                    2);
}

TEST(RnnSequence, StepsOfEachLength) {
  const std::vector<Tensor> forward = digits(Direction::kForward, list({4, 0, 2}));
  EXPECT_TRUE(same(forward[0], floats({3, 1, 4, 1}, {91, 912, 9123, 91234, 0, 0, 0, 0, 61, 613, 0, 0})));
  EXPECT_TRUE(same(forward[1], floats({3, 1, 1}, {91234, 8, 613})));
  const std::vector<Tensor> reverse = digits(Direction::kReverse, list({4, 0, 2}));
  EXPECT_TRUE(same(reverse[0], floats({3, 1, 4, 1}, {94321, 9432, 943, 94, 0, 0, 0, 0, 631, 63, 0, 0})));
  EXPECT_TRUE(same(reverse[1], floats({3, 1, 1}, {94321, 8, 631})));
}

TEST(RnnSequence, NobodyHasTheLastSteps) {
  const std::vector<Tensor> results = digits(Direction::kReverse, list({1, 3, 0}));
  EXPECT_TRUE(same(results[0], floats({3, 1, 4, 1}, {91, 0, 0, 0, 8765, 876, 87, 0, 0, 0, 0, 0})));
  EXPECT_TRUE(same(results[1], floats({3, 1, 1}, {91, 8765, 6})));
}

TEST(RnnSequence, TypesOfLengths) {
  const std::vector<Tensor> expected = digits(Direction::kForward, list({1, 4, 3}));
  const auto expect_same = [&](const Tensor& lengths) {
    EXPECT_TRUE(same(digits(Direction::kForward, lengths)[0], expected[0]));
  };
  expect_same(Tensor::of<int8_t>({3}, {1, 4, 3}));
  expect_same(Tensor::of<uint8_t>({3}, {1, 4, 3}));
  expect_same(Tensor::of<int16_t>({3}, {1, 4, 3}));
  expect_same(Tensor::of<uint16_t>({3}, {1, 4, 3}));
  expect_same(Tensor::of<int32_t>({3}, {1, 4, 3}));
  expect_same(Tensor::of<uint32_t>({3}, {1, 4, 3}));
  expect_same(Tensor::of<uint64_t>({3}, {1, 4, 3}));
}

TEST(RnnSequence, LengthsOutOfRange) {
  const Operation op = make_rnn_sequence({.cell = kDigits});
  const auto rule = [&](const Tensor& lengths) {
    return rule_of(op,
                   {floats({2, 2, 1}, {1, 2, 3, 4}), floats({2, 1, 1}, {0, 0}), lengths,
                    floats({1, 1, 1}, {1}), floats({1, 1, 1}, {1}), floats({1, 1}, {0})},
                   2);
  };
  EXPECT_EQ(rule(list({0, 2})), "");
  EXPECT_EQ(rule(list({2, -1})), "OP-6");
  EXPECT_EQ(rule(list({2, 3})), "OP-6");
  EXPECT_EQ(rule(list({INT64_MIN, 2})), "OP-6");
  EXPECT_EQ(rule(list({INT64_MAX, 2})), "OP-6");
  EXPECT_EQ(rule(Tensor::of<uint64_t>({2}, {UINT64_MAX, 2})), "OP-6");
  EXPECT_EQ(rule(Tensor::of<int8_t>({2}, {1, -128})), "OP-6");
}

// Two units, of which the second one also adds the first one; each direction has states and weights of its own.
TEST(RnnSequence, BothDirections) {
  const std::vector<Tensor> results = results_of(
      make_rnn_sequence({.cell = {.hidden = 2, .f = kRelu}, .direction = Direction::kBidirectional}),
      {floats({2, 2, 1}, {1, 2, 5, 6}), floats({2, 2, 2}, {3, 0, 4, 0, 7, 0, 8, 0}), list({2, 1}),
       floats({2, 2, 1}, {1, 0, 1, 0}), floats({2, 2, 2}, {10, 0, 1, 0, 100, 0, 2, 0}),
       floats({2, 2}, {0, 0, 0, 1})},
      2);
  // forward: h = 10 h + x, g = h;  reverse: h = 100 h + x, g = 2 h + 1, each of the h before
  EXPECT_TRUE(same(results[0],
                   floats({2, 2, 2, 2}, {31, 3, 312, 31, 40201, 805, 402, 9, 75, 7, 0, 0, 805, 17, 0, 0})));
  EXPECT_TRUE(same(results[1], floats({2, 2, 2}, {312, 31, 40201, 805, 75, 7, 805, 17})));
}

TEST(GruSequence, ByHand) {
  // z = 0, r = 2, h' = x + (2 h) * 10 + 3, or x + 2 (h * 10 + 1) + 3
  const Tensor x = floats({2, 2, 1}, {1, 2, 4, 5}), h = floats({2, 1, 1}, {7, 8}), lengths = list({2, 1});
  const Tensor w = floats({1, 3, 1}, {0, 0, 1}), r = floats({1, 3, 1}, {0, 0, 10});
  GruCell cell = {.hidden = 1, .f = kRelu, .g = kRelu};
  const std::vector<Tensor> plain =
      results_of(make_gru_sequence({.cell = cell}), {x, h, lengths, w, r, floats({1, 3}, {0, 2, 3})}, 2);
  EXPECT_TRUE(same(plain[0], floats({2, 1, 2, 1}, {144, 2885, 167, 0})));
  EXPECT_TRUE(same(plain[1], floats({2, 1, 1}, {2885, 167})));
  cell.linear_before_reset = true;
  const Operation linear = make_gru_sequence({.cell = cell, .direction = Direction::kReverse});
  const std::vector<Tensor> results =
      results_of(linear, {x, h, lengths, w, r, floats({1, 4}, {0, 2, 3, 1})}, 2);
  EXPECT_TRUE(same(results[0], floats({2, 1, 2, 1}, {2946, 147, 169, 0})));
  EXPECT_TRUE(same(results[1], floats({2, 1, 1}, {2946, 169})));
  EXPECT_EQ(rule_of(linear, {x, h, lengths, w, r, floats({1, 3}, {0, 2, 3})}, 2), "OP-5");
  cell.linear_before_reset = false;
  EXPECT_EQ(
      rule_of(make_gru_sequence({.cell = cell}), {x, h, lengths, w, r, floats({1, 4}, {0, 2, 3, 1})}, 2),
      "OP-5");
}

TEST(LstmSequence, ByHand) {
  // f = 10, i = 1, c = x, o = H + 1: C' = 10 C + x, H' = (H + 1) C'
  const LstmCell cell = {.hidden = 1, .f = kRelu, .g = kRelu, .h = kRelu};
  const std::vector<Tensor> inputs = {floats({2, 2, 1}, {1, 2, 4, 5}), floats({2, 1, 1}, {1, 2}),
                                      floats({2, 1, 1}, {3, 7}),       list({2, 1}),
                                      floats({1, 4, 1}, {0, 0, 1, 0}), floats({1, 4, 1}, {0, 0, 0, 1}),
                                      floats({1, 4}, {10, 1, 0, 1})};
  const std::vector<Tensor> forward = results_of(make_lstm_sequence({.cell = cell}), inputs, 3);
  EXPECT_TRUE(same(forward[0], floats({2, 1, 2, 1}, {62, 63 * 312, 3 * 74, 0})));
  EXPECT_TRUE(same(forward[1], floats({2, 1, 1}, {63 * 312, 3 * 74})));
  EXPECT_TRUE(same(forward[2], floats({2, 1, 1}, {312, 74})));
  const std::vector<Tensor> reverse =
      results_of(make_lstm_sequence({.cell = cell, .direction = Direction::kReverse}), inputs, 3);
  EXPECT_TRUE(same(reverse[0], floats({2, 1, 2, 1}, {65 * 321, 64, 3 * 74, 0})));
  EXPECT_TRUE(same(reverse[1], floats({2, 1, 1}, {65 * 321, 3 * 74})));
  EXPECT_TRUE(same(reverse[2], floats({2, 1, 1}, {321, 74})));
}

TEST(LstmSequence, Clips) {
  // i = c = 9 clipped to 3, o = 1: C' = 10 + 9 and then 19 + 9, which are not clipped
  const LstmCell cell = {.hidden = 1, .f = kRelu, .g = kRelu, .h = kRelu, .clip = 3};
  const std::vector<Tensor> results = results_of(
      make_lstm_sequence({.cell = cell}),
      {floats({1, 2, 1}, {1, 1}), floats({1, 1, 1}, {0}), floats({1, 1, 1}, {10}), list({2}),
       floats({1, 4, 1}, {1, 9, 9, 1}), floats({1, 4, 1}, {0, 0, 0, 0}), floats({1, 4}, {0, 0, 0, 0})},
      3);
  EXPECT_TRUE(same(results[0], floats({1, 1, 2, 1}, {19, 28})));
  EXPECT_TRUE(same(results[2], floats({1, 1, 1}, {28})));
}

// Steps beyond a length, and padding in states, do not reach a result, whatever is there.
TEST(RnnSequence, PaddingIsNotRead) {
  const std::vector<Tensor> results = results_of(
      make_rnn_sequence({.cell = kDigits, .direction = Direction::kReverse}),
      {floats({2, 2, 1}, {1, testing::kNaN, testing::kNaN, testing::kInf}), floats({2, 1, 1}, {3, -0.0f}),
       list({1, 0}), floats({1, 1, 1}, {1}), floats({1, 1, 1}, {10}), floats({1, 1}, {0})},
      2);
  EXPECT_TRUE(same(results[0], floats({2, 1, 2, 1}, {31, 0, 0, 0})));
  EXPECT_TRUE(same(results[1], floats({2, 1, 1}, {31, -0.0f})));
}

TEST(Sequences, WithoutElements) {
  const auto zeros = [](const Shape& shape) { return Tensor::zeros(ElementType::kF32, shape); };
  for (const Direction direction : kDirections) {
    const RnnSequence options = {.cell = {.hidden = 2}, .direction = direction};
    const int64_t d = options.directions();
    const Tensor w = zeros({d, 2, 3}), r = zeros({d, 2, 2}), b = zeros({d, 2});
    const Operation op = make_rnn_sequence(options);
    std::vector<Tensor> results = results_of(op, {zeros({0, 4, 3}), zeros({0, d, 2}), list({}), w, r, b}, 2);
    EXPECT_EQ(results[0].shape(), (Shape{0, d, 4, 2}));
    EXPECT_EQ(results[1].shape(), (Shape{0, d, 2}));
    const Tensor h = d == 1 ? floats({1, 1, 2}, {3, -4}) : floats({1, 2, 2}, {3, -4, 5, 6});
    results = results_of(op, {zeros({1, 0, 3}), h, list({0}), w, r, b}, 2);
    EXPECT_EQ(results[0].shape(), (Shape{1, d, 0, 2}));
    EXPECT_TRUE(same(results[1], h));
    results = results_of(op, {zeros({1, 2, 0}), zeros({1, d, 2}), list({2}), zeros({d, 2, 0}), r, b}, 2);
    EXPECT_EQ(results[0].shape(), (Shape{1, d, 2, 2}));
  }
}

TEST(Sequences, RejectOperands) {
  const Operation op = make_lstm_sequence({.cell = {.hidden = 2}, .direction = Direction::kBidirectional});
  const auto zeros = [](const Shape& shape) { return Tensor::zeros(ElementType::kF32, shape); };
  const std::vector<Tensor> good = {zeros({3, 4, 5}), zeros({3, 2, 2}), zeros({3, 2, 2}), list({1, 2, 4}),
                                    zeros({2, 8, 5}), zeros({2, 8, 2}), zeros({2, 8})};
  EXPECT_EQ(rule_of(op, good, 3), "");
  const auto with = [&](size_t k, const Tensor& tensor) {
    std::vector<Tensor> inputs = good;
    inputs[k] = tensor;
    return rule_of(op, inputs, 3);
  };
  const Shape wrong_shapes[][4] = {
      {{3, 5}, {2, 4, 5}, {3, 4, 6}, {}},        {{3, 2}, {3, 1, 2}, {3, 2, 3}, {2, 2, 2}},
      {{3, 2}, {3, 1, 2}, {3, 2, 3}, {2, 2, 2}}, {{2}, {3, 1}, {}, {4}},
      {{8, 5}, {1, 8, 5}, {2, 6, 5}, {2, 8, 4}}, {{8, 2}, {1, 8, 2}, {2, 6, 2}, {2, 8, 3}},
      {{8}, {1, 8}, {2, 6}, {2, 8, 1}}};
  for (size_t k = 0; k < good.size(); ++k) {
    for (const Shape& shape : wrong_shapes[k])
      EXPECT_EQ(with(k, Tensor::zeros(good[k].type(), shape)), "OP-5") << k << shape.text();
    EXPECT_EQ(with(k, Tensor::zeros(ElementType::kF64, good[k].shape())), "OP-4") << k;
    EXPECT_EQ(with(k, Tensor::zeros(ElementType::kBoolean, good[k].shape())), "OP-4") << k;
  }
  std::vector<Tensor> integers;
  for (const Tensor& tensor : good) integers.push_back(Tensor::zeros(ElementType::kI64, tensor.shape()));
  EXPECT_EQ(rule_of(op, integers, 3), "OP-4");
}

TEST(Sequences, AtLoad) {
  const Operation op = make_rnn_sequence({.cell = {.hidden = 2}, .direction = Direction::kBidirectional});
  const auto of = [](std::initializer_list<testing::Dim> dims) { return data_of(dims); };
  const auto lengths = [](Dimension batch) {
    return testing::unknown(PartialShape::of(std::span(&batch, 1)), ElementType::kI32);
  };
  const auto size = [](int64_t n) { return Dimension::exactly(n); };
  const Operand unknown = {ElementType::kF32, PartialShape::any(), nullptr};
  const Operand b = of({size(2), size(2)}), r = of({size(2), size(2), size(2)});
  EXPECT_EQ(at_load(op, {unknown, unknown, lengths(kAny), unknown, unknown, unknown}, 2), "[?,2,?,2]");
  // Any of X, H and lengths can give the batch.
  EXPECT_EQ(at_load(op, {of({kAny, size(7), kAny}), unknown, lengths(size(3)), unknown, r, b}, 2),
            "[3,2,7,2]");
  EXPECT_EQ(at_load(op, {unknown, of({size(3), size(2), size(2)}), lengths(kAny), unknown, r, b}, 2),
            "[3,2,?,2]");
  EXPECT_EQ(at_load(op, {of({{1, 4}, {0, 9}, kAny}), unknown, lengths({3, 8}), unknown, r, b}, 2),
            "[3..4,2,0..9,2]");
  EXPECT_EQ(at_load(op, {of({{1, 2}, kAny, kAny}), unknown, lengths({3, 8}), unknown, r, b}, 2), "OP-5");
  EXPECT_EQ(
      at_load(op, {of({kAny, kAny, size(4)}), unknown, lengths(kAny), of({kAny, kAny, size(5)}), r, b}, 2),
      "OP-5");
  EXPECT_EQ(at_load(op, {unknown, unknown, lengths(kAny), unknown, unknown, of({kAny})}, 2), "OP-5");
}

// Sizes whose product does not fit: the shape is inferred, and no memory is found for it.
TEST(Sequences, HugeSizes) {
  const Operation op = make_rnn_sequence({.cell = {.hidden = INT32_MAX}});
  constexpr int64_t kHuge = int64_t{1} << 40;
  const auto size = [](int64_t n) { return Dimension::exactly(n); };
  const Operand x = data_of({size(kHuge), size(kHuge), size(0)}), unknown = data_of({kAny, kAny, kAny});
  std::vector<Signature> outputs(2);
  ASSERT_TRUE(op.infer(std::vector<Operand>{x, unknown, testing::unknown(PartialShape::any()), unknown,
                                            unknown, data_of({kAny, kAny})},
                       outputs)
                  .ok());
  EXPECT_EQ(outputs[0].shape.text(), "[1099511627776,1,1099511627776,2147483647]");
  EXPECT_EQ(Pool::make(1 << 20)->allocate(ElementType::kF32, outputs[0].shape.shape()).error().rule(),
            "LIMIT-4");
}

}  // namespace
}  // namespace backedge::ops
