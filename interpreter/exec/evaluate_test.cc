#include "interpreter/exec/evaluate.h"

#include <gtest/gtest.h>

#include "interpreter/openvino/testing/graph_writer.h"

namespace backedge {
namespace {

// How often a run looks at the clock: each time it reports progress.
int64_t looks_at_the_clock(const GraphWriter& model, const std::vector<Tensor>& inputs) {
  int64_t looks = 0;
  RunOptions options;
  options.progress = [&looks](int64_t) { ++looks; };
  const auto graph = build(model);
  EXPECT_TRUE(graph.ok());
  EXPECT_TRUE(evaluate(*graph.value(), inputs, options).ok());
  return looks;
}

// Whether a model of x, 1 MiB, runs on it within a limit of so many MiB.
bool runs_within(double mebibytes, const GraphWriter& model) {
  RunOptions options;
  options.limits.max_bytes = static_cast<int64_t>(mebibytes * (1 << 20));
  const std::vector<Tensor> inputs = {Tensor::zeros(ElementType::kF32, {1 << 18})};
  const auto outputs = evaluate(*build(model).value(), inputs, options);
  EXPECT_TRUE(outputs.ok() || outputs.error().rule() == "LIMIT-1");
  return outputs.ok();
}

// Beside the input, which is the caller's: y, z, w and the last iteration's w, which stays until its slot is written again.
TEST(Memory, OfTheIterationBeforeIsFreeInTheNext) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Value x = body.input(2, "f32", "262144");
  const Value y = body.add("Abs", {x});
  body.back_edge(body.last(y), x);
  body.last(body.add("Relu", {body.add("Relu", {y})}));
  body.condition(body.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Value given = model.parameter("f32", "262144");
  model.result(add_loop(model, model.constant<int64_t>("", {4}), {given}, body));
  EXPECT_TRUE(runs_within(5.75, model));
  EXPECT_FALSE(runs_within(4.75, model));
}

// Beside the input: a value and the one that is made of it.
TEST(Memory, OfALoopIsFreeBehindIt) {
  for (const bool joined : {false, true}) {
    WeightBytes weights;
    BodyWriter body(weights);
    const Value x = joined ? body.sliced(0, "f32", "4096", 4096) : body.input(0, "f32", "262144");
    const Value y = body.add("Abs", {x});
    joined ? body.scan(y, 0, -4096) : body.last(y);
    GraphWriter model(weights);
    const Value loop = add_iterator(model, {model.parameter("f32", "262144")}, body);
    model.result(model.add("Relu", {model.add("Abs", {loop})}));
    EXPECT_TRUE(runs_within(3.5, model)) << joined;
    EXPECT_FALSE(runs_within(2.5, model)) << joined;
  }
}

// However little an operation writes, what it reads takes time.
TEST(Clock, IsLookedAtForWhatIsRead) {
  WeightBytes weights;
  GraphWriter model(weights);
  const Value x = model.parameter("f32", "30000");
  model.result(model.add("MatMul", {x, x}));
  EXPECT_EQ(looks_at_the_clock(model, {Tensor::zeros(ElementType::kF32, {30000})}), 1);
}

// However little an operation reads, what it writes takes time.
TEST(Clock, IsLookedAtForWhatIsWritten) {
  WeightBytes weights;
  GraphWriter model(weights);
  const Value x = model.parameter("f32", "1");
  model.result(model.add("Broadcast", {x, model.constant<int64_t>("1", {30000})}));
  EXPECT_EQ(looks_at_the_clock(model, {Tensor::zeros(ElementType::kF32, {1})}), 1);
}

}  // namespace
}  // namespace backedge
