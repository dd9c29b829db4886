#include <gtest/gtest.h>

#include "interpreter/interpreter.h"

namespace backedge::onnx {
namespace {

const std::string kHead =
    "<ir_version: 8, opset_import: [\"\" : 17, \"local\" : 1], producer_name: \"test\">\n";

// The elements of the first output for x = [1, 2, 3].
std::vector<float> outputs_of(const std::string& text) {
  const Result<LoadedModel> model = load_text(kHead + text, "test.onnxtxt");
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

TEST(OnnxText, HasEveryTypeOfElements) {
  for (const char* type : {"double", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8",
                           "uint16", "uint32", "uint64"}) {
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
      {"g (float[3] x) => (float[3] y) <int8[1] w = {128}> { y = Neg (x) }", 2},
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
