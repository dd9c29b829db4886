#include <gtest/gtest.h>

#include "interpreter/onnx/testing/models.h"

namespace backedge::onnx::testing {
namespace {

Tensor scalar(float number) { return Tensor::scalar(number); }

template <class T>
void expect(const Result<std::vector<Tensor>>& outputs, size_t k, const Shape& shape,
            std::initializer_list<T> values) {
  ASSERT_TRUE(outputs.ok()) << outputs.error().text();
  ASSERT_LT(k, outputs.value().size());
  EXPECT_TRUE(outputs.value()[k].same_bits(Tensor::of<T>(shape, values)))
      << describe(outputs.value()[k].type(), outputs.value()[k].shape());
}

// next = sum + x, with x from outside; go = next < limit; the scan output is next.
schema::GraphProto counting_body() {
  return make_graph({.inputs = {untyped("i"), untyped("going"), untyped("sum")},
                     .outputs = {untyped("go"), untyped("next"), untyped("each")},
                     .nodes = {node("Add", {"sum", "x"}, {"next"}), node("Less", {"next", "limit"}, {"go"}),
                               node("Identity", {"next"}, {"each"})}});
}

// Inputs: M and cond if they are given, x, limit, start.
schema::ModelProto counting_loop(bool has_count, bool has_condition) {
  GraphParts parts{.inputs = {value("x"), value("limit"), value("start")},
                   .outputs = {value("last"), value("all", kFloat, {-1})},
                   .nodes = {node("Loop", {has_count ? "M" : "", has_condition ? "cond" : "", "start"},
                                  {"last", "all"}, {graph("body", counting_body())})}};
  if (has_condition) parts.inputs.insert(parts.inputs.begin(), value("cond", kBool));
  if (has_count) parts.inputs.insert(parts.inputs.begin(), value("M", kInt64));
  return make_model(parts);
}

TEST(OnnxLoop, WithACountAndAConditionEndsWithTheFirstOfBoth) {
  const schema::ModelProto model = counting_loop(true, true);
  const auto outputs = [&](int64_t count, bool condition, float limit) {
    return run_model(model,
                     {Tensor::scalar(count), Tensor::scalar(condition), scalar(2), scalar(limit), scalar(1)});
  };
  expect<float>(outputs(3, true, 100), 0, {}, {7});
  expect<float>(outputs(3, true, 100), 1, {3}, {3, 5, 7});
  expect<float>(outputs((int64_t{1} << 32) + 3, true, 5), 1, {2}, {3, 5});
  expect<float>(outputs(3, false, 100), 0, {}, {1});
  expect<float>(outputs(0, true, 100), 1, {0}, {});
  expect<float>(outputs(-5, true, 100), 0, {}, {1});
}

TEST(OnnxLoop, WithoutAConditionIgnoresThatOfTheBody) {
  const auto outputs =
      run_model(counting_loop(true, false), {Tensor::scalar<int64_t>(3), scalar(2), scalar(0), scalar(1)});
  expect<float>(outputs, 1, {3}, {3, 5, 7});
}

TEST(OnnxLoop, WithoutACountEndsWithTheCondition) {
  const auto outputs =
      run_model(counting_loop(false, true), {Tensor::scalar(true), scalar(2), scalar(6), scalar(1)});
  expect<float>(outputs, 1, {3}, {3, 5, 7});
}

TEST(OnnxLoop, WithoutBothEndsAtALimit) {
  const LoadedModel loaded = load_model(counting_loop(false, false)).value();
  const std::vector<Tensor> inputs = {scalar(2), scalar(0), scalar(1)};
  RunOptions options;
  options.limits.max_iterations = 1000;
  EXPECT_EQ(run(loaded, inputs, options).error().rule(), "LIMIT-1");
}

TEST(OnnxLoop, SwapsCarriedValues) {
  const auto body = make_graph({.inputs = {untyped("i"), untyped("c"), untyped("a"), untyped("b")},
                                .outputs = {untyped("c"), untyped("b"), untyped("a")}});
  const auto model =
      make_model({.inputs = {value("a0"), value("b0")},
                  .outputs = {value("a1"), value("b1")},
                  .nodes = {node("Loop", {"three", "", "a0", "b0"}, {"a1", "b1"}, {graph("body", body)})},
                  .initializers = {int64s("three", {}, {3})}});
  const auto outputs = run_model(model, {scalar(1), scalar(2)});
  expect<float>(outputs, 0, {}, {2});
  expect<float>(outputs, 1, {}, {1});
}

TEST(OnnxLoop, MayChangeTheShapeOfACarriedValue) {
  const auto body = make_graph({.inputs = {untyped("i"), untyped("c"), untyped("v")},
                                .outputs = {untyped("c"), untyped("w")},
                                .nodes = {node("Concat", {"v", "v"}, {"w"}, {integer("axis", 0)})}});
  const auto model = make_model({.inputs = {value("v0", kFloat, {1})},
                                 .outputs = {value("v1", kFloat, {-1})},
                                 .nodes = {node("Loop", {"two", "", "v0"}, {"v1"}, {graph("body", body)})},
                                 .initializers = {int64s("two", {}, {2})}});
  expect<float>(run_model(model, {Tensor::of<float>({1}, {7})}), 0, {4}, {7, 7, 7, 7});
}

TEST(OnnxLoop, GivesTheIterationAndValuesOnlyAnInnerGraphCaptures) {
  const auto branch = [](const char* op) {
    return make_graph({.outputs = {untyped("y")}, .nodes = {node(op, {"j", "x"}, {"y"})}});
  };
  const auto body = make_graph(
      {.inputs = {untyped("i"), untyped("c")},
       .outputs = {untyped("c"), untyped("z")},
       .nodes = {node("Cast", {"i"}, {"j"}, {integer("to", kFloat)}),
                 node("If", {"c"}, {"z"},
                      {graph("then_branch", branch("Add")), graph("else_branch", branch("Sub"))})}});
  const auto model = make_model({.inputs = {value("x"), value("cond", kBool)},
                                 .outputs = {value("all", kFloat, {-1})},
                                 .nodes = {node("Loop", {"three", "cond"}, {"all"}, {graph("body", body)})},
                                 .initializers = {int64s("three", {}, {3})}});
  expect<float>(run_model(model, {scalar(10), Tensor::scalar(true)}), 0, {3}, {10, 11, 12});
}

TEST(OnnxLoop, OfAnotherNumberOfInputsOrOutputsIsRejected) {
  auto model = counting_loop(true, true);
  schema::GraphProto* body = model.mutable_graph()->mutable_node(0)->mutable_attribute(0)->mutable_g();
  body->mutable_output()->RemoveLast();
  EXPECT_EQ(rejection_of(model), "ONNX-LOOP-2");
  *body = counting_body();
  body->mutable_input()->RemoveLast();
  EXPECT_EQ(rejection_of(model), "ONNX-LOOP-2");
  *body = counting_body();
  EXPECT_EQ(rejection_of(model), "");
}

TEST(OnnxLoop, WhoseIterationOrConditionHasAnotherTypeIsRejected) {
  auto model = counting_loop(true, true);
  schema::GraphProto* body = model.mutable_graph()->mutable_node(0)->mutable_attribute(0)->mutable_g();
  const auto rejection = [&](int k, int type, std::initializer_list<int64_t> shape) {
    *body = counting_body();
    *body->mutable_input(k) = value(k == 0 ? "i" : "going", type, shape);
    return rejection_of(model);
  };
  EXPECT_EQ(rejection(0, kInt64, {}), "");
  EXPECT_EQ(rejection(0, kInt64, {1}), "");
  EXPECT_EQ(rejection(0, kBool, {}), "ONNX-LOOP-2");
  EXPECT_EQ(rejection(0, kInt64, {2}), "ONNX-LOOP-2");
  EXPECT_EQ(rejection(1, kBool, {}), "");
  EXPECT_EQ(rejection(1, kInt64, {}), "ONNX-LOOP-2");
  EXPECT_EQ(rejection(1, kBool, {0}), "ONNX-LOOP-2");
}

// The state is the running sum, and the scan output is the element.
schema::ModelProto scan(std::initializer_list<schema::AttributeProto> more) {
  const auto body =
      make_graph({.inputs = {untyped("sum"), untyped("x")},
                  .outputs = {untyped("next"), untyped("y")},
                  .nodes = {node("Add", {"sum", "x"}, {"next"}), node("Identity", {"x"}, {"y"})}});
  auto written =
      node("Scan", {"start", "xs"}, {"sum", "ys"}, {graph("body", body), integer("num_scan_inputs", 1)});
  for (const auto& attribute : more) *written.add_attribute() = attribute;
  return make_model({.inputs = {value("start", kFloat, {2}), value("xs", kFloat, {2, -1})},
                     .outputs = {value("sum", kFloat, {2}), value("ys", kFloat, {-1, -1})},
                     .nodes = {written}});
}

TEST(OnnxScan, WalksAnyAxisInBothDirections) {
  const std::vector<Tensor> inputs = {Tensor::of<float>({2}, {10, 20}),
                                      Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6})};
  const auto by_columns = run_model(scan({integers("scan_input_axes", {1})}), inputs);
  expect<float>(by_columns, 0, {2}, {16, 35});
  expect<float>(by_columns, 1, {3, 2}, {1, 4, 2, 5, 3, 6});
  const auto reversed =
      run_model(scan({integers("scan_input_axes", {-1}), integers("scan_input_directions", {1})}), inputs);
  expect<float>(reversed, 1, {3, 2}, {3, 6, 2, 5, 1, 4});
  const auto stacked =
      run_model(scan({integers("scan_input_axes", {1}), integers("scan_input_directions", {1}),
                      integers("scan_output_axes", {-1}), integers("scan_output_directions", {1})}),
                inputs);
  expect<float>(stacked, 1, {2, 3}, {1, 2, 3, 4, 5, 6});
}

TEST(OnnxScan, OfNoElementKeepsTheState) {
  const auto outputs =
      run_model(scan({integers("scan_input_axes", {1})}),
                {Tensor::of<float>({2}, {10, 20}), Tensor::zeros(ElementType::kF32, {2, 0})});
  expect<float>(outputs, 0, {2}, {10, 20});
  expect<float>(outputs, 1, {0, 2}, {});
}

TEST(OnnxScan, WithWrongListsIsRejected) {
  EXPECT_EQ(rejection_of(scan({integers("scan_input_axes", {1, 1})})), "ONNX-SCAN-2");
  EXPECT_EQ(rejection_of(scan({integers("scan_output_directions", {2})})), "ONNX-SCAN-2");
  EXPECT_EQ(rejection_of(scan({integers("scan_input_axes", {2})})), "SLICE-1");
  auto model = scan({});
  model.mutable_graph()->mutable_node(0)->mutable_attribute(1)->set_i(3);
  EXPECT_EQ(rejection_of(model), "ONNX-SCAN-1");
}

// Inputs that are left out at the end of a node are not in its list of operands.
TEST(OnnxScan, NeedsAllItsInputs) {
  auto model = scan({});
  for (const int k : {1, 0}) {
    model.mutable_graph()->mutable_node(0)->set_input(k, "");
    EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-5") << k;
  }
}

// x has the elements 0 and 1. The corpus has no such case, because an implementation that goes on never ends.
TEST(OnnxLoop, WithoutMAndCondEndsWithAnErrorOnly) {
  const auto model = load_text(
      "<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[2] x, float v) => (float y) {\n"
      "  y = Loop <body = step (int64 i, bool going, float u) => (bool on, float w) {\n"
      "    e = Gather (x, i) w = Add (u, e) on = IsNaN (e)\n  }> (\"\", \"\", v)\n}",
      "test.onnxtxt");
  ASSERT_TRUE(model.ok()) << model.error().text();
  const std::vector<Tensor> inputs = {Tensor::of<float>({2}, {3, -5}), Tensor::scalar(1.0f)};
  const auto outputs = run(model.value(), inputs);
  ASSERT_FALSE(outputs.ok());
  EXPECT_EQ(outputs.error().rule(), "OP-6");
  EXPECT_NE(outputs.error().message().find("in iteration 2"), std::string::npos) << outputs.error().message();
}

TEST(OnnxLoop, NeedsAllInitialValues) {
  auto model = counting_loop(true, true);
  schema::NodeProto* loop = model.mutable_graph()->mutable_node(0);
  loop->set_input(loop->input_size() - 1, "");
  EXPECT_EQ(rejection_of(model), "ONNX-GRAPH-5");
}

TEST(OnnxIf, NeedsBranchesWithoutInputsAndWithEqualOutputs) {
  const auto with = [](const schema::GraphProto& then_branch, const schema::GraphProto& else_branch) {
    return rejection_of(make_model(
        {.inputs = {value("c", kBool), value("x")},
         .outputs = {value("y")},
         .nodes = {node("If", {"c"}, {"y"},
                        {graph("then_branch", then_branch), graph("else_branch", else_branch)})}}));
  };
  const auto good = make_graph({.outputs = {untyped("a")}, .nodes = {node("Neg", {"x"}, {"a"})}});
  const auto integers =
      make_graph({.outputs = {untyped("a")}, .nodes = {node("Cast", {"x"}, {"a"}, {integer("to", kInt64)})}});
  EXPECT_EQ(with(good, good), "");
  EXPECT_EQ(with(good, make_graph({.inputs = {value("b")}, .outputs = {untyped("b")}})), "ONNX-IF-1");
  EXPECT_EQ(with(make_graph({}), good), "ONNX-IF-1");
  EXPECT_EQ(with(good, integers), "IF-3");
}

// Three elements for two is an error of a run that takes the branch.
TEST(OnnxIf, MayHaveABranchThatFails) {
  const std::string good = " = Neg (x) }", bad = " = Reshape (x, three) }";
  for (const bool is_else : {false, true}) {
    const std::string text =
        "<ir_version: 8, opset_import: [\"\": 17]>\n"
        "g (bool c, float[2] x) => (float[] y) {\n  three = Constant <value_ints = [3]> ()\n  y = If (c) <"
        "then_branch = t () => (float[] a) { a" +
        (is_else ? good : bad) + ", else_branch = e () => (float[] b) { b" + (is_else ? bad : good) + "> }";
    const auto model = load_text(text, "test.onnxtxt");
    ASSERT_TRUE(model.ok()) << model.error().text();
    const Tensor x = Tensor::of<float>({2}, {1, 2});
    const auto outputs = [&](bool condition) {
      return run(model.value(), std::vector<Tensor>{Tensor::scalar(condition), x});
    };
    expect<float>(outputs(is_else), 0, {2}, {-1, -2});
    ASSERT_FALSE(outputs(!is_else).ok());
    EXPECT_EQ(outputs(!is_else).error().rule(), "OP-6");
  }
}

}  // namespace
}  // namespace backedge::onnx::testing
