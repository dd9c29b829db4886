#include <cmath>
#include <limits>

#include "conformance/bounds/testing.h"

/// Errors computed by hand. An ulp of f32 is 2^-23 in [1, 2).
namespace backedge::bounds {
namespace {

Bounded of_f16(float value, double error = 0) {
  Bounded bounded = exact(Tensor::of<f16>({1}, {round_to_f16(value)}));
  *bounded.error.writable<double>() = error;
  return bounded;
}

TEST(Sums, OfTwo) {
  // The golden is 2^-30 below 1 + 2^-30. Another half ulp may be lost.
  expect_error(error_of("Add", {floats({1}), floats({0x1p-30f})}), 0x1p-30 + 0x1p-24);
  // 3.5 * 4.25 - 12 = 2.875; half an ulp of 14.875.
  expect_error(error_of("Multiply", {floats({3}, {0.5}), floats({4}, {0.25})}), 2.875 + 0x1p-21);
  // -1 +- 0.75: half an ulp of 1.75.
  expect_error(error_of("Subtract", {floats({3}, {0.5}), floats({4}, {0.25})}), 0.75 + 0x1p-24);
}

TEST(Sums, ExactOnes) {
  EXPECT_EQ(error_of("Add", {floats({1000}), floats({0.125})}), 0);
  EXPECT_EQ(error_of("Multiply", {floats({3}), floats({0.75})}), 0);
  EXPECT_EQ(error_of("ReduceSum", {floats({1, -2, 0.5}), integers({0})}), 0);
  EXPECT_EQ(error_of("MatMul", {floats({3, 5}), floats({0.25, 7})}), 0);
  EXPECT_EQ(error_of("Add", {floats({0.1f}), floats({0})}), 0);  // nothing is added
}

TEST(Sums, OfMany) {
  // Summed from the left, 2^24 + 1 + 1 stays 2^24, which is 2 too small. One addition loses 1, and the last
  // one half an ulp of 2^24 + 3, which is 1.
  expect_error(error_of("ReduceSum", {floats({0x1p24f, 1, 1}), integers({0})}), 2);
  // Two products and an addition: before the last rounding of three terms, at most 2u / (1 - 2u) * 2^24 is
  // lost.
  const double u = 0x1p-24, magnitude = 0x1p24 + 2;
  expect_error(error_of("MatMul", {floats({0x1p24f, 1, 1}), floats({1, 1, 1})}),
               2 * u / (1 - 2 * u) * magnitude + 1);
  // Zeros do not count as terms.
  EXPECT_EQ(error_of("ReduceSum", {floats({0, 0.1f, 0}), integers({0})}), 0);
}

TEST(Sums, OfWindows) {
  const auto row = [](std::initializer_list<float> values) {
    return exact(Tensor::of<float>({1, 1, std::ssize(values)}, values));
  };
  const Written windows = {{"strides", "1"}, {"dilations", "1"}, {"pads_begin", "0"}, {"pads_end", "0"}};
  EXPECT_EQ(error_of("Convolution", {row({3, 5}), row({0.25, 7})}, windows), 0);
  const double u = 0x1p-24, magnitude = 0x1p24 + 2;  // the same sum as that of MatMul
  expect_error(error_of("Convolution", {row({0x1p24f, 1, 1}), row({1, 1, 1})}, windows),
               2 * u / (1 - 2 * u) * magnitude + 1);
  // The third element of the output is the sum of three products.
  const auto spread = applied("ConvolutionBackpropData", {row({0x1p24f, 1, 1}), row({1, 1, 1})}, windows);
  expect_error(spread.value()[0].error.data<double>()[2], 2 * u / (1 - 2 * u) * magnitude + 1);
  EXPECT_EQ(spread.value()[0].error.data<double>()[0], 0);
}

TEST(Sums, TooLongOrTooLarge) {
  std::vector<bf16> ones(200, round_to_bf16(1.0));
  ones[0] = round_to_bf16(0.00390625 * 3);
  EXPECT_TRUE(
      is_refused("ReduceSum", {exact(Tensor::of<bf16>({200}, std::span<const bf16>(ones))), integers({0})}));
  const Tensor large = Tensor::of<f16>({3}, {round_to_f16(60000), round_to_f16(60000), round_to_f16(-60000)});
  EXPECT_TRUE(
      is_refused("ReduceSum", {exact(large), integers({0})}));  // 60000 + 60000 may or may not be infinite
}

TEST(Functions, AtTheirEnds) {
  // 6 / [1, 3] lies in [2, 6]; 3 ulp of 6.
  expect_error(error_of("Divide", {floats({6}), floats({2}, {1})}), 3 + 3 * 0x1p-21);
  EXPECT_TRUE(is_refused("Divide", {floats({6}), floats({1}, {1})}));
  // At 0 an ulp is the smallest positive number.
  expect_error(error_of("Sqrt", {floats({0})}), 3 * 0x1p-149);
  // 1 becomes e^0.5, with an error of 3 ulp.
  expect_error(error_of("Exp", {floats({0}, {0.5})}), std::exp(0.5) - 1 + 3 * 0x1p-23);
  expect_error(error_of("Sin", {floats({0}, {0.25})}), 0.25 + 4 * 0x1p-25);
  expect_error(error_of("Power", {floats({3}, {1}), floats({2})}), 16 - 9 + 16 * 0x1p-19);
  EXPECT_TRUE(is_refused("Power", {floats({1}, {2}), floats({0.5})}));
}

TEST(Functions, Angles) {
  const double half_turn = std::acos(-1.0), eighth = half_turn / 4;
  expect_error(error_of("Atan2", {floats({1}), floats({1})}),
               std::fabs(eighth - 0x1.921fb6p-1) + 6 * 0x1p-24);
  // From (3, 1) to (1, 3): the corners of the box beside the diagonal.
  expect_error(error_of("Atan2", {floats({2}, {1}), floats({2}, {1})}),
               std::fabs(std::atan2(3, 1) - 0x1.921fb6p-1) + 6 * 0x1p-23);
  expect_error(error_of("Atan2", {floats({0x1p-20f}), floats({2}, {1})}),
               std::atan2(0x1p-20, 1) - 0x1p-21 + 6 * 0x1p-44);
  // On the left of the origin, above the axis, but not on both sides of it.
  expect_error(error_of("Atan2", {floats({2}, {1}), floats({-2}, {1})}),
               std::fabs(std::atan2(1, -3) - 0x1.2d97c8p1) + 6 * 0x1p-22);
  EXPECT_TRUE(is_refused("Atan2", {floats({2}, {2}), floats({-2})}));
  EXPECT_TRUE(is_refused("Atan2", {floats({2}, {3}), floats({-2}, {1})}));
  EXPECT_TRUE(is_refused("Atan2", {floats({1}, {2}), floats({1}, {2})}));  // may be the origin
  EXPECT_TRUE(is_refused("Atan2", {floats({0}), floats({-2})}));           // by the sign of the zero
  EXPECT_TRUE(is_refused("Atan2", {floats({0}), floats({0})}));
  EXPECT_TRUE(is_refused("Atan2", {floats({0}), floats({1}, {2})}));
  expect_error(error_of("Atan2", {floats({-2}), floats({0})}),
               std::fabs(half_turn / 2 - 0x1.921fb6p0) + 6 * 0x1p-23);
  EXPECT_EQ(applied("Atan2", {floats({-2}, {1}), floats({0.5}, {2})}).ok(), true);  // under the origin
}

TEST(Functions, KeepErrors) {
  EXPECT_EQ(error_of("ReLU", {floats({-1}, {0.5})}), 0);
  expect_error(error_of("ReLU", {floats({-1}, {2})}), 1);
  expect_error(error_of("Maximum", {floats({1}, {0.5}), floats({2}, {0.25})}), 0.25);
  expect_error(error_of("Abs", {floats({-3}, {0.5})}), 0.5);
  expect_error(error_of("ReduceMax", {floats({1, 4}, {0.5, 0.125}), integers({0})}), 0.125);
  EXPECT_EQ(error_of("Reshape", {floats({5}, {0.5}), integers({1, 1})}, {{"special_zero", "false"}}), 0.5);
}

TEST(Functions, MoveErrorsByRealLengths) {
  const auto reversed = [](const Bounded& lengths) {
    const Bounded data = floats({1, 2, 3}, {0.5, 0.25, 0.125});
    const Shape row = {1, 3};
    return applied("ReverseSequence", {{data.value.view(0, row), data.error.view(0, row)}, lengths});
  };
  const Result<std::vector<Bounded>> moved = reversed(floats({2}));
  ASSERT_TRUE(moved.ok()) << moved.error().text();
  const Tensor expected = Tensor::of<double>({1, 3}, {0.25, 0.5, 0.125});
  EXPECT_TRUE(moved.value()[0].error.same_bits(expected));
  EXPECT_TRUE(reversed(integers({3})).ok());
  EXPECT_FALSE(reversed(floats({2}, {0.125})).ok());
}

TEST(Decisions, WithinAndBeyond) {
  EXPECT_EQ(error_of("Less", {floats({1}, {0.4}), floats({2}, {0.4})}), 0);
  EXPECT_TRUE(is_refused("Less", {floats({1}, {0.6}), floats({2}, {0.4})}));
  EXPECT_EQ(error_of("Equal", {floats({2}), floats({2})}), 0);
  EXPECT_TRUE(is_refused("Equal", {floats({2}), floats({2.25}, {0.5})}));
  EXPECT_EQ(error_of("Floor", {floats({1.5}, {0.4})}), 0);
  EXPECT_TRUE(is_refused("Floor", {floats({1.5}, {0.5})}));
  EXPECT_EQ(error_of("Convert", {floats({-1.5}, {0.4})}, {{"destination_type", "i32"}}), 0);
  EXPECT_TRUE(is_refused("Convert", {floats({1.5}, {0.6})}, {{"destination_type", "i32"}}));
  EXPECT_TRUE(is_refused("Convert", {floats({0.5}, {1})}, {{"destination_type", "boolean"}}));
  EXPECT_TRUE(is_refused("Sign", {floats({0.5}, {1})}));
  EXPECT_TRUE(is_refused("NonZero", {floats({0.5}, {1})}));
  EXPECT_FALSE(is_refused("NonZero", {floats({0.5}, {0.25})}));
}

TEST(Scatters, ByReduction) {
  const auto scattered = [](const char* reduction, const Bounded& data, const Bounded& updates) {
    return error_of("ScatterElementsUpdate", {data, integers({0}), updates, integers({0})},
                    {{"reduction", reduction}});
  };
  EXPECT_EQ(scattered("none", floats({1}, {0.5}), floats({3}, {0.25})), 0.25);
  expect_error(scattered("max", floats({1}, {0.5}), floats({3}, {0.25})), 0.25);
  expect_error(scattered("min", floats({1}, {0.5}), floats({3}, {0.25})), 0.5);
  expect_error(scattered("sum", floats({1}), floats({0x1p-30f})), 0x1p-30 + 0x1p-24);  // as Add
  // 6 +- 1 plus 2: 8 +- (1 + half an ulp of 9). Half of it, and 3 ulp of 4.5.
  expect_error(scattered("mean", floats({6}, {1}), floats({2})), 0.5 + 0x1p-22 + 3 * 0x1p-21);
  // -1 +- 0.75, as Subtract.
  expect_error(error_of("ScatterNDUpdate", {floats({3}, {0.5}), integers({0}), floats({4}, {0.25})},
                        {{"reduction", "sub"}}),
               0.75 + 0x1p-24);
  EXPECT_TRUE(is_refused("ScatterElementsUpdate",
                         {floats({1}, {0.5}), integers({0}), floats({3}), integers({0})},
                         {{"reduction", "prod"}}));
}

TEST(Decisions, RanksOfTopK) {
  const auto top = [](const Bounded& data, const char* sort = "value") {
    return applied("TopK", {data, exact(Tensor::scalar<int64_t>(2))},
                   {{"axis", "0"}, {"mode", "max"}, {"sort", sort}}, 2);
  };
  const Result<std::vector<Bounded>> decided = top(floats({1, 5, 3, 1.5}, {0.5, 0.5, 0.25, 0.5}));
  ASSERT_TRUE(decided.ok()) << decided.error().text();
  EXPECT_EQ(decided.value()[0].error.data<double>()[0], 0.5);
  EXPECT_EQ(decided.value()[0].error.data<double>()[1], 0.25);
  EXPECT_FALSE(top(floats({1, 5, 3, 1.5}, {0, 0, 1, 0.6})).ok());  // 3 and 1.5 may change places
  EXPECT_FALSE(top(floats({1, 5, 3, 1.5}, {0, 1, 1, 0})).ok());    // 5 and 3 may change places
  EXPECT_TRUE(top(floats({1, 5, 3, 1.5}, {0, 1, 1, 0}), "index").ok());
}

TEST(Conversions, Round) {
  // 1 + 2^-12 is 1 in f16, half an ulp of which is 2^-11.
  expect_error(error_of("Convert", {floats({1 + 0x1p-12f})}, {{"destination_type", "f16"}}),
               0x1p-12 + 0x1p-11);
  EXPECT_EQ(error_of("Convert", {floats({1.5})}, {{"destination_type", "f16"}}), 0);
  EXPECT_EQ(error_of("Convert", {integers({7})}, {{"destination_type", "f32"}}), 0);
  expect_error(error_of("Convert", {integers({(1 << 24) + 1})}, {{"destination_type", "f32"}}), 1 + 1);
}

TEST(Infinities, AreDecided) {
  // Masks are often the lowest f32. Half an ulp of it is 2^103; a sum that is farther away overflows.
  const float lowest = std::numeric_limits<float>::lowest();
  expect_error(error_of("Add", {floats({lowest}), floats({-5})}), 5 + 0x1p103);
  EXPECT_EQ(error_of("Add", {floats({lowest}), floats({-0x1.8p103f})}), 0);  // -infinity
  EXPECT_TRUE(is_refused("Add", {floats({lowest}), floats({-5}, {0x1p103})}));
  EXPECT_EQ(error_of("Add", {of_f16(60000), of_f16(10000, 100)}), 0);        // above 65520 in any case
  EXPECT_TRUE(is_refused("Add", {of_f16(60000), of_f16(5000, 1000)}));       // 64000 to 66000
  EXPECT_EQ(error_of("Add", {floats({-INFINITY}), floats({3}, {0.5})}), 0);  // a mask
  EXPECT_TRUE(is_refused("Multiply", {floats({INFINITY}), floats({0.5}, {1})}));
  EXPECT_TRUE(is_refused("Divide", {floats({1}), floats({0})}));  // the zero may be -0 elsewhere
  EXPECT_EQ(error_of("Divide", {floats({0}), floats({0})}), 0);   // NaN in any case
  EXPECT_EQ(error_of("Log", {floats({-1})}), 0);                  // NaN
}

TEST(Composites, AreTheirFormulas) {
  // Softmax of two equal numbers: e^0 = 1 within 3 ulp. The sum 2 is within twice that and half an ulp.
  const double power = 3 * 0x1p-23, sum = 2 * power + 0x1p-23, quotient = (1 + power) / (2 - sum) - 0.5;
  const double error = error_of("Softmax", {floats({7, 7})}, {{"axis", "0"}});
  EXPECT_GE(error, quotient + 3 * 0x1p-24);
  EXPECT_LE(error, 1.01 * (quotient + 3 * 0x1p-24));
  // (257 -> 256 in bf16)^2: the difference is within 1 of 257, so within 2 of 256. Half an ulp of 258^2 is
  // 256.
  const auto of_bf16 = [](double value) { return exact(Tensor::of<bf16>({1}, {round_to_bf16(value)})); };
  const double squared = error_of("SquaredDifference", {of_bf16(256), of_bf16(-1)});
  EXPECT_GE(squared, 258 * 258 - 65536 + 256);
  EXPECT_LE(squared, 258 * 258 - 65536 + 260);
}

TEST(Composites, HaveTheBitsOfTheOperation) {  // otherwise a CHECK fails
  const Bounded x = random({2, 3}, 1), h = random({2, 2}, 2), c = random({2, 2}, 3);
  const Bounded w = random({8, 3}, 4), r = random({8, 2}, 5), b = random({8}, 6), joined = random({8, 5}, 7);
  const Written plain = {{"hidden_size", "2"}}, clipped = {{"hidden_size", "2"}, {"clip", "0.3"}};
  const Written odd = {{"hidden_size", "2"}, {"activations", "relu,tanh,sigmoid"}};
  for (const Written& written : {plain, clipped, odd}) {
    EXPECT_TRUE(applied("LSTMCell", {x, h, c, w, r}, written, 2).ok());
    EXPECT_TRUE(applied("LSTMCell", {x, h, c, w, r, b}, written, 2).ok());
    EXPECT_TRUE(applied("LSTMCell", {x, h, c, joined, b}, written, 2).ok());
  }
  const Bounded w6 = random({6, 3}, 8), r6 = random({6, 2}, 9), b6 = random({6}, 10);
  const Written linear = {{"hidden_size", "2"}, {"linear_before_reset", "true"}, {"clip", "0.5"}};
  EXPECT_GT(error_of("GRUCell", {x, h, w6, r6, b6}, plain), 0);
  EXPECT_GT(error_of("GRUCell", {x, h, w6, r6}, clipped), 0);
  EXPECT_GT(error_of("GRUCell", {x, h, w6, r6, b}, linear), 0);
  const Written relu = {{"hidden_size", "2"}, {"activations", "relu"}};
  EXPECT_EQ(error_of("RNNCell", {x, h, random({2, 3}, 11), random({2, 2}, 12), random({2}, 13)}, relu),
            0);  // the sums are exact
  const Bounded alpha = exact(Tensor::scalar(0.3f)), beta = exact(Tensor::scalar(0.5f));
  EXPECT_GT(error_of("HardSigmoid", {x, alpha, beta}), 0);
  EXPECT_GT(error_of("Softmax", {x}, {{"axis", "-2"}}), 0);
}

// Otherwise a CHECK fails. The operands are multiples of 1/128, so some errors are 0.
TEST(Formulas, HaveTheBitsOfTheOperation) {
  const Bounded x = random({2, 3, 2}, 14);
  for (const char* type : {"HSigmoid", "HSwish", "SoftPlus", "Mish", "Swish", "Gelu"})
    EXPECT_GT(error_of(type, {x}), 0) << type;
  EXPECT_GT(error_of("Gelu", {x}, {{"approximation_mode", "tanh"}}), 0);
  EXPECT_GT(error_of("Elu", {floats({-1})}, {{"alpha", "0.75"}}), 0);
  EXPECT_GT(error_of("Swish", {x, exact(Tensor::scalar(0.5f))}), 0);
  EXPECT_GT(error_of("Selu", {x, floats({1.5f}), floats({1.25f})}), 0);
  EXPECT_GT(error_of("LogSoftmax", {x}), 0);
  for (const Shape& slope : {Shape{3}, Shape{3, 2}, Shape{1}})
    EXPECT_EQ(error_of("PRelu", {x, random(slope, 15)}), 0);  // the products are exact
  const Bounded low = exact(Tensor::scalar(-2.1f)), high = exact(Tensor::scalar(2.3f));
  EXPECT_GE(error_of("FakeQuantize", {floats({0.1f, -9, 9}), low, high, low, high}, {{"levels", "7"}}), 0);
}

TEST(Formulas, OfBothBranches) {
  // Elu of 1 +- 2: between 3 and e^-1 - 1, so 2 above and 1.632 below.
  const double error = error_of("Elu", {floats({1}, {2})}, {{"alpha", "1"}});
  EXPECT_GE(error, 2);
  EXPECT_LE(error, std::exp(3) + 1);  // the other branch, wherever x is
  // x > 0 in any case: the error is that of x.
  EXPECT_EQ(error_of("Elu", {floats({1}, {0.5})}, {{"alpha", "1"}}), 0.5);
  EXPECT_EQ(error_of("PRelu", {floats({3}, {0.25}), floats({7})}), 0.25);
}

TEST(Formulas, Refused) {
  const Bounded zero = exact(Tensor::scalar(0.0f)), four = exact(Tensor::scalar(4.0f));
  const auto quantized = [&](const Bounded& x) {
    return is_refused("FakeQuantize", {x, zero, four, zero, four}, {{"levels", "5"}});
  };
  EXPECT_TRUE(quantized(floats({1.5})));  // between two levels
  EXPECT_FALSE(quantized(floats({1.5625})));
  EXPECT_FALSE(quantized(floats({100.5})));
  EXPECT_TRUE(quantized(floats({1.25}, {0.25})));
  EXPECT_TRUE(is_refused("SoftPlus", {floats({88.7f}, {0.1})}));  // e^x may be infinite
  EXPECT_TRUE(is_refused("Tan", {floats({1.5}, {0.1})}));         // the pole is at 1.5708
  EXPECT_FALSE(is_refused("Tan", {floats({1.5}, {0.05})}));
  EXPECT_TRUE(is_refused("Tan", {floats({0}, {2})}));
  EXPECT_TRUE(is_refused("Round", {floats({0.25}, {0.5})}));
  EXPECT_EQ(error_of("Round", {floats({0}, {0.25})}), 0);  // -0 or 0
  EXPECT_EQ(error_of("Round", {floats({2}, {0.25})}), 0);
  EXPECT_TRUE(is_refused("Atanh", {floats({0.9f}, {0.2})}));
}

TEST(Functions, InUlps) {
  expect_error(error_of("Erf", {floats({3})}), std::fabs(std::erf(3.0) - 0x1.fffd1ap-1) + 16 * 0x1p-24);
  // cosh(0.5) - cosh(0.25) at the farther end, though cosh is least at 0.
  const auto cosh = error_of("Cosh", {floats({0.25}, {0.25})});
  EXPECT_GE(cosh, std::cosh(0.5) - std::cosh(0.25));
  EXPECT_LE(cosh, std::cosh(0.5) - std::cosh(0.25) + 5 * 0x1p-23);
}

// x * (max - min) + min, where x is from 0 to 1 and exact.
TEST(Functions, OfRandomNumbers) {
  const auto error = [](double of_min) {
    return error_of("RandomUniform", {integers({4}), floats({-1}, {of_min}), floats({0.7f})},
                    {{"output_type", "f32"}, {"global_seed", "1"}, {"op_seed", "2"}});
  };
  EXPECT_GT(error(0), 0);
  EXPECT_LE(error(0), 4 * 0x1p-24);  // three roundings of numbers up to 2
  EXPECT_GE(error(0.25), 0.25);
  EXPECT_LE(error(0.25), 0.5 + 0x1p-20);
}

TEST(Unknown, OperationsAreRefused) {
  EXPECT_TRUE(is_refused("Mod", {floats({5}), floats({3})}));
  EXPECT_EQ(error_of("Mod", {integers({5}), integers({3})}), 0);
}

}  // namespace
}  // namespace backedge::bounds
