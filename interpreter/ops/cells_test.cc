#include "interpreter/ops/cells.h"

#include <limits>

#include "interpreter/ops/numbers.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::results_of;
using testing::rule_of;
using testing::same;

constexpr Activation kRelu = Activation::kRelu;

template <class T>
Tensor tensor(const Shape& shape, std::initializer_list<double> values) {
  Tensor result = Tensor::zeros(element_type_of<T>(), shape);
  CHECK(result.count() == std::ssize(values));
  for (size_t i = 0; i < values.size(); ++i)
    result.writable<T>()[i] = numbers::round_to<T>(values.begin()[i]);
  return result;
}
Tensor floats(const Shape& shape, std::initializer_list<double> values) {
  return tensor<float>(shape, values);
}

Tensor random_floats(const Shape& shape, uint32_t seed) {
  Tensor result = Tensor::zeros(ElementType::kF32, shape);
  for (float& x : std::span(result.writable<float>(), static_cast<size_t>(result.count()))) {
    seed = seed * 1664525u + 1013904223u;
    x = static_cast<float>(static_cast<int32_t>(seed)) * 0x1p-31f;
  }
  return result;
}

template <class T>
void expect_lstm_by_hand() {
  const std::vector<Tensor> inputs = {tensor<T>({1, 1}, {2}),          tensor<T>({1, 1}, {1}),
                                      tensor<T>({1, 1}, {10}),         tensor<T>({4, 1}, {1, 2, 3, 4}),
                                      tensor<T>({4, 1}, {1, 1, 1, 1}), tensor<T>({4}, {0, 1, 0, -1})};
  // f = 3, i = 6, c = 7, o = 8
  const std::vector<Tensor> results =
      results_of(make_lstm_cell({.hidden = 1, .f = kRelu, .g = kRelu, .h = kRelu}), inputs, 2);
  EXPECT_TRUE(same(results[0], tensor<T>({1, 1}, {576})));
  EXPECT_TRUE(same(results[1], tensor<T>({1, 1}, {72})));
}

TEST(LstmCell, ByHand) {
  expect_lstm_by_hand<float>();
  expect_lstm_by_hand<double>();
  expect_lstm_by_hand<f16>();
  expect_lstm_by_hand<bf16>();
}

TEST(LstmCell, DefaultActivations) {
  const std::vector<Tensor> results =
      results_of(make_lstm_cell({.hidden = 1}),
                 {floats({2, 1}, {0, 0}), floats({2, 1}, {0, 0}), floats({2, 1}, {2, -4}),
                  floats({4, 1}, {1, 1, 1, 1}), floats({4, 1}, {1, 1, 1, 1})},
                 2);
  EXPECT_TRUE(same(results[1], floats({2, 1}, {1, -2})));
  EXPECT_TRUE(
      same(results[0], floats({2, 1}, {0.5 * numbers::tanh_of(1.0f), -0.5 * numbers::tanh_of(2.0f)})));
}

// The roundings of the formula, written a second time for one element.
TEST(LstmCell, RoundsAtEachPrimitive) {
  const int64_t batch = 2, input = 7, hidden = 5;
  const std::vector<Tensor> inputs = {
      random_floats({batch, input}, 1),       random_floats({batch, hidden}, 2),
      random_floats({batch, hidden}, 3),      random_floats({4 * hidden, input}, 4),
      random_floats({4 * hidden, hidden}, 5), random_floats({4 * hidden}, 6)};
  const std::vector<Tensor> results = results_of(make_lstm_cell({.hidden = 5}), inputs, 2);
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t j = 0; j < hidden; ++j) {
      const auto gate = [&](int64_t which) {
        const int64_t row = which * hidden + j;
        double xw = 0, hr = 0;
        for (int64_t k = 0; k < input; ++k) {
          xw += double{inputs[0].data<float>()[b * input + k]} *
                double{inputs[3].data<float>()[row * input + k]};
        }
        for (int64_t k = 0; k < hidden; ++k) {
          hr += double{inputs[1].data<float>()[b * hidden + k]} *
                double{inputs[4].data<float>()[row * hidden + k]};
        }
        const float sum = static_cast<float>(xw) + static_cast<float>(hr);
        return sum + inputs[5].data<float>()[row];
      };
      const float forgotten = numbers::sigmoid_of(gate(0)) * inputs[2].data<float>()[b * hidden + j];
      const float added = numbers::sigmoid_of(gate(1)) * numbers::tanh_of(gate(2));
      const float c = forgotten + added;
      EXPECT_EQ(results[1].data<float>()[b * hidden + j], c);
      EXPECT_EQ(results[0].data<float>()[b * hidden + j], numbers::sigmoid_of(gate(3)) * numbers::tanh_of(c));
    }
  }
}

TEST(LstmCell, JoinedWeightGivesTheSameBits) {
  const int64_t batch = 3, input = 19, hidden = 6;
  const Tensor x = random_floats({batch, input}, 1), h = random_floats({batch, hidden}, 2);
  const Tensor c = random_floats({batch, hidden}, 3), w = random_floats({4 * hidden, input}, 4);
  const Tensor r = random_floats({4 * hidden, hidden}, 5), b = random_floats({4 * hidden}, 6);
  Tensor joined = Tensor::zeros(ElementType::kF32, {4 * hidden, input + hidden});
  for (int64_t row = 0; row < 4 * hidden; ++row) {
    float* to = joined.writable<float>() + row * (input + hidden);
    std::copy_n(w.data<float>() + row * input, input, to);
    std::copy_n(r.data<float>() + row * hidden, hidden, to + input);
  }
  const Operation op = make_lstm_cell({.hidden = 6});
  const std::vector<Tensor> split = results_of(op, {x, h, c, w, r, b}, 2);
  const std::vector<Tensor> together = results_of(op, {x, h, c, joined, b}, 2);
  EXPECT_TRUE(same(together[0], split[0]));
  EXPECT_TRUE(same(together[1], split[1]));
  const std::vector<Tensor> unbiased = results_of(op, {x, h, c, w, r}, 2);
  const std::vector<Tensor> zero_bias =
      results_of(op, {x, h, c, w, r, Tensor::zeros(ElementType::kF32, {24})}, 2);
  EXPECT_TRUE(same(unbiased[0], zero_bias[0]));
  EXPECT_EQ(rule_of(op, {x, h, c, w, b}, 2), "OP-5");
}

TEST(LstmCell, ClipsGatesButNotTheCell) {
  const std::vector<Tensor> results =
      results_of(make_lstm_cell({.hidden = 1, .f = kRelu, .g = kRelu, .h = kRelu, .clip = 3}),
                 {floats({1, 1}, {1}), floats({1, 1}, {0}), floats({1, 1}, {10}),
                  floats({4, 1}, {1, 9, 9, 1}), floats({4, 1}, {0, 0, 0, 0})},
                 2);
  EXPECT_TRUE(same(results[0], floats({1, 1}, {19})));
  EXPECT_TRUE(same(results[1], floats({1, 1}, {19})));
}

TEST(GruCell, ByHand) {
  const Tensor x = floats({1, 1}, {1}), h = floats({1, 1}, {2});
  const Tensor w = floats({3, 1}, {0.5, 3, 1}), r = floats({3, 1}, {0, 0, 10});
  const Operation op = make_gru_cell({.hidden = 1, .f = kRelu, .g = kRelu});
  // z = 0.5, r = 3, h = 1 + (3 * 2) * 10
  EXPECT_TRUE(same(results_of(op, {x, h, w, r}, 1)[0], floats({1, 1}, {31.5})));
  EXPECT_TRUE(same(results_of(op, {x, h, w, r, floats({3}, {0, 0, 100})}, 1)[0], floats({1, 1}, {81.5})));
  // h = (1 + 3 * (2 * 10 + 7)) + 100
  const Operation before = make_gru_cell({.hidden = 1, .f = kRelu, .g = kRelu, .linear_before_reset = true});
  EXPECT_TRUE(
      same(results_of(before, {x, h, w, r, floats({4}, {0, 0, 100, 7})}, 1)[0], floats({1, 1}, {92})));
  EXPECT_TRUE(same(results_of(before, {x, h, w, r}, 1)[0], floats({1, 1}, {31.5})));
  EXPECT_EQ(rule_of(before, {x, h, w, r, floats({3}, {0, 0, 100})}), "OP-5");
  EXPECT_EQ(rule_of(op, {x, h, w, r, floats({4}, {0, 0, 100, 7})}), "OP-5");
}

// Two rows of a batch with two elements each: the gates are one below the other, and H' does not mix rows.
TEST(GruCell, BatchAndGateOrder) {
  const Tensor x = floats({2, 1}, {1, 2}), h = floats({2, 2}, {1, 2, 3, 4});
  const Tensor w = floats({6, 1}, {0.5, 0.25, 1, 2, 1, 3}),
               r = floats({6, 2}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1});
  // row 0: z = .5 .25, r = 1 2, r*H = 1 4, h = 1+1, 3+5;  row 1: z = 1 .5, r = 2 4, r*H = 6 16, h = 2+6, 6+22
  EXPECT_TRUE(same(results_of(make_gru_cell({.hidden = 2, .f = kRelu, .g = kRelu}), {x, h, w, r}, 1)[0],
                   floats({2, 2}, {0.5 * 2 + 0.5 * 1, 0.75 * 8 + 0.25 * 2, 3, 0.5 * 28 + 0.5 * 4})));
}

TEST(RnnCell, OrderOfTheSum) {
  const Operation op = make_rnn_cell({.hidden = 1, .f = kRelu});
  const Tensor one = floats({1, 1}, {1});
  EXPECT_TRUE(same(results_of(op, {floats({1, 1}, {0x1p24}), one, one, one, floats({1}, {1})}, 1)[0],
                   floats({1, 1}, {0x1p24})));
  EXPECT_TRUE(same(
      results_of(op, {floats({1, 2}, {0x1p24, 1}), one, floats({1, 2}, {1, 1}), one, floats({1}, {2})}, 1)[0],
      floats({1, 1}, {0x1p24 + 2})));
}

TEST(RnnCell, ActivationsAndClip) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  const Tensor x = floats({6, 1}, {3, -3, 0.25, nan, -infinity, -0.0}),
               h = Tensor::zeros(ElementType::kF32, {6, 1});
  const auto through = [&](Activation activation, double clip) {
    return results_of(make_rnn_cell({.hidden = 1, .f = activation, .clip = clip}),
                      {x, h, floats({1, 1}, {1}), floats({1, 1}, {0}), floats({1}, {0})}, 1)[0];
  };
  const auto tanh = [](float v) { return double{numbers::tanh_of(v)}; };
  const auto sigmoid = [](float v) { return double{numbers::sigmoid_of(v)}; };
  EXPECT_TRUE(same(through(kRelu, 0), floats({6, 1}, {3, 0, 0.25, nan, 0, 0})));
  EXPECT_TRUE(
      same(through(Activation::kTanh, 0), floats({6, 1}, {tanh(3), tanh(-3), tanh(0.25f), nan, -1, 0})));
  EXPECT_TRUE(same(through(Activation::kTanh, 0.5),
                   floats({6, 1}, {tanh(0.5f), tanh(-0.5f), tanh(0.25f), nan, tanh(-0.5f), 0})));
  EXPECT_TRUE(same(through(Activation::kSigmoid, 1),
                   floats({6, 1}, {sigmoid(1), sigmoid(-1), sigmoid(0.25f), nan, sigmoid(-1), 0.5})));
}

TEST(Cells, RejectOperands) {
  const Operation op = make_rnn_cell({.hidden = 2});
  const auto zeros = [](const Shape& shape) { return Tensor::zeros(ElementType::kF32, shape); };
  const Tensor x = zeros({1, 3}), h = zeros({1, 2}), w = zeros({2, 3}), r = zeros({2, 2}), b = zeros({2});
  EXPECT_EQ(rule_of(op, {x, h, w, r, b}), "");
  EXPECT_EQ(rule_of(op, {zeros({1, 1, 3}), h, w, r, b}), "OP-5");
  EXPECT_EQ(rule_of(op, {x, zeros({2, 2}), w, r, b}), "OP-5");
  EXPECT_EQ(rule_of(op, {x, zeros({1, 3}), w, r, b}), "OP-5");
  EXPECT_EQ(rule_of(op, {x, h, zeros({2, 2}), r, b}), "OP-5");
  EXPECT_EQ(rule_of(op, {x, h, w, zeros({3, 2}), b}), "OP-5");
  EXPECT_EQ(rule_of(op, {x, h, w, r, zeros({1, 2})}), "OP-5");
  EXPECT_EQ(rule_of(op, {x, h, w, r, Tensor::zeros(ElementType::kF64, {2})}), "OP-4");
  const auto integers = [](const Shape& shape) { return Tensor::zeros(ElementType::kI32, shape); };
  EXPECT_EQ(
      rule_of(op, {integers({1, 3}), integers({1, 2}), integers({2, 3}), integers({2, 2}), integers({2})}),
      "OP-4");
  EXPECT_EQ(rule_of(op, {zeros({0, 3}), zeros({0, 2}), w, r, b}), "");
}

}  // namespace
}  // namespace backedge::ops
