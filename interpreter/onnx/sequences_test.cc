// Sequences and optionals: operators on them, inputs and outputs of a model, and values that loops carry.

#include <gtest/gtest.h>

#include "interpreter/onnx/testing/models.h"

namespace backedge::onnx::testing {
namespace {

using Values = std::vector<Value>;

std::string model_of(const std::string& graph, int opset) {
  return "<ir_version: 10, opset_import: [\"\": " + std::to_string(opset) + "]>\ng " + graph;
}

Result<LoadedModel> load_graph(const std::string& graph, int opset = 21) {
  return load_text(model_of(graph, opset), "test.onnxtxt");
}

Result<Value> run_graph(const std::string& graph, const Values& inputs, int opset = 21) {
  const LoadedModel loaded = TRY(load_graph(graph, opset));
  Values outputs = TRY(run_values(loaded, inputs));
  return std::move(outputs.front());
}

std::string rule_of(const std::string& graph, const Values& inputs, int opset = 21) {
  const Result<Value> output = run_graph(graph, inputs, opset);
  return output.ok() ? "" : output.error().rule();
}

void expect(const Result<Value>& output, const Value& expected) {
  ASSERT_TRUE(output.ok()) << output.error().text();
  EXPECT_TRUE(output.value().same_bits(expected)) << output.value().text();
}

Tensor floats_of(std::initializer_list<float> values) {
  return Tensor::of<float>({std::ssize(values)}, values);
}
Tensor integer_of(int64_t value) { return Tensor::scalar(value); }

const Tensor kA = floats_of({1, 2}), kB = floats_of({3}), kC = floats_of({});
const Value kSequence = Value::sequence({kA, kB, kC});

TEST(OnnxSequence, InsertsBeforeAPosition) {
  const auto inserted = [](int64_t position) {
    return run_graph(
        "(seq(float[?]) s, int64 p, float[1] x) => (seq(float[?]) y) { y = SequenceInsert (s, x, p) }",
        {kSequence, integer_of(position), floats_of({9})});
  };
  const Tensor x = floats_of({9});
  expect(inserted(0), Value::sequence({x, kA, kB, kC}));
  expect(inserted(3), Value::sequence({kA, kB, kC, x}));
  expect(inserted(-1), Value::sequence({kA, kB, x, kC}));
  expect(inserted(-3), Value::sequence({x, kA, kB, kC}));
  EXPECT_EQ(inserted(4).error().rule(), "OP-6");
  EXPECT_EQ(inserted(-4).error().rule(), "OP-6");
  expect(run_graph("(seq(float[?]) s, float[1] x) => (seq(float[?]) y) { y = SequenceInsert (s, x) }",
                   {kSequence, x}),
         Value::sequence({kA, kB, kC, x}));
}

TEST(OnnxSequence, TakesATensorOutAndRemovesOne) {
  const auto at = [](int64_t position) {
    return run_graph("(seq(float[?]) s, int64[1] p) => (float[?] y) { y = SequenceAt (s, p) }",
                     {kSequence, Tensor::of<int64_t>({1}, {position})});
  };
  expect(at(1), kB);
  expect(at(-3), kA);
  EXPECT_EQ(at(3).error().rule(), "OP-6");
  EXPECT_EQ(at(-4).error().rule(), "OP-6");
  const std::string graph = "(seq(float[?]) s) => (seq(float[?]) y) { y = SequenceErase (s) }";
  expect(run_graph(graph, {kSequence}), Value::sequence({kA, kB}));
  EXPECT_EQ(rule_of(graph, {Value::sequence({})}), "OP-6");
  expect(run_graph("(seq(float[?]) s, int32 p) => (seq(float[?]) y) { y = SequenceErase (s, p) }",
                   {kSequence, Tensor::scalar<int32_t>(-2)}),
         Value::sequence({kA, kC}));
}

TEST(OnnxSequence, HasALengthAndOneType) {
  expect(run_graph("(seq(float[?]) s) => (int64 y) { y = SequenceLength (s) }", {kSequence}), integer_of(3));
  expect(
      run_graph("(float[2] a, float[1] b) => (seq(float[?]) y) { y = SequenceConstruct (a, b) }", {kA, kB}),
      Value::sequence({kA, kB}));
  expect(run_graph("() => (seq(int32[]) y) { y = SequenceEmpty <dtype = 6> () }", {}), Value::sequence({}));
  EXPECT_EQ(
      load_graph("(float a, int64 b) => (seq(float[]) y) { y = SequenceConstruct (a, b) }").error().rule(),
      "ONNX-GRAPH-19");
  EXPECT_EQ(load_graph("(seq(float[]) s, int64 b) => (seq(float[]) y) { y = SequenceInsert (s, b) }")
                .error()
                .rule(),
            "OP-4");
  EXPECT_EQ(load_graph("(seq(float[]) s) => (float[] y) { y = Neg (s) }").error().rule(), "ONNX-GRAPH-19");
  EXPECT_EQ(load_graph("(float[] s) => (int64 y) { y = SequenceLength (s) }").error().rule(),
            "ONNX-GRAPH-19");
}

TEST(OnnxSequence, IsCutFromATensor) {
  const Tensor x = Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  const auto split = [&](const Tensor& sizes) {
    const std::string type = sizes.shape().rank() == 0 ? "int64" : "int64[?]";
    return run_graph(
        "(float[2,3] x, " + type + " n) => (seq(float[?,?]) y) { y = SplitToSequence <axis = -1> (x, n) }",
        {x, sizes});
  };
  const Tensor left = Tensor::of<float>({2, 2}, {1, 2, 4, 5}), right = Tensor::of<float>({2, 1}, {3, 6}),
               none = Tensor::of<float>({2, 0}, {});
  expect(split(integer_of(2)), Value::sequence({left, right}));
  expect(split(Tensor::of<int64_t>({3}, {2, 0, 1})), Value::sequence({left, none, right}));
  EXPECT_EQ(split(integer_of(0)).error().rule(), "OP-6");
  for (const auto& sizes : {std::pair(1, 1), std::pair(1, 3), std::pair(4, -1), std::pair(-1, 4)})
    EXPECT_EQ(split(Tensor::of<int64_t>({2}, {sizes.first, sizes.second})).error().rule(), "OP-6");
  expect(run_graph("(float[2,3] x) => (seq(float[?]) y) { y = SplitToSequence <keepdims = 0> (x) }", {x}),
         Value::sequence({floats_of({1, 2, 3}), floats_of({4, 5, 6})}));
  expect(run_graph("(float[0] x, int64 n) => (seq(float[?]) y) { y = SplitToSequence (x, n) }",
                   {kC, integer_of(2)}),
         Value::sequence({}));
  EXPECT_EQ(rule_of("(float[?,0] x) => (seq(float[?,?]) y) { y = SplitToSequence (x) }",
                    {Tensor::of<float>({int64_t{1} << 40, 0}, {})}),
            "LIMIT-7");
}

TEST(OnnxSequence, IsJoined) {
  expect(
      run_graph("(seq(float[?]) s) => (float[?] y) { y = ConcatFromSequence <axis = 0> (s) }", {kSequence}),
      floats_of({1, 2, 3}));
  const std::string stack =
      "(seq(float[?]) s) => (float[?,?] y) { y = ConcatFromSequence <axis = -1, new_axis = 1> (s) }";
  expect(run_graph(stack, {Value::sequence({kA, floats_of({3, 4})})}),
         Tensor::of<float>({2, 2}, {1, 3, 2, 4}));
  EXPECT_EQ(rule_of(stack, {Value::sequence({kA, kB})}), "OP-5");
  EXPECT_EQ(rule_of(stack, {Value::sequence({})}), "OP-6");
}

TEST(OnnxOptional, HasAnElementOrNone) {
  const std::string has = "(optional(float[?]) o) => (bool y) { y = OptionalHasElement (o) }";
  expect(run_graph(has, {Value::optional(kA)}), Tensor::scalar(true));
  expect(run_graph(has, {Value::empty_optional()}), Tensor::scalar(false));
  const std::string get = "(optional(seq(float[?])) o) => (seq(float[?]) y) { y = OptionalGetElement (o) }";
  expect(run_graph(get, {Value::optional(kSequence)}), kSequence);
  EXPECT_EQ(rule_of(get, {Value::empty_optional(ValueKind::kSequence)}), "OP-46");
  expect(run_graph("(float[2] x) => (optional(float[2]) y) { y = Optional (x) }", {kA}), Value::optional(kA));
  expect(run_graph("() => (optional(seq(float[?])) y) { y = Optional <type: type_proto = seq(float[?])> () }",
                   {}),
         Value::empty_optional(ValueKind::kSequence));
  EXPECT_EQ(load_graph("() => (optional(float) y) { y = Optional () }").error().rule(), "ONNX-GRAPH-6");
}

TEST(OnnxOptional, MayBeLeftOutOrBeTheElement) {
  expect(run_graph("() => (bool y) { y = OptionalHasElement () }", {}), Tensor::scalar(false));
  expect(run_graph("(float[2] x) => (bool y) { y = OptionalHasElement (x) }", {kA}), Tensor::scalar(true));
  expect(run_graph("(seq(float[?]) x) => (seq(float[?]) y) { y = OptionalGetElement (x) }", {kSequence}),
         kSequence);
  EXPECT_EQ(load_graph("() => (float y) { y = OptionalGetElement () }").error().rule(), "ONNX-GRAPH-5");
}

TEST(OnnxSequence, IsAnInputAndAnOutput) {
  const std::string same = "(seq(float[?]) s) => (seq(float[?]) y) { y = Identity (s) }";
  expect(run_graph(same, {kSequence}), kSequence);
  EXPECT_EQ(rule_of(same, {kA}), "INPUT-3");
  EXPECT_EQ(rule_of(same, {Value::sequence({integer_of(1)})}), "INPUT-3");
  const LoadedModel model = load_graph(same).value();
  EXPECT_EQ(model.inputs()[0].signature().text(), "sequence of f32[?]");
  EXPECT_EQ(model.outputs()[0].kind, ValueKind::kSequence);
  EXPECT_EQ(run(model, {}).error().rule(), "INPUT-6");
  EXPECT_EQ(load_graph("(seq(float[?]) s) => (float[?] y) { y = Identity (s) }").error().rule(),
            "ONNX-GRAPH-9");
  EXPECT_EQ(load_graph("(seq(seq(float)) s) => (seq(float) y) { y = Identity (s) }").error().rule(),
            "ONNX-GRAPH-9");
  EXPECT_EQ(load_graph("(optional(optional(float)) s) => (float y) { y = Identity (s) }").error().rule(),
            "ONNX-GRAPH-9");
}

// Appends [i] in iteration i.
const char* const kAppend =
    "{ y = Loop (M, \"\", s) <body = b (int64 i, bool c, seq(float[?]) a) => (bool d, seq(float[?]) z) {"
    " d = Identity (c) f = Cast <to = 1> (i) one = Constant <value_ints = [1]> () x = Reshape (f, one)"
    " z = SequenceInsert (a, x) }> }";

TEST(OnnxLoop, CarriesASequence) {
  const std::string graph = "(int64 M, seq(float[?]) s) => (seq(float[?]) y) " + std::string(kAppend);
  expect(run_graph(graph, {integer_of(2), Value::sequence({kA})}),
         Value::sequence({kA, floats_of({0}), floats_of({1})}));
  expect(run_graph(graph, {integer_of(0), Value::sequence({kA})}), Value::sequence({kA}));
}

// The body takes an optional sequence, and gives the sequence: with [7] if it is empty, and [i] after it.
const char* const kFromNone =
    " y = Loop (M, \"\", s) <body = b (int64 i, bool c, optional(seq(float)) o) => (bool d, seq(float[]) z) {"
    " d = Identity (c) h = OptionalHasElement (o)"
    " a = If (h) <then_branch = t () => (p) { p = OptionalGetElement (o) },"
    " else_branch = e () => (q) { v = Constant <value_floats = [7.0]> () q = SequenceConstruct (v) }>"
    " f = Cast <to = 1> (i) one = Constant <value_ints = [1]> () x = Reshape (f, one)"
    " z = SequenceInsert (a, x) }>";

TEST(OnnxLoop, PutsASequenceIntoTheOptionalThatItCarries) {
  const std::string graph =
      "(int64 M, optional(seq(float[?])) s) => (seq(float[?]) y) {" + std::string(kFromNone) + " }";
  const Value none = Value::empty_optional(ValueKind::kSequence);
  expect(run_graph(graph, {integer_of(2), none}),
         Value::sequence({floats_of({7}), floats_of({0}), floats_of({1})}));
  expect(run_graph(graph, {integer_of(1), Value::optional(Value::sequence({kA}))}),
         Value::sequence({kA, floats_of({0})}));
  expect(run_graph(graph, {integer_of(0), Value::optional(kSequence)}), kSequence);
  EXPECT_EQ(rule_of(graph, {integer_of(0), none}), "OP-46");
  const std::string from_sequence =
      "(int64 M, seq(float[?]) s) => (seq(float[?]) y) {" + std::string(kFromNone) + " }";
  expect(run_graph(from_sequence, {integer_of(1), Value::sequence({kA})}),
         Value::sequence({kA, floats_of({0})}));
}

TEST(OnnxLoop, DoesNotStackSequences) {
  EXPECT_EQ(
      load_graph(
          "(int64 M, seq(float[?]) s) => (seq(float[?]) y) { y = Loop (M) <body = b (int64 i, bool c) =>"
          " (bool d, z) { d = Identity (c) z = Identity (s) }> }")
          .error()
          .rule(),
      "TYPE-2");
}

TEST(OnnxIf, ChoosesASequence) {
  const std::string graph =
      "(bool c, seq(float[?]) s, float[2] x) => (seq(float[?]) y) { y = If (c) <then_branch = t () => (p) {"
      " p = SequenceConstruct (x) }, else_branch = e () => (q) { q = Identity (s) }> }";
  expect(run_graph(graph, {Tensor::scalar(true), kSequence, kA}), Value::sequence({kA}));
  expect(run_graph(graph, {Tensor::scalar(false), kSequence, kA}), kSequence);
  EXPECT_EQ(load_graph("(bool c, float[2] x) => (seq(float[?]) y) { y = If (c) <then_branch = t () => (p) {"
                       " p = SequenceConstruct (x) }, else_branch = e () => (q) { q = Identity (x) }> }")
                .error()
                .rule(),
            "IF-3");
}

TEST(OnnxSequenceMap, AppliesItsBodyToEachTensor) {
  const std::string graph =
      "(seq(float[?]) s, float k, seq(float[?]) t) => (seq(float[?]) y, seq(int64[?]) n) { y, n = "
      "SequenceMap (s, k, "
      "t) <body = b (float[?] x, float f, float[?] z) => (float[?] r, int64[1] m) { p = Mul (x, f)"
      " r = Add (p, z) m = Shape (x) }> }";
  const LoadedModel model = load_graph(graph).value();
  const Value tens = Value::sequence({floats_of({10, 20}), floats_of({30}), kC});
  const Result<Values> outputs = run_values(model, Values{kSequence, Tensor::scalar(2.0F), tens});
  ASSERT_TRUE(outputs.ok()) << outputs.error().text();
  EXPECT_TRUE(outputs.value()[0].same_bits(Value::sequence({floats_of({12, 24}), floats_of({36}), kC})));
  const auto length = [](int64_t n) { return Tensor::of<int64_t>({1}, {n}); };
  EXPECT_TRUE(outputs.value()[1].same_bits(Value::sequence({length(2), length(1), length(0)})));
  const Value none = Value::sequence({});
  EXPECT_TRUE(run_values(model, Values{none, Tensor::scalar(2.0F), none}).value()[0].same_bits(none));
  EXPECT_EQ(run_values(model, Values{kSequence, Tensor::scalar(2.0F), none}).error().rule(), "OP-6");
}

TEST(OnnxSequenceMap, ChecksItsBody) {
  const auto rule = [](const std::string& inputs, const std::string& body) {
    return load_graph("(seq(float[?]) s, float[2] x) => (seq(float[?]) y) { y = SequenceMap (" + inputs +
                      ") <body = b " + body + "> }")
        .error()
        .rule();
  };
  EXPECT_EQ(rule("x", "(p) => (q) { q = Neg (p) }"), "ONNX-GRAPH-19");
  EXPECT_EQ(rule("s", "(p, r) => (q) { q = Neg (p) }"), "ONNX-SEQ-1");
  EXPECT_EQ(rule("s", "(p) => (q, r) { q = Neg (p) r = Neg (p) }"), "ONNX-SEQ-1");
  EXPECT_EQ(rule("s", "(p) => (q) { q = SequenceConstruct (p) }"), "ONNX-SEQ-1");
  EXPECT_EQ(rule("s", "(int64[?] p) => (q) { q = Neg (p) }"), "BODY-4");
  EXPECT_EQ(rule("s", "(float[?,?] p) => (q) { q = Neg (p) }"), "BODY-4");
}

TEST(OnnxScan, OfVersion8HasABatch) {
  const std::string body =
      "body = b (float a, float e) => (float n, float o) { n = Add (a, e) o = Identity (n) }";
  const std::string graph =
      "(int64[2] l, float[2] s, float[2,3] x) => (float[2,3] y) { last, y = Scan <num_scan_inputs = 1, " +
      body;
  const Tensor x = Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}), s = floats_of({10, 20});
  const auto lengths = [](int64_t a, int64_t b) { return Tensor::of<int64_t>({2}, {a, b}); };
  expect(run_graph(graph + "> (l, s, x) }", {lengths(2, 3), s, x}, 8),
         Tensor::of<float>({2, 3}, {11, 13, 0, 24, 29, 35}));
  expect(run_graph(graph + ", directions = [1]> (l, s, x) }", {lengths(2, 0), s, x}, 8),
         Tensor::of<float>({2, 3}, {12, 13, 0, 0, 0, 0}));
  expect(run_graph(graph + "> (\"\", s, x) }", {lengths(0, 0), s, x}, 8),
         Tensor::of<float>({2, 3}, {11, 13, 16, 24, 29, 35}));
  EXPECT_EQ(rule_of(graph + "> (l, s, x) }", {lengths(4, 3), s, x}, 8), "OP-6");
  EXPECT_EQ(rule_of(graph + "> (l, s, x) }", {lengths(-1, 3), s, x}, 8), "OP-6");
  EXPECT_EQ(rule_of(graph + ", directions = [2]> (l, s, x) }", {}, 8), "ONNX-SCAN-2");
  EXPECT_EQ(rule_of(graph + ", scan_input_axes = [0]> (l, s, x) }", {}, 8), "ONNX-GRAPH-6");
  EXPECT_EQ(rule_of(graph + "> (l, x) }", {}, 8), "ONNX-SCAN-1");
}

}  // namespace
}  // namespace backedge::onnx::testing
