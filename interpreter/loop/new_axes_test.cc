// Parts that lose their axis, and scan outputs that get a new axis or padding.

#include <gtest/gtest.h>

#include <array>

#include "interpreter/loop/count_parts.h"
#include "interpreter/loop/testing/loop_fixture.h"

namespace backedge {
namespace {

const Slicing kBackward = {.start = -1, .end = 0, .stride = -1};

// The parts of [[1, 2], [3, 4], [5, 6]] without the axis, joined as `out` says.
Fixture rows(Slicing in, Scan out) {
  Fixture loop{.step = copy_through};
  loop.spec.parameters = {parameter(SlicedInput{.input = 0, .slicing = in, .drops_axis = true})};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {{.result = 0, .kind = out, .entry = "the output"}};
  loop.spec.bound = NumberOfParts();
  loop.inputs = {Tensor::of<float>({3, 2}, {1, 2, 3, 4, 5, 6})};
  return loop;
}

struct Joined {
  Shape shape;
  Values values;
  bool operator==(const Joined&) const = default;
};

Joined joined(Fixture loop) {
  const Tensor tensor = loop().value()[0];
  return {tensor.shape(), values_of(tensor)};
}

std::string rule_of(Fixture loop) {
  const auto outputs = loop();
  return outputs.ok() ? "" : outputs.error().rule();
}

TEST(DroppedAxis, LeavesTheOtherAxes) {
  const Scan end_to_end;  // joined along the only axis that is left
  EXPECT_EQ(joined(rows({.axis = 0}, end_to_end)), (Joined{{6}, {1, 2, 3, 4, 5, 6}}));
  EXPECT_EQ(joined(rows({.axis = 1}, end_to_end)), (Joined{{6}, {1, 3, 5, 2, 4, 6}}));
  EXPECT_EQ(joined(rows({.axis = -1}, end_to_end)), (Joined{{6}, {1, 3, 5, 2, 4, 6}}));
  EXPECT_EQ(joined(rows(kBackward, end_to_end)), (Joined{{6}, {5, 6, 3, 4, 1, 2}}));
}

TEST(DroppedAxis, OfAVectorLeavesScalars) {
  Fixture loop = rows({}, {});
  loop.inputs = {vector_of({7, 8, 9})};
  loop.spec.parameters[0].declared.shape = Shape{};
  EXPECT_EQ(joined(loop), (Joined{{3}, {7, 8, 9}}));
}

TEST(DroppedAxis, IsNotInTheDeclaredShape) {
  Fixture loop = rows({}, {});
  loop.spec.parameters[0].declared.shape = Shape{2};
  EXPECT_EQ(rule_of(loop), "");
  loop.spec.parameters[0].declared.shape = Shape{1, 2};
  EXPECT_EQ(rule_of(loop), "BODY-4");
  EXPECT_EQ(rule_of(rows({.axis = 2}, {})), "SLICE-1");
}

TEST(DroppedAxis, MayBeEmptyInBothDirections) {
  for (const Slicing& slicing : {Slicing{}, kBackward}) {
    Fixture loop = rows(slicing, {});
    loop.inputs[0] = Tensor::zeros(ElementType::kF32, {0, 2});
    loop.inferred = {{ElementType::kF32, Shape{2}}};
    EXPECT_EQ(joined(loop), (Joined{{0}, {}}));
    loop.inputs.push_back(Tensor::scalar<int64_t>(1));
    loop.spec.bound = TripCount{.input = 1};
    EXPECT_EQ(rule_of(loop), "SLICE-9");
  }
  Fixture other = rows({.start = -1, .end = 0}, {});
  other.inputs[0] = Tensor::zeros(ElementType::kF32, {0, 2});
  EXPECT_EQ(rule_of(other), "SLICE-2");
}

TEST(DroppedAxis, IsNotInPartsWhoseNumberIsUnknown) {
  const SlicedInput sliced{.input = 0, .slicing = {.axis = 1}, .drops_axis = true};
  const PartialShape input =
      PartialShape::of(std::array{Dimension::exactly(2), Dimension::any(), Dimension{1, 4}});
  EXPECT_EQ(measure_parts({ElementType::kF32, input}, sliced).value().part.text(), "[2,1..4]");
  EXPECT_FALSE(measure_parts({}, sliced).value().part.rank_known());
}

// A row along axis 1 is a copy, for which there must be memory.
TEST(DroppedAxis, IsOfPartsThatFitIntoTheMemory) {
  Fixture loop = rows({.axis = 1}, {});
  loop.inputs[0] = Tensor::zeros(ElementType::kF32, {1000, 2});
  loop.pool = Pool::make(3000);
  EXPECT_EQ(rule_of(loop), "LIMIT-1");
}

TEST(AddedAxis, StacksTheValues) {
  EXPECT_EQ(joined(rows({}, {.slicing = {.axis = 0}, .adds_axis = true})),
            (Joined{{3, 2}, {1, 2, 3, 4, 5, 6}}));
  EXPECT_EQ(joined(rows({}, {.slicing = {.axis = 1}, .adds_axis = true})),
            (Joined{{2, 3}, {1, 3, 5, 2, 4, 6}}));
  EXPECT_EQ(joined(rows({}, {.slicing = {.axis = -1}, .adds_axis = true})),
            (Joined{{2, 3}, {1, 3, 5, 2, 4, 6}}));
  EXPECT_EQ(joined(rows({}, {.slicing = {.axis = -2}, .adds_axis = true})),
            (Joined{{3, 2}, {1, 2, 3, 4, 5, 6}}));
  EXPECT_EQ(joined(rows({}, {.slicing = kBackward, .adds_axis = true})),
            (Joined{{3, 2}, {5, 6, 3, 4, 1, 2}}));
  EXPECT_EQ(rule_of(rows({}, {.slicing = {.axis = 2}, .adds_axis = true})), "SLICE-1");
  EXPECT_EQ(rule_of(rows({}, {.slicing = {.axis = -3}, .adds_axis = true})), "SLICE-1");
}

TEST(AddedAxis, MakesAVectorOfScalars) {
  Fixture loop = rows({}, {.slicing = {}, .adds_axis = true});
  loop.inputs = {vector_of({7, 8, 9})};
  EXPECT_EQ(joined(loop), (Joined{{3}, {7, 8, 9}}));
  loop.spec.outputs[0].kind = Scan{.slicing = {.axis = 1}, .adds_axis = true};
  EXPECT_EQ(rule_of(loop), "SLICE-1");
}

TEST(AddedAxis, NeedsValuesOfOneShape) {
  Fixture loop = rows({}, {.slicing = {}, .adds_axis = true});
  loop.step = [](int64_t i, std::span<const Tensor>, std::span<Tensor> results) {
    results[0] = Tensor::zeros(ElementType::kF32, {i + 1});
  };
  EXPECT_EQ(rule_of(loop), "OUT-4");
}

TEST(AddedAxis, MayNotPassTheLargestRank) {
  Fixture loop = rows({}, {.slicing = {}, .adds_axis = true});
  loop.step = [](int64_t, std::span<const Tensor>, std::span<Tensor> results) {
    results[0] = Tensor::zeros(ElementType::kF32, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  };
  EXPECT_EQ(rule_of(loop), "LIMIT-3");
  loop.step = [](int64_t, std::span<const Tensor>, std::span<Tensor> results) {
    results[0] = Tensor::zeros(ElementType::kF32, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  };
  EXPECT_EQ(rule_of(loop), "");
}

// The rows are padded to a length that is input 1.
Fixture padded(Scan out, const Tensor& length) {
  out.length = 1;
  Fixture loop = rows({}, out);
  loop.inputs.push_back(length);
  return loop;
}

TEST(PaddedScan, HasZerosAfterTheParts) {
  const Tensor five = Tensor::scalar<int64_t>(5);
  EXPECT_EQ(joined(padded({.slicing = {}, .adds_axis = true}, five)),
            (Joined{{5, 2}, {1, 2, 3, 4, 5, 6, 0, 0, 0, 0}}));
  EXPECT_EQ(joined(padded({.slicing = {.axis = 1}, .adds_axis = true}, five)),
            (Joined{{2, 5}, {1, 3, 5, 0, 0, 2, 4, 6, 0, 0}}));
  EXPECT_EQ(joined(padded({.slicing = kBackward, .adds_axis = true}, five)),
            (Joined{{5, 2}, {5, 6, 3, 4, 1, 2, 0, 0, 0, 0}}));
  EXPECT_EQ(joined(padded({}, Tensor::of<int32_t>({1}, {7}))), (Joined{{7}, {1, 2, 3, 4, 5, 6, 0}}));
}

TEST(PaddedScan, HasRoomForAllParts) {
  const Scan stacked{.slicing = {}, .adds_axis = true};
  EXPECT_EQ(joined(padded(stacked, Tensor::scalar<int64_t>(3))), (Joined{{3, 2}, {1, 2, 3, 4, 5, 6}}));
  Fixture loop = padded(stacked, Tensor::scalar<int64_t>(2));
  const auto outputs = loop();
  EXPECT_EQ(outputs.error().rule(), "OUT-9");
  EXPECT_NE(outputs.error().text().find("in iteration 2"), std::string::npos);
  EXPECT_NE(outputs.error().text().find("the output"), std::string::npos);
  EXPECT_EQ(rule_of(padded({}, Tensor::scalar<int64_t>(5))), "OUT-9");  // three parts of width two need more
}

TEST(PaddedScan, HasALengthThatIsACount) {
  const auto negative = padded({}, Tensor::scalar<int64_t>(-1))();
  EXPECT_EQ(negative.error().rule(), "OUT-9");
  EXPECT_NE(negative.error().text().find("negative"), std::string::npos);
  Fixture of_sequence = padded({}, Tensor::scalar<int64_t>(8));
  of_sequence.inputs[1] = Value::sequence({});
  EXPECT_EQ(rule_of(of_sequence), "TYPE-2");
  EXPECT_EQ(rule_of(padded({}, Tensor::scalar<float>(9))), "OUT-9");
  EXPECT_EQ(rule_of(padded({}, Tensor::of<int64_t>({2}, {9, 9}))), "OUT-9");
  EXPECT_EQ(rule_of(padded({}, Tensor::of<int64_t>({1, 1}, {9}))), "OUT-9");
}

TEST(PaddedScan, HasBordersThatCoverTheGivenLength) {
  const Tensor eight = Tensor::scalar<int64_t>(8);
  EXPECT_EQ(rule_of(padded({.slicing = {.end = 7}}, eight)), "");
  EXPECT_EQ(rule_of(padded({.slicing = {.end = 5}}, eight)), "OUT-3");
}

TEST(PaddedScan, HasTheLengthOfItsOwnInference) {
  Fixture loop = padded({}, Tensor::scalar<int64_t>(8));
  for (const int64_t length : {8, 6, 7}) {
    loop.inputs[1] = Tensor::scalar(length);
    EXPECT_EQ(loop().value()[0].shape(), (Shape{length}));
  }
  std::get<Scan>(loop.spec.outputs[0].kind).length.reset();
  EXPECT_EQ(loop().value()[0].shape(), (Shape{6}));
}

// A loop that runs no iteration: the body infers the shape of its Result.
Fixture idle(Scan out, const PartialShape& result) {
  Fixture loop = padded(out, Tensor::scalar<int64_t>(2));
  if (!out.length) std::get<Scan>(loop.spec.outputs[0].kind).length.reset();
  loop.inputs[0] = Tensor::zeros(ElementType::kF32, {0, 3});
  loop.inferred = {{ElementType::kF32, result}};
  return loop;
}

TEST(NoIteration, LeavesAnAddedAxisEmpty) {
  const auto shape = [](Slicing slicing, const PartialShape& result) {
    return joined(idle({.slicing = slicing, .adds_axis = true}, result)).shape;
  };
  EXPECT_EQ(shape({}, Shape{3}), (Shape{0, 3}));
  EXPECT_EQ(shape({.axis = 1}, Shape{3}), (Shape{3, 0}));
  EXPECT_EQ(shape({.axis = 1}, Shape{3, 4}), (Shape{3, 0, 4}));
  EXPECT_EQ(shape({}, Shape{}), (Shape{0}));
  EXPECT_EQ(shape({.axis = 1}, PartialShape::any()), (Shape{0, 0}));
  EXPECT_EQ(rule_of(idle({.slicing = {.axis = 2}, .adds_axis = true}, Shape{3})), "SLICE-1");
}

TEST(NoIteration, LeavesPaddingAlone) {
  EXPECT_EQ(joined(idle({.slicing = {}, .adds_axis = true, .length = 1}, Shape{3})),
            (Joined{{2, 3}, {0, 0, 0, 0, 0, 0}}));
  EXPECT_EQ(joined(idle({.slicing = {.axis = -1}, .length = 1}, Shape{3})), (Joined{{2}, {0, 0}}));
  EXPECT_EQ(rule_of(idle({.slicing = {.start = 1}, .length = 1}, Shape{3})), "OUT-3");
}

TEST(NoIteration, KnowsTheShapesOfInitialValuesIfElement0Exists) {
  Fixture loop = idle({.slicing = {}}, Shape{3});
  const PartialShape declared = PartialShape::of_rank(1);
  const size_t first = loop.inputs.size();
  loop.inputs.insert(loop.inputs.end(),
                     {vector_of({1, 2, 3}), vector_of({4, 5}), Tensor::scalar<int64_t>(0)});
  loop.spec.bound = TripCount{.input = first + 2};
  loop.spec.parameters.push_back(parameter(merged(first, 0), declared));
  loop.spec.parameters.push_back(
      parameter(MergedInput{.initial = SlicedInput{first + 1, {}}, .result = 0}, declared));
  loop.spec.parameters.push_back(parameter(CurrentIteration(), declared, ElementType::kI64));
  const auto shapes = [&] {
    EXPECT_TRUE(loop().ok());
    std::string text;
    for (size_t p = 1; p < 4; ++p) text += loop.inferred_from[p].text();
    return text;
  };
  EXPECT_EQ(shapes(), "[?][?][?]");
  loop.spec.element_0_exists = true;
  EXPECT_EQ(shapes(), "[3][?][?]");
}

// An axis beyond the largest rank is an error of the model, however large it is.
TEST(NoIteration, OfAValueOfUnknownRankNeedsAnAxisThatATensorMayHave) {
  for (const int64_t axis : {int64_t{12}, int64_t{-13}, INT64_MAX, INT64_MIN})
    EXPECT_EQ(rule_of(idle({.slicing = {.axis = axis}}, PartialShape::any())), "LIMIT-3") << axis;
  EXPECT_EQ(joined(idle({.slicing = {.axis = 11}}, PartialShape::any())).shape.rank(), 12);
  EXPECT_EQ(joined(idle({.slicing = {.axis = -12}}, PartialShape::any())).shape.rank(), 12);
}

}  // namespace
}  // namespace backedge
