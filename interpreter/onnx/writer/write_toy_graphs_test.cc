// Graphs that no front end makes, written as ONNX.

#include "interpreter/onnx/writer/testing/round_trip.h"
#include "interpreter/ops/interpolate.h"
#include "interpreter/ops/movement.h"
#include "interpreter/testing/toy_graphs.h"

namespace backedge::onnx::testing {
namespace {

using SharedGraph = std::shared_ptr<const Graph>;

Result<LoadedModel> rewritten(const SharedGraph& graph) {
  return load_text(TRY(write_graph(*graph)), "written.onnx");
}

void expect_same(const SharedGraph& graph, const std::vector<Tensor>& inputs, const std::string& expected) {
  EXPECT_EQ(outputs_of(LoadedModel(graph), inputs), expected);
  const Result<LoadedModel> again = rewritten(graph);
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(outputs_of(again.value(), inputs), expected);
}

std::string refusal_of(const SharedGraph& graph) {
  const Result<std::string> bytes = write_graph(*graph);
  return bytes.ok() ? "" : bytes.error().rule() + " " + bytes.error().message();
}

TEST(WriteToyLoop, HasAGateThatReadsTheIterationAndAMergedValue) {
  LoopModel toy = counting();  // while count + iteration < 9
  toy.spec.bound = NoBound();
  toy.spec.gate = Gate{.parameters = {1, 0}};
  const size_t iteration = toy.gate.add_parameter("i", kCount), count = toy.gate.add_parameter("n", kCount);
  const size_t sum = apply(toy.gate, ops::make_add(), {iteration, count});
  toy.gate.add_result("open", apply(toy.gate, ops::make_less(), {sum, toy.gate.add_constant(number(9))}));
  const SharedGraph graph = toy.finish();
  expect_same(graph, {number(4)}, "[]: 7; [3]: 4 6 8; ");
  expect_same(graph, {number(9)}, "[]: 9; [0]:; ");
}

// The last value of a loop without a bound, which no back edge carries.
TEST(WriteToyLoop, RejectsALoopWithoutABoundThatDoesNotBegin) {
  LoopModel toy = counting();
  toy.result(toy.body.add_constant(Tensor::scalar(false)));
  toy.spec.condition = 2;
  toy.spec.bound = NoBound();
  toy.spec.initial_condition = toy.input({ElementType::kBoolean, Shape{}});
  toy.spec.outputs = {{1, LastValue(), "sum"}};
  const SharedGraph graph = toy.finish();
  expect_same(graph, {number(5), Tensor::scalar(true)}, "[]: 5; ");
  // The Loop reads what rejects, so that a runtime which drops unused nodes rejects it too.
  EXPECT_NE(find_node(written_proto(LoadedModel(graph)).graph(), "Loop")->input(1), "in1");
  EXPECT_FALSE(run(rewritten(graph).value(), std::vector{number(5), Tensor::scalar(false)}).ok());
}

TEST(WriteToyLoop, JoinsValuesOfTheLargestRank) {
  LoopModel toy;
  const SlicedInput part{.input = toy.input(kVector)};
  const size_t value = toy.parameter(part, kVector);
  const size_t shape = toy.body.add_constant(list(std::vector<int64_t>(kMaxRank, 1)));
  toy.result(apply(toy.body, ops::make_reshape(false), {value, shape}));
  toy.spec.bound = NumberOfParts();
  toy.spec.outputs = {{0, Scan{.slicing = {}}, "joined"}};
  expect_same(toy.finish(), {list({7, 8})}, "[2,1,1,1,1,1,1,1,1,1,1,1]: 7 8; ");
}

TEST(WriteToyLoop, SaysWhatOnnxCannotExpress) {
  LoopModel two = counting();
  two.spec.bound = NoBound();
  two.spec.initial_condition = two.input({ElementType::kBoolean, Shape{}});
  two.spec.gate = Gate{.parameters = {}};
  two.gate.add_result("open", two.gate.add_constant(Tensor::scalar(true)));
  EXPECT_EQ(refusal_of(two.finish()),
            "ONNX-WRITE-1 ONNX cannot express a loop with conditions before and after an iteration");
  LoopModel negative = counting();
  negative.inputs.push_back(negative.model.add_constant(number(-2)));
  negative.spec.bound = TripCount{.input = 1};
  EXPECT_EQ(refusal_of(negative.finish()),
            "ONNX-WRITE-1 ONNX cannot express the error of a negative trip count");
  LoopModel unknown;
  unknown.result(apply(unknown.body, ops::make_negative(),
                       {unknown.parameter(InvariantInput{unknown.input(kAnything)}, kAnything)}));
  unknown.spec.bound = TripCount{.input = unknown.input(kCount)};
  unknown.spec.outputs = {{0, LastValue(), "last"}};
  EXPECT_EQ(
      refusal_of(unknown.finish()),
      "ONNX-WRITE-1 ONNX cannot express a last value that no back edge carries, of unknown rank\nit is r of "
      "i64[...]");
}

TEST(WriteToyGraph, HasNoRoomForOneMoreAxisOfIndices) {
  GraphBuilder toy("toy");
  const PartialShape largest = Shape(std::vector<int64_t>(kMaxRank, 1));
  const std::vector<size_t> operands = {
      toy.add_parameter("data", kVector), toy.add_parameter("indices", {ElementType::kI64, largest}),
      toy.add_parameter("updates", {ElementType::kI64, largest}), toy.add_constant(number(0))};
  toy.add_result("y", apply(toy, ops::make_scatter_update(), operands));
  EXPECT_EQ(refusal_of(toy.finish().value()),
            "ONNX-WRITE-1 ONNX cannot express a ScatterUpdate with indices of rank 12");
}

// 5 of 3 elements are removed, where ONNX would have -2 elements.
TEST(WriteToyGraph, RemovesNoMoreElementsThanThereAre) {
  const auto removing = [](const PartialShape& shape) {
    GraphBuilder toy("toy");
    const size_t x = toy.add_parameter("x", {ElementType::kI64, shape}), begin = toy.add_constant(list({-4})),
                 end = toy.add_constant(list({-1}));
    toy.add_result("y", apply(toy, ops::make_pad({}), {x, begin, end}));
    return toy.finish().value();
  };
  const schema::ModelProto proto = written_proto(LoadedModel(removing(Shape{3})));
  const schema::NodeProto& constant = proto.graph().node(0);
  ASSERT_EQ(constant.op_type(), "Constant");
  const auto* pads = reinterpret_cast<const int64_t*>(constant.attribute(0).t().raw_data().data());
  EXPECT_EQ(std::vector<int64_t>(pads, pads + 2), (std::vector<int64_t>{-3, 0}));
  expect_same(removing(Shape{3}), {list({1, 2, 3})}, "[0]:; ");
  EXPECT_EQ(refusal_of(removing(PartialShape::of_rank(1))),
            "ONNX-WRITE-1 ONNX cannot express a Pad that may remove more elements than there are");
}

// In nearest_mode simple an axis that becomes longer rounds down, and one that becomes shorter up.
TEST(WriteToyGraph, RoundsInOneDirectionAlongAllAxes) {
  const auto refusal = [](const std::vector<int64_t>& sizes) {
    GraphBuilder toy("toy");
    const size_t x = toy.add_parameter("x", {ElementType::kF32, Shape{4, 4}}),
                 to = toy.add_constant(list(sizes));
    toy.add_result(
        "y",
        apply(toy, ops::make_interpolate({.nearest = ops::Interpolate::Nearest::kCeilToShrink}), {x, to}));
    return refusal_of(toy.finish().value());
  };
  EXPECT_EQ(refusal({4, 6}), "");
  EXPECT_EQ(refusal({2, 4}), "");
  EXPECT_EQ(refusal({2, 6}),
            "ONNX-WRITE-1 ONNX cannot express the nearest_mode simple of Interpolate, if one axis becomes "
            "longer and "
            "another shorter");
}

}  // namespace
}  // namespace backedge::onnx::testing
