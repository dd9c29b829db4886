// Operators whose formulas round in an order of their own, and the shapes that they ask for.

#include <cmath>

#include "interpreter/onnx/testing/formulas.h"

namespace backedge::onnx::testing {
namespace {

// IR's operations of these names round in another order; each expected value was computed step by step.
TEST(OnnxActivations, RoundInTheOrderOfOnnxsText) {
  const auto of = [](const std::string& op, std::initializer_list<float> x) {
    const std::string size = std::to_string(x.size());
    return floats_of(
        run_text("(float[" + size + "] x) => (float[" + size + "] y) { y = " + op + " (x) }", {list(x)}));
  };
  EXPECT_EQ(of("Selu", {-0.25F, -1, -3, 2}),
            (Floats{-0x1.8e3938p-2F, -0x1.1c802ap+0F, -0x1.abaa64p+0F, 2 * 1.05070102214813232421875F}));
  EXPECT_EQ(of("HardSwish", {0x1.266666p+1F, -4, 4}), (Floats{0x1.040da6p+1F, 0, 4}));
  const Floats elu = of("Elu <alpha = -2.0>", {0.0F, -0.0F});
  EXPECT_TRUE(!std::signbit(elu[0]) && std::signbit(elu[1]));
  for (const char* op : {"Selu", "HardSwish", "Elu"}) EXPECT_TRUE(std::isnan(of(op, {NAN})[0])) << op;
}

// x - mean is -3, -1 and 4; the root of the variance and epsilon is sqrt(26/3 + 0.25).
TEST(OnnxNormalizations, RoundInTheOrderOfOnnxsText) {
  const auto of = [](const std::string& op, const std::string& x, const std::string& scale) {
    return floats_of(
        run_text("(float[" + x + "] x, float[" + scale + "] s, float[" + scale + "] b) => (float[" + x +
                     "] y) { y = " + op + " (x, s, b) }",
                 {Tensor::of<float>(x == "1,3,1" ? Shape{1, 3, 1} : Shape{1, 1, 3}, {0, 2, 7}),
                  scale == "3" ? list({3, 3, 3}) : list({3}), scale == "3" ? list({0, 0, 0}) : list({0})}));
  };
  EXPECT_EQ(of("InstanceNormalization <epsilon = 0.25>", "1,1,3", "1"),
            (Floats{-0x1.81ca4ap+1F, -0x1.013186p+0F, 0x1.013186p+2F}));  // (3 d) / root
  EXPECT_EQ(of("GroupNormalization <epsilon = 0.25, num_groups = 1>", "1,3,1", "3"),
            (Floats{-0x1.81ca48p+1F, -0x1.013188p+0F, 0x1.013188p+2F}));  // (d / root) 3
  EXPECT_EQ(of("LayerNormalization <epsilon = 0.25>", "1,1,3", "3"),
            (Floats{-0x1.81ca4cp+1F, -0x1.013188p+0F, 0x1.013188p+2F}));  // (d (1 / root)) 3
  for (const char* op : {"InstanceNormalization", "LayerNormalization"}) {
    EXPECT_EQ(rule_of(run_text("(int32[1,3,1] x, int32[3] s, int32[3] b) => (int32[1,3,1] y) { y = " +
                                   std::string(op) + " <epsilon = 1.0> (x, s, b) }",
                               {})),
              "ONNX-GRAPH-19");
  }
}

TEST(OnnxDeformConv, HasOffsetsForEachTapAndElementOfItsOutput) {
  const auto rule = [](const std::string& offset, const std::string& mask, const std::string& bias = "1",
                       const std::string& w = "1,1,2,2") {
    return rule_of(run_text("(float[1,1,3,3] x, float[" + w + "] w, float[" + offset + "] o, float[" + mask +
                                "] m, float[" + bias +
                                "] b) => (float[a,b,c,d] y) { y = DeformConv (x, w, o, b, m) }",
                            {}));
  };
  EXPECT_EQ(rule("1,8,2,2", "1,4,2,2"), "INPUT-1");
  EXPECT_EQ(rule("1,8,4,1", "1,4,2,2"), "OP-5");
  EXPECT_EQ(rule("2,4,2,2", "1,4,2,2"), "OP-5");
  EXPECT_EQ(rule("1,8,2,2", "1,4,1,4"), "OP-5");
  EXPECT_EQ(rule("1,8,2,2", "1,4,2,2", "2"), "OP-5");
  EXPECT_EQ(rule("1,8,2,2", "1,4,2,2", "1", "1,2,2,2"), "OP-5");
  // What is not known before the run is rejected then.
  EXPECT_EQ(rule_of(run_text("(float[1,1,3,3] x, float[1,1,2,2] w, float[n,m,h,k] o) => (float[a,b,c,d] y) { "
                             "y = DeformConv (x, w, o) }",
                             {Tensor::zeros(ElementType::kF32, {1, 1, 3, 3}),
                              Tensor::zeros(ElementType::kF32, {1, 1, 2, 2}),
                              Tensor::zeros(ElementType::kF32, {1, 8, 1, 4})})),
            "OP-5");
}

TEST(OnnxCol2Im, HasTwoSpatialAxes) {
  const auto rule = [](const std::string& axes) {
    return rule_of(run_text(
        "(float[1,1,1] x, int64[" + axes + "] s) => (float[a,b,c,d] y) { y = Col2Im (x, s, s) }", {}));
  };
  EXPECT_EQ(rule("1"), "ONNX-GRAPH-6");
  EXPECT_EQ(rule("2"), "INPUT-1");
  EXPECT_EQ(rule("3"), "ONNX-GRAPH-6");
}

}  // namespace
}  // namespace backedge::onnx::testing
