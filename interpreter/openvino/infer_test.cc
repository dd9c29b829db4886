#include <gtest/gtest.h>

#include <array>

#include "interpreter/graph/infer_graph.h"
#include "interpreter/openvino/testing/graph_writer.h"

namespace backedge {
namespace {

// The inferred signature of a model's only output, or the rule that rejects the model.
std::string output_of(const GraphWriter& model) {
  const Result<std::shared_ptr<const Graph>> built = build(model);
  return built.ok() ? built.value()->result_signatures.at(0).text() : built.error().rule();
}

// A TensorIterator over x that joins its parts to a scan output.
std::string scanned(const std::string& x, const std::string& part, int64_t axis = 0, int64_t stride = 1) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.scan(body.sliced(0, "f32", part, stride), axis, stride);
  GraphWriter model(weights);
  model.result(add_iterator(model, {model.parameter("f32", x)}, body));
  return output_of(model);
}

TEST(InferredScan, IsAsLongAsAllPartsTogether) {
  EXPECT_EQ(scanned("6,5", "1,5"), "f32[6,5]");
  EXPECT_EQ(scanned("6,5", "2,5", 0, 2), "f32[6,5]");
  EXPECT_EQ(scanned("6,5", "2,5", 0, -2), "f32[6,5]");
  EXPECT_EQ(scanned("6,5", "1,5", 1), "f32[1,30]");
  EXPECT_EQ(scanned("?,5", "1,5"), "f32[?,5]");
  EXPECT_EQ(scanned("6,?", "1,?"), "f32[6,?]");
  EXPECT_EQ(scanned("...", "1,5"), "f32[?,5]");
  EXPECT_EQ(scanned("...", "..."), "f32[...]");
  EXPECT_EQ(scanned("6,5", "1,5", 2), "SLICE-1");
  EXPECT_EQ(scanned("6,0", "1,0", 1), "f32[1,0]");
  EXPECT_EQ(scanned("6,?", "1,?", 1), "f32[1,?]");
}

TEST(InferredScan, OfScalarsHasOneElementEach) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.sliced(0, "f32", "1");
  body.scan(body.constant<float>("", {7}));
  GraphWriter model(weights);
  model.result(add_iterator(model, {model.parameter("f32", "6")}, body));
  EXPECT_EQ(output_of(model), "f32[6]");
}

TEST(InferredScan, OfALengthThatNoInt64HoldsIsUnknown) {
  EXPECT_EQ(scanned("3037000500,3037000499", "1,3037000499", 1), "f32[1,9223372033963249500]");
  EXPECT_EQ(scanned("3037000500,3037000500", "1,3037000500", 1), "f32[1,?]");
}

// A TensorIterator over x whose parts are one position wide. It joins them to a scan output with this
// part_size.
std::string scanned_by_parts_of(int64_t part_size, const std::string& x) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.scan(body.sliced(0, "f32", "1"));
  openvino::Body made = body.body("body");
  made.port_map.outputs[0].part_size = part_size;
  GraphWriter model(weights);
  model.result(model.add({.type = "TensorIterator",
                          .version = "opset1",
                          .dialect = openvino::Dialect::kTensorIterator1,
                          .bodies = {std::move(made)}},
                         {model.parameter("f32", x)}, 1));
  return output_of(model);
}

// If it is possible that no iteration runs, there may be no part of the wrong width.
TEST(InferredScan, HasPartsOfPartSizeIfAnIterationRuns) {
  EXPECT_EQ(scanned_by_parts_of(1, "3"), "f32[3]");
  EXPECT_EQ(scanned_by_parts_of(2, "3"), "OUT-4");
  EXPECT_EQ(scanned_by_parts_of(2, "1"), "OUT-4");
  EXPECT_EQ(scanned_by_parts_of(2, "0"), "f32[0]");
  EXPECT_EQ(scanned_by_parts_of(2, "?"), "f32[?]");
}

// The last value of a Result that is the part itself, in a loop of `n` iterations over parts.
std::string last_of(const std::string& x, const std::string& start) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.sliced(0, "f32", "1");
  const Wire state = body.input(1, "f32", "?");
  body.back_edge(body.last(body.constant<float>("2", {1, 2})), state);
  GraphWriter model(weights);
  const Wire parts = model.parameter("f32", x);
  model.result(add_iterator(model, {parts, model.parameter("f32", start)}, body));
  return output_of(model);
}

// If it is possible that no iteration runs, the output may be the initial value.
TEST(InferredLastValue, MayBeTheInitialOneIfTheNumberOfIterationsIsUnknownOr0) {
  EXPECT_EQ(last_of("3", "5"), "f32[2]");
  EXPECT_EQ(last_of("1", "5"), "f32[2]");
  EXPECT_EQ(last_of("0", "2"), "f32[2]");
  EXPECT_EQ(last_of("0", "5"), "f32[2..5]");
  EXPECT_EQ(last_of("?", "2"), "f32[2]");
  EXPECT_EQ(last_of("?", "5"), "f32[2..5]");
}

TEST(InferredLastValue, MayBeThatOfTheFirstParameter) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Wire state = body.input(0, "f32", "?");
  body.sliced(1, "f32", "1");
  body.back_edge(body.last(body.constant<float>("2", {1, 2})), state);
  GraphWriter model(weights);
  const Wire start = model.parameter("f32", "5");
  model.result(add_iterator(model, {start, model.parameter("f32", "?")}, body));
  EXPECT_EQ(output_of(model), "f32[2..5]");
}

// A body that adds 1 to its merged value, which is declared as `state`.
std::string merged(const std::string& start, const std::string& state, const std::string& added) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.sliced(0, "f32", "1");
  const Wire h = body.input(1, "f32", state);
  const Wire more = body.input(2, "f32", added);
  body.back_edge(body.last(body.add("Add", {h, more})), h);
  GraphWriter model(weights);
  const Wire x = model.parameter("f32", "3");
  model.result(add_iterator(model, {x, model.parameter("f32", start), model.parameter("f32", added)}, body));
  return output_of(model);
}

TEST(InferredBackEdge, KeepsToTheDeclarationOfItsParameter) {
  EXPECT_EQ(merged("2", "2", "1"), "f32[2]");
  EXPECT_EQ(merged("2", "?", "1"), "f32[?]");
  EXPECT_EQ(merged("2", "?", "3,1"), "BODY-4");
  EXPECT_EQ(merged("2", "3", "1"), "BODY-4");
  EXPECT_EQ(merged("2", "...", "3,1"), "f32[...]");
}

TEST(InferredBackEdge, HasOneElementType) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.sliced(0, "f32", "1");
  const Wire h = body.input(1, "f32", "1");
  body.back_edge(body.last(body.constant<int32_t>("1", {1})), h);
  GraphWriter model(weights);
  const Wire x = model.parameter("f32", "3");
  model.result(add_iterator(model, {x, model.parameter("f32", "1")}, body));
  EXPECT_EQ(output_of(model), "BACK-5");
}

TEST(InferredParameter, FitsItsDeclaration) {
  EXPECT_EQ(scanned("6,5", "1,4"), "BODY-4");
  EXPECT_EQ(scanned("6,5", "2,5"), "BODY-4");
  EXPECT_EQ(scanned("6,5", "5"), "BODY-4");
  EXPECT_EQ(scanned("5", "1,5", 0, 2), "SLICE-6");
}

// More may be known about the value of a Parameter than its declaration says.
TEST(InferredParameter, HasTheShapeOfItsInput) {
  EXPECT_EQ(scanned("6,5", "?,?"), "f32[6,5]");
  EXPECT_EQ(scanned("6,5", "..."), "f32[6,5]");
}

TEST(InferredParts, AreEquallyMany) {
  const auto two = [](const std::string& a, const std::string& b) {
    WeightBytes weights;
    BodyWriter body(weights);
    body.scan(body.add("Add", {body.sliced(0, "f32", "1"), body.sliced(1, "f32", "1")}));
    GraphWriter model(weights);
    const Wire x = model.parameter("f32", a);
    model.result(add_iterator(model, {x, model.parameter("f32", b)}, body));
    return output_of(model);
  };
  EXPECT_EQ(two("3", "3"), "f32[3]");
  EXPECT_EQ(two("3", "?"), "f32[3]");
  EXPECT_EQ(two("?", "4"), "f32[4]");
  EXPECT_EQ(two("?", "?"), "f32[?]");
  EXPECT_EQ(two("3", "4"), "SLICE-7");
}

// The trip count decides how many parts of each input are read.
TEST(InferredParts, OfALoopMayBeUnequallyMany) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.scan(body.add("Add", {body.sliced(2, "f32", "1"), body.sliced(3, "f32", "1")}));
  body.condition(body.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Wire trip = model.parameter("i64", ""), x = model.parameter("f32", "3");
  model.result(add_loop(model, trip, {x, model.parameter("f32", "4")}, body));
  EXPECT_EQ(output_of(model), "f32[?]");
}

// A Loop with these control inputs. The condition of its body has this type and shape.
std::string controlled(const std::array<std::string, 6>& given) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Wire c = body.input(2, given[4], given[5]);
  body.last(body.constant<float>("1", {1}));
  body.condition(c);
  GraphWriter model(weights);
  const Wire trip = model.parameter(given[0], given[1]), start = model.parameter(given[2], given[3]);
  const Wire more = model.parameter(given[4], given[5]);
  model.result(model.add({.type = "Loop",
                          .version = "opset5",
                          .dialect = openvino::Dialect::kLoop5,
                          .bodies = {body.body("body")}},
                         {trip, start, more}, 1));
  return output_of(model);
}

TEST(InferredControls, AreOneElementOfTheirTypes) {
  EXPECT_EQ(controlled({"i64", "", "boolean", "", "boolean", ""}), "f32[1]");
  EXPECT_EQ(controlled({"i32", "1", "boolean", "1,1", "boolean", "1"}), "f32[1]");
  EXPECT_EQ(controlled({"i64", "...", "boolean", "...", "boolean", "?"}), "f32[1]");
  EXPECT_EQ(controlled({"i16", "", "boolean", "", "boolean", ""}), "TRIP-1");
  EXPECT_EQ(controlled({"i64", "2", "boolean", "", "boolean", ""}), "TRIP-1");
  EXPECT_EQ(controlled({"i64", "1,1", "boolean", "", "boolean", ""}), "TRIP-1");
  EXPECT_EQ(controlled({"i64", "", "u8", "", "boolean", ""}), "COND-1");
  EXPECT_EQ(controlled({"i64", "", "boolean", "2", "boolean", ""}), "COND-1");
  EXPECT_EQ(controlled({"i64", "", "boolean", "", "u8", ""}), "COND-4");
  EXPECT_EQ(controlled({"i64", "", "boolean", "", "boolean", "2"}), "COND-4");
}

// An If whose branches return constants.
std::string chosen(const std::string& type, const std::string& shape, bool same_type, size_t rows) {
  WeightBytes weights;
  BodyWriter one(weights), other(weights);
  one.last(one.constant<float>("2", {1, 2}));
  if (same_type) {
    other.last(other.constant<float>(std::to_string(rows), std::vector<float>(rows, 1)));
  } else {
    other.last(other.constant<int32_t>("2", {1, 2}));
  }
  GraphWriter model(weights);
  model.result(add_if(model, {model.parameter(type, shape)}, one, other));
  return output_of(model);
}

TEST(InferredIf, KnowsWhatBothBranchesGive) {
  EXPECT_EQ(chosen("boolean", "", true, 2), "f32[2]");
  EXPECT_EQ(chosen("boolean", "1", true, 4), "f32[2..4]");
  EXPECT_EQ(chosen("boolean", "...", true, 1), "f32[1..2]");
  EXPECT_EQ(chosen("boolean", "", false, 2), "IF-3");
  EXPECT_EQ(chosen("boolean", "2", true, 2), "IF-1");
  EXPECT_EQ(chosen("u8", "", true, 2), "IF-1");
}

TEST(InferredOutputs, AreAllLookedAt) {
  WeightBytes weights;
  BodyWriter one(weights), other(weights);
  for (BodyWriter* body : {&one, &other}) body->last(body->constant<float>("1", {1}));
  one.last(one.constant<int32_t>("2", {1, 2}));
  other.last(other.constant<float>("2", {1, 2}));
  GraphWriter choice(weights);
  choice.result(add_if(choice, {choice.parameter("boolean", "")}, one, other));
  EXPECT_EQ(output_of(choice), "IF-3");
  GraphWriter loop(weights);
  loop.result({add_iterator(loop, {}, one).layer, 1});
  EXPECT_EQ(output_of(loop), "i32[2]");
}

// The inferred sum of x [?] + y [?] at these shapes, for a body that runs no iteration.
PartialShape sum_at(const PartialShape& x, const PartialShape& y) {
  WeightBytes weights;
  GraphWriter graph(weights);
  const Wire a = graph.parameter("f32", "?,3"), b = graph.parameter("f32", "?,?");
  graph.result(graph.add("Add", {a, b}));
  const std::vector<PartialShape> shapes = {x, y};
  return infer_body(*build(graph).value(), shapes).at(0).shape;
}

TEST(InferredBody, KnowsWhatTheParametersShapesSettle) {
  EXPECT_EQ(sum_at(Shape{2, 3}, Shape{2, 3}).text(), "[2,3]");
  EXPECT_EQ(sum_at(PartialShape::any(), Shape{2, 3}).text(), "[2,3]");
  EXPECT_EQ(sum_at(PartialShape::any(), PartialShape::any()).text(), "[?,3]");
}

// No iteration runs a body at shapes at which it would fail, so these shapes decide nothing.
TEST(InferredBody, FallsBackToTheDeclarationsIfTheShapesDoNotFit) {
  EXPECT_EQ(sum_at(Shape{2, 3}, Shape{4, 3}).text(), "[?,3]");
}

TEST(InferredSlots, KnowTheValuesOfConstantsAlone) {
  WeightBytes weights;
  GraphWriter graph(weights);
  const Wire c = graph.constant<float>("2", {1, 2}), x = graph.parameter("f32", "2");
  graph.result(graph.add("Add", {c, x}));
  const std::shared_ptr<const Graph> built = build(graph).value();
  const std::vector<Signature> parameters = {{ElementType::kF32, Shape{2}}};
  const std::vector<Operand> slots = infer_slots(*built, parameters).value();
  ASSERT_EQ(slots.size(), 3u);
  ASSERT_NE(slots[0].value, nullptr);
  EXPECT_EQ(slots[0].value->data<float>()[1], 2);
  EXPECT_EQ(slots[1].value, nullptr);
  EXPECT_EQ(slots[2].value, nullptr);
  EXPECT_EQ(slots[2].shape.text(), "[2]");
}

}  // namespace
}  // namespace backedge
