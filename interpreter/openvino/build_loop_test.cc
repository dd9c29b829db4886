#include "interpreter/openvino/build_loop.h"

#include <gtest/gtest.h>

#include <array>

#include "interpreter/openvino/testing/loop_layers.h"

namespace backedge {
namespace {

TEST(LoopControls, ArePorts0And1AndTheMarkedResult) {
  const LoopNode node = pass_through().build().value();
  EXPECT_EQ(std::get<TripCount>(node.spec.bound).input, 0u);
  EXPECT_TRUE(std::get<TripCount>(node.spec.bound).may_be_i32);
  EXPECT_EQ(node.spec.initial_condition, 1u);
  EXPECT_EQ(node.spec.condition, 1u);
}

TEST(LoopControls, AreBothNeeded) {
  for (const std::map<int64_t, size_t>& inputs :
       {std::map<int64_t, size_t>{{0, 0}, {2, 1}}, std::map<int64_t, size_t>{{1, 0}, {2, 1}},
        std::map<int64_t, size_t>{{2, 0}}}) {
    Layers loop = pass_through();
    loop.ports.inputs = inputs;
    EXPECT_EQ(loop.rule(), "TRIP-5") << inputs.begin()->first;
  }
}

TEST(LoopControls, NeedAResultThatIsMarked) {
  Layers loop = pass_through();
  openvino::Body body = loop.body.body("body");
  body.port_map.outputs.pop_back();
  EXPECT_EQ(loop.rule(body), "COND-4");
  body = loop.body.body("body");
  body.port_map.outputs.push_back(body.port_map.outputs.back());
  EXPECT_EQ(loop.rule(body), "COND-4");
}

// The condition may be an output too.
TEST(LoopControls, MayBeAnOutput) {
  Layers loop = pass_through();
  loop.ports.outputs = {{0, 0}, {1, 1}};
  openvino::Body body = loop.body.body("body");
  body.port_map.outputs.back().external_port_id = 1;
  const LoopNode node = loop.build(body).value();
  EXPECT_EQ(node.spec.outputs[1].result, 1u);
  EXPECT_EQ(node.spec.condition, 1u);
}

TEST(CurrentIteration, IsMarkedOrOutsideThePortMap) {
  for (const bool marked : {true, false}) {
    Layers loop = pass_through();
    if (marked) {
      loop.body.current_iteration();
    } else {
      loop.body.parameter("i64", "");
    }
    const LoopNode node = loop.build().value();
    EXPECT_TRUE(std::holds_alternative<InvariantInput>(node.spec.parameters[0].source));
    EXPECT_TRUE(std::holds_alternative<CurrentIteration>(node.spec.parameters[1].source)) << marked;
    (marked ? loop.body.current_iteration() : loop.body.parameter("i64", ""));
    EXPECT_EQ(loop.rule(), "ITER-2") << marked;
  }
}

TEST(CurrentIteration, IsTheMarkedOneOfTwoAndTheOtherIsUnbound) {
  Layers loop = pass_through();
  loop.body.current_iteration();
  loop.body.parameter("i64", "");
  EXPECT_EQ(loop.rule(), "PORT-1");
}

TEST(CurrentIteration, BelongsOnlyToALoop) {
  Layers iterator = pass_through();
  iterator.type = "TensorIterator";
  iterator.dialect = openvino::Dialect::kTensorIterator1;
  openvino::Body body = iterator.body.body("body");
  body.port_map.outputs.pop_back();
  EXPECT_EQ(iterator.rule(body), "");
  iterator.body.parameter("i64", "");
  openvino::Body more = iterator.body.body("body");
  more.port_map.outputs.pop_back();
  EXPECT_EQ(iterator.rule(more), "PORT-1");
}

TEST(CurrentIteration, IsAnIntegerOfOneElement) {
  for (const auto& [type, shape, rule] : std::vector<std::array<std::string, 3>>{{"i64", "", ""},
                                                                                 {"i32", "", ""},
                                                                                 {"i64", "1", ""},
                                                                                 {"i32", "?", ""},
                                                                                 {"i64", "...", ""},
                                                                                 {"i16", "", "ITER-1"},
                                                                                 {"u64", "1", "ITER-1"},
                                                                                 {"i64", "2", "ITER-1"},
                                                                                 {"i64", "1,1", "ITER-1"}}) {
    Layers loop = pass_through();
    loop.body.parameter(type, shape);
    EXPECT_EQ(loop.rule(), rule) << type << " " << shape;
  }
}

TEST(CurrentIteration, TakesNothingElse) {
  Layers loop = pass_through();
  const Wire i = loop.body.current_iteration();
  openvino::Body body = loop.body.body("body");
  body.back_edges.push_back({.from_layer = 1, .to_layer = i.layer});
  EXPECT_EQ(loop.rule(body), "ITER-3");
  body.back_edges.clear();
  body.port_map.inputs.back().external_port_id = 2;
  EXPECT_EQ(loop.rule(body), "ITER-3");
}

TEST(Words, OfALoopBelongToALoop) {
  for (const std::string type : {"Loop", "TensorIterator"}) {
    Layers layers = pass_through();
    layers.type = type;
    openvino::Body body = layers.body.body("body");
    EXPECT_EQ(layers.rule(body), type == "Loop" ? "" : "PORT-6");
    body.port_map.outputs.pop_back();
    body.port_map.inputs[0].condition = true;
    EXPECT_EQ(layers.rule(body), type == "Loop" ? "COND-4" : "PORT-6");
  }
}

// i is merged, and c is the condition that the draft marks.
Layers draft() {
  Layers loop;
  loop.dialect = openvino::Dialect::kLoop5Draft;
  loop.ports.inputs = {{3, 0}, {5, 1}, {8, 2}};
  loop.ports.outputs = {{0, 0}};
  const Wire c = loop.body.input(5, "boolean", ""), x = loop.body.input(8, "f32", "2");
  loop.body.last(x);
  loop.body.back_edge(loop.body.result(c), c);
  return loop;
}

openvino::Body draft_body(const Layers& loop, std::optional<bool> condition) {
  openvino::Body body = loop.body.body("body");
  body.port_map.inputs[0].condition = condition;
  return body;
}

TEST(Draft, TakesTheConditionThatIsMarkedAndTheTripCountThatNoEntryNames) {
  Layers loop = draft();
  const LoopNode node = loop.build(draft_body(loop, true)).value();
  EXPECT_EQ(std::get<TripCount>(node.spec.bound).input, 0u);
  EXPECT_FALSE(std::get<TripCount>(node.spec.bound).may_be_i32);
  EXPECT_EQ(node.spec.initial_condition, 1u);
  EXPECT_EQ(node.spec.condition, 1u);
}

TEST(Draft, MayHaveNeither) {
  for (const std::optional<bool> mark : {std::optional<bool>(), std::optional<bool>(false)}) {
    Layers loop = draft();
    loop.ports.inputs = {{5, 0}, {8, 1}};
    const LoopNode node = loop.build(draft_body(loop, mark)).value();
    EXPECT_TRUE(std::holds_alternative<NoBound>(node.spec.bound));
    EXPECT_FALSE(node.spec.initial_condition.has_value());
    EXPECT_FALSE(node.spec.condition.has_value());
  }
}

TEST(Draft, RejectsTwoTripCountsAndAConditionWithoutABackEdge) {
  Layers loop = draft();
  loop.ports.inputs = {{3, 0}, {4, 3}, {5, 1}, {8, 2}};
  EXPECT_EQ(loop.rule(draft_body(loop, true)), "TRIP-5");
  Layers open = draft();
  openvino::Body body = draft_body(open, true);
  body.back_edges.clear();
  EXPECT_EQ(open.rule(body), "COND-4");
}

TEST(Names, OfParametersAndTheirEntriesAreForMessages) {
  Layers loop = pass_through();
  loop.body.parameter("i64", "");
  openvino::Body body = loop.body.body("body");
  body.port_map.inputs[0].name = "port_map input[0]";
  const LoopNode node = loop.build(body).value();
  EXPECT_EQ(node.spec.parameters[0].name, "Parameter 0 \"Parameter_0\"");
  EXPECT_EQ(node.spec.parameters[0].entry, "port_map input[0]");
  EXPECT_EQ(node.spec.parameters[1].entry, node.spec.parameters[1].name);  // no entry binds it
}

TEST(Names, OfAnEntryAndItsLineAreInItsErrors) {
  const auto text = [](auto&& entry_of) {
    Layers loop = pass_through();
    openvino::Body body = loop.body.body("body");
    openvino::PortMapEntry& entry = entry_of(body.port_map);
    entry.name = "the entry";
    entry.line = 17;
    entry.start = 0;  // an error without axis
    return loop.build(body).error().text();
  };
  for (const std::string& error : {text([](openvino::PortMap & map) -> auto& { return map.inputs[0]; }),
                                   text([](openvino::PortMap & map) -> auto& { return map.outputs[0]; })}) {
    EXPECT_NE(error.find("PORT-4"), std::string::npos) << error;
    EXPECT_NE(error.find("model.xml:17"), std::string::npos) << error;
    EXPECT_NE(error.find("the entry"), std::string::npos) << error;
  }
}

TEST(Depth, IsLimited) {
  Layers loop = pass_through();
  loop.depth = 3;
  EXPECT_EQ(loop.rule(), "");
  loop.depth = 4;
  EXPECT_EQ(loop.rule(), "LIMIT-2");
}

TEST(Depth, CountsTheBodiesInABody) {
  WeightBytes weights;
  BodyWriter inner(weights);
  inner.last(inner.input(0, "f32", "2"));
  BodyWriter outer(weights);
  outer.last(add_iterator(outer, {outer.input(0, "f32", "2")}, inner));
  Layers layers;
  layers.type = "TensorIterator";
  layers.ports = {{{0, 0}}, {{0, 0}}};
  layers.depth = 2;
  EXPECT_EQ(layers.rule(outer.body("body")), "");
  layers.depth = 3;
  EXPECT_EQ(layers.rule(outer.body("body")), "LIMIT-2");
}

TEST(If, NeedsAConditionAndTwoBodiesThatGiveEveryOutput) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.last(body.input(1, "f32", "2"));
  openvino::Layer layer{.id = 1, .type = "If", .bodies = {body.body("then_body"), body.body("else_body")}};
  const std::string file;
  const openvino::BuildLimits limits;
  Deadline endless;
  openvino::BuildState state{.limits = limits, .deadline = endless};
  const openvino::BuildContext context{.file = file, .weights = {}, .state = state};
  const openvino::LoopPorts ports{.inputs = {{0, 0}, {1, 1}}, .outputs = {{0, 0}}};
  EXPECT_TRUE(openvino::build_if(layer, ports, context).ok());
  EXPECT_EQ(openvino::build_if(layer, {.inputs = {}, .outputs = {{0, 0}}}, context).error().rule(), "IF-1");
  const openvino::LoopPorts two{.inputs = {{0, 0}, {1, 1}}, .outputs = {{0, 0}, {1, 1}}};
  EXPECT_EQ(openvino::build_if(layer, two, context).error().rule(), "IF-2");
  for (const size_t branch : {0, 1}) {
    openvino::Layer sliced = layer;
    sliced.bodies[branch].port_map.outputs[0].axis = 0;
    EXPECT_EQ(openvino::build_if(sliced, ports, context).error().rule(), "IF-2") << branch;
    sliced = layer;
    sliced.bodies[branch].port_map.inputs[0].axis = 0;
    EXPECT_EQ(openvino::build_if(sliced, ports, context).error().rule(), "IF-2") << branch;
  }
}

}  // namespace
}  // namespace backedge
