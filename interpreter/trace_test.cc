#include <gtest/gtest.h>

#include "interpreter/exec/evaluate.h"
#include "interpreter/openvino/testing/graph_writer.h"

namespace backedge {
namespace {

// An outer loop of one iteration around an inner loop of two.
TEST(Trace, FollowsLoopsInLoops) {
  WeightBytes weights;
  BodyWriter inner(weights);
  const Wire y = inner.input(2, "f32", "1"), k = inner.current_iteration();
  inner.back_edge(inner.last(inner.add("Abs", {y})), y);
  inner.last(k);
  inner.condition(inner.constant<bool>("", {true}));
  BodyWriter outer(weights);
  const Wire x = outer.input(2, "f32", "1");
  outer.last(add_loop(outer, outer.constant<int64_t>("", {2}), {x}, inner));
  outer.condition(outer.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Wire given = model.parameter("f32", "1");
  model.result(add_loop(model, model.constant<int64_t>("", {1}), {given}, outer));

  using Kind = TraceEvent::Kind;
  struct Seen {
    Kind kind;
    int64_t depth, iteration;
    bool operator==(const Seen&) const = default;
  };
  std::vector<Seen> seen;
  std::vector<int64_t> layers;  // of Parameters and Results
  RunOptions options;
  options.trace = [&](const TraceEvent& event) {
    EXPECT_FALSE(event.title.empty());
    seen.push_back({event.kind, event.depth, event.iteration});
    const bool of_a_value = event.kind == Kind::kParameter || event.kind == Kind::kResult;
    EXPECT_EQ(event.tensor != nullptr && event.tensor->has_value(), of_a_value);
    EXPECT_EQ(event.name.empty(), !of_a_value);
    if (of_a_value) layers.push_back(event.id);
  };
  ASSERT_TRUE(
      evaluate(*build(model).value(), std::vector<Value>{Tensor::of<float>({1}, {-1})}, options).ok());
  std::vector<Seen> expected = {
      {Kind::kLoopBegin, 0, 0}, {Kind::kIterationBegin, 0, 0}, {Kind::kParameter, 0, 0}};
  expected.push_back({Kind::kLoopBegin, 1, 0});
  for (const int64_t i : {0, 1}) {
    expected.push_back({Kind::kIterationBegin, 1, i});
    for (int p = 0; p < 2; ++p) expected.push_back({Kind::kParameter, 1, i});
    for (int r = 0; r < 3; ++r) expected.push_back({Kind::kResult, 1, i});
  }
  expected.push_back({Kind::kLoopEnd, 1, 2});
  for (int r = 0; r < 2; ++r) expected.push_back({Kind::kResult, 0, 0});
  expected.push_back({Kind::kLoopEnd, 0, 1});
  EXPECT_TRUE(seen == expected);
  EXPECT_EQ(layers, (std::vector<int64_t>{0, 0, 1, 3, 4, 6, 0, 1, 3, 4, 6, 4, 6}));
}

TEST(Trace, HasTheOutputsOfLayersIfTheyAreWanted) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Wire x = body.input(2, "f32", "1");
  body.back_edge(body.last(body.add("Add", {x, x})), x);
  body.condition(body.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Wire given = model.parameter("f32", "1");
  model.result(add_loop(model, model.constant<int64_t>("", {2}), {given}, body));
  const auto graph = build(model).value();
  const auto& loop = std::get<LoopNode>(graph->nodes[0].work);

  using Kind = TraceEvent::Kind;
  std::vector<std::pair<const Graph*, float>> layers;
  size_t others = 0;
  RunOptions options;
  options.trace = [&](const TraceEvent& event) {
    if (event.kind == Kind::kLayer) layers.emplace_back(event.graph, *event.tensor->data<float>());
    if (event.kind != Kind::kLayer) ++others;
    EXPECT_EQ(event.graph != nullptr, event.kind == Kind::kLayer || event.kind == Kind::kLoopBegin);
    EXPECT_EQ(event.loop != nullptr, event.kind == Kind::kIterationBegin || event.kind == Kind::kLoopEnd);
  };
  const std::vector<Value> inputs = {Tensor::of<float>({1}, {3})};
  ASSERT_TRUE(evaluate(*graph, inputs, options).ok());
  EXPECT_TRUE(layers.empty());
  const size_t without_layers = std::exchange(others, 0);
  options.trace_layers = true;
  ASSERT_TRUE(evaluate(*graph, inputs, options).ok());
  EXPECT_EQ(others, without_layers);
  const Graph* inside = loop.body.get();
  EXPECT_EQ(layers,
            (std::vector<std::pair<const Graph*, float>>{{inside, 6}, {inside, 12}, {graph.get(), 12}}));
}

TEST(Trace, OfALoopWithoutIterationsIsItsBeginAndEnd) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Wire x = body.input(2, "f32", "1");
  body.back_edge(body.last(x), x);
  body.condition(body.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Wire given = model.parameter("f32", "1");
  model.result(add_loop(model, model.constant<int64_t>("", {0}), {given}, body));
  std::vector<TraceEvent::Kind> kinds;
  RunOptions options;
  options.trace = [&](const TraceEvent& event) {
    kinds.push_back(event.kind);
    EXPECT_EQ(event.iteration, 0);
  };
  ASSERT_TRUE(
      evaluate(*build(model).value(), std::vector<Value>{Tensor::of<float>({1}, {-1})}, options).ok());
  EXPECT_EQ(kinds, (std::vector{TraceEvent::Kind::kLoopBegin, TraceEvent::Kind::kLoopEnd}));
}

}  // namespace
}  // namespace backedge
