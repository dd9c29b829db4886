#include <gtest/gtest.h>

#include "interpreter/exec/evaluate.h"
#include "interpreter/openvino/testing/graph_writer.h"

/// What a run of a model counts and checks.
namespace backedge {
namespace {

// How often a run reads the clock; each time it reports progress.
int64_t looks_at_the_clock(const GraphWriter& model, const std::vector<Value>& inputs) {
  int64_t looks = 0;
  RunOptions options;
  options.progress = [&looks](int64_t) { ++looks; };
  EXPECT_TRUE(evaluate(*build(model).value(), inputs, options).ok());
  return looks;
}

// Returns x, and x after a loop whose iterations do no work.
GraphWriter idle_loop(WeightBytes& weights, int64_t trip_count) {
  BodyWriter body(weights);
  const Wire x = body.input(2, "f32", "?");
  body.back_edge(body.last(x), x);
  body.condition(body.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Wire given = model.parameter("f32", "?");
  model.result(add_loop(model, model.constant<int64_t>("", {trip_count}), {given}, body));
  return model;
}

// Ten iterations, the end of their loop, one node, its two operands and its only element: 16383 or 16385
// units of work.
TEST(Clock, IsReadWhenEnoughWorkIsDone) {
  for (const int64_t elements : {7807, 7808}) {
    WeightBytes weights;
    GraphWriter model = idle_loop(weights, 10);
    const Wire x{0, 0};
    model.result(model.add("MatMul", {x, x}));
    EXPECT_EQ(looks_at_the_clock(model, {Tensor::zeros(ElementType::kF32, {elements})}), elements - 7807);
  }
}

TEST(Clock, IsReadInIterationsWithoutWork) {
  WeightBytes weights;
  RunOptions options;
  options.limits.max_seconds = 0;
  const std::vector<Value> inputs = {Tensor::zeros(ElementType::kF32, {1})};
  const auto graph = build(idle_loop(weights, 500'000'000)).value();
  const auto outputs = evaluate(*graph, inputs, options);
  ASSERT_FALSE(outputs.ok());
  EXPECT_NE(outputs.error().message().find("wall time"), std::string::npos);
  EXPECT_EQ(outputs.error().phase(), Phase::kRun);
}

// The last work is to join two parts of 16 KiB. It is not finished, so neither is the output.
TEST(Clock, IsReadAfterTheLastJoin) {
  WeightBytes weights;
  BodyWriter body(weights);
  body.sliced(0, "i64", "1");
  body.scan(body.input(1, "u8", "2,8192"), 1);
  GraphWriter model(weights);
  const Wire numbers = model.parameter("i64", "2"), x = model.parameter("u8", "2,8192");
  model.result(add_iterator(model, {numbers, x}, body));
  RunOptions options;
  options.limits.max_seconds = 0;
  const std::vector<Value> inputs = {Tensor::zeros(ElementType::kI64, {2}),
                                     Tensor::zeros(ElementType::kU8, {2, 8192})};
  const auto graph = build(model).value();
  EXPECT_TRUE(evaluate(*graph, inputs, RunOptions()).ok());
  EXPECT_FALSE(evaluate(*graph, inputs, options).ok());
}

// An iteration costs 3194 units: two nodes, the elements of x three times and of its shape twice, and the
// iteration itself.
TEST(Clock, IsNotReadForTheWorkOfAnEarlierIteration) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Wire x = body.input(2, "f32", "1000");
  body.back_edge(body.last(body.add("Reshape", {x, body.add("ShapeOf", {x})})), x);
  body.condition(body.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Wire trip = model.parameter("i64", ""), given = model.parameter("f32", "1000");
  model.result(add_loop(model, trip, {given}, body));
  const Tensor zeros = Tensor::zeros(ElementType::kF32, {1000});
  EXPECT_EQ(looks_at_the_clock(model, {Tensor::scalar<int64_t>(5), zeros}), 0);
  EXPECT_EQ(looks_at_the_clock(model, {Tensor::scalar<int64_t>(6), zeros}), 1);
}

TEST(Iterations, AreThoseOfLoopsNotOfIfs) {
  WeightBytes weights;
  BodyWriter same(weights), twice(weights);
  same.last(same.input(1, "f32", "1"));
  const Wire y = twice.input(1, "f32", "1");
  twice.last(twice.add("Add", {y, y}));
  GraphWriter model(weights);
  const Wire condition = model.parameter("boolean", ""), x = model.parameter("f32", "1");
  model.result(add_if(model, {condition, x}, same, twice));
  RunOptions options;
  options.limits.max_iterations = 0;
  const std::vector<Value> inputs = {Tensor::scalar(false), Tensor::of<float>({1}, {1.5f})};
  const auto outputs = evaluate(*build(model).value(), inputs, options);
  ASSERT_TRUE(outputs.ok());
  EXPECT_TRUE(outputs.value()[0].same_bits(Tensor::of<float>({1}, {3})));

  WeightBytes of_loop;
  const auto loop = build(idle_loop(of_loop, 1)).value();
  EXPECT_FALSE(evaluate(*loop, std::vector<Value>{inputs[1]}, options).ok());
}

TEST(Iterations, AreAtMostABillionByDefault) {
  EXPECT_EQ(RunLimits().max_iterations, 1'000'000'000);
  EXPECT_EQ(RunLimits().max_bytes, int64_t{8} * 1024 * 1024 * 1024);
}

// The shape is [2] in the first iteration, and a scalar in the second.
TEST(Shapes, AreInferredAgainWhenTheyChange) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Wire x = body.input(2, "f32", "...");
  body.last(body.add("Abs", {x}));
  body.back_edge(body.last(body.constant<float>("", {-5})), x);
  body.condition(body.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Wire trip = model.parameter("i64", ""), given = model.parameter("f32", "2");
  model.result(add_loop(model, trip, {given}, body));
  const auto graph = build(model).value();
  const auto run = [&](int64_t iterations) {
    const std::vector<Value> inputs = {Tensor::scalar(iterations), Tensor::of<float>({2}, {-1, 2})};
    return evaluate(*graph, inputs, RunOptions()).value()[0];
  };
  EXPECT_TRUE(run(1).same_bits(Tensor::of<float>({2}, {1, 2})));
  EXPECT_TRUE(run(2).same_bits(Tensor::scalar(5.0f)));
}

TEST(Inputs, CountAsLiveBytes) {
  WeightBytes weights;
  GraphWriter model(weights);
  model.result(model.parameter("f32", "4"));
  const auto graph = build(model).value();
  const std::vector<Value> inputs = {Tensor::zeros(ElementType::kF32, {4})};
  RunOptions options;
  options.limits.max_bytes = 16;
  EXPECT_TRUE(evaluate(*graph, inputs, options).ok());
  options.limits.max_bytes = 15;
  const auto outputs = evaluate(*graph, inputs, options);
  ASSERT_FALSE(outputs.ok());
  EXPECT_EQ(outputs.error().rule(), "LIMIT-1");
  EXPECT_EQ(outputs.error().phase(), Phase::kInput);
  EXPECT_EQ(outputs.error().where(), "model.xml");
}

TEST(Inputs, AreCheckedAgainstTheirParameters) {
  WeightBytes weights;
  GraphWriter model(weights);
  model.result(model.parameter("f32", "?,2"));
  const auto graph = build(model).value();
  const auto refusal = [&](const std::vector<Value>& inputs) {
    const auto outputs = evaluate(*graph, inputs, RunOptions());
    if (outputs.ok()) return std::string();
    EXPECT_EQ(outputs.error().phase(), Phase::kInput);
    EXPECT_EQ(outputs.error().where(), "model.xml");
    return outputs.error().rule();
  };
  const Tensor fits = Tensor::zeros(ElementType::kF32, {3, 2});
  EXPECT_EQ(refusal({fits}), "");
  EXPECT_EQ(refusal({}), "INPUT-1");
  EXPECT_EQ(refusal({fits, fits}), "INPUT-2");
  EXPECT_EQ(refusal({Tensor::zeros(ElementType::kI32, {3, 2})}), "INPUT-3");
  EXPECT_EQ(refusal({Tensor::zeros(ElementType::kI32, {3, 3})}), "INPUT-3");
  EXPECT_EQ(refusal({Tensor::zeros(ElementType::kF32, {3, 3})}), "INPUT-4");
}

}  // namespace
}  // namespace backedge
