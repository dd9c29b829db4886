// A front end that needs nothing but GraphBuilder, LoopSpec and operations: no file format, no other folder.

#include <gtest/gtest.h>

#include "interpreter/exec/evaluate.h"
#include "interpreter/graph/graph_builder.h"
#include "interpreter/graph/testing/map_elements.h"

namespace backedge {
namespace {

const Signature kPair = {ElementType::kF32, Shape{2}}, kScalar = {ElementType::kF32, Shape{}};

size_t apply(GraphBuilder& graph, const char* name, const Operation& operation, std::vector<size_t> inputs) {
  return graph.add_operation({.place = {"toy", 0, name, name}, .type = name, .inputs = std::move(inputs)},
                             operation, 1)[0];
}

// while count < limit: sum += next row of X; count += 1; yields the last sum, and all sums side by side,
// four wide.
Result<std::shared_ptr<const Graph>> sums_of_rows(const PartialShape& x_shape) {
  const Operation add = map_elements(+[](float a, float b) { return a + b; });
  const Operation less = map_elements(+[](float a, float b) { return a < b; });

  GraphBuilder body("toy");
  const size_t row = body.add_parameter("row", kPair), sum = body.add_parameter("sum", kPair);
  const size_t count = body.add_parameter("count", kScalar);
  body.add_result("sum", apply(body, "add", add, {sum, row}));
  body.add_result("count", apply(body, "add", add, {count, body.add_constant(Tensor::scalar(1.0F))}));
  GraphBuilder gate("toy");
  const size_t now = gate.add_parameter("count", kScalar), limit = gate.add_constant(Tensor::scalar(3.0F));
  gate.add_result("open", apply(gate, "less", less, {now, limit}));

  LoopSpec spec{.gate = Gate{.parameters = {2}}};
  spec.parameters = {
      {SlicedInput{.input = 0, .slicing = {.axis = 0}, .drops_axis = true}, kPair, "row", "row"},
      {MergedInput{InvariantInput{1}, 0}, kPair, "sum", "sum"},
      {MergedInput{InvariantInput{2}, 1}, kScalar, "count", "count"}};
  spec.results = {{PartialShape::any(), "sum"}, {PartialShape::any(), "count"}};
  spec.outputs = {{0, LastValue(), "last sum"},
                  {0, Scan{.slicing = {.axis = 1}, .adds_axis = true, .length = 3}, "sums"}};

  GraphBuilder toy("toy");
  const size_t x = toy.add_parameter("X", {ElementType::kF32, x_shape});
  const size_t start = toy.add_constant(Tensor::of<float>({2}, {0, 0})),
               zero = toy.add_constant(Tensor::scalar(0.0F));
  const size_t width = toy.add_constant(Tensor::scalar<int64_t>(4));
  const std::vector<size_t> outputs =
      toy.add_loop({.place = {"toy", 7, "the while loop", "while"}, .inputs = {x, start, zero, width}},
                   {.dialect = "toy", .spec = spec, .body = body.finish_body(), .gate = gate.finish_body()});
  toy.add_result("last", outputs[0]);
  toy.add_result("all", outputs[1]);
  return toy.finish();
}

TEST(ToyFrontEnd, RunsAGatedLoopWithADroppedAxisAndAStackedPaddedScan) {
  const std::shared_ptr<const Graph> graph = sums_of_rows(PartialShape::of_rank(2)).value();
  EXPECT_EQ(graph->result_signatures[0].text(), "f32[2]");
  EXPECT_EQ(graph->result_signatures[1].text(), "f32[2,4]");
  const std::vector<Value> inputs = {Tensor::of<float>({5, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})};
  const std::vector<Value> outputs = evaluate(*graph, inputs, {}).value();
  EXPECT_TRUE(outputs[0].tensor().same_bits(Tensor::of<float>({2}, {9, 12})));
  EXPECT_TRUE(outputs[1].tensor().same_bits(Tensor::of<float>({2, 4}, {1, 4, 9, 0, 2, 6, 12, 0})));
}

TEST(ToyFrontEnd, GetsErrorsAtItsOwnPlaces) {
  const std::vector<Value> two_rows = {Tensor::of<float>({2, 2}, {1, 2, 3, 4})};
  const Error late = evaluate(*sums_of_rows(PartialShape::of_rank(2)).value(), two_rows, {}).take_error();
  EXPECT_EQ(late.rule(), "SLICE-9");
  EXPECT_EQ(late.where(), "toy:7: the while loop, row");
  const Error early = sums_of_rows(Shape{2, 3}).take_error();  // rows of three numbers
  EXPECT_EQ(early.rule(), "BODY-4");
  EXPECT_EQ(early.where(), "toy:7: the while loop, row");
}

}  // namespace
}  // namespace backedge
