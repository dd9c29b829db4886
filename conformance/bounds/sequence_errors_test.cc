#include "conformance/bounds/testing.h"

namespace backedge::bounds {
namespace {

// Otherwise a CHECK fails.
TEST(Sequences, HaveTheBitsOfTheOperation) {
  const Bounded x = random({3, 4, 3}, 1), lengths = integers({4, 0, 2});
  for (const char* direction : {"forward", "reverse", "bidirectional"}) {
    const Written plain = {{"hidden_size", "2"}, {"direction", direction}};
    const Written linear = {{"hidden_size", "2"}, {"direction", direction}, {"linear_before_reset", "true"}};
    const int64_t d = direction == std::string("bidirectional") ? 2 : 1;
    const Bounded h = random({3, d, 2}, 2), c = random({3, d, 2}, 3);
    const auto applies = [&](const char* type, int64_t gates, int64_t biases, const Written& written) {
      std::vector<Bounded> inputs = {x,
                                     h,
                                     lengths,
                                     random({d, 2 * gates, 3}, 4),
                                     random({d, 2 * gates, 2}, 5),
                                     random({d, 2 * biases}, 6)};
      const bool has_cell = gates == 4;
      if (has_cell) inputs.insert(inputs.begin() + 2, c);
      return applied(type, inputs, written, has_cell ? 3 : 2).ok();
    };
    EXPECT_TRUE(applies("LSTMSequence", 4, 4, plain));
    EXPECT_TRUE(applies("GRUSequence", 3, 3, plain));
    EXPECT_TRUE(applies("GRUSequence", 3, 4, linear));
    EXPECT_TRUE(applies("RNNSequence", 1, 1, plain));
  }
}

// h' = 2 h + x from h within 0.5 of 3 and x = 1 +- 0.25, 5, without rounding: 7 +- 1.25, then 19 +- 2.5. What
// is beyond the length, and the initial state of a sequence without steps, is as exact as they are.
TEST(Sequences, CarryErrorsFromStepToStep) {
  const auto shaped = [](Bounded values, const Shape& shape) {
    return Bounded{values.value.view(0, shape), values.error.view(0, shape)};
  };
  const Written written = {{"hidden_size", "1"}, {"direction", "forward"}, {"activations", "relu"}};
  const std::vector<Bounded> inputs = {shaped(floats({1, 5, 9, 1, 2, 3}, {0.25, 0, 0.5, 1, 1, 1}), {2, 3, 1}),
                                       shaped(floats({3, 8}, {0.5, 0.125}), {2, 1, 1}),
                                       integers({2, 0}),
                                       shaped(floats({1}), {1, 1, 1}),
                                       shaped(floats({2}), {1, 1, 1}),
                                       shaped(floats({0}), {1, 1})};
  const Result<std::vector<Bounded>> results = applied("RNNSequence", inputs, written, 2);
  ASSERT_TRUE(results.ok()) << results.error().text();
  const double* const y = results.value()[0].error.data<double>();
  const double* const last = results.value()[1].error.data<double>();
  EXPECT_GE(y[0], 1.25);
  EXPECT_LE(y[0], 1.25 + 0x1p-18);
  EXPECT_GE(y[1], 2.5);
  EXPECT_LE(y[1], 2.5 + 0x1p-17);
  for (const int64_t beyond : {2, 3, 4, 5}) EXPECT_EQ(y[beyond], 0);
  EXPECT_EQ(last[0], y[1]);
  EXPECT_EQ(last[1], 0.125);
}

TEST(Sequences, WithoutElements) {
  const auto zeros = [](const Shape& shape) { return exact(Tensor::zeros(ElementType::kF32, shape)); };
  const Written written = {{"hidden_size", "2"}, {"direction", "reverse"}};
  const Bounded w = zeros({1, 2, 3}), r = zeros({1, 2, 2}), b = zeros({1, 2});
  EXPECT_TRUE(
      applied("RNNSequence", {zeros({0, 4, 3}), zeros({0, 1, 2}), integers({}), w, r, b}, written, 2).ok());
  EXPECT_TRUE(
      applied("RNNSequence", {zeros({1, 0, 3}), zeros({1, 1, 2}), integers({0}), w, r, b}, written, 2).ok());
}

}  // namespace
}  // namespace backedge::bounds
