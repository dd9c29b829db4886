// Sequences in graphs and loops.

#include <gtest/gtest.h>

#include "interpreter/exec/evaluate.h"
#include "interpreter/graph/graph_builder.h"
#include "interpreter/graph/testing/map_elements.h"
#include "interpreter/loop/testing/loop_fixture.h"

namespace backedge {
namespace {

const Signature kVector = {ElementType::kF32, PartialShape::of_rank(1)};
const Signature kSequence = {ElementType::kF32, PartialShape::of_rank(1), ValueKind::kSequence};

// Adds one item, a tensor, to a sequence.
ValueOperation insert() {
  return {.infer = [](std::span<const Operand>, std::span<Signature> outputs) -> Result<void> {
            outputs[0] = kSequence;
            return {};
          },
          .kernel = [](const ValueCall& call) -> Result<void> {
            std::vector<Value> items = call.input(0).items();
            items.push_back(call.input(1));
            call.outputs[0] = Value::sequence(std::move(items));
            return {};
          }};
}

size_t negative(GraphBuilder& graph, size_t x) {
  return graph.add_operation({.inputs = {x}}, map_elements(+[](float value) { return -value; }), 1)[0];
}

// A loop over the parts of X that appends the negative of each part to S.
std::shared_ptr<const Graph> collect_parts() {
  GraphBuilder body("model");
  const size_t part = body.add_parameter("part", kVector), so_far = body.add_parameter("so far", kSequence);
  body.add_result("more", body.add_operation({.inputs = {so_far, negative(body, part)}}, insert(), 1)[0]);
  LoopNode loop{.spec = {}, .body = body.finish_body()};
  loop.spec.parameters = {parameter(SlicedInput{0, {}}, kVector.shape), parameter(merged(1, 0))};
  loop.spec.parameters[1].declared = kSequence;
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0)};
  loop.spec.bound = NumberOfParts();
  GraphBuilder model("model");
  const size_t x = model.add_parameter("X", kVector), s = model.add_parameter("S", kSequence);
  model.add_result("all", model.add_loop({.inputs = {x, s}}, std::move(loop))[0]);
  return model.finish().value();
}

TEST(Sequence, IsCarriedByALoop) {
  const std::shared_ptr<const Graph> graph = collect_parts();
  EXPECT_EQ(graph->result_signatures[0].text(), "sequence of f32[?]");
  const std::vector<Value> inputs = {vector_of({1, 2}), Value::sequence({vector_of({7, 8, 9})})};
  const std::vector<Value> outputs = evaluate(*graph, inputs, {}).value();
  EXPECT_TRUE(
      outputs[0].same_bits(Value::sequence({vector_of({7, 8, 9}), vector_of({-1}), vector_of({-2})})));
}

TEST(Sequence, IsTracedWithoutATensor) {
  std::vector<std::string> events;
  RunOptions options;
  options.trace = [&](const TraceEvent& event) {
    if (event.kind == TraceEvent::Kind::kParameter || event.kind == TraceEvent::Kind::kResult)
      events.push_back(std::string(event.name) + (event.tensor == nullptr ? "" : ": a tensor"));
  };
  const std::vector<Value> inputs = {vector_of({1}), Value::sequence({})};
  EXPECT_TRUE(evaluate(*collect_parts(), inputs, options).ok());
  EXPECT_EQ(events, (std::vector<std::string>{"part: a tensor", "so far", "more"}));
}

// A graph whose operations know no tensors still notices when its time is over.
TEST(Sequence, TakesTime) {
  GraphBuilder model("model");
  const size_t x = model.add_parameter("X", kVector), s = model.add_parameter("S", kSequence);
  for (int i = 0; i < 1000; ++i) model.add_operation({.inputs = {s, x}}, insert(), 1);
  int64_t looks_at_the_clock = 0;
  RunOptions options;
  options.progress = [&](int64_t) { ++looks_at_the_clock; };
  const std::vector<Value> inputs = {vector_of({1}), Value::sequence({})};
  EXPECT_TRUE(evaluate(*model.finish().value(), inputs, options).ok());
  EXPECT_GE(looks_at_the_clock, 1);
}

TEST(Sequence, IsGivenIfItIsDeclared) {
  const std::shared_ptr<const Graph> graph = collect_parts();
  const auto rule_of = [&](const Value& x, const Value& s) {
    const auto outputs = evaluate(*graph, std::vector<Value>{x, s}, {});
    return outputs.ok() ? "" : outputs.error().rule();
  };
  const Value none = Value::sequence({});
  EXPECT_EQ(rule_of(vector_of({1}), none), "");
  EXPECT_EQ(rule_of(vector_of({1}), vector_of({1})), "INPUT-3");
  EXPECT_EQ(rule_of(none, none), "INPUT-3");
  EXPECT_EQ(rule_of(vector_of({1}), Value::sequence({Tensor::scalar(1.0F)})), "INPUT-3");
}

TEST(Sequence, CannotBeAnOperandOfATensorOperation) {
  GraphBuilder model("model");
  const size_t s = model.add_parameter("S", kSequence);
  negative(model, s);
  EXPECT_EQ(model.finish().error().rule(), "OP-4");
}

TEST(Sequence, IsNotSlicedAtLoad) {
  GraphBuilder body("model");
  body.add_result("part", body.add_parameter("part", kVector));
  LoopNode loop{.spec = {}, .body = body.finish_body()};
  loop.spec.parameters = {parameter(SlicedInput{0, {}}, kVector.shape)};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {scan(0)};
  loop.spec.bound = NumberOfParts();
  GraphBuilder model("model");
  model.add_loop({.inputs = {model.add_parameter("S", kSequence)}}, std::move(loop));
  EXPECT_EQ(model.finish().error().rule(), "TYPE-2");
}

}  // namespace
}  // namespace backedge
