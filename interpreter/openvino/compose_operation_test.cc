#include "interpreter/openvino/testing/written_graph.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/pooling.h"

// Operations with options that IR does not have.
namespace backedge {
namespace {

// The type of the layer that a graph of one operation becomes; "" for an error.
std::string written_as(const Operation& operation, const Signature& x, const std::vector<Tensor>& constants) {
  GraphBuilder toy("toy");
  std::vector<size_t> inputs = {toy.add_parameter("x", x)};
  for (const Tensor& constant : constants) inputs.push_back(toy.add_constant(constant));
  toy.add_result("y", apply(toy, operation, inputs));
  const auto written = openvino::write_graph(*toy.finish().value());
  if (!written.ok()) return "";
  const openvino::Layer& layer = written.value().graph.layers[inputs.size()];
  return layer.type + " " + layer.version;
}

// Options that IR lacks do not matter for some operands.
TEST(WrittenGraph, HasOtherOptionsIfTheyMeanTheSame) {
  const Signature x{ElementType::kF32, PartialShape::of(std::array{Dimension{3, 9}, Dimension{1, 1}})};
  const Operation gather = ops::make_gather({.out_of_range = ops::Gather::OutOfRange::kFromEndOrError});
  EXPECT_EQ(written_as(gather, x, {list({2, -3}), number(0)}), "Gather opset8");
  EXPECT_EQ(written_as(gather, x, {list({2, -4}), number(0)}), "ShapeOf opset3");
  EXPECT_EQ(written_as(gather, x, {list({3}), number(0)}), "ShapeOf opset3");
  const Operation elements = ops::make_gather_elements(0, ops::NegativeIndex::kFromEnd);
  EXPECT_EQ(written_as(elements, x, {Tensor::of<int64_t>({1, 1}, {99})}), "GatherElements opset6");
  EXPECT_EQ(written_as(elements, x, {Tensor::of<int64_t>({1, 1}, {-1})}), "ShapeOf opset3");
  const Operation squeeze = ops::make_squeeze(ops::NotOne::kError);
  EXPECT_EQ(written_as(squeeze, x, {list({-1})}), "Squeeze opset1");
  EXPECT_EQ(written_as(squeeze, x, {list({})}), "Result opset1");
  EXPECT_EQ(written_as(squeeze, x, {}), "Squeeze opset1");
  EXPECT_EQ(written_as(squeeze, {ElementType::kF32, PartialShape::any()}, {list({1})}), "");
  const ops::Windows same{.strides = {1},
                          .dilations = {1},
                          .pads_begin = {0},
                          .pads_end = {0},
                          .padding = ops::Windows::Padding::kSameUpper};
  EXPECT_EQ(written_as(ops::make_avg_pool({.windows = same, .kernel = {2}}),
                       {ElementType::kF32, PartialShape::of_rank(3)}, {}),
            "AvgPool opset1");
}

// The graph of an operation on values and indices, or on values alone.
std::shared_ptr<const Graph> graph_of(const Operation& operation, const Signature& values,
                                      std::optional<Signature> indices, std::optional<Tensor> constant) {
  GraphBuilder toy("toy");
  std::vector<size_t> inputs = {toy.add_parameter("values", values)};
  if (indices) inputs.push_back(toy.add_parameter("indices", *indices));
  if (constant) inputs.push_back(toy.add_constant(*constant));
  toy.add_result("y", apply(toy, operation, inputs));
  return toy.finish().value();
}

TEST(WrittenGraph, HasSeveralOperationsForOptionsThatIrLacks) {
  const Signature narrow{ElementType::kI32, PartialShape::any()};
  const Operation gather = ops::make_gather({.out_of_range = ops::Gather::OutOfRange::kFromEndOrError});
  const auto gathered = graph_of(gather, kAnything, narrow, number(-1));
  expect_same(gathered, {list({7, 8, 9}), Tensor::of<int32_t>({2, 2}, {-1, 0, 2, -3})}, "[2,2]: 9 7 9 7; ");
  expect_same(gathered, {list({7, 8, 9}), Tensor::scalar<int32_t>(-2)}, "[]: 8; ");
  for (const int32_t outside : {3, -4})
    expect_same(gathered, {list({7, 8, 9}), Tensor::scalar<int32_t>(outside)}, "OP-6");

  const Operation elements = ops::make_gather_elements(0, ops::NegativeIndex::kFromEnd);
  const auto chosen = graph_of(elements, kVector, kVector, std::nullopt);
  expect_same(chosen, {list({7, 8, 9}), list({-3, 2, -1, 0})}, "[4]: 7 9 9 7; ");
  expect_same(chosen, {list({7, 8, 9}), list({-4})}, "OP-6");

  const Operation squeeze = ops::make_squeeze(ops::NotOne::kError);
  const auto squeezed =
      graph_of(squeeze, {ElementType::kI64, PartialShape::of_rank(3)}, std::nullopt, list({0, -1}));
  expect_same(squeezed, {Tensor::of<int64_t>({1, 2, 1}, {5, 6})}, "[2]: 5 6; ");
  expect_same(squeezed, {Tensor::of<int64_t>({1, 1, 1}, {5})}, "[1]: 5; ");
  expect_same(squeezed, {Tensor::of<int64_t>({1, 1, 2}, {5, 6})}, "OP-6", "OP-5");
  expect_same(squeezed, {Tensor::of<int64_t>({2, 1, 0}, {})}, "OP-6", "OP-5");
}

// The slice of a matrix, from starts that the run gives to the ends of its axes, backward along axis 1.
std::shared_ptr<const Graph> slice_of_matrix(const ElementType type, bool names_axes) {
  GraphBuilder toy("toy");
  const Signature starts{type, PartialShape::of_rank(1)};
  std::vector<size_t> inputs = {toy.add_parameter("x", {ElementType::kI64, PartialShape::of_rank(2)}),
                                toy.add_parameter("starts", starts), toy.add_constant(list({9, -9})),
                                toy.add_constant(list({1, -1}))};
  if (names_axes) inputs.push_back(toy.add_constant(list({0, -1})));
  toy.add_result("y", apply(toy, ops::make_slice({.clamps_start = true}), inputs));
  return toy.finish().value();
}

TEST(WrittenGraph, MovesStartsThatAreBeforeTheFirstElement) {
  const Tensor x = Tensor::of<int64_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  for (const bool names_axes : {false, true}) {
    const auto narrow = slice_of_matrix(ElementType::kI32, names_axes);
    expect_same(narrow, {x, Tensor::of<int32_t>({2}, {-7, -7})}, "[2,1]: 1 4; ");
    expect_same(narrow, {x, Tensor::of<int32_t>({2}, {1, -2})}, "[1,2]: 5 4; ");
    const auto wide = slice_of_matrix(ElementType::kI64, names_axes);
    expect_same(wide, {x, list({-1, 8})}, "[1,3]: 6 5 4; ");
    expect_same(wide, {x, list({0, -4})}, "[2,1]: 1 4; ");
    expect_same(wide, {Tensor::of<int64_t>({2, 0}, {}), list({0, -1})}, "[2,0]:; ");
  }
}

}  // namespace
}  // namespace backedge
