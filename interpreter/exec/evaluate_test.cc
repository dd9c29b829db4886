#include "interpreter/exec/evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "interpreter/graph/graph_builder.h"
#include "interpreter/graph/testing/map_elements.h"
#include "interpreter/loop/testing/loop_fixture.h"
#include "interpreter/tensor/decimal.h"

namespace backedge {
namespace {

Signature vector_signature(int64_t count) { return {ElementType::kF32, Shape{count}}; }

size_t negative(GraphBuilder& graph, size_t x) {
  return graph.add_operation({.inputs = {x}}, map_elements(+[](float value) { return -value; }), 1)[0];
}

// How often a run reads the clock; each time it reports progress.
int64_t looks_at_the_clock(GraphBuilder& builder, const std::vector<Value>& inputs) {
  int64_t looks = 0;
  RunOptions options;
  options.progress = [&looks](int64_t) { ++looks; };
  EXPECT_TRUE(evaluate(*builder.finish().value(), inputs, options).ok());
  return looks;
}

// Whether a model with the input x of 1 MiB runs within this limit of MiB.
bool runs_within(double mebibytes, const Graph& graph) {
  RunOptions options;
  options.limits.max_bytes = static_cast<int64_t>(mebibytes * (1 << 20));
  const auto outputs =
      evaluate(graph, std::vector<Value>{Tensor::zeros(ElementType::kF32, {1 << 18})}, options);
  EXPECT_TRUE(outputs.ok() || outputs.error().rule() == "LIMIT-1");
  return outputs.ok();
}

// Besides the caller's input these are live: y, z and w.
TEST(Memory, OfAnIterationIsFreeInTheNext) {
  const Signature whole = vector_signature(1 << 18);
  GraphBuilder body("model");
  const size_t y = negative(body, body.add_parameter("x", whole));
  body.add_result("y", y);
  body.add_result("w", negative(body, negative(body, y)));
  LoopNode loop{.spec = {}, .body = body.finish_body()};
  loop.spec.parameters = {parameter(merged(0, 0), whole.shape)};
  loop.spec.results.assign(2, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0), last(1)};
  loop.spec.bound = TripCount{1};
  GraphBuilder model("model");
  const size_t x = model.add_parameter("x", whole), trip = model.add_constant(Tensor::scalar<int64_t>(4));
  model.add_result("y", model.add_loop({.inputs = {x, trip}}, std::move(loop))[0]);
  const std::shared_ptr<const Graph> graph = model.finish().value();
  EXPECT_TRUE(runs_within(4.75, *graph));
  EXPECT_FALSE(runs_within(3.75, *graph));
}

// Besides the input these are live: a value, and the value computed from it.
TEST(Memory, OfALoopIsFreeAfterIt) {
  for (const bool joined : {false, true}) {
    const Slicing forward{.stride = 4096}, backward{.start = -1, .end = 0, .stride = -4096};
    const Signature whole = vector_signature(1 << 18), part = joined ? vector_signature(4096) : whole;
    GraphBuilder body("model");
    body.add_result("y", negative(body, body.add_parameter("x", part)));
    LoopNode loop{.spec = {}, .body = body.finish_body()};
    loop.spec.parameters = {parameter(InvariantInput{0}, part.shape)};
    if (joined) loop.spec.parameters[0].source = SlicedInput{0, forward};
    loop.spec.results.assign(1, {PartialShape::any(), "Result"});
    loop.spec.outputs = {joined ? scan(0, backward) : last(0)};
    loop.spec.bound = NumberOfParts();
    GraphBuilder model("model");
    const size_t y = model.add_loop({.inputs = {model.add_parameter("x", whole)}}, std::move(loop))[0];
    model.add_result("z", negative(model, negative(model, y)));
    const std::shared_ptr<const Graph> graph = model.finish().value();
    EXPECT_TRUE(runs_within(3.5, *graph)) << joined;
    EXPECT_FALSE(runs_within(2.5, *graph)) << joined;
  }
}

// Besides the input these are live: a value that the loop reads, its result, and later the negative of the
// result. The gate reads nothing of what it is given.
TEST(Memory, OfAGateIsFreeAfterItsLoop) {
  const Signature whole = vector_signature(1 << 18);
  GraphBuilder body("model"), gate("model"), model("model");
  body.add_result("y", negative(body, body.add_parameter("x", whole)));
  gate.add_parameter("x", whole);
  gate.add_result("open", gate.add_constant(Tensor::scalar(true)));
  LoopNode loop{.spec = {}, .body = body.finish_body(), .gate = gate.finish_body()};
  loop.spec.parameters = {parameter(InvariantInput{0}, whole.shape)};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0)};
  loop.spec.bound = NumberOfParts();
  loop.spec.gate = Gate{.parameters = {0}};
  const size_t given = negative(model, model.add_parameter("x", whole));
  const size_t y = model.add_loop({.inputs = {given}}, std::move(loop))[0];
  model.add_result("z", negative(model, y));
  const std::shared_ptr<const Graph> graph = model.finish().value();
  EXPECT_TRUE(runs_within(3.5, *graph));
  EXPECT_FALSE(runs_within(2.5, *graph));
}

// An operation that writes zeros of this shape, whatever it reads.
Operation zeros(const Shape& shape) {
  const auto infer = [shape](std::span<const Operand>, std::span<Signature> outputs) -> Result<void> {
    outputs[0] = {ElementType::kF32, shape};
    return {};
  };
  const auto kernel = [](const KernelCall& call) -> Result<void> {
    std::fill_n(call.output().writable<float>(), call.output().count(), 0.0F);
    return {};
  };
  return {.infer = infer, .kernel = kernel, .error = ops::NotDerived{}, .made = {.maker = "zeros"}};
}

// If an operation writes little but reads much, it still takes time.
TEST(Clock, CountsElementsThatAreRead) {
  GraphBuilder model("model");
  const size_t x = model.add_parameter("x", vector_signature(30000));
  model.add_result("y", model.add_operation({.inputs = {x, x}}, zeros({}), 1)[0]);
  EXPECT_EQ(looks_at_the_clock(model, {Tensor::zeros(ElementType::kF32, {30000})}), 1);
}

// If an operation reads little but writes much, it still takes time.
TEST(Clock, CountsElementsThatAreWritten) {
  GraphBuilder model("model");
  const size_t x = model.add_parameter("x", vector_signature(1));
  model.add_result("y", model.add_operation({.inputs = {x}}, zeros({30000}), 1)[0]);
  EXPECT_EQ(looks_at_the_clock(model, {Tensor::zeros(ElementType::kF32, {1})}), 1);
}

TEST(Inputs, FitTheirDeclaration) {
  EXPECT_TRUE(check_input("x", vector_signature(2), vector_signature(2)).ok());
  GraphBuilder model("model");
  model.add_result("x", model.add_parameter("x", vector_signature(2)));
  const auto outputs = evaluate(*model.finish().value(), std::vector<Value>{vector_of({1, 2, 3})}, {});
  EXPECT_EQ(outputs.error().rule(), "INPUT-4");
  EXPECT_EQ(outputs.error().message(), "the tensor for Parameter \"x\" is f32[3]\nit is declared f32[2]");
}

TEST(Operation, WithoutAnOptionalInputThatDecidesTheShape) {
  Operation operation = zeros({2});
  operation.shaping_inputs = {1};
  GraphBuilder model("model");
  const size_t x = model.add_parameter("x", vector_signature(1));
  model.add_result("y", model.add_operation({.inputs = {x}}, std::move(operation), 1)[0]);
  const auto outputs = evaluate(*model.finish().value(), std::vector<Value>{vector_of({1})}, {});
  EXPECT_TRUE(outputs.value()[0].same_bits(vector_of({0, 0})));
}

// x grows by 1 while it is less than 3.
std::shared_ptr<const Graph> grow_to_3() {
  GraphBuilder body("model"), gate("model"), model("model");
  const auto add_1 = map_elements(+[](float x) { return x + 1; });
  const auto is_low = map_elements(+[](float x) { return x < 3; });
  const size_t x = body.add_parameter("x", vector_signature(1));
  body.add_result("y", body.add_operation({.place = {.title = "add"}, .inputs = {x}}, add_1, 1)[0]);
  const size_t seen = gate.add_parameter("x", vector_signature(1));
  gate.add_result("low", gate.add_operation({.place = {.title = "low"}, .inputs = {seen}}, is_low, 1)[0]);
  LoopNode loop{.spec = {}, .body = body.finish_body(), .gate = gate.finish_body()};
  loop.spec.parameters = {parameter(merged(0, 0), Shape{1})};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0)};
  loop.spec.gate = Gate{.parameters = {0}};
  const size_t from = model.add_parameter("x", vector_signature(1));
  model.add_result("y", model.add_loop({.place = {.title = "loop"}, .inputs = {from}}, std::move(loop))[0]);
  return model.finish().value();
}

TEST(Trace, HasLayersAndGatesOnlyIfLayersAreTraced) {
  std::vector<std::string> events;
  RunOptions options;
  options.trace = [&](const TraceEvent& event) {
    const bool is_gate = event.kind == TraceEvent::Kind::kGate;
    if (!is_gate && event.kind != TraceEvent::Kind::kLayer) return;
    events.push_back(std::string(is_gate ? "gate " : "layer ") + std::string(event.title) + ": " +
                     element_text(*event.tensor, 0));
  };
  const std::shared_ptr<const Graph> graph = grow_to_3();
  const std::vector<Value> inputs = {vector_of({1})};
  EXPECT_TRUE(evaluate(*graph, inputs, options).ok());
  EXPECT_TRUE(events.empty());
  options.trace_layers = true;
  EXPECT_TRUE(evaluate(*graph, inputs, options).ok());
  EXPECT_EQ(events, (std::vector<std::string>{"layer low: true", "gate loop: true", "layer add: 2.0",
                                              "layer low: true", "gate loop: true", "layer add: 3.0",
                                              "layer low: false", "gate loop: false", "layer loop: 3.0"}));
  options.trace = {};
  EXPECT_TRUE(evaluate(*graph, inputs, options).ok());
}

}  // namespace
}  // namespace backedge
