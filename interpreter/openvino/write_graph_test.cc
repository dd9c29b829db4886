// Graphs that no model of the corpus has, written as OpenVINO IR. A reader of that IR computes the same.

#include "interpreter/openvino/write_graph.h"

#include <array>

#include "interpreter/openvino/testing/written_graph.h"
#include "interpreter/ops/access_variable.h"
#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/tensor/narrow_types.h"

namespace backedge {
namespace {

TEST(WrittenLoop, RunsNoIterationForANegativeCount) {
  LoopModel toy = counting();
  const size_t trips = toy.input(kCount);
  toy.spec.bound = TripCount{.input = trips, .negative = TripCount::Negative::kNoIteration};
  const auto graph = toy.finish();
  expect_same(graph, {number(5), number(3)}, "[]: 8; [3]: 5 7 9; ");
  expect_same(graph, {number(5), number(0)}, "[]: 5; [0]:; ");
  expect_same(graph, {number(5), number(-1)}, "[]: 5; [0]:; ");
  expect_same(graph, {number(5), number(-7)}, "[]: 5; [0]:; ");
}

TEST(WrittenLoop, HasAGateThatReadsTheIterationAndAMergedValue) {
  LoopModel toy = counting();  // while count + iteration < 9
  toy.spec.bound = NoBound();
  toy.spec.gate = Gate{.parameters = {1, 0}};
  const size_t iteration = toy.gate.add_parameter("i", kCount), count = toy.gate.add_parameter("n", kCount);
  const size_t sum = apply(toy.gate, ops::make_add(), {iteration, count});
  const size_t limit = toy.gate.add_constant(number(9));
  toy.gate.add_result("open", apply(toy.gate, ops::make_less(), {sum, limit}));
  const auto graph = toy.finish();
  expect_same(graph, {number(4)}, "[]: 7; [3]: 4 6 8; ");
  expect_same(graph, {number(8)}, "[]: 9; [1]: 8; ");
  expect_same(graph, {number(9)}, "[]: 9; [0]:; ");
}

TEST(WrittenLoop, PadsAScanToALengthThatTheRunGives) {
  LoopModel toy = counting();
  const size_t trips = toy.input(kCount);
  const size_t length = toy.input({ElementType::kI32, PartialShape::any()});
  toy.spec.bound = TripCount{.input = trips};
  toy.spec.outputs.push_back(
      {1, Scan{.slicing = {.start = -1, .end = 0, .stride = -1}, .adds_axis = true, .length = length},
       "padded"});
  const auto graph = toy.finish();
  expect_same(graph, {number(5), number(2), Tensor::scalar<int32_t>(4)}, "[]: 7; [2]: 5 7; [4]: 7 5 0 0; ");
  expect_same(graph, {number(5), number(2), Tensor::of<int32_t>({1}, {2})}, "[]: 7; [2]: 5 7; [2]: 7 5; ");
  expect_same(graph, {number(5), number(0), Tensor::scalar<int32_t>(1)}, "[]: 5; [0]:; [1]: 0; ");
}

// Columns of a matrix from the last one to the first, one of which is the initial value of a merged input.
TEST(WrittenLoop, SlicesAndMergesPartsThatLoseTheirAxis) {
  LoopModel toy;
  const size_t matrix = toy.input({ElementType::kI64, PartialShape::of_rank(2)});
  const Slicing backwards{.axis = -1, .start = -1, .end = 0, .stride = -1};
  const SlicedInput column{.input = matrix, .slicing = backwards, .drops_axis = true};
  const size_t sum = toy.parameter(MergedInput{.initial = column, .result = 0}, kVector);
  const size_t part = toy.parameter(column, kVector);
  toy.result(apply(toy.body, ops::make_add(), {sum, part}));
  toy.spec.bound = NumberOfParts();
  toy.spec.outputs = {{0, LastValue(), "sum"},
                      {0, Scan{.slicing = {.axis = -1}, .adds_axis = true}, "sums"},
                      {0, Scan{.slicing = {.axis = 0}, .adds_axis = true}, "other"},
                      {0, Scan{.slicing = {.axis = 0}}, "joined"}};
  expect_same(toy.finish(), {Tensor::of<int64_t>({2, 3}, {1, 2, 3, 4, 5, 6})},
              "[2]: 9 21; [2,3]: 6 8 9 12 17 21; [3,2]: 6 12 8 17 9 21; [6]: 6 12 8 17 9 21; ");
}

TEST(WrittenLoop, SlicesAnEmptyAxisBackwards) {
  LoopModel toy;
  const size_t values = toy.input(kAnything);
  const Slicing backwards{.start = -1, .end = 0, .stride = -1};
  const size_t part =
      toy.parameter(SlicedInput{.input = values, .slicing = backwards, .drops_axis = true}, kCount);
  toy.result(apply(toy.body, ops::make_negative(), {part}));
  toy.spec.bound = NumberOfParts();
  toy.spec.outputs = {{0, Scan{.slicing = {}, .adds_axis = true}, "all"}};
  const auto graph = toy.finish();
  expect_same(graph, {list({1, 2, 3})}, "[3]: -3 -2 -1; ");
  expect_same(graph, {list({})}, "[0]:; ");
}

TEST(WrittenGraph, SaysWhatIrCannotExpress) {
  LoopModel parts = counting();
  parts.spec.bound = NumberOfParts();
  EXPECT_EQ(
      error_of(parts.finish()),
      "IR-WRITE-1 load toy: the loop: OpenVINO IR cannot express a loop that runs once for each part, and "
      "also has a condition or the number of the iteration");
  LoopModel two = counting();
  two.spec.bound = NoBound();
  two.spec.initial_condition = two.input({ElementType::kBoolean, Shape{}});
  two.spec.gate = Gate{.parameters = {}};
  two.gate.add_result("open", two.gate.add_constant(Tensor::scalar(true)));
  EXPECT_EQ(
      error_of(two.finish()),
      "IR-WRITE-1 load toy: the loop: OpenVINO IR cannot express a loop with two conditions, one before and "
      "one after the body");

  LoopModel backwards;
  const SlicedInput part{.input = backwards.input(kAnything),
                         .slicing = {.axis = -1, .start = -1, .end = 0, .stride = -1},
                         .drops_axis = true};
  backwards.result(backwards.parameter(part, kAnything));
  backwards.spec.bound = NumberOfParts();
  backwards.spec.outputs = {{0, LastValue(), "last"}};
  EXPECT_EQ(error_of(backwards.finish()),
            "IR-WRITE-1 load toy: the loop: OpenVINO IR cannot express parts that are taken backwards, along "
            "an axis "
            "that counts from the end of an unknown rank");
  LoopModel padded;
  padded.result(padded.parameter(InvariantInput{padded.input(kAnything)}, kAnything));
  padded.spec.bound = TripCount{.input = padded.input(kCount)};
  padded.spec.outputs = {
      {0, Scan{.slicing = {.axis = -1}, .adds_axis = true, .length = padded.input(kCount)}, "padded"}};
  EXPECT_EQ(error_of(padded.finish()),
            "IR-WRITE-1 load toy: the loop: OpenVINO IR cannot express a loop output that is padded along an "
            "axis that "
            "counts from the end of an unknown rank");

  GraphBuilder product("toy");
  product.add_result("y", apply(product, ops::make_cum_prod(), {product.add_parameter("x", kVector)}));
  EXPECT_EQ(error_of(product.finish().value()),
            "IR-WRITE-1 load toy: node: OpenVINO IR has no operation like this: cum_prod");
  GraphBuilder gather("toy");
  const size_t x = gather.add_parameter("x", kVector), axis = gather.add_parameter("axis", kCount);
  const auto out_of_range = ops::Gather::OutOfRange::kFromEndOrError;
  gather.add_result("y", apply(gather, ops::make_gather({.out_of_range = out_of_range}), {x, x, axis}));
  EXPECT_EQ(error_of(gather.finish().value()),
            "IR-WRITE-1 load toy: node: OpenVINO IR cannot express this Gather-8\nan index out of range is "
            "an error "
            "and a negative one counts from the end, which can be expressed only for a constant axis\n"
            "the nearest one is Gather-8 batch_dims=\"0\"");
  GraphBuilder sequence("toy");
  sequence.add_result("y",
                      sequence.add_parameter("s\n", {ElementType::kF32, Shape{2}, ValueKind::kSequence}));
  EXPECT_EQ(
      error_of(sequence.finish().value()),
      "IR-WRITE-1 load toy: OpenVINO IR cannot express the input \"s\\u000a\", a sequence of f32[2]: it "
      "has only tensors");
}

TEST(WrittenGraph, HasNoTypesOfOnnxAlone) {
  GraphBuilder toy("toy");
  toy.add_result("y", toy.add_parameter("x", {ElementType::kI2, Shape{2}}));
  EXPECT_EQ(error_of(toy.finish().value()), "IR-WRITE-1 load toy: OpenVINO IR has no element type i2");
}

TEST(WrittenGraph, KeepsVariables) {
  GraphBuilder toy("toy");
  const ops::VariableAccess read{.id = "a \"b\"", .declared = {ElementType::kI64, PartialShape::of_rank(1)}};
  ops::VariableAccess set = read;
  set.sets = true;
  const size_t x = toy.add_parameter("x", kAnything);
  const size_t h = apply(toy, ops::make_access_variable(read), {x});
  const size_t sum = apply(toy, ops::make_add(), {h, h});
  toy.add_result("y", apply(toy, ops::make_access_variable(set), {sum}));
  const auto graph = toy.finish().value();
  expect_same(graph, {list({3, 4})}, "[2]: 6 8; ");
  expect_same(graph, {number(3)}, "VAR-2");
  EXPECT_EQ(rewritten(*graph).value().defaults().at(0).name, "variable:a \"b\"");
}

// Names that XML cannot hold, elements that share bytes, and an Identity, which is left out.
TEST(WrittenGraph, KeepsNamesConstantsAndShapes) {
  GraphBuilder toy("toy");
  const Signature bounded{ElementType::kF64, PartialShape::of(std::array{Dimension{2, 5}, Dimension::any()})};
  const size_t x = toy.add_parameter("<a & \"b\">", bounded);
  toy.add_result("tab\there", apply(toy, ops::make_identity(), {x}));
  std::vector<Tensor> constants;
  for (const auto& [type, count] :
       {std::pair(ElementType::kU1, 9), std::pair(ElementType::kU2, 5), std::pair(ElementType::kU3, 8),
        std::pair(ElementType::kU4, 3), std::pair(ElementType::kU6, 4), std::pair(ElementType::kI4, 3),
        std::pair(ElementType::kNF4, 3), std::pair(ElementType::kF8E4M3, 3)}) {
    Tensor constant = Tensor::zeros(type, {count});
    for (int k = 0; k < count; ++k)
      constant.writable_bytes()[k] = std::byte{narrow_of_integer(type, static_cast<uint64_t>(11 * k + 13))};
    constants.push_back(constant);
    toy.add_result("c", toy.add_constant(constant));
  }
  const auto graph = toy.finish().value();
  const LoadedModel again = rewritten(*graph).value();
  EXPECT_EQ(again.inputs()[0].name, "<a & \"b\">");
  EXPECT_EQ(again.inputs()[0].shape.text(), "[2..5,?]");
  EXPECT_EQ(again.outputs()[0].name, "tab\\u0009here");
  const auto outputs = run(again, std::vector{Tensor::of<double>({2, 1}, {1, 2})}).value();
  for (size_t k = 0; k < constants.size(); ++k)
    EXPECT_TRUE(outputs[k + 1].same_bits(constants[k])) << name_of(constants[k].type());

  GraphBuilder odd("toy");
  odd.add_result("y", odd.add_constant(Tensor::zeros(ElementType::kU3, {9})));
  EXPECT_EQ(
      error_of(odd.finish().value()),
      "IR-WRITE-1 load toy: OpenVINO IR cannot express a constant of u3[9], which does not fill its last "
      "group of 3 bytes");
}

}  // namespace
}  // namespace backedge
