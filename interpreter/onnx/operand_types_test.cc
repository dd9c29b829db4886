// The types of operands, and booleans that are moved.

#include <gtest/gtest.h>

#include "interpreter/onnx/testing/models.h"

namespace backedge::onnx::testing {
namespace {

Result<LoadedModel> load_graph(const std::string& graph, int version = 17) {
  const std::string head = "<ir_version: 8, opset_import: [\"\": " + std::to_string(version) + "]>\ng ";
  return load_text(head + graph, "test.onnxtxt");
}

// The rule that rejects a graph at load, or nothing.
std::string rule_of_load(const std::string& graph, int version = 17) {
  const auto model = load_graph(graph, version);
  return model.ok() ? std::string() : std::string(model.error().rule());
}

std::string text_of_load(const std::string& graph) { return load_graph(graph).error().text(); }

TEST(OnnxOperandTypes, AreThoseOfTheVersion) {
  const std::string add = "(int8[2] x) => (int8[2] y) { y = Add (x, x) }";
  EXPECT_EQ(rule_of_load(add, 7), "ONNX-GRAPH-19");
  EXPECT_EQ(rule_of_load(add, 13), "ONNX-GRAPH-19");
  EXPECT_EQ(rule_of_load(add, 14), "");
  EXPECT_EQ(rule_of_load(add, 28), "");
  EXPECT_EQ(rule_of_load("(int32[2] x) => (int32[2] y) { y = Sin (x) }"), "ONNX-GRAPH-19");
  EXPECT_EQ(rule_of_load("(bool[2] x) => (bool[2] y) { y = Greater (x, x) }"), "ONNX-GRAPH-19");
}

TEST(OnnxOperandTypes, AreEqualIfTheyShareAParameter) {
  const std::string where = "(bool[2] c, float[2] x, double[2] z) => (float[2] y) { y = Where (c, x, ";
  EXPECT_EQ(rule_of_load(where + "x) }"), "");
  EXPECT_EQ(rule_of_load(where + "z) }"), "ONNX-GRAPH-19");
  // Also in an operand that repeats, but not in values that a Loop carries.
  EXPECT_EQ(rule_of_load("(float[2] x, double[2] z) => (float[4] y) { y = Concat <axis = 0> (x, x, z) }"),
            "ONNX-GRAPH-19");
  EXPECT_EQ(
      rule_of_load("(int64 m, float a, double b) => (float c, double d) { c, d = Loop <body = s (int64 i, "
                   "bool g, float p, double q) => (bool h, float r, double t) { h = Identity (g) "
                   "r = Neg (p) t = Neg (q) }> (m, \"\", a, b) }"),
      "");
}

TEST(OnnxOperandTypes, AreKindsToo) {
  const std::string text = text_of_load("(seq(float[]) s) => (float[] y) { y = Ceil (s) }");
  EXPECT_NE(
      text.find("input 0, \"s\", is a sequence of FLOAT; version 17 of the operator takes only FLOAT16, "
                "BFLOAT16, FLOAT, DOUBLE"),
      std::string::npos)
      << text;
  EXPECT_EQ(rule_of_load("(float[2] s) => (float[2] y) { y = SequenceAt (s, s) }"), "ONNX-GRAPH-19");
}

TEST(OnnxOperandTypes, AreCheckedInABranchThatIsOtherwiseAnErrorOfARun) {
  EXPECT_EQ(rule_of_load("(bool c, int32 x) => (int32 y) { y = If (c) <then_branch = a () => (int32 p) "
                         "{ p = Ceil (x) }, else_branch = b () => (int32 q) { q = Neg (x) }> }"),
            "ONNX-GRAPH-19");
}

TEST(OnnxOperandTypes, AreNotAskedOfOperandsThatAVersionDoesNotHave) {
  EXPECT_EQ(rule_of_load("(float[2] x, int64[1] k) => (float[] y) { y = ReduceSum (x, k) }", 11),
            "ONNX-GRAPH-5");
}

TEST(OnnxBooleans, AreMovedAndNotWeighted) {
  const std::string resize = "(bool[2] x) => (bool[4] y) <float[1] k = {2}> { y = Resize <mode = \"";
  EXPECT_EQ(rule_of_load(resize + "nearest\"> (x, \"\", k) }"), "");
  EXPECT_EQ(rule_of_load(resize + "linear\"> (x, \"\", k) }"), "ONNX-GRAPH-19");
  const std::string grid =
      "(bool[1,1,2,2] x, float[1,1,1,2] g) => (bool[1,1,1,1] y) { y = GridSample <mode = \"";
  EXPECT_EQ(rule_of_load(grid + "nearest\"> (x, g) }"), "");
  EXPECT_EQ(rule_of_load(grid + "bilinear\"> (x, g) }"), "ONNX-GRAPH-19");
  EXPECT_EQ(
      rule_of_load("(bool[1,4,1] x) => (bool[1,1,2,2] y) <int64[2] i = {2, 2}> { y = Col2Im (x, i, i) }", 18),
      "ONNX-GRAPH-19");
}

// 17 is FLOAT8E4M3FN, 22 INT4, 25 UINT2.
TEST(OnnxNarrowTypes, AreRoundedToAndPadded) {
  const auto floats = [](const std::string& nodes) {
    const auto model = load_graph("(float[3] x) => (float[] y) { " + nodes + " y = Cast <to = 1> (z) }", 25);
    EXPECT_TRUE(model.ok()) << model.error().text();
    const std::vector<Tensor> x = {Tensor::of<float>({3}, {2.5, -1.5, 7})};
    const Tensor y = run(model.value(), x).value()[0];
    return std::vector<float>(y.data<float>(), y.data<float>() + y.count());
  };
  EXPECT_EQ(floats("f = Cast <to = 17> (x) z = Cast <to = 22> (f)"), (std::vector<float>{2, -2, 7}));
  EXPECT_EQ(floats("s = Constant <value_float = 1.0> () z = QuantizeLinear <output_dtype = 25> (x, s)"),
            (std::vector<float>{2, 0, 3}));
  EXPECT_EQ(floats("i = Cast <to = 22> (x) p = Constant <value_ints = [1, 0]> () z = Pad (i, p)"),
            (std::vector<float>{0, 2, -2, 7}));
}

}  // namespace
}  // namespace backedge::onnx::testing
