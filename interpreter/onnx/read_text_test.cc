#include <gtest/gtest.h>

#include <cmath>

#include "interpreter/interpreter.h"

namespace backedge::onnx {
namespace {

const std::string kHead =
    "<ir_version: 8, opset_import: [\"\" : 17, \"local\" : 1], producer_name: \"test\">\n";

// The elements of the first output for x = [1, 2, 3].
std::vector<float> outputs_of(const std::string& text, const std::string& head = kHead) {
  const Result<LoadedModel> model = load_text(head + text, "test.onnxtxt");
  if (!model.ok()) {
    ADD_FAILURE() << model.error().text();
    return {};
  }
  const std::vector<Tensor> inputs = {Tensor::of<float>({3}, {1, 2, 3})};
  const Result<std::vector<Tensor>> outputs = run(model.value(), inputs);
  if (!outputs.ok()) {
    ADD_FAILURE() << outputs.error().text();
    return {};
  }
  const std::span<const float> values = outputs.value()[0].values<float>();
  return {values.begin(), values.end()};
}

using Floats = std::vector<float>;

TEST(OnnxText, HasAttributesOfEveryKind) {
  EXPECT_EQ(outputs_of("g (float[3] x) => (float[n] y) { y = Concat <axis = 0> (x, x) }"),
            Floats({1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(outputs_of("g (float[3] x) => (float[n] y) { y = Concat (x, x) <axis: int = -1> }"),
            Floats({1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(outputs_of("g (float[3] x) => (float[3] y) { y = LeakyRelu <alpha = 5e-1> (x) }"),
            Floats({1, 2, 3}));
  EXPECT_EQ(outputs_of("g (float[3] x) => (float[2] y) { y = Constant <value_floats = [1, -2.5]> () }"),
            Floats({1, -2.5}));
  EXPECT_EQ(outputs_of("g (float[3] x) => (float[1] y) { y = Constant <value_floats: floats = [7]> () }"),
            Floats({7}));
  EXPECT_EQ(outputs_of("g (float[3] x) => (float[3] y) { v = Constant <value = float[3] {1, -2, 5e-1}> () y "
                       "= Add (x, v) }"),
            Floats({2, 0, 3.5}));
}

TEST(OnnxText, HasInitializersCommentsAndLabels) {
  EXPECT_EQ(outputs_of("\"a graph\" (float[3] x) => (float[3] y) # all\n"
                       "<float[3] w = {10, 20, 30}, float[?, n] hint, double half = {0.5}> {\n"
                       "  [\"the sum\"] \"y\" = Add (x, w)  # y\n}"),
            Floats({11, 22, 33}));
}

TEST(OnnxText, HasGraphsInAttributesAndFunctions) {
  EXPECT_EQ(outputs_of("g (float[3] x) => (float[n] y) {\n"
                       "  M = Constant <value_int = 2> ()\n"
                       "  s = ReduceSum <keepdims = 0> (x)\n"
                       "  last, y = Loop <body = step (i, going, float v) => (bool going, w, float w2) {\n"
                       "    w = local.times <k = 3.0> (v)\n    w2 = Identity (w)\n  }> (M, \"\", s)\n}\n"
                       "<domain: \"local\", opset_import: [\"\" : 17]>\n"
                       "times <k> (a) => (b) { c = Constant <value_float: float = @k> () b = Mul (a, c) }"),
            Floats({18, 54}));
}

TEST(OnnxText, LeavesOperandsOut) {
  for (const char* operands : {"(x, , high)", "(x, \"\", high)", "(x, , high, )"}) {
    EXPECT_EQ(outputs_of("g (float[3] x) => (float[3] y) { high = Constant <value_float = 2.0> () y = Clip " +
                         std::string(operands) + " }"),
              Floats({1, 2, 2}))
        << operands;
  }
  EXPECT_EQ(
      outputs_of(
          "g (float[3] x) => (float[n] y) { k = Constant <value_ints = [2]> () y, \"\" = TopK (x, k) }"),
      Floats({3, 2}));
  EXPECT_EQ(
      outputs_of("g (float[3] x) => (float[n] y) { k = Constant <value_ints = [2]> () , at = TopK (x, k) "
                 "y = Cast <to = 1> (at) }"),
      Floats({2, 1}));
}

TEST(OnnxText, MayEndAListOfNamesWithAComma) {
  EXPECT_EQ(outputs_of("g (float[3] x) => (float[3] y) { y, = Max (x, x, ) }"), Floats({1, 2, 3}));
  // TopK has two outputs, and a comma adds none.
  const std::string one =
      "g (float[3] x) => (float[n] y) { k = Constant <value_ints = [2]> () y, = TopK (x, k) }";
  EXPECT_EQ(load_text(kHead + one, "test.onnxtxt").error().rule(), "ONNX-GRAPH-5");
}

TEST(OnnxText, HasEveryTypeOfElements) {
  for (const char* type :
       {"double", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}) {
    EXPECT_EQ(outputs_of("g (float[3] x) => (float[3] y) <" + std::string(type) +
                         "[3] w = {7, 8, 9}> { v = Cast <to = 1> (w) y = Add (x, v) }"),
              Floats({8, 10, 12}))
        << type;
  }
  EXPECT_EQ(outputs_of("g (float[3] x) => (float[3] y) <bool[3] w = {true, 0, 1}> { v = Cast <to = 1> (w) y "
                       "= Add (x, v) }"),
            Floats({2, 2, 4}));
  EXPECT_EQ(outputs_of("g (float[3] x) => (float[3] y) <float[3] w = {-0.0, inf, -inf}> { v = IsInf (w) u = "
                       "Cast <to = 1> (v) "
                       "y = Add (x, u) }"),
            Floats({1, 3, 4}));
}

// x plus a constant of three elements, converted to float.
Floats plus(const std::string& constant) {
  return outputs_of("g (float[3] x) => (float[3] y) { w = Constant <value = " + constant +
                        "> () v = Cast <to = 1> (w) y = Add (x, v) }",
                    "<ir_version: 13, opset_import: [\"\" : 25]>\n");
}

TEST(OnnxText, HasElementsWhoseIntegersAreBits) {
  EXPECT_EQ(plus("float16[3] {15360, 49152, 1024}"), Floats({2, 0, 3 + std::ldexp(1.0f, -14)}));
  EXPECT_EQ(plus("bfloat16[3] {16256, 49152, 0}"), Floats({2, 0, 3}));
  EXPECT_EQ(plus("float16[3] {1.0, -2.0, 5e-1}"), Floats({2, 0, 3.5}));
  EXPECT_EQ(plus("bfloat16[3] {1.0, -2.0, 15360.0}"), Floats({2, 0, 15363}));
  EXPECT_EQ(plus("float8e4m3fn[3] {56, 192, 0}"), Floats({2, 0, 3}));
}

TEST(OnnxText, HasNarrowElementsThatShareBytes) {
  EXPECT_EQ(plus("uint4[3] {33, 3}"), Floats({2, 4, 6}));   // 0x21, 0x03
  EXPECT_EQ(plus("int4[3] {239, 7}"), Floats({0, 0, 10}));  // 0xef: -1 and -2
  EXPECT_EQ(plus("uint2[3] {57}"), Floats({2, 4, 6}));      // 0b111001
  EXPECT_EQ(plus("float4e2m1[3] {66, 5}"), Floats({2, 4, 6}));
}

TEST(OnnxText, HasWhatThePrinterOfOnnxWrites) {
  const Result<LoadedModel> model = load_text(
      "<ir_version: 8, opset_import: [\"\" : 17, \"l\" : 1], metadata_props: [\"a\" : \"b\", \"c\" : \"\"]>\n"
      "g (float[\"batch size\", \"n\"] x, float[2] w = {3, 5}) => (float[\"batch size\", n] y) {\n"
      "  v = Constant <value = float[2] one = {1, 2}> () u = l.f (x, v) y = Add (u, w)\n}\n"
      "<domain: \"l\", opset_import: [\"\" : 17]>\n"
      "f (float[m] a, b) => (float[m] c) <float[m] d> { d = Neg (a) c = Add (d, b) }",
      "test.onnxtxt");
  ASSERT_TRUE(model.ok()) << model.error().text();
  const std::vector<Tensor> inputs = {Tensor::of<float>({1, 2}, {10, 20})};
  const Result<std::vector<Tensor>> outputs = run(model.value(), inputs);
  ASSERT_TRUE(outputs.ok()) << outputs.error().text();
  const std::span<const float> values = outputs.value()[0].values<float>();
  EXPECT_EQ(Floats(values.begin(), values.end()), Floats({-6, -13}));
}

TEST(OnnxText, WithAMistakeIsRejectedAtItsLine) {
  const std::pair<const char*, int> kMistakes[] = {
      {"", 2},
      {"g", 2},
      {"g (float[3] x) (float[3] y) { y = Neg (x) }", 2},
      {"g (float[3] x) => (float[3] y) { y = Neg (x)", 2},
      {"g (float[3] x)\n=> (float[3] y) {\n y = Neg (x x) }", 4},
      {"g (float[3] x) => (float[3] y) { y = Neg x }", 2},
      {"g (float[3] x) => (float[3] y) { y Neg (x) }", 2},
      {"g (float[3] x) => (float[3] y) { y = (x) }", 2},
      {"g (real[3] x) => (float[3] y) { y = Neg (x) }", 2},
      {"g (float[3.5] x) => (float[3] y) { y = Neg (x) }", 2},
      {"g (float[3] x) => (float[3] y) { y = Concat <axis> (x) }", 2},
      {"g (float[3] x) => (float[3] y) { y = Concat <axis: number = 1> (x) }", 2},
      {"g (float[3] x) => (float[3] y) {\n\n y = Concat <axis = 99999999999999999999> (x) }", 4},
      {"g (float[3] x) => (float[3] y) { y = Concat <axis = [1, \"a\"]> (x) }", 2},
      {"g (float[3] x) => (float[3] y) <int8[1] w = {1.0}> { y = Neg (x) }", 2},
      {"g (float[3] x) => (float[3] y) <int32[1] w = {2147483648}> { y = Neg (x) }", 2},
      {"g (float[3] x) => (float[3] y) <float8e5m2[1] w = {1.0}> { y = Neg (x) }", 2},
      {"g (float[3] x) => (float[3] y) <float[n] w = {1}> { y = Neg (x) }", 2},
      {"g (float[3] x) => (float[3] y) { y = Neg (\"x) }", 2},
      {"g (float[3] x) => (float[3] y) { y = Neg (x) } g () => () {}", 2},
      {"g (float[3] x) => (float[3] y) { y = Neg (x) }\n<domain: \"d\"> f (a) => (b)", 3},
  };
  for (const auto& [text, line] : kMistakes) {
    const Result<LoadedModel> model = load_text(kHead + text, "test.onnxtxt");
    ASSERT_FALSE(model.ok()) << text;
    EXPECT_EQ(model.error().rule(), "ONNX-TEXT-1") << text;
    EXPECT_EQ(model.error().phase(), Phase::kRead) << text;
    EXPECT_EQ(model.error().where(), "test.onnxtxt:" + std::to_string(line)) << text;
  }
  EXPECT_EQ(load_text("<ir_version: 8, colour: 3> g () => () {}", "test.onnxtxt").error().rule(),
            "ONNX-TEXT-1");
}

TEST(OnnxText, OfManyNestedGraphsIsRejectedWithoutAStackOverflow) {
  std::string text, end;
  for (int depth = 0; depth < 100'000; ++depth) text += "g () => () { y = If <a = ";
  EXPECT_EQ(load_text(kHead + text, "test.onnxtxt").error().rule(), "ONNX-TEXT-1");
  text = "g (";
  for (int depth = 0; depth < 100'000; ++depth) text += "seq(";
  EXPECT_EQ(load_text(kHead + text, "test.onnxtxt").error().rule(), "ONNX-TEXT-1");
}

TEST(OnnxText, ThatTakesTooMuchMemoryIsRejectedWhileItIsRead) {
  std::string text = kHead + "g () => () {";
  for (int k = 0; k < (1 << 20); ++k) text += "=A()";  // 4 MiB; the nodes take more than 100 MiB
  const auto stopped = load_text(text + "}", "test.onnxtxt", {.max_bytes = int64_t{100} << 20});
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().rule(), "LIMIT-1");
  EXPECT_EQ(stopped.error().phase(), Phase::kRead);
  EXPECT_EQ(stopped.error().where(), "test.onnxtxt");
  EXPECT_EQ(load_text(text + "}", "test.onnxtxt").error().rule(), "ONNX-GRAPH-2");
}

}  // namespace
}  // namespace backedge::onnx
