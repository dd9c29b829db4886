#include <gtest/gtest.h>

#include <functional>

#include "interpreter/exec/evaluate.h"
#include "interpreter/openvino/testing/graph_writer.h"
#include "interpreter/testing/counted_heap.h"

/// Checks that an iteration allocates no memory once shapes have settled: ten times as many iterations make
/// no more allocations, and at the peak they hold no more bytes.
namespace backedge {
namespace {

constexpr int64_t kFew = 25;

struct Use {
  int64_t allocations, peak_bytes;
};

Use measure(const Graph& graph, const std::vector<Tensor>& inputs) {
  const std::vector<Value> values(inputs.begin(), inputs.end());
  CountedHeap& heap = counted_heap();
  const CountedHeap before = heap;
  heap.peak_bytes = heap.bytes;
  const Result<std::vector<Value>> outputs = evaluate(graph, values, RunOptions());
  EXPECT_TRUE(outputs.ok()) << (outputs.ok() ? "" : outputs.error().text());
  EXPECT_GT(heap.allocations, before.allocations);  // the heap counts them
  return {heap.allocations - before.allocations, heap.peak_bytes - before.bytes};
}

using Inputs = std::function<std::vector<Tensor>(int64_t iterations)>;

struct Growth {
  int64_t allocations, peak_bytes;
};

// The difference between a run of 10 * kFew iterations and one of kFew.
Growth growth(const GraphWriter& model, const Inputs& inputs) {
  const auto graph = build(model);
  EXPECT_TRUE(graph.ok()) << (graph.ok() ? "" : graph.error().text());
  if (!graph.ok()) return {};
  measure(*graph.value(), inputs(1));  // allocations that a program makes once happen here
  const Use few = measure(*graph.value(), inputs(kFew));
  const Use many = measure(*graph.value(), inputs(10 * kFew));
  return {many.allocations - few.allocations, many.peak_bytes - few.peak_bytes};
}

// Passes x, [4,6], through `body` again and again.
using BodyOf = std::function<Wire(BodyWriter& body, Wire x)>;

Wire one_of(BodyWriter& body) { return body.constant<float>("", {1}); }
Wire numbers(GraphWriter& graph, const std::string& shape, size_t count) {
  std::vector<float> values;
  for (size_t i = 0; i < count; ++i) values.push_back(static_cast<float>(i % 7) / 8 - 0.5F);
  return graph.constant<float>(shape, values);
}
Wire integers(GraphWriter& graph, const std::vector<int64_t>& values) {
  return graph.constant<int64_t>(std::to_string(values.size()), values);
}
Wire scalar(GraphWriter& graph, int64_t value) { return graph.constant<int64_t>("", {value}); }

BodyWriter loop_body(WeightBytes& weights, const BodyOf& body_of) {
  BodyWriter body(weights);
  const Wire x = body.input(2, "f32", "4,6");
  body.back_edge(body.last(body_of(body, x)), x);
  body.condition(body.constant<bool>("", {true}));
  return body;
}

GraphWriter loop_over(WeightBytes& weights, const BodyOf& body_of) {
  GraphWriter model(weights);
  const Wire trip = model.parameter("i64", ""), x = model.parameter("f32", "4,6");
  model.result(add_loop(model, trip, {x}, loop_body(weights, body_of)));
  return model;
}

std::vector<Tensor> loop_inputs(int64_t iterations) {
  return {Tensor::scalar(iterations), Tensor::zeros(ElementType::kF32, {4, 6})};
}

void expect_settled(const char* name, const BodyOf& body_of) {
  WeightBytes weights;
  const Growth more = growth(loop_over(weights, body_of), loop_inputs);
  EXPECT_EQ(more.allocations, 0) << name;
  EXPECT_LT(more.peak_bytes, 9 * kFew) << name;  // less than one per iteration; malloc may round up
}

TEST(Allocations, OfElementwiseBodies) {
  expect_settled("Add", [](BodyWriter& body, Wire x) { return body.add("Add", {x, one_of(body)}); });
  expect_settled("broadcast", [](BodyWriter& body, Wire x) {
    return body.add("Multiply", {x, numbers(body, "4,1", 4)});
  });
  expect_settled("Tanh", [](BodyWriter& body, Wire x) { return body.add("Tanh", {x}); });
  expect_settled("Select", [](BodyWriter& body, Wire x) {
    return body.add("Select", {body.add("Less", {x, one_of(body)}), x, one_of(body)});
  });
  for (const char* type : {"f16", "u4"})
    expect_settled(type, [=](BodyWriter& body, Wire x) {
      const Wire narrow = body.add("Convert", {x}, {{"destination_type", type}});
      return body.add("Convert", {narrow}, {{"destination_type", "f32"}});
    });
}

TEST(Allocations, OfMovement) {
  expect_settled("Concat, Slice", [](BodyWriter& body, Wire x) {
    const Wire twice = body.add("Concat", {x, x}, {{"axis", "0"}});
    return body.add("Slice", {twice, integers(body, {2}), integers(body, {6}), integers(body, {1})});
  });
  expect_settled("StridedSlice, Tile", [](BodyWriter& body, Wire x) {
    const Wire half =
        body.add("StridedSlice", {x, integers(body, {0}), integers(body, {4}), integers(body, {2})},
                 {{"begin_mask", "0"}, {"end_mask", "0"}});
    return body.add("Tile", {half, integers(body, {2, 1})});
  });
  expect_settled("Gather", [](BodyWriter& body, Wire x) {
    return body.add("Gather", {x, integers(body, {3, 1, 0, 2}), scalar(body, 0)});
  });
  expect_settled("ScatterUpdate", [](BodyWriter& body, Wire x) {
    return body.add("ScatterUpdate", {x, integers(body, {1}), numbers(body, "1,6", 6), scalar(body, 0)});
  });
  expect_settled("ReverseSequence", [](BodyWriter& body, Wire x) {
    return body.add("ReverseSequence", {x, integers(body, {2, 6, 1, 5})});
  });
  expect_settled("Reshape, Transpose", [](BodyWriter& body, Wire x) {
    const Wire turned = body.add("Reshape", {x, integers(body, {6, -1})});
    return body.add("Transpose", {turned, integers(body, {1, 0})});
  });
  expect_settled("Squeeze, Unsqueeze, Broadcast", [](BodyWriter& body, Wire x) {
    const Wire row = body.add("Gather", {x, integers(body, {2}), scalar(body, 0)});
    const Wire flat = body.add("Squeeze", {row, integers(body, {0})});
    return body.add("Broadcast",
                    {body.add("Unsqueeze", {flat, integers(body, {0})}), integers(body, {4, 6})});
  });
  expect_settled("Split, VariadicSplit", [](BodyWriter& body, Wire x) {
    const Wire half = body.add("Split", {x, scalar(body, 0)}, {{"num_splits", "2"}}, 2);
    const Wire third = body.add("VariadicSplit", {x, scalar(body, 0), integers(body, {1, 2, -1})}, {}, 3);
    return body.add("Concat", {half, {third.layer, 1}}, {{"axis", "0"}});
  });
}

// Shapes that depend on values computed in the body are inferred in every iteration.
TEST(Allocations, OfShapesThatAreComputed) {
  expect_settled("ShapeOf, Reshape", [](BodyWriter& body, Wire x) {
    return body.add("Reshape", {x, body.add("ShapeOf", {x})});
  });
  expect_settled("Range, Gather", [](BodyWriter& body, Wire x) {
    const Wire rows = body.add("Gather", {body.add("ShapeOf", {x}), scalar(body, 0), scalar(body, 0)});
    const Wire all = body.add("Range", {scalar(body, 0), rows, scalar(body, 1)}, {{"output_type", "i64"}});
    return body.add("Gather", {x, all, scalar(body, 0)});
  });
}

TEST(Allocations, OfSumsAndSorts) {
  expect_settled("MatMul", [](BodyWriter& body, Wire x) {
    return body.add("MatMul", {x, numbers(body, "6,6", 36)});
  });
  expect_settled("Softmax", [](BodyWriter& body, Wire x) {
    return body.add("Softmax", {x}, {{"axis", "1"}});
  });
  expect_settled("ReduceSum", [](BodyWriter& body, Wire x) {
    return body.add("Add", {x, body.add("ReduceSum", {x, integers(body, {1})}, {{"keep_dims", "true"}})});
  });
  expect_settled("CumSum", [](BodyWriter& body, Wire x) { return body.add("CumSum", {x, scalar(body, 1)}); });
  expect_settled("TopK", [](BodyWriter& body, Wire x) {
    return body.add("TopK", {x, scalar(body, 6)}, {{"axis", "1"}, {"mode", "max"}, {"sort", "value"}}, 2);
  });
}

TEST(Allocations, OfCells) {
  const auto cell = [](const char* type, size_t gates, bool cell_value) {
    return [=](BodyWriter& body, Wire x) {
      const std::string rows = std::to_string(6 * gates);
      std::vector<Wire> inputs = {x, x};
      if (cell_value) inputs.push_back(x);
      inputs.push_back(numbers(body, rows + ",6", 36 * gates));
      inputs.push_back(numbers(body, rows + ",6", 36 * gates));
      inputs.push_back(numbers(body, rows, 6 * gates));
      return body.add(type, inputs, {{"hidden_size", "6"}}, cell_value ? 2 : 1);
    };
  };
  expect_settled("LSTMCell", cell("LSTMCell", 4, true));
  expect_settled("GRUCell", cell("GRUCell", 3, false));
  expect_settled("RNNCell", cell("RNNCell", 1, false));
}

// x, [4,6], is a batch of one with four steps.
TEST(Allocations, OfSequences) {
  const auto sequence = [](const char* type, size_t gates, bool cell_value) {
    return [=](BodyWriter& body, Wire x) {
      const Wire axis = integers(body, {0}), state = numbers(body, "1,1,6", 6);
      std::vector<Wire> inputs = {body.add("Unsqueeze", {x, axis}), state};
      if (cell_value) inputs.push_back(state);
      const std::string rows = "1," + std::to_string(6 * gates);
      inputs.push_back(integers(body, {3}));
      inputs.push_back(numbers(body, rows + ",6", 36 * gates));
      inputs.push_back(numbers(body, rows + ",6", 36 * gates));
      inputs.push_back(numbers(body, rows, 6 * gates));
      const Wire y =
          body.add(type, inputs, {{"hidden_size", "6"}, {"direction", "reverse"}}, cell_value ? 3 : 2);
      return body.add("Reshape", {y, integers(body, {4, 6})});
    };
  };
  expect_settled("LSTMSequence", sequence("LSTMSequence", 4, true));
  expect_settled("GRUSequence", sequence("GRUSequence", 3, false));
  expect_settled("RNNSequence", sequence("RNNSequence", 1, false));
}

// The body has a dozen sizes, of which two are alive at a time.
TEST(Allocations, OfManySizes) {
  expect_settled("many sizes", [](BodyWriter& body, Wire x) {
    Wire longer = x;
    for (int64_t k = 0; k < 12; ++k)
      longer = body.add("Concat", {longer, numbers(body, "3,6", 18)}, {{"axis", "0"}});
    return body.add("Slice", {longer, integers(body, {0}), integers(body, {4}), integers(body, {1})});
  });
}

// A small form of the loop on the TensorIterator-1 page.
GraphWriter lstm_over_parts(WeightBytes& weights, int64_t stride) {
  BodyWriter body(weights);
  const Wire x = body.sliced(0, "f32", "1,1,8", stride), h = body.input(1, "f32", "1,6");
  const Wire c = body.input(2, "f32", "1,6");
  const Wire flat = body.add("Reshape", {x, integers(body, {1, 8})});
  const Wire out =
      body.add("LSTMCell",
               {flat, h, c, numbers(body, "24,8", 192), numbers(body, "24,6", 144), numbers(body, "24", 24)},
               {{"hidden_size", "6"}}, 2);
  body.back_edge(body.last(out), h);
  body.back_edge(body.last({out.layer, 1}), c);
  body.scan(body.add("Reshape", {out, integers(body, {1, 1, 6})}), 0, stride);
  GraphWriter model(weights);
  const Wire X = model.parameter("f32", "?,1,8"), H = model.parameter("f32", "1,6"),
             C = model.parameter("f32", "1,6");
  const Wire loop = add_iterator(model, {X, H, C}, body);
  model.result(loop);
  model.result({loop.layer, 2});
  return model;
}

// The number of parts is known at the start, so memory for them is allocated once.
TEST(Allocations, OfPartsForwardAndInReverse) {
  for (const int64_t stride : {1, -1}) {
    WeightBytes weights;
    const Growth more = growth(lstm_over_parts(weights, stride), [](int64_t n) -> std::vector<Tensor> {
      return {Tensor::zeros(ElementType::kF32, {n, 1, 8}), Tensor::zeros(ElementType::kF32, {1, 6}),
              Tensor::zeros(ElementType::kF32, {1, 6})};
    });
    EXPECT_EQ(more.allocations, 0) << stride;
  }
}

TEST(Allocations, OfAScanOfUnknownLengthGrowWithItsLogarithm) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Wire x = body.input(2, "f32", "1");
  const Wire next = body.add("Add", {x, one_of(body)});
  body.back_edge(body.scan(next), x);
  body.condition(body.constant<bool>("", {true}));
  GraphWriter model(weights);
  const Wire trip = model.parameter("i64", ""), start = model.parameter("f32", "1");
  model.result(add_loop(model, trip, {start}, body));
  const Growth more = growth(model, [](int64_t n) -> std::vector<Tensor> {
    return {Tensor::scalar(n), Tensor::zeros(ElementType::kF32, {1})};
  });
  EXPECT_GT(more.allocations, 0);
  EXPECT_LE(more.allocations, 8);  // memory is doubled four times, and a list of spare memory grows
}

TEST(Allocations, OfAnIfInALoop) {
  expect_settled("If", [](BodyWriter& body, Wire x) {
    const Wire i = body.current_iteration();
    const Wire even = body.add("Equal", {body.add("FloorMod", {i, scalar(body, 2)}), scalar(body, 0)});
    BodyWriter more(body.weights()), twice(body.weights());
    more.last(more.add("Add", {more.input(1, "f32", "4,6"), one_of(more)}));
    const Wire y = twice.input(1, "f32", "4,6");
    twice.last(twice.add("Add", {y, y}));
    return add_if(body, {even, x}, more, twice);
  });
}

// Sums the rows of x with an inner loop, which is bound again in every iteration of the outer one.
Wire sum_rows(GraphWriter& graph, Wire x, int64_t stride) {
  BodyWriter inner(graph.weights());
  const Wire row = inner.sliced(0, "f32", "1,6", stride), sum = inner.input(1, "f32", "1,6");
  inner.back_edge(inner.scan(inner.add("Add", {row, sum}), 0, stride), sum);
  return add_iterator(graph, {x, numbers(graph, "1,6", 6)}, inner);
}

TEST(Allocations, OfLoopsInLoops) {
  expect_settled("TensorIterator in a Loop", [](BodyWriter& body, Wire x) { return sum_rows(body, x, 1); });
  expect_settled("in reverse", [](BodyWriter& body, Wire x) { return sum_rows(body, x, -1); });
  expect_settled("Loop in a Loop", [](BodyWriter& body, Wire x) {
    const BodyWriter inner = loop_body(body.weights(), [](BodyWriter& innermost, Wire y) {
      return innermost.add("Add", {sum_rows(innermost, y, 1), one_of(innermost)});
    });
    return add_loop(body, scalar(body, 3), {x}, inner);
  });
}

TEST(Allocations, OfALoopInATensorIterator) {
  WeightBytes weights;
  BodyWriter body(weights);
  const Wire part = body.sliced(0, "f32", "4,6", 4), sum = body.input(1, "f32", "4,6");
  const BodyWriter inner = loop_body(weights, [](BodyWriter& innermost, Wire y) {
    return innermost.add("Add", {y, one_of(innermost)});
  });
  const Wire added = add_loop(body, scalar(body, 5), {part}, inner);
  body.back_edge(body.last(body.add("Add", {added, sum})), sum);
  GraphWriter model(weights);
  const Wire X = model.parameter("f32", "?,6"), start = model.parameter("f32", "4,6");
  model.result(add_iterator(model, {X, start}, body));
  const Growth more = growth(model, [](int64_t n) -> std::vector<Tensor> {
    return {Tensor::zeros(ElementType::kF32, {4 * n, 6}), Tensor::zeros(ElementType::kF32, {4, 6})};
  });
  EXPECT_EQ(more.allocations, 0);
  EXPECT_LT(more.peak_bytes, 9 * kFew);
}

}  // namespace
}  // namespace backedge
