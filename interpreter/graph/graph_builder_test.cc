#include "interpreter/graph/graph_builder.h"

#include <gtest/gtest.h>

#include "interpreter/graph/testing/map_elements.h"
#include "interpreter/loop/testing/loop_fixture.h"

namespace backedge {
namespace {

const Signature kPair = {ElementType::kF32, Shape{2}};

size_t add(GraphBuilder& graph, size_t a, size_t b) {
  const auto sum = +[](float x, float y) { return x + y; };
  return graph.add_operation({.place = {.name = "sum"}, .inputs = {a, b}}, map_elements(sum), 1)[0];
}

// A body that doubles its only Parameter, and the loop that runs it once.
LoopNode doubling(const Signature& declared) {
  GraphBuilder body("model");
  const size_t x = body.add_parameter("x", declared);
  body.add_result("y", add(body, x, x));
  LoopNode loop{.spec = {}, .body = body.finish_body()};
  loop.spec.parameters = {parameter(InvariantInput{0}, declared.shape)};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0)};
  loop.spec.bound = NumberOfParts();
  return loop;
}

TEST(GraphBuilder, NumbersValuesAsTheyAreAdded) {
  GraphBuilder builder("model");
  const size_t a = builder.add_parameter("a", kPair, 7), b = builder.add_constant(vector_of({1, 2}), "b");
  const size_t sum = add(builder, a, b);
  builder.add_result("r", sum, Shape{2}, 9);
  const std::shared_ptr<const Graph> graph = builder.finish().value();
  EXPECT_EQ(graph->file, "model");
  EXPECT_EQ(graph->parameters[0].id, 7);
  EXPECT_EQ(graph->parameters[0].slot, a);
  EXPECT_EQ(graph->constants[0].slot, b);
  EXPECT_EQ(graph->results[0].id, 9);
  EXPECT_EQ(graph->results[0].declared.text(), "[2]");
  EXPECT_EQ(graph->nodes[0].inputs, (std::vector<size_t>{a, b}));
  EXPECT_EQ(graph->nodes[0].outputs, (std::vector<size_t>{sum}));
  EXPECT_EQ(graph->nodes[0].input_names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(graph->slot_count, 3u);
  EXPECT_EQ(graph->result_signatures[0].text(), "f32[2]");
}

// Results are read after every node, one after the other. Constants stay.
TEST(GraphBuilder, FindsTheLastReads) {
  GraphBuilder builder("model");
  const size_t x = builder.add_parameter("x", kPair), c = builder.add_constant(vector_of({1, 2}));
  const size_t a = add(builder, x, c), b = add(builder, a, x);
  const size_t unused = add(builder, b, a);
  for (const size_t slot : {b, c, b}) builder.add_result("r", slot);
  const std::shared_ptr<const Graph> graph = builder.finish_body();
  EXPECT_TRUE(graph->nodes[0].last_reads.empty());
  EXPECT_EQ(graph->nodes[1].last_reads, (std::vector<size_t>{x}));
  EXPECT_EQ(graph->nodes[2].last_reads, (std::vector<size_t>{a, unused}));
  EXPECT_FALSE(graph->results[0].is_last_read);
  EXPECT_FALSE(graph->results[1].is_last_read);
  EXPECT_TRUE(graph->results[2].is_last_read);
}

TEST(GraphBuilder, InfersTheBodiesToo) {
  GraphBuilder builder("model");
  const size_t x = builder.add_parameter("x", kPair);
  builder.add_result(
      "y", builder.add_loop({.inputs = {x}}, doubling({ElementType::kF32, PartialShape::any()}))[0]);
  EXPECT_EQ(builder.finish().value()->result_signatures[0].text(), "f32[2]");
}

TEST(GraphBuilder, NamesThePlaceOfAnError) {
  GraphBuilder builder("model");
  const size_t x = builder.add_parameter("x", kPair);
  builder.add_loop({.place = {.file = "model", .line = 17, .title = "the loop"}, .inputs = {x}},
                   doubling({ElementType::kF32, Shape{3}}));
  const Result<std::shared_ptr<const Graph>> built = builder.finish();
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().rule(), "BODY-4");
  EXPECT_EQ(built.error().where(), "model:17: the loop, port_map input");
}

TEST(GraphBuilder, KnowsWhetherConstantsHaveValues) {
  const auto lacks_weights = [](bool in_body) {
    LoopNode loop = doubling(kPair);
    auto body = std::make_shared<Graph>(*loop.body);
    body->lacks_weights = in_body;
    loop.body = body;
    GraphBuilder builder("model");
    builder.add_loop({.inputs = {builder.add_parameter("x", kPair)}}, std::move(loop));
    return builder.finish().value()->lacks_weights;
  };
  EXPECT_FALSE(lacks_weights(false));
  EXPECT_TRUE(lacks_weights(true));
  for (const bool in_else : {false, true}) {
    GraphBuilder builder("model");
    const size_t condition = builder.add_parameter("condition", {ElementType::kBoolean, Shape{}});
    const size_t x = builder.add_parameter("x", kPair);
    IfNode branches{doubling(kPair), doubling(kPair)};
    for (LoopNode* branch : {&branches.then_branch, &branches.else_branch})
      branch->spec.parameters[0].source = InvariantInput{1};
    LoopNode& lacking = in_else ? branches.else_branch : branches.then_branch;
    auto body = std::make_shared<Graph>(*lacking.body);
    body->lacks_weights = true;
    lacking.body = body;
    builder.add_if({.inputs = {condition, x}}, std::move(branches));
    EXPECT_TRUE(builder.finish().value()->lacks_weights);
  }
  GraphBuilder builder("model");
  builder.add_constant(Tensor(ElementType::kF32, {2}, nullptr));
  EXPECT_TRUE(builder.finish().value()->lacks_weights);
}

TEST(GraphBuilder, KnowsWhetherConstantsOfAGateHaveValues) {
  GraphBuilder gate("model");
  gate.add_result("open", gate.add_constant(Tensor(ElementType::kBoolean, {}, nullptr)));
  LoopNode loop = doubling(kPair);
  loop.spec.gate.emplace();
  loop.gate = gate.finish_body();
  GraphBuilder builder("model");
  builder.add_loop({.inputs = {builder.add_parameter("x", kPair)}}, std::move(loop));
  EXPECT_TRUE(builder.finish_body()->lacks_weights);
}

// A branch that gives its only Parameter, of this kind.
LoopNode branch_of(ValueKind kind, size_t input) {
  const Signature declared = {ElementType::kF32, PartialShape::any(), kind};
  GraphBuilder body("model");
  body.add_result("y", body.add_parameter("x", declared));
  LoopNode branch{.spec = {}, .body = body.finish_body()};
  branch.spec.parameters = {parameter(InvariantInput{input})};
  branch.spec.parameters[0].declared = declared;
  branch.spec.results.assign(1, {PartialShape::any(), "Result"});
  branch.spec.outputs = {last(0)};
  branch.spec.bound = NumberOfParts();
  return branch;
}

TEST(GraphBuilder, TakesBranchesOfOneKindAlone) {
  for (const ValueKind kind : {ValueKind::kTensor, ValueKind::kSequence}) {
    GraphBuilder builder("model");
    const size_t condition = builder.add_parameter("condition", {ElementType::kBoolean, Shape{}});
    const size_t x = builder.add_parameter("x", {ElementType::kF32, PartialShape::any()});
    const size_t y = builder.add_parameter("y", {ElementType::kF32, PartialShape::any(), kind});
    builder.add_if({.inputs = {condition, x, y}}, {branch_of(ValueKind::kTensor, 1), branch_of(kind, 2)});
    const auto built = builder.finish();
    EXPECT_EQ(built.ok() ? "" : built.error().rule(), kind == ValueKind::kTensor ? "" : "IF-3");
  }
}

TEST(GraphBuilder, GivesOperationsTensorsAlone) {
  for (const bool second : {false, true}) {
    GraphBuilder builder("model");
    const size_t tensor = builder.add_parameter("tensor", kPair);
    const size_t sequence =
        builder.add_parameter("sequence", {ElementType::kF32, Shape{2}, ValueKind::kSequence});
    add(builder, second ? tensor : sequence, second ? sequence : tensor);
    EXPECT_EQ(builder.finish().error().rule(), "OP-4");
  }
}

TEST(GraphBuilder, GivesNarrowTypesOnlyToOperationsThatDoNotComputeWithThem) {
  const auto rule_of = [](const ops::ErrorClass& error, ElementType first, ElementType second) {
    GraphBuilder builder("model");
    const size_t a = builder.add_parameter("a", {first, Shape{2}});
    const size_t b = builder.add_parameter("b", {second, Shape{2}});
    Operation operation = map_elements(+[](float x, float y) { return x + y; });
    operation.error = error;
    builder.add_operation({.inputs = {a, b}}, std::move(operation), 1);
    const auto built = builder.finish();
    return built.ok() ? "" : built.error().rule();
  };
  const ElementType wide = ElementType::kF32, i4 = ElementType::kI4, f8 = ElementType::kF8E4M3;
  EXPECT_EQ(rule_of(ops::NotDerived{}, wide, wide), "");
  EXPECT_EQ(rule_of(ops::NotDerived{}, i4, wide), "OP-4");
  EXPECT_EQ(rule_of(ops::NotDerived{}, wide, f8), "OP-4");
  EXPECT_EQ(rule_of(ops::Moves{}, i4, f8), "");
  EXPECT_EQ(rule_of(ops::MovesByOthers{}, i4, f8), "");
  EXPECT_EQ(rule_of(ops::Converts{}, i4, f8), "");
  EXPECT_EQ(rule_of(ops::ReadsNoReals{}, i4, f8), "");
}

TEST(GraphBuilder, JoinsTensorsAlone) {
  LoopNode loop = branch_of(ValueKind::kSequence, 0);
  loop.spec.outputs = {scan(0)};
  GraphBuilder builder("model");
  const size_t x = builder.add_parameter("x", {ElementType::kF32, PartialShape::any(), ValueKind::kSequence});
  builder.add_loop({.inputs = {x}}, std::move(loop));
  const auto built = builder.finish();
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().rule(), "TYPE-2");
  EXPECT_NE(built.error().where().find("port_map output"), std::string::npos);
}

TEST(GraphBuilder, BindsParametersToValuesThatFit) {
  const auto rule_of = [](const Signature& given) {
    GraphBuilder builder("model");
    builder.add_loop({.inputs = {builder.add_parameter("x", given)}}, doubling(kPair));
    const auto built = builder.finish();
    return built.ok() ? "" : built.error().rule();
  };
  EXPECT_EQ(rule_of(kPair), "");
  EXPECT_EQ(rule_of({ElementType::kF64, Shape{2}}), "BODY-4");
  EXPECT_EQ(rule_of({ElementType::kF32, Shape{3}}), "BODY-4");
  EXPECT_EQ(rule_of({ElementType::kF32, Shape{2}, ValueKind::kSequence}), "BODY-4");
  EXPECT_EQ(rule_of({ElementType::kF64, Shape{2}, ValueKind::kSequence}), "BODY-4");
}

TEST(GraphBuilderDeathTest, RefusesWhatNamesNothing) {
  GraphBuilder builder("model");
  const size_t x = builder.add_parameter("x", kPair);
  EXPECT_DEATH(add(builder, x, x + 1), "");
  EXPECT_DEATH(builder.add_result("r", x + 1), "");
  EXPECT_DEATH(builder.add_loop({}, doubling(kPair)), "");
  const auto wrong = [&](void (*change)(LoopSpec&)) {
    LoopNode loop = doubling(kPair);
    change(loop.spec);
    EXPECT_DEATH(builder.add_loop({.inputs = {x}}, loop), "");
  };
  wrong([](LoopSpec& spec) { spec.parameters.clear(); });
  wrong([](LoopSpec& spec) { spec.results.clear(); });
  wrong([](LoopSpec& spec) { spec.outputs[0].result = 1; });
  wrong([](LoopSpec& spec) { spec.parameters[0].source = merged(0, 1); });
  wrong([](LoopSpec& spec) { spec.bound = TripCount{1}; });
  wrong([](LoopSpec& spec) { spec.initial_condition = 1; });
  wrong([](LoopSpec& spec) { spec.condition = 1; });
  wrong([](LoopSpec& spec) { spec.gate = Gate{.parameters = {0}}; });  // there is no graph for it
  GraphBuilder gate("model");
  gate.add_result("open", gate.add_parameter("open", kPair));
  LoopNode gated = doubling(kPair);
  gated.spec.gate = Gate{.parameters = {1}};  // there is no such Parameter
  gated.gate = gate.finish_body();
  EXPECT_DEATH(builder.add_loop({.inputs = {x}}, gated), "");
  gated.spec.gate->parameters = {0, 0};
  EXPECT_DEATH(builder.add_loop({.inputs = {x}}, gated), "");
  EXPECT_DEATH(builder.add_if({.inputs = {x}}, {doubling(kPair), gated}), "");
  wrong([](LoopSpec& spec) { spec.outputs[0].kind = Scan{.slicing = {}, .length = 1}; });
  wrong([](LoopSpec& spec) {
    spec.parameters[0].source = SlicedInput{.input = 0, .slicing = {.stride = 2}, .drops_axis = true};
  });
}

}  // namespace
}  // namespace backedge
