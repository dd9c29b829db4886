#include "conformance/bounds/run_with_bounds.h"

#include <gtest/gtest.h>

#include "interpreter/openvino/testing/graph_writer.h"

namespace backedge::bounds {
namespace {

std::vector<double> errors_of(const Bounded& bounded) {
  const auto errors = bounded.error.values<double>();
  return {errors.begin(), errors.end()};
}

std::vector<Bounded> run_well(const GraphWriter& graph, const std::vector<Tensor>& inputs) {
  Result<std::vector<Bounded>> outputs = run_with_bounds(LoadedModel(build(graph).value()), inputs);
  if (!outputs.ok()) ADD_FAILURE() << outputs.error().text();
  CHECK(outputs.ok());
  return std::move(outputs).value();
}

/// h' = h + x, while h' < limit. Inputs: the trip count, x [1], h [1] and limit [1]. Outputs: the last h,
/// and all of them.
GraphWriter counting(WeightBytes& weights) {
  GraphWriter graph(weights);
  const Wire trip = graph.parameter("i64", ""), x = graph.parameter("f32", "1");
  const Wire start = graph.parameter("f32", "1"), limit = graph.parameter("f32", "1");
  BodyWriter body(weights);
  const Wire add = body.input(2, "f32", "1"), h = body.input(3, "f32", "1"), most = body.input(4, "f32", "1");
  body.current_iteration();
  const Wire next = body.add("Add", {h, add});
  body.back_edge(body.last(next), h);
  body.scan(next);
  body.condition(body.add("Less", {next, most}));
  const Wire loop = add_loop(graph, trip, {x, start, limit}, body);
  graph.result(loop);
  graph.result({loop.layer, 1});
  return graph;
}

std::vector<Tensor> counted(int64_t trip, float x, float start, float limit) {
  return {Tensor::scalar(trip), Tensor::of<float>({1}, {x}), Tensor::of<float>({1}, {start}),
          Tensor::of<float>({1}, {limit})};
}

TEST(Loops, CarryErrorsAsTheyCarryValues) {
  WeightBytes weights;
  // 1 + 2^-24 is halfway between two values and gives 1, so 2^-24 is lost. Another implementation may lose
  // the same, in the other direction: 2^-23. The next addition adds 2^-24 + 2^-24.
  const std::vector<Bounded> outputs = run_well(counting(weights), counted(2, 0x1p-24f, 1, 2));
  EXPECT_EQ(outputs[0].value.data<float>()[0], 1);
  ASSERT_EQ(errors_of(outputs[1]).size(), 2u);
  EXPECT_NEAR(errors_of(outputs[1])[0], 0x1p-23, 1e-13);
  EXPECT_NEAR(errors_of(outputs[1])[1], 0x1p-22, 1e-13);
  EXPECT_GE(errors_of(outputs[1])[1], 0x1p-22);
  EXPECT_EQ(errors_of(outputs[0])[0], errors_of(outputs[1])[1]);
}

TEST(Loops, MayRunNoIteration) {
  WeightBytes weights;
  const std::vector<Bounded> outputs = run_well(counting(weights), counted(0, 0.1f, 0.7f, 2));
  EXPECT_EQ(errors_of(outputs[0]), std::vector<double>{0});
  EXPECT_TRUE(errors_of(outputs[1]).empty());
}

TEST(Loops, CountExactlyIfTheTypeDoes) {
  WeightBytes weights;
  EXPECT_EQ(errors_of(run_well(counting(weights), counted(9, 0.5f, 0, 2))[1]), std::vector<double>(4, 0));
}

TEST(Loops, ConditionsThatDependOnRoundingsAreRefused) {
  WeightBytes weights;
  const LoadedModel model(build(counting(weights)).value());
  // Ten times 0.1f is 1 + 2^-23 here, and 1 in other implementations.
  const Result<std::vector<Bounded>> outputs = run_with_bounds(model, counted(-1, 0.1f, 0, 1));
  ASSERT_FALSE(outputs.ok());
  EXPECT_EQ(outputs.error().rule(), "CASE-3");
  EXPECT_NE(outputs.error().where().find("(Less"), std::string::npos) << outputs.error().where();
  EXPECT_NE(outputs.error().message().find("in iteration 9"), std::string::npos) << outputs.error().message();
}

TEST(Branches, CarryErrors) {
  WeightBytes weights;
  GraphWriter graph(weights);
  const Wire condition = graph.parameter("boolean", ""), x = graph.parameter("f32", "1");
  BodyWriter then_body(weights), else_body(weights);
  then_body.last(then_body.add("Exp", {then_body.input(1, "f32", "1")}));
  else_body.last(else_body.input(1, "f32", "1"));
  graph.result(add_if(graph, {condition, x}, then_body, else_body));
  const Tensor half = Tensor::of<float>({1}, {0.5f});
  EXPECT_GT(errors_of(run_well(graph, {Tensor::scalar(true), half})[0])[0], 0);
  EXPECT_EQ(errors_of(run_well(graph, {Tensor::scalar(false), half})[0])[0], 0);
}

}  // namespace
}  // namespace backedge::bounds
