#include <gtest/gtest.h>

#include "interpreter/onnx/testing/formulas.h"

/// LSTM, GRU and RNN are an operation, or a loop if the operation lacks something. Both give the same bits.
namespace backedge::onnx::testing {
namespace {

Tensor numbers(const Shape& shape, int seed) {
  Tensor made = Tensor::zeros(ElementType::kF32, shape);
  for (int64_t i = 0; i < made.count(); ++i)
    made.writable<float>()[i] = static_cast<float>((i * 7919 + seed * 104729) % 1009 - 504) / 431;
  return made;
}

// Both directions. The activations are those of both, and `more` are operands after the initial state.
Result<Tensors> outputs_of(const std::string& op, int64_t gates, const std::string& activations,
                           const std::string& attributes, const std::string& more) {
  const std::string text =
      "(float[3,2,3] x, float[2,?,3] w, float[2,?,2] r, float[2,?] b, int32[2] n, float[2,2,2] h, "
      "float[2,2,2] c, float[2,6] zeros) => (float[i,j,k,l] y, float[o,p,q] last) { y, last = " +
      op + " <hidden_size = 2, direction = \"bidirectional\", activations = [" + activations + "]" +
      attributes + "> (x, w, r, b, n, h" + more + ") }";
  return run_text(text, {numbers({3, 2, 3}, 1), numbers({2, gates * 2, 3}, 2), numbers({2, gates * 2, 2}, 3),
                         numbers({2, gates * 4}, 4), Tensor::of<int32_t>({2}, {3, 2}), numbers({2, 2, 2}, 5),
                         numbers({2, 2, 2}, 6), Tensor::zeros(ElementType::kF32, {2, 6})});
}

void expect_equal(const Result<Tensors>& a, const Result<Tensors>& b) {
  for (const size_t k : {0, 1}) EXPECT_EQ(floats_of(a, k), floats_of(b, k));
}

TEST(RecurrentFormula, OfAnLstmIsTheOperation) {
  const std::string usual = "\"Sigmoid\", \"Tanh\", \"Relu\", \"Sigmoid\", \"Tanh\", \"Relu\"";
  for (const std::string attributes : {"", ", clip = 0.5"})
    expect_equal(outputs_of("LSTM", 4, usual, attributes, ", c"),
                 outputs_of("LSTM", 4, usual, attributes, ", c, zeros"));
}

TEST(RecurrentFormula, OfOtherFunctionsIsTheOperation) {
  const std::string relu = "\"Sigmoid\", \"Relu\", \"Sigmoid\", \"Relu\"";
  const std::string leaky = "\"Sigmoid\", \"LeakyRelu\", \"Sigmoid\", \"LeakyRelu\"";
  for (const std::string attributes : {"", ", linear_before_reset = 1", ", clip = 0.5"}) {
    expect_equal(outputs_of("GRU", 3, relu, attributes, ""),
                 outputs_of("GRU", 3, leaky, attributes + ", activation_alpha = [0.0, 0.0]", ""));
  }
  expect_equal(outputs_of("RNN", 1, "\"Relu\", \"Relu\"", "", ""),
               outputs_of("RNN", 1, "\"LeakyRelu\", \"LeakyRelu\"", ", activation_alpha = [0.0, 0.0]", ""));
}

// The operator of this name gives 0 there.
TEST(RecurrentFormula, KeepsAnInputThatEqualsTheThreshold) {
  const auto made = run_text(
      "(float[1,1,1] x) => (float[a,b,c,d] y) { w = Constant <value = float[1,1,1] {1}> () "
      "y, last = RNN <hidden_size = 1, activations = [\"ThresholdedRelu\"], activation_alpha = [0.5]> (x, w, "
      "w) }",
      {Tensor::of<float>({1, 1, 1}, {0.5F})});
  EXPECT_EQ(floats_of(made), Floats{0.5F});
}

TEST(RecurrentFormula, RejectsLengthsPastTheSteps) {
  for (const std::string length : {"3", "-1"}) {
    const auto made = run_text(
        "(float[2,1,1] x) => (float[a,b,c,d] y) { w = Constant <value = float[1,1,1] {1}> () "
        "n = Constant <value = int32[1] {" +
            length +
            "}> () "
            "y, last = RNN <hidden_size = 1, activations = [\"Elu\"]> (x, w, w, \"\", n) }",
        {numbers({2, 1, 1}, 1)});
    EXPECT_EQ(rule_of(made), "OP-6") << length;
  }
}

}  // namespace
}  // namespace backedge::onnx::testing
