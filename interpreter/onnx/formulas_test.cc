// Operators that are formulas over other operations, with values computed by hand.

#include "interpreter/onnx/testing/formulas.h"

#include <cmath>

namespace backedge::onnx::testing {
namespace {

Tensor number(float value) { return Tensor::scalar(value); }

TEST(OnnxBitCast, KeepsTheBits) {
  const auto bits = run_text("(float[2] x) => (int32[2] y) { y = BitCast <to = 6> (x) }", {list({1, -2})});
  EXPECT_TRUE(bits.value()[0].same_bits(Tensor::of<int32_t>({2}, {0x3f800000, INT32_MIN + 0x40000000})));
  const auto truth = run_text("(uint8[3] x) => (bool[3] y) { y = BitCast <to = 9> (x) }",
                              {Tensor::of<uint8_t>({3}, {0, 1, 4})});
  EXPECT_TRUE(truth.value()[0].same_bits(Tensor::of<bool>({3}, {false, true, true})));
  const auto narrow = run_text(
      "(float[2] x) => (int8[2] y) { u = Cast <to = 21> (x) i = BitCast <to = 22> (u) y = Cast <to = 3> (i) "
      "}",
      {list({15, 7})});
  EXPECT_TRUE(narrow.value()[0].same_bits(Tensor::of<int8_t>({2}, {-1, 7})));
  EXPECT_EQ(rule_of(run_text("(float[2] x) => (double[2] y) { y = BitCast <to = 11> (x) }", {})), "OP-4");
}

TEST(OnnxCast, RoundsToPowersOfTwo) {
  const auto cast = [](const std::string& mode) {
    return floats_of(
        run_text("(float[5] x) => (float[5] y) { p = Cast <to = 24" + mode + "> (x) y = Cast <to = 1> (p) }",
                 {list({0.75, 1, 2.875, 3, 5})}));
  };
  EXPECT_EQ(cast(""), (Floats{1, 1, 4, 4, 8}));
  EXPECT_EQ(cast(", round_mode = \"down\""), (Floats{0.5, 1, 2, 2, 4}));
  EXPECT_EQ(cast(", round_mode = \"nearest\""), (Floats{1, 1, 2, 4, 4}));
}

TEST(OnnxCast, SaturatesToShortReals) {
  const auto cast = [](const std::string& to) {
    return floats_of(
        run_text("(float[3] x) => (float[3] y) { p = Cast <to = " + to + "> (x) y = Cast <to = 1> (p) }",
                 {list({1000, -INFINITY, -0.0F})}));
  };
  EXPECT_EQ(cast("18"), (Floats{240, -240, 0}));
  const Floats wrapped = cast("18, saturate = 0");
  EXPECT_TRUE(std::isnan(wrapped[0]) && std::isnan(wrapped[1]));
  EXPECT_EQ(cast("20"), (Floats{1024, -57344, 0}));
  EXPECT_FALSE(std::signbit(cast("20")[2]));  // there is no -0
}

TEST(OnnxQuantizeLinear, SaturatesToTwoBits) {
  const auto y = run_text(
      "(float[4] x) => (float[4] y) { s = Constant <value_float = 1.0> () f = Constant <value_float = 0.0> "
      "() z = Cast <to = 26> (f) "
      "q = QuantizeLinear (x, s, z) y = DequantizeLinear (q, s, z) }",
      {list({-5, -1.5, 0.75, 5})});
  EXPECT_EQ(floats_of(y), (Floats{-2, -2, 1, 1}));
}

TEST(OnnxDet, EliminatesWithTheLargestPivot) {
  const std::string graph = "(float[?,?,?] x) => (float[?] y) { y = Det (x) }";
  EXPECT_EQ(floats_of(run_text(graph, {Tensor::of<float>({3, 2, 2}, {1, 2, 3, 4, 0, 2, 5, 7, 1, 2, 2, 4})})),
            (Floats{-2, -10, 0}));
  EXPECT_EQ(floats_of(run_text(graph, {Tensor::of<float>({1, 3, 3}, {0, 2, 0, 0, 0, 3, 4, 0, 0})})),
            Floats{24});
  EXPECT_EQ(floats_of(run_text(graph, {Tensor::of<float>({2, 0, 0}, {})})), (Floats{1, 1}));
  EXPECT_EQ(rule_of(run_text(graph, {Tensor::of<float>({1, 1, 2}, {1, 2})})), "OP-5");
}

TEST(OnnxTfIdf, CountsNgramsWithSkippedNumbers) {
  const auto count = [](const std::string& mode, int skipped) {
    return floats_of(
        run_text("(int64[4] x) => (float[3] y) { y = TfIdfVectorizer <mode = \"" + mode +
                     "\", max_skip_count = " + std::to_string(skipped) +
                     ", min_gram_length = 1, max_gram_length = 2, pool_int64s = [5, 5, 6],"
                     " ngram_counts = [0, 1], ngram_indexes = [2, 0], weights = [10.0, 0.5]> (x) }",
                 {Tensor::of<int64_t>({4}, {5, 6, 5, 6})}));
  };
  EXPECT_EQ(count("TF", 0), (Floats{2, 0, 2}));
  EXPECT_EQ(count("TF", 1), (Floats{2, 0, 2}));
  EXPECT_EQ(count("TF", 2), (Floats{3, 0, 2}));
  EXPECT_EQ(count("IDF", 2), (Floats{0.5, 0, 10}));
  EXPECT_EQ(count("TFIDF", 9), (Floats{1.5, 0, 20}));
}

TEST(OnnxLinearAttention, UpdatesItsState) {
  const Tensor q = Tensor::of<float>({1, 2, 1}, {2, 1}), k = Tensor::of<float>({1, 2, 1}, {3, 1}),
               v = Tensor::of<float>({1, 2, 1}, {5, 7});
  const auto attend = [&](const std::string& rule, const std::string& operands) {
    return run_text(
        "(float[1,2,1] q, float[1,2,1] k, float[1,2,1] v, float[1,2,1] g, float[1,2,1] b, float[1,1,1,1] "
        "past)"
        " => (float[1,2,1] y, float[1,1,1,1] s) { y, s = LinearAttention <q_num_heads = 1, kv_num_heads = 1, "
        "scale = 1.0,"
        " update_rule = \"" +
            rule + "\"> (q, k, v, " + operands + ") }",
        {q, k, v, Tensor::of<float>({1, 2, 1}, {0, -INFINITY}), Tensor::of<float>({1, 2, 1}, {1, 0.5}),
         Tensor::of<float>({1, 1, 1, 1}, {100})});
  };
  EXPECT_EQ(floats_of(attend("linear", "\"\"")), (Floats{30, 22}));  // states 15 and 22
  EXPECT_EQ(floats_of(attend("linear", "past")), (Floats{230, 122}));
  EXPECT_EQ(floats_of(attend("gated", "\"\", g")), (Floats{30, 7}));         // the second step forgets
  EXPECT_EQ(floats_of(attend("delta", "\"\", \"\", b")), (Floats{30, 11}));  // 15 + 0.5 * (7 - 15)
  EXPECT_EQ(floats_of(attend("gated_delta", "\"\", g, b"), 1), Floats{3.5});
  EXPECT_EQ(rule_of(attend("linear", "\"\", g")), "ONNX-GRAPH-5");
  EXPECT_EQ(rule_of(attend("delta", "past")), "ONNX-GRAPH-5");
}

TEST(OnnxFlexAttention, PassesScoresAndProbabilitiesThroughGraphs) {
  // Equal scores: each query takes the mean of the values.
  const Tensor q = Tensor::zeros(ElementType::kF32, {1, 2, 1, 1}),
               k = Tensor::of<float>({1, 1, 2, 1}, {1, 2}), v = Tensor::of<float>({1, 1, 2, 1}, {4, 8});
  const auto attend = [&](const std::string& attributes) {
    return run_text(
        "(float[1,2,1,1] q, float[1,1,2,1] k, float[1,1,2,1] v, float f) => (float[1,2,1,1] y) { y = "
        "ai.onnx.preview.FlexAttention "
        "<scale = 1.0" +
            attributes + "> (q, k, v) }",
        {q, k, v, number(3)});
  };
  EXPECT_EQ(floats_of(attend("")), (Floats{6, 6}));
  EXPECT_EQ(floats_of(attend(", softmax_precision = 11")), (Floats{6, 6}));
  EXPECT_EQ(floats_of(attend(", prob_mod = p (float[a,b,c,d] x) => (float[a,b,c,d] r) { r = Mul (x, f) }")),
            (Floats{18, 18}));
  EXPECT_EQ(floats_of(attend(", score_mod = s (float[a,b,c,d] x) => (float[a,b,c,d] r) <float[2] m = {0, "
                             "1000}> { r = Add (x, m) }")),
            (Floats{8, 8}));
  EXPECT_EQ(rule_of(attend(", score_mod = s (x) => (r) { r = Cast <to = 11> (x) }")), "ONNX-GRAPH-9");
  EXPECT_EQ(rule_of(attend(", score_mod = s (x) => (r, t) { r = Neg (x) t = Neg (x) }")), "ONNX-GRAPH-5");
}

TEST(OnnxAttention, LooksThroughAWindow) {
  const auto y = run_text(
      "(float[1,1,3,1] q, float[1,1,3,1] k) => (float[1,1,3,1] y) { y = Attention <left_window_size = 1, "
      "right_window_size = 0> (q, k, k) }",
      {Tensor::zeros(ElementType::kF32, {1, 1, 3, 1}), Tensor::of<float>({1, 1, 3, 1}, {2, 4, 8})});
  EXPECT_EQ(floats_of(y), (Floats{2, 3, 6}));
}

TEST(OnnxTraining, TakesOneStep) {
  const auto momentum = [](const std::string& mode, int64_t steps) {
    return run_text(
        "(float r, int64 t, float[1] x, float[1] g, float[1] v) => (float[1] y, float[1] w) { y, w = "
        "ai.onnx.preview.training.Momentum "
        "<alpha = 0.5, beta = 0.25, norm_coefficient = 0.0, mode = \"" +
            mode + "\"> (r, t, x, g, v) }",
        {number(0.5), Tensor::scalar(steps), list({1}), list({2}), list({4})});
  };
  EXPECT_EQ(floats_of(momentum("standard", 0)), Floats{-1});     // v = 4
  EXPECT_EQ(floats_of(momentum("standard", 1)), Floats{-0.25});  // v = 2.5
  EXPECT_EQ(floats_of(momentum("nesterov", 1)), Floats{-0.625});
  EXPECT_EQ(floats_of(momentum("nesterov", 1), 1), Floats{2.5});
  const auto adagrad = run_text(
      "(float r, int64 t, float[1] x, float[1] g, float[1] h) => (float[1] y, float[1] i) { y, i = "
      "ai.onnx.preview.training.Adagrad "
      "<decay_factor = 1.0, epsilon = 0.0> (r, t, x, g, h) }",
      {number(1), Tensor::scalar<int64_t>(1), list({1}), list({4}), list({48})});
  EXPECT_EQ(floats_of(adagrad), Floats{0.75});  // 1 - 0.5 * 4 / 8
  EXPECT_EQ(floats_of(adagrad, 1), Floats{64});
  const auto adam = [](int64_t steps) {
    return run_text(
        "(float r, int64 t, float[1] x, float[1] g, float[1] v, float[1] h) => (float[1] y, float[1] w, "
        "float[1] i) {"
        " y, w, i = ai.onnx.preview.training.Adam <alpha = 0.5, beta = 0.75, epsilon = 0.0, "
        "norm_coefficient_post = 0.5> (r, t, x, g, v, h) }",
        {number(0.5), Tensor::scalar(steps), list({1}), list({2}), list({2}), list({4})});
  };
  EXPECT_EQ(floats_of(adam(0)), Floats{0.25});  // (1 - 0.5) / 2
  EXPECT_EQ(floats_of(adam(1)), Floats{0.25});  // the factor is sqrt(0.25) / 0.5
  EXPECT_EQ(floats_of(adam(1), 2), Floats{4});
}

TEST(OnnxMl, TakesFeatures) {
  const auto taken =
      run_text("(float[2,3] x, int64[2] i) => (float[2,2] y) { y = ai.onnx.ml.ArrayFeatureExtractor (x, i) }",
               {Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}), Tensor::of<int64_t>({2}, {2, 0})});
  EXPECT_EQ(floats_of(taken), (Floats{3, 1, 6, 4}));
  EXPECT_EQ(
      floats_of(run_text("(float[3] x) => (float[3] y) { y = ai.onnx.ml.Binarizer <threshold = 2.0> (x) }",
                         {list({1, 2, 3})})),
      (Floats{0, 0, 1}));
}

TEST(OnnxDropout, DropsNothingIfTheRatioIsZero) {
  const auto dropped = [](float ratio, bool training) {
    return run_text("(float[2] x, float r, bool t) => (float[2] y) { y = Dropout (x, r, t) }",
                    {list({1, 2}), number(ratio), Tensor::scalar(training)});
  };
  EXPECT_EQ(floats_of(dropped(0, true)), (Floats{1, 2}));
  EXPECT_EQ(floats_of(dropped(0.5, false)), (Floats{1, 2}));
  EXPECT_EQ(rule_of(dropped(0.5, true)), "OP-6");
}

TEST(OnnxMaxPool, CountsAlongTheFirstAxis) {
  const auto pooled = run_text(
      "(float[1,2,2,3] x) => (int64[1,2,2,3] i) { y, i = MaxPool <kernel_shape = [1, 1], storage_order = 1> "
      "(x) }",
      {Tensor::zeros(ElementType::kF32, {1, 2, 2, 3})});
  EXPECT_TRUE(
      pooled.value()[0].same_bits(Tensor::of<int64_t>({1, 2, 2, 3}, {0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11})));
}

TEST(OnnxResize, SpreadsItsWeightsToShrink) {
  const auto resized = [](const std::string& attributes) {
    return floats_of(
        run_text("(float[4] x) => (float[2] y) { s = Constant <value_floats = [0.5]> () y = Resize "
                 "<antialias = 1, mode = \"linear\"" +
                     attributes + "> (x, \"\", s) }",
                 {list({1, 2, 3, 4})}));
  };
  EXPECT_EQ(resized(""), (Floats{1.625, 3.375}));
  EXPECT_EQ(resized(", exclude_outside = 1"), (Floats{12.0F / 7, 23.0F / 7}));
}

TEST(OnnxResize, CutsOutARegion) {
  const auto cut = [](float end) {
    return floats_of(
        run_text("(float[4] x, float[2] r) => (float[3] y) { n = Constant <value_ints = [3]> () y = Resize "
                 "<mode = \"linear\","
                 " coordinate_transformation_mode = \"tf_crop_and_resize\", extrapolation_value = -7.0> (x, "
                 "r, \"\", n) }",
                 {list({0, 10, 20, 30}), list({0, end})}));
  };
  EXPECT_EQ(cut(0.5), (Floats{0, 7.5, 15}));
  EXPECT_EQ(cut(2), (Floats{0, 30, -7}));
}

TEST(OnnxGridSample, TakesElementsOfAVolume) {
  const auto y = run_text(
      "(float[1,1,2,1,1] x, float[1,1,1,4,3] g) => (float[1,1,1,1,4] y) { y = GridSample <align_corners = 1> "
      "(x, g) }",
      {Tensor::of<float>({1, 1, 2, 1, 1}, {10, 20}),
       Tensor::of<float>({1, 1, 1, 4, 3}, {0, 0, -1, 0, 0, 0, 0, 0, 0.5, 0, 0, 2})});
  EXPECT_EQ(floats_of(y), (Floats{10, 15, 17.5, 10}));
}

TEST(OnnxLoss, WeighsAndIgnoresClasses) {
  const auto loss = [](const std::string& attributes, const std::string& outputs) {
    return floats_of(run_text("(float[3,2] x, int64[3] t, float[2] w) => " + outputs +
                                  " { y = NegativeLogLikelihoodLoss <" + attributes + "> (x, t, w) }",
                              {Tensor::of<float>({3, 2}, {-1, -2, -3, -5, -7, -11}),
                               Tensor::of<int64_t>({3}, {0, 1, 1}), list({1, 3})}));
  };
  EXPECT_EQ(loss("reduction = \"none\"", "(float[3] y)"), (Floats{1, 15, 33}));
  EXPECT_EQ(loss("reduction = \"sum\"", "(float y)"), Floats{49});
  EXPECT_EQ(loss("reduction = \"mean\"", "(float y)"), Floats{7});
  EXPECT_EQ(loss("reduction = \"mean\", ignore_index = 0", "(float y)"), Floats{8});
}

TEST(OnnxDft, CutsOrPadsToItsLength) {
  const auto transformed = [](const Tensor& x, int64_t length) {
    return floats_of(run_text(
        "(float[1,n,1] x, int64 l) => (float[1,m,2] y) { a = Constant <value_int = 1> () y = DFT (x, l, a) }",
        {x, Tensor::scalar(length)}));
  };
  EXPECT_EQ(transformed(Tensor::of<float>({1, 3, 1}, {1, 2, 3}), 2), (Floats{3, 0, -1, 0}));
  EXPECT_EQ(transformed(Tensor::of<float>({1, 2, 1}, {1, 2}), 4), (Floats{3, 0, 1, -2, -1, 0, 1, 2}));
}

// ONNX, "4 bit integer types": to the nearest number, of two the even one. Other integers drop the fraction.
TEST(OnnxCast, RoundsToIntegersOfTwoAndFourBits) {
  const auto converted = [](const char* type, std::vector<float> x) {
    return floats_of(run_text("(float[4] x) => (float[4] y) { i = Cast <to = " + std::string(type) +
                                  "> (x) y = Cast <to = 1> (i) }",
                              {Tensor::of<float>({4}, x)}));
  };
  const std::vector<float> x = {0.75, 1.5, 0.5, 1};
  EXPECT_EQ(converted("22", x), (std::vector<float>{1, 2, 0, 1}));  // INT4
  EXPECT_EQ(converted("21", x), (std::vector<float>{1, 2, 0, 1}));  // UINT4
  EXPECT_EQ(converted("25", x), (std::vector<float>{1, 2, 0, 1}));  // UINT2
  EXPECT_EQ(converted("3", x), (std::vector<float>{0, 1, 0, 1}));   // INT8
}

}  // namespace
}  // namespace backedge::onnx::testing
