#include <gtest/gtest.h>

#include <algorithm>

#include "interpreter/openvino/lookup.h"
#include "interpreter/openvino/testing/graph_writer.h"

/// Parameters of bodies that leave their element type open.  (GRAPH-6)
namespace backedge {
namespace {

// The signature of a model's only output, or the rule that rejects the model.
std::string output_of(const GraphWriter& model) {
  const Result<std::shared_ptr<const Graph>> built = build(model);
  return built.ok() ? built.value()->result_signatures.at(0).text() : built.error().rule();
}

// A TensorIterator over x: a part is added to a merged value.
std::string sum_of_parts(const std::string& x, const std::string& start, const std::string& part,
                         const std::string& state) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Wire value = body.sliced(0, part, "1"), sum = body.input(1, state, "1");
  body.back_edge(body.last(body.add("Add", {value, sum})), sum);
  GraphWriter model(weights);
  const Wire all = model.parameter(x, "3");
  model.result(add_iterator(model, {all, model.parameter(start, "1")}, body));
  return output_of(model);
}

TEST(OpenTypes, AreThoseOfTheValuesOutside) {
  for (const std::string type : {"i8", "u64", "f16", "f64"}) {
    EXPECT_EQ(sum_of_parts(type, type, "dynamic", "undefined"), type + "[1]");
    EXPECT_EQ(sum_of_parts(type, type, type, "dynamic"), type + "[1]");
    EXPECT_EQ(sum_of_parts(type, type, "dynamic", type), type + "[1]");
  }
  EXPECT_EQ(sum_of_parts("i8", "i16", "dynamic", "dynamic"), "OP-4");
  for (const std::string part : {"dynamic", "i8"}) EXPECT_EQ(sum_of_parts("i8", "i8", part, "i16"), "BODY-4");
  EXPECT_EQ(sum_of_parts("dynamic", "i8", "dynamic", "i8"), "GRAPH-5");
}

// A back edge from a Convert to `result`.
std::string converted(const std::string& start, const std::string& result) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Wire x = body.input(0, "dynamic", "2");
  body.back_edge(body.last(body.add("Convert", {x}, {{"destination_type", result}})), x);
  GraphWriter model(weights);
  model.result(add_iterator(model, {model.parameter(start, "2")}, body));
  return output_of(model);
}

TEST(OpenTypes, AreNotThoseOfBackEdges) {
  EXPECT_EQ(converted("i8", "i8"), "i8[2]");
  EXPECT_EQ(converted("i8", "i16"), "BACK-5");
}

TEST(OpenTypes, OfTheCurrentIterationAreRejected) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.last(body.current_iteration());
  body.condition(body.constant<bool>("", {true}));
  openvino::Body made = body.body("body");
  const auto loop = [&](bool counts_by_reals = false) {
    GraphWriter model(weights);
    const Wire trip = counts_by_reals ? model.constant<float>("", {2}) : model.constant<int64_t>("", {2});
    const Wire go = model.constant<bool>("", {true});
    model.result(model.add(
        {.type = "Loop", .version = "opset5", .dialect = openvino::Dialect::kLoop5, .bodies = {made}},
        {trip, go}, 1));
    return output_of(model);
  };
  EXPECT_EQ(loop(), "i64[]");
  find_attribute(made.graph.layers[0], "element_type")->value = "dynamic";
  EXPECT_EQ(loop(), "GRAPH-5");
  EXPECT_EQ(loop(true), "GRAPH-5");  // port -1 brings no value, so the type is not that of another input
  made.port_map.inputs.clear();
  EXPECT_EQ(loop(), "GRAPH-5");
}

TEST(OpenTypes, OfBothBranchesOfAnIf) {
  WeightBytes weights;
  BodyWriter then_body(weights), else_body(weights);
  then_body.last(then_body.input(1, "dynamic", "2"));
  else_body.last(else_body.input(2, "undefined", "2"));
  const auto with = [&](const std::string& a, const std::string& b) {
    GraphWriter model(weights);
    const Wire condition = model.parameter("boolean", ""), x = model.parameter(a, "2");
    model.result(add_if(model, {condition, x, model.parameter(b, "2")}, then_body, else_body));
    return output_of(model);
  };
  EXPECT_EQ(with("u8", "u8"), "u8[2]");
  EXPECT_EQ(with("u8", "i8"), "IF-3");
}

// The inner loop's type depends on a layer of the outer body.
TEST(OpenTypes, AreFoundFromTheOutsideIn) {
  WeightBytes weights;
  BodyWriter inner(weights);
  const Wire part = inner.sliced(0, "dynamic", "1");
  inner.scan(inner.add("Add", {part, part}));
  BodyWriter outer(weights);
  const Wire x = outer.input(0, "dynamic", "...");
  const Wire twice = add_iterator(outer, {outer.add("Convert", {x}, {{"destination_type", "u16"}})}, inner);
  outer.last(outer.add("Convert", {twice}, {{"destination_type", "f64"}}));
  GraphWriter model(weights);
  model.result(add_iterator(model, {model.parameter("bf16", "5")}, outer));
  EXPECT_EQ(output_of(model), "f64[5]");
}

// The common type of two operands may depend on their ranks, which only the values outside settle.
TEST(OpenTypes, MayDependOnShapesOutside) {
  WeightBytes weights;
  BodyWriter inner(weights);
  inner.last(inner.input(0, "dynamic", "..."));
  BodyWriter outer(weights);
  const Wire a = outer.input(0, "dynamic", "..."), b = outer.sliced(1, "dynamic", "...");
  const Wire both = outer.add("ConvertPromoteTypes", {a, b},
                              {{"promote_unsafe", "true"}, {"pytorch_scalar_promotion", "true"}}, 2);
  outer.last(add_iterator(outer, {both}, inner));
  GraphWriter model(weights);
  const Wire scalar = model.parameter("i64", "");
  model.result(add_iterator(model, {scalar, model.parameter("u8", "3")}, outer));
  EXPECT_EQ(output_of(model), "u8[]");
}

// A part has one position, which stretches to two. The three of the whole would not.
TEST(OpenTypes, MayDependOnTheShapeOfAPart) {
  WeightBytes weights;
  BodyWriter inner(weights), outer(weights);
  inner.last(inner.input(0, "dynamic", "..."));
  const Wire pair = outer.input(0, "dynamic", "..."), part = outer.sliced(1, "dynamic", "...");
  outer.last(add_iterator(outer, {outer.add("Add", {pair, part})}, inner));
  GraphWriter model(weights);
  const Wire two = model.parameter("u8", "2"), three = model.parameter("u8", "3");
  model.result(add_iterator(model, {two, three}, outer));
  EXPECT_EQ(output_of(model), "u8[2]");
}

// The back edge brings two elements. A pair cannot be added to the three that the loop begins with.
TEST(OpenTypes, DoNotDependOnTheShapeOfAnInitialValue) {
  WeightBytes weights;
  BodyWriter inner(weights), outer(weights);
  inner.last(inner.input(0, "dynamic", "..."));
  const Wire x = outer.input(2, "dynamic", "?"), pair = outer.constant<uint8_t>("2", {1, 2});
  const int64_t sum = outer.last(add_iterator(outer, {outer.add("Add", {x, pair})}, inner));
  outer.back_edge(sum, x);
  outer.condition(outer.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Wire count = model.parameter("i64", ""), three = model.parameter("u8", "3");
  model.result(add_loop(model, count, {three}, outer));
  EXPECT_EQ(output_of(model), "u8[2..3]");
}

// Nothing else in the body has a type, not even a Result.
TEST(OpenTypes, OfABodyThatOnlyTakesAValue) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.input(0, "dynamic", "2");
  GraphWriter model(weights);
  const Wire x = model.parameter("f32", "2");
  add_iterator(model, {x}, body);
  model.result(x);
  EXPECT_EQ(output_of(model), "f32[2]");
}

TEST(OpenTypes, OfParametersThatNothingBindsAreNotNeeded) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.last(body.input(0, "dynamic", "2"));
  body.parameter("dynamic", "2");
  GraphWriter model(weights);
  model.result(add_iterator(model, {model.parameter("f32", "2")}, body));
  EXPECT_EQ(output_of(model), "PORT-1");
}

// The error of the faulty layer is reported, not that of a type which depends on it.
TEST(OpenTypes, DoNotHideAFaultyLayer) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.last(body.input(0, "dynamic", "2"));
  GraphWriter model(weights);
  const Wire x = model.parameter("f32", "2"), sum = model.add("Add", {x, model.parameter("f64", "2")});
  model.result(add_iterator(model, {sum}, body));
  EXPECT_EQ(output_of(model), "OP-4");
}

TEST(OpenTypes, DoNotHideAFaultyEntry) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.scan(body.sliced(0, "dynamic", "1"));
  openvino::Body made = body.body("body");
  const auto iterator = [&] {
    GraphWriter model(weights);
    model.result(model.add({.type = "TensorIterator",
                            .version = "opset1",
                            .dialect = openvino::Dialect::kTensorIterator1,
                            .bodies = {made}},
                           {model.parameter("f32", "2")}, 1));
    return output_of(model);
  };
  EXPECT_EQ(iterator(), "f32[2]");
  openvino::PortMapEntry& entry = made.port_map.inputs[0];
  entry.stride = 0;
  EXPECT_EQ(iterator(), "SLICE-3");
  entry.stride = 1;
  entry.axis = 1;
  EXPECT_EQ(iterator(), "SLICE-1");
  entry.axis = 0;
  entry.external_port_id = 7;
  EXPECT_EQ(iterator(), "PORT-3");
}

// The back edge leads to a Parameter that no entry binds.
TEST(OpenTypes, DoNotHideAFaultyBackEdge) {
  WeightBytes weights;
  BodyWriter body(weights);
  const int64_t x = body.last(body.input(0, "dynamic", "2"));
  body.back_edge(x, body.parameter("dynamic", "2"));
  GraphWriter model(weights);
  model.result(add_iterator(model, {model.parameter("f32", "2")}, body));
  EXPECT_EQ(output_of(model), "PORT-1");
}

// The stride of the outer part is 0, so the type of its sum with a pair is known, and its shape is not. The
// inner current iteration is an i64, but it must not get a value from outside.
TEST(OpenTypes, DoNotDependOnAFaultyPart) {
  WeightBytes weights;
  BodyWriter inner(weights), outer(weights);
  inner.last(inner.input(2, "dynamic", "..."));
  inner.condition(inner.constant<bool>("", {true}));
  openvino::Body counting = inner.body("body");
  counting.port_map.inputs[0].purpose = "current_iteration";
  const Wire pair = outer.input(0, "i64", "2"), part = outer.sliced(1, "i64", "...", 0);
  const Wire trip = outer.constant<int64_t>("", {2}), go = outer.constant<bool>("", {true});
  outer.last(outer.add(
      {.type = "Loop", .version = "opset5", .dialect = openvino::Dialect::kLoop5, .bodies = {counting}},
      {trip, go, outer.add("Add", {pair, part})}, 1));
  GraphWriter model(weights);
  const Wire two = model.parameter("i64", "2"), three = model.parameter("i64", "3");
  model.result(add_iterator(model, {two, three}, outer));
  EXPECT_EQ(output_of(model), "ITER-3");
}

}  // namespace
}  // namespace backedge
