#include "interpreter/ops/cells.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/sequences.h"
#include "interpreter/ops/testing/testing.h"

/// The steps of long sequences have the bits of steps that are taken one by one.
namespace backedge::ops {
namespace {

using testing::list;
using testing::results_of;
using testing::same;

template <class T>
Tensor random_reals(const Shape& shape, uint32_t seed) {
  Tensor result = Tensor::zeros(element_type_of<T>(), shape);
  for (T& x : std::span(result.writable<T>(), static_cast<size_t>(result.count()))) {
    seed = seed * 1664525u + 1013904223u;
    x = numbers::round_to<T>(static_cast<double>(static_cast<int32_t>(seed)) * 0x1p-31);
  }
  return result;
}

// The same steps, taken one by one with the cell alone, have the same bits. There are so many that their
// products with W are not computed at once, and so many gates that the products take another path.
template <class T>
void expect_steps_of_the_cell(Direction direction) {
  constexpr int64_t kBatch = 3, kSteps = 50, kInput = 37, kHidden = 5;
  const LstmSequence options = {.cell = {.hidden = kHidden, .clip = 0.75}, .direction = direction};
  const int64_t directions = options.directions(), lengths[] = {2, 50, 23};
  const std::vector<Tensor> inputs = {random_reals<T>({kBatch, kSteps, kInput}, 1),
                                      random_reals<T>({kBatch, directions, kHidden}, 2),
                                      random_reals<T>({kBatch, directions, kHidden}, 3),
                                      list({lengths[0], lengths[1], lengths[2]}),
                                      random_reals<T>({directions, 4 * kHidden, kInput}, 4),
                                      random_reals<T>({directions, 4 * kHidden, kHidden}, 5),
                                      random_reals<T>({directions, 4 * kHidden}, 6)};
  const std::vector<Tensor> results = results_of(make_lstm_sequence(options), inputs, 3);
  const Operation cell = make_lstm_cell(options.cell);
  // `count` elements from row `row` of rows of that many.
  const auto row_of = [](const Tensor& tensor, int64_t row, const Shape& shape) {
    return tensor.view(row * shape.count() * size_of(tensor.type()), shape);
  };
  for (int64_t b = 0; b < kBatch; ++b) {
    for (int64_t d = 0; d < directions; ++d) {
      const int64_t state = b * directions + d;
      const bool reverse = direction == Direction::kReverse || d == 1;
      Tensor h = row_of(inputs[1], state, {1, kHidden}), c = row_of(inputs[2], state, {1, kHidden});
      for (int64_t step = 0; step < lengths[b]; ++step) {
        const int64_t t = reverse ? lengths[b] - 1 - step : step;
        const std::vector<Tensor> next =
            results_of(cell,
                       {row_of(inputs[0], b * kSteps + t, {1, kInput}), h, c,
                        row_of(inputs[4], d, {4 * kHidden, kInput}),
                        row_of(inputs[5], d, {4 * kHidden, kHidden}), row_of(inputs[6], d, {4 * kHidden})},
                       2);
        h = next[0];
        c = next[1];
        EXPECT_TRUE(same(row_of(results[0], state * kSteps + t, {1, kHidden}), h));
      }
      EXPECT_TRUE(same(row_of(results[1], state, {1, kHidden}), h));
      EXPECT_TRUE(same(row_of(results[2], state, {1, kHidden}), c));
    }
  }
}

TEST(LstmSequence, StepsAreTheCell) {
  for (const Direction direction : {Direction::kForward, Direction::kReverse, Direction::kBidirectional}) {
    expect_steps_of_the_cell<float>(direction);
    expect_steps_of_the_cell<double>(direction);
    expect_steps_of_the_cell<f16>(direction);
    expect_steps_of_the_cell<bf16>(direction);
  }
}

// So few steps at once that R is not transposed, and all of them at once, when it is.
void expect_steps_in_turn(const Operation& op, int64_t gates, int64_t biases) {
  constexpr int64_t kSteps = 12, kInput = 3, kHidden = 5;
  const Tensor x = random_reals<float>({1, kSteps, kInput}, 1),
               w = random_reals<float>({1, gates * kHidden, kInput}, 2),
               r = random_reals<float>({1, gates * kHidden, kHidden}, 3),
               b = random_reals<float>({1, biases * kHidden}, 4);
  Tensor h = random_reals<float>({1, 1, kHidden}, 5);
  const std::vector<Tensor> all = results_of(op, {x, h, list({kSteps}), w, r, b}, 2);
  for (int64_t step = 0; step < kSteps; ++step) {
    const Tensor x_of_step = x.view(step * kInput * 4, {1, 1, kInput});
    h = results_of(op, {x_of_step, h, list({1}), w, r, b}, 2)[1];
    EXPECT_TRUE(same(all[0].view(step * kHidden * 4, {1, 1, kHidden}), h));
  }
}

TEST(Sequences, AllStepsAreStepsInTurn) {
  expect_steps_in_turn(make_rnn_sequence({.cell = {.hidden = 5}}), 1, 1);
  expect_steps_in_turn(make_gru_sequence({.cell = {.hidden = 5}}), 3, 3);
  expect_steps_in_turn(make_gru_sequence({.cell = {.hidden = 5, .linear_before_reset = true}}), 3, 4);
}

}  // namespace
}  // namespace backedge::ops
