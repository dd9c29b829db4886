#include <gtest/gtest.h>

#include <limits>

#include "interpreter/onnx/testing/models.h"

/// Operators that are several operations, by hand. ONNX's own tests of operators are in docs/onnx_operators.md.
namespace backedge::onnx::testing {
namespace {

// The first output, in the text syntax: `signature` is "(float[2] x) => (float[2] y)".
Result<Tensor> run_text(const std::string& signature, const std::string& nodes, std::vector<Tensor> inputs,
                        int opset = 28) {
  const std::string text = "<ir_version: 10, opset_import: [\"\": " + std::to_string(opset) + "]>\ng " +
                           signature + " { " + nodes + " }";
  const LoadedModel loaded = TRY(load_text(text, "test.onnxtxt"));
  std::vector<Tensor> outputs = TRY(run(loaded, inputs));
  return std::move(outputs.front());
}

std::vector<float> floats_of(const Result<Tensor>& tensor) {
  EXPECT_TRUE(tensor.ok()) << tensor.error().text();
  const float* const data = tensor.value().data<float>();
  return {data, data + tensor.value().count()};
}

std::string rule_of(const Result<Tensor>& tensor) { return tensor.ok() ? "" : tensor.error().rule(); }

const Tensor kOneTwoFour = Tensor::of<float>({3}, {1, 2, 4});

TEST(OnnxAttention, GivesZerosForAQueryThatMayAttendNoKey) {
  // One key, two queries; the mask forbids the first one.
  const Tensor ones = Tensor::of<float>({1, 1, 2, 1}, {1, 1}), key = Tensor::of<float>({1, 1, 1, 1}, {1});
  const auto y =
      run_text("(float[1,1,2,1] q, float[1,1,1,1] k, float[1,1,1,1] v, bool[2,1] mask) => (float[1,1,2,1] y)",
               "y = Attention (q, k, v, mask)",
               {ones, key, Tensor::of<float>({1, 1, 1, 1}, {7}), Tensor::of<bool>({2, 1}, {false, true})});
  EXPECT_EQ(floats_of(y), (std::vector<float>{0, 7}));
}

TEST(OnnxAttention, SharesHeadsAndLooksBackFromEachQuery) {
  // All products are 0, so each query takes the mean of the values that it may attend.
  const auto y = run_text(
      "(float[1,2,2,1] q, float[1,1,2,1] k) => (float[1,2,2,1] y)", "y = Attention <is_causal = 1> (q, k, k)",
      {Tensor::zeros(ElementType::kF32, {1, 2, 2, 1}), Tensor::of<float>({1, 1, 2, 1}, {2, 4})});
  EXPECT_EQ(floats_of(y), (std::vector<float>{2, 3, 2, 3}));
}

TEST(OnnxAttention, NeedsBothPastKeysAndValues) {
  const Tensor x = Tensor::of<float>({1, 1, 1, 1}, {1});
  EXPECT_EQ(
      rule_of(run_text("(float[1,1,1,1] x) => (float[1,1,1,1] y)", "y = Attention (x, x, x, \"\", x)", {x})),
      "ONNX-GRAPH-5");
}

TEST(OnnxQuantizeLinear, RoundsToEvenBeforeItAddsTheZeroPointAndSaturates) {
  const auto y = run_text("(float[4] x) => (float[4] y)",
                          "s = Constant <value_float = 2.0> () z = Constant <value = uint8 {1}> () "
                          "q = QuantizeLinear (x, s, z) y = DequantizeLinear (q, s, z)",
                          {Tensor::of<float>({4}, {1, 3, -8, 1000})});
  EXPECT_EQ(floats_of(y), (std::vector<float>{0, 4, -2, 508}));
}

TEST(OnnxCumProd, BeginsWithOneIfItIsExclusive) {
  const auto product = [](const std::string& attributes) {
    return run_text("(float[3] x) => (float[3] y)",
                    "a = Constant <value_int = 0> () y = CumProd " + attributes + " (x, a)", {kOneTwoFour});
  };
  EXPECT_EQ(floats_of(product("")), (std::vector<float>{1, 2, 8}));
  EXPECT_EQ(floats_of(product("<exclusive = 1, reverse = 1>")), (std::vector<float>{8, 4, 1}));
}

TEST(OnnxSqueeze, RejectsADimensionThatIsNotOne) {
  EXPECT_EQ(rule_of(run_text("(float[3] x) => (float[] y)",
                             "a = Constant <value_ints = [0]> () y = Squeeze (x, a)", {kOneTwoFour})),
            "OP-6");
}

TEST(OnnxPad, WrapsAround) {
  const auto y =
      run_text("(float[3] x) => (float[8] y)",
               "p = Constant <value_ints = [1, 4]> () y = Pad <mode = \"wrap\"> (x, p)", {kOneTwoFour});
  EXPECT_EQ(floats_of(y), (std::vector<float>{4, 1, 2, 4, 1, 2, 4, 1}));
}

TEST(OnnxReduceMax, OfNothingIsTheLeastValue) {
  const auto y = run_text("(float[2,n] x) => (float[2] y)",
                          "a = Constant <value_ints = [1]> () y = ReduceMax <keepdims = 0> (x, a)",
                          {Tensor::zeros(ElementType::kF32, {2, 0})});
  EXPECT_EQ(floats_of(y), std::vector<float>(2, -std::numeric_limits<float>::infinity()));
}

TEST(OnnxResize, AlignsTheCornersOfTheScaledAxis) {
  // The output would have 2.4 elements, so element 1 is at 1 * 3 / 1.4, between elements 2 and 3.
  const auto y = run_text(
      "(float[4] x) => (float[2] y)",
      "s = Constant <value_floats = [0.6]> () "
      "y = Resize <mode = \"linear\", coordinate_transformation_mode = \"align_corners\"> (x, \"\", s)",
      {Tensor::of<float>({4}, {1, 2, 3, 4})});
  const std::vector<float> values = floats_of(y);
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0], 1);
  EXPECT_NEAR(values[1], 3.142857, 1e-5);
}

TEST(OnnxRnn, HasDefaultActivationsInBothDirections) {
  // One step, one element: tanh(0) from each direction.
  const auto y = run_text("(float[1,1,1] x, float[2,1,1] w) => (float[1,2,1,1] y)",
                          "y = RNN <hidden_size = 1, direction = \"bidirectional\"> (x, w, w)",
                          {Tensor::of<float>({1, 1, 1}, {0}), Tensor::of<float>({2, 1, 1}, {1, 1})});
  EXPECT_EQ(floats_of(y), (std::vector<float>{0, 0}));
}

TEST(OnnxTrilu, RejectsANarrowType) {
  const Tensor x = Tensor::zeros(ElementType::kF32, {2, 2});
  EXPECT_EQ(rule_of(run_text("(float[2,2] x) => (float[2,2] y)",
                             "i = Cast <to = 22> (x) t = Trilu (i) y = Cast <to = 1> (t)", {x})),  // INT4
            "ONNX-GRAPH-19");
}

TEST(OnnxOperator, RequiresOperandsThatOlderVersionsHaveAsAttributes) {
  for (const std::string node :
       {"Slice (x)", "Slice (x, i)", "Slice (x, \"\", i)", "Unsqueeze (x)", "TopK (x)"})
    EXPECT_EQ(rule_of(run_text("(float[2] x, int64[1] i) => (float[] y)", "y = " + node, {})), "ONNX-GRAPH-5")
        << node;
}

TEST(OnnxReduction, RejectsAxesThatAreDeclaredTooLarge) {
  EXPECT_EQ(rule_of(run_text("(float[2] x, int64[9223372036854775807,6] axes) => (float[] y)",
                             "y = ReduceSum (x, axes)", {})),
            "OP-5");
}

TEST(OnnxFormula, GivesTheFirstError) {
  // x has fewer elements than the cosines; nothing after that is written.
  EXPECT_EQ(rule_of(run_text(
                "(float[1,1,4] x, float[1,3] c) => (float[1,1,4] y)",
                "y = RotaryEmbedding <num_heads = 1> (x, c, c)",
                {Tensor::zeros(ElementType::kF32, {1, 1, 4}), Tensor::zeros(ElementType::kF32, {1, 3})})),
            "OP-5");
}

TEST(OnnxHardmax, WorksOnAllElementsFromTheAxisOnBeforeVersion13) {
  const Tensor x = Tensor::of<float>({1, 2, 2}, {1, 3, 3, 2});
  EXPECT_EQ(floats_of(run_text("(float[1,2,2] x) => (float[1,2,2] y)", "y = Hardmax (x)", {x}, 11)),
            (std::vector<float>{0, 1, 0, 0}));
  EXPECT_EQ(floats_of(run_text("(float[1,2,2] x) => (float[1,2,2] y)", "y = Hardmax (x)", {x}, 13)),
            (std::vector<float>{0, 1, 1, 0}));
}

// Two groups of two channels, each [-1, 1] after normalization.
TEST(OnnxGroupNormalization, ScalesGroupsBeforeVersion21) {
  const Tensor x = Tensor::of<float>({1, 4}, {1, 3, 10, 30}), scale = Tensor::of<float>({2}, {2, 5}),
               bias = Tensor::of<float>({2}, {100, 200});
  EXPECT_EQ(floats_of(run_text("(float[1,4] x, float[2] s, float[2] b) => (float[1,4] y)",
                               "y = GroupNormalization <num_groups = 2, epsilon = 1e-30> (x, s, b)",
                               {x, scale, bias}, 18)),
            (std::vector<float>{98, 102, 195, 205}));
  EXPECT_EQ(floats_of(run_text(
                "(float[1,4] x, float[4] s, float[4] b) => (float[1,4] y)",
                "y = GroupNormalization <num_groups = 2, epsilon = 1e-30> (x, s, b)",
                {x, Tensor::of<float>({4}, {2, 3, 5, 7}), Tensor::zeros(ElementType::kF32, {4})}, 21)),
            (std::vector<float>{-2, 3, -5, 7}));
}

TEST(OnnxGroupNormalization, ComputesTheFirstStageInTheTypeOfStashType) {
  const auto normal = [](const std::string& attributes) {
    return floats_of(run_text("(float[1,2] x) => (float[1,2] y)",
                              "h = Cast <to = 10> (x) one = Constant <value = float16[2] {1.0, 1.0}> () g = "
                              "GroupNormalization <num_groups = 1" +
                                  attributes + "> (h, one, one) y = Cast <to = 1> (g)",
                              {Tensor::of<float>({1, 2}, {-300, 300})}, 21));
  };
  EXPECT_EQ(normal(""), (std::vector<float>{0, 2}));
  EXPECT_EQ(normal(", stash_type = 10"), (std::vector<float>{1, 1}));  // f16 cannot hold 300 squared
}

TEST(OnnxGatherElements, ReadsTheFirstElementsOfLongerAxes) {
  const auto gathered = [](const std::string& shape, Tensor indices) {
    return run_text("(float[2,3] x, int64" + shape + " i) => (float[n,m] y)",
                    "y = GatherElements <axis = 1> (x, i)",
                    {Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}), std::move(indices)});
  };
  EXPECT_EQ(floats_of(gathered("[1,4]", Tensor::of<int64_t>({1, 4}, {2, -3, 1, 1}))),
            (std::vector<float>{3, 1, 2, 2}));
  EXPECT_EQ(floats_of(gathered("[n,4]", Tensor::of<int64_t>({1, 4}, {2, -3, 1, 1}))),
            (std::vector<float>{3, 1, 2, 2}));
  EXPECT_EQ(rule_of(gathered("[3,1]", Tensor::of<int64_t>({3, 1}, {0, 0, 0}))), "OP-5");
}

TEST(OnnxPad, TakesBooleans) {
  const auto padded = [](const std::string& attributes) {
    return floats_of(
        run_text("(bool[2] x) => (float[n] y)",
                 "p = Constant <value_ints = [1, 2]> () t = Constant <value = bool {1}> () b = Pad " +
                     attributes + " y = Cast <to = 1> (b)",
                 {Tensor::of<bool>({2}, {true, false})}));
  };
  EXPECT_EQ(padded("(x, p)"), (std::vector<float>{0, 1, 0, 0, 0}));
  EXPECT_EQ(padded("(x, p, t)"), (std::vector<float>{1, 1, 0, 1, 1}));
  EXPECT_EQ(padded("<mode = \"edge\"> (x, p)"), (std::vector<float>{1, 1, 0, 0, 0}));
}

TEST(OnnxReduceL2, DropsTheFractionOfTheRootOfIntegers) {
  const auto y =
      run_text("(float[3] x) => (float[1] y)", "i = Cast <to = 6> (x) n = ReduceL2 (i) y = Cast <to = 1> (n)",
               {Tensor::of<float>({3}, {5, -5, 5})});
  EXPECT_EQ(floats_of(y), std::vector<float>{8});  // 8.66
}

TEST(OnnxShrink, OfIntegersComparesAndAddsReals) {
  const auto shrunk = [](const char* type, std::vector<float> x, const std::string& bias) {
    return floats_of(run_text("(float[3] x) => (float[3] y)",
                              "i = Cast <to = " + std::string(type) +
                                  "> (x) s = Shrink <lambd = 1.5, bias = " + bias +
                                  "> (i) y = Cast <to = 1> (s)",
                              {Tensor::of<float>({3}, x)}));
  };
  EXPECT_EQ(shrunk("12", {0, 1, 2}, "1.0"), (std::vector<float>{0, 0, 1}));  // a u32 is never below -1.5
  EXPECT_EQ(shrunk("6", {-3, -1, 3}, "0.5"), (std::vector<float>{-2, 0, 2}));
  EXPECT_EQ(shrunk("2", {0, 1, 2}, "3.0"), (std::vector<float>{0, 0, 255}));
}

TEST(OnnxHardmax, OfAnEmptyAxisIsEmpty) {
  EXPECT_EQ(
      floats_of(run_text("(float[0] x) => (float[0] y)", "y = Hardmax (x)", {Tensor::of<float>({0}, {})})),
      std::vector<float>());
}

TEST(OnnxBatchNormalization, TakesAListAsOneChannel) {
  const std::string parameters =
      "c = Constant <value_floats = [2.0]> () m = Constant <value_floats = [1.0]> () v = "
      "Constant <value_floats = [4.0]> () ";
  const Tensor x = Tensor::of<float>({2}, {5, -3});
  EXPECT_EQ(floats_of(run_text("(float[2] x) => (float[2] y)",
                               parameters + "y = BatchNormalization <epsilon = 0.0> (x, c, c, m, v)", {x})),
            (std::vector<float>{6, -2}));
  EXPECT_EQ(floats_of(run_text("(float[2] x) => (float[2] y)",
                               parameters +
                                   "y, mean, variance = BatchNormalization <epsilon = 0.0, training_mode = "
                                   "1> (x, c, c, m, v)",
                               {x})),
            (std::vector<float>{4, 0}));
}

TEST(OnnxOperator, HasAsManyOutputsAsItsVersion) {
  for (const char* outputs : {"y, a", "y, a, b, c", "y, a, b, c, d"}) {
    EXPECT_EQ(rule_of(run_text("(float[3] x) => (float[3] y)",
                               "o = Constant <value_floats = [1.0]> () " + std::string(outputs) +
                                   " = BatchNormalization <training_mode = 1> (x, o, o, o, o)",
                               {kOneTwoFour})),
              "ONNX-GRAPH-5");
  }
}

TEST(OnnxDft, TakesComplexNumbersBackFromOneSide) {
  const auto rule = [](const char* shape, Tensor x) {
    return rule_of(run_text("(float" + std::string(shape) + " x) => (float[n,m,k] y)",
                            "y = DFT <inverse = 1, onesided = 1> (x)", {std::move(x)}));
  };
  EXPECT_EQ(rule("[1,3,2]", Tensor::zeros(ElementType::kF32, {1, 3, 2})), "");
  EXPECT_EQ(rule("[1,3,1]", Tensor::zeros(ElementType::kF32, {1, 3, 1})), "OP-5");
}

TEST(OnnxMod, NeedsFmodForRealsBeforeVersion28) {
  const auto rest = [](int opset) {
    return run_text("(float[3] x) => (float[3] y)", "y = Mod (x, x)", {kOneTwoFour}, opset);
  };
  EXPECT_EQ(rule_of(rest(27)), "ONNX-GRAPH-6");
  EXPECT_EQ(floats_of(rest(28)), (std::vector<float>{0, 0, 0}));
}

TEST(OnnxRnn, TakesTheHiddenSizeFromTheWeights) {
  const auto y = run_text("(float[1,1,1] x) => (float[1,1,1] y)", R"(
    w = Constant <value = float[1,1,1] {2}> () r = Constant <value = float[1,1,1] {0}> ()
    all, y = RNN <activations = ["Relu"]> (x, w, r))",
                          {Tensor::of<float>({1, 1, 1}, {3})});
  EXPECT_EQ(floats_of(y), std::vector<float>{6});
}

TEST(OnnxResize, CutsOutARegionOfAWholeNumberOfElements) {
  // 2 * 0.6 is one element, in the middle between -0.1 and 0.8: at 0.35.
  const auto y = run_text("(float[2] x) => (float[n] y)", R"(
    r = Constant <value_floats = [-0.1, 0.8]> () s = Constant <value_floats = [0.6]> ()
    y = Resize <mode = "nearest", coordinate_transformation_mode = "tf_crop_and_resize"> (x, r, s))",
                          {Tensor::of<float>({2}, {3, 4})});
  EXPECT_EQ(floats_of(y), std::vector<float>{3});
}

TEST(OnnxOperator, HasTheOperandsAndAttributesOfItsVersion) {
  const auto rule = [](const std::string& node, int opset) {
    return rule_of(run_text("(float[3] x) => (float[n] y)", "i = Constant <value = int64[1] {0}> () " + node,
                            {kOneTwoFour}, opset));
  };
  EXPECT_EQ(rule("y = ReduceMean (x, i)", 18), "");
  EXPECT_EQ(rule("y = ReduceMean (x, i)", 17), "ONNX-GRAPH-5");
  EXPECT_EQ(rule("y = Clip (x, x)", 10), "ONNX-GRAPH-5");
  EXPECT_EQ(rule("p = Constant <value = int64[2] {1, 1}> () y = Pad (x, p, \"\", i)", 18), "");
  EXPECT_EQ(rule("p = Constant <value = int64[2] {1, 1}> () y = Pad (x, p, \"\", i)", 17), "ONNX-GRAPH-5");
  EXPECT_EQ(rule("j = ArgMax <select_last_index = 1> (x) y = Cast <to = 1> (j)", 12), "");
  EXPECT_EQ(rule("j = ArgMax <select_last_index = 1> (x) y = Cast <to = 1> (j)", 11), "ONNX-GRAPH-6");
  EXPECT_EQ(rule("y = Cast <to = 1, saturate = 1> (x)", 18), "ONNX-GRAPH-6");
  EXPECT_EQ(rule("j = Shape <start = 0> (x) y = Cast <to = 1> (j)", 14), "ONNX-GRAPH-6");
}

TEST(OnnxDropout, HasAMaskOfTheTypeOfTheDataBeforeVersion10) {
  EXPECT_EQ(floats_of(run_text("(float[3] x) => (float[3] mask)", "y, mask = Dropout (x)", {kOneTwoFour}, 7)),
            (std::vector<float>{1, 1, 1}));
}

TEST(OnnxSum, IsThereInVersion7) {
  EXPECT_EQ(floats_of(run_text("(float[3] x) => (float[3] y)", "y = Sum (x, x)", {kOneTwoFour}, 7)),
            (std::vector<float>{2, 4, 8}));
}

}  // namespace
}  // namespace backedge::onnx::testing
