#include "interpreter/loop/run_loop.h"

#include <gtest/gtest.h>

#include <numeric>

#include "interpreter/loop/testing/loop_fixture.h"
#include "interpreter/loop/trip_count.h"

namespace backedge {
namespace {

// One sliced input of [2,3], passed through to a scan output.
Fixture columns(Slicing in, Slicing out) {
  Fixture loop{.step = copy_through};
  loop.spec.parameters = {parameter(SlicedInput{0, in})};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {scan(0, out)};
  loop.spec.bound = NumberOfParts();
  loop.inputs = {Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6})};
  return loop;
}

TEST(Scan, JoinsAlongAnyAxisInTheDirectionOfStride) {
  EXPECT_EQ(values_of(columns({.axis = 1}, {.axis = 1})().value()[0]), (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values_of(columns({.axis = -1}, {.axis = 0})().value()[0]), (Values{1, 4, 2, 5, 3, 6}));
  const Slicing back{.axis = 1, .start = -1, .end = 0, .stride = -1};
  EXPECT_EQ(values_of(columns({.axis = 1}, back)().value()[0]), (Values{3, 2, 1, 6, 5, 4}));
  EXPECT_EQ(values_of(columns(back, {.axis = 1})().value()[0]), (Values{3, 2, 1, 6, 5, 4}));
  EXPECT_EQ(values_of(columns(back, back)().value()[0]), (Values{1, 2, 3, 4, 5, 6}));
}

// A body may move from its Parameters; this one does not.
TEST(Loop, HoldsNoTensorAfterItsRun) {
  Fixture loop = columns({.axis = 1}, {.axis = 1});
  ASSERT_TRUE(loop().ok());
  EXPECT_FALSE(loop.run.parameters[0].has_value());
  EXPECT_FALSE(loop.run.scans[0].elements.has_value());
}

TEST(Scan, RejectsBordersThatDoNotCoverIt) {
  EXPECT_EQ(columns({.axis = 1}, {.axis = 1, .start = 1})().error().rule(), "OUT-3");
  EXPECT_EQ(columns({.axis = 1}, {.axis = 1, .stride = -1})().error().rule(), "OUT-3");
  EXPECT_TRUE(columns({.axis = 1}, {.axis = 1, .start = -3, .end = 2})().ok());
}

TEST(Scan, RejectsPartsThatDoNotAgree) {
  Fixture loop = columns({.axis = 1}, {.axis = 0});
  loop.step = [](int64_t i, std::span<const Tensor>, std::span<Tensor> results) {
    results[0] = Tensor::zeros(ElementType::kF32, {1, i + 1});
  };
  EXPECT_EQ(loop().error().rule(), "OUT-4");
  loop.spec.outputs = {scan(0, {.axis = 1})};
  EXPECT_EQ(loop().value()[0].shape(), (Shape{1, 6}));
  loop.spec.outputs = {scan(0, {.axis = 1, .part_size = 1})};
  EXPECT_EQ(loop().error().rule(), "OUT-4");
  loop.spec.outputs = {scan(0, {.axis = 2})};
  EXPECT_EQ(loop().error().rule(), "SLICE-1");
}

TEST(Scan, RejectsPartsOfAnotherRank) {
  for (const std::vector<Shape>& shapes :
       std::vector<std::vector<Shape>>{{{2}, {2, 1}, {2, 1}}, {{2, 1}, {2}, {2}}, {{2, 0}, {2}, {2}}}) {
    Fixture loop = columns({.axis = 1}, {.axis = 0});
    loop.step = [&](int64_t i, std::span<const Tensor>, std::span<Tensor> results) {
      results[0] = Tensor::zeros(ElementType::kF32, shapes[i]);
    };
    EXPECT_EQ(loop().error().rule(), "OUT-4") << shapes[0].text();
  }
}

TEST(Scan, ScalarsJoinAsOneElementEach) {
  Fixture loop = columns({.axis = 1}, {.axis = 0});
  loop.step = [](int64_t i, std::span<const Tensor>, std::span<Tensor> results) {
    results[0] = Tensor::scalar<float>(static_cast<float>(i) + 0.5f);
  };
  const Tensor joined = loop().value()[0];
  EXPECT_EQ(joined.shape(), (Shape{3}));
  EXPECT_EQ(values_of(joined), (Values{0.5, 1.5, 2.5}));
}

TEST(Parts, UnequalNumbersAreRejected) {
  Fixture loop{.step = copy_through};
  loop.spec.parameters = {parameter(SlicedInput{0, {}}), parameter(SlicedInput{1, {}})};
  loop.spec.results.assign(2, {PartialShape::any(), "Result"});
  loop.spec.outputs = {scan(0)};
  loop.spec.bound = NumberOfParts();
  loop.inputs = {vector_of({1, 2, 3}), vector_of({1, 2})};
  EXPECT_EQ(loop().error().rule(), "SLICE-7");
}

TEST(Parts, ThatCannotBeCutAreRejectedAtTheRun) {
  Fixture loop = columns({.axis = 1, .stride = 2}, {.axis = 1});
  EXPECT_EQ(loop().error().rule(), "SLICE-6");
  loop.spec.parameters[0].entry = "port_map input[3]";
  EXPECT_NE(loop().error().text().find("port_map input[3]"), std::string::npos);
}

TEST(Parts, WithoutASlicedInputAreOne) {
  Fixture loop = columns({.axis = 1}, {.axis = 1});
  loop.spec.parameters = {parameter(InvariantInput{0})};
  ASSERT_TRUE(loop().ok());
  EXPECT_EQ(loop.iterations, 1);
}

// [2,4,2,3] is cut into parts of two along axis 1. Each part is two blocks of 12 elements.
TEST(Parts, OfAnAxisInTheMiddleTakeWholeBlocks) {
  Values all(48);
  std::iota(all.begin(), all.end(), 0.0f);
  std::vector<Values> seen;
  Fixture loop = columns({.axis = 1, .stride = 2}, {.axis = 1});
  loop.inputs = {Tensor::of<float>({2, 4, 2, 3}, std::span<const float>(all))};
  loop.step = [&](int64_t i, std::span<const Tensor> parameters, std::span<Tensor> results) {
    seen.push_back(values_of(parameters[0]));
    copy_through(i, parameters, results);
  };
  EXPECT_EQ(values_of(loop().value()[0]), all);
  ASSERT_EQ(seen.size(), 2u);
  Values first(24);
  std::iota(first.begin(), first.begin() + 12, 0.0f);
  std::iota(first.begin() + 12, first.end(), 24.0f);
  EXPECT_EQ(seen[0], first);
}

// A Loop that counts: x = x + 1 from 0. The condition of iteration k is conditions[k], and true after the
// last one.
Fixture counter(Tensor trip, bool initial, std::vector<bool> conditions) {
  Fixture loop{
      .step = [conditions](int64_t i, std::span<const Tensor> parameters, std::span<Tensor> results) {
        results[0] = vector_of({values_of(parameters[0])[0] + 1});
        const auto k = static_cast<size_t>(i);
        results[1] = Tensor::scalar<bool>(k >= conditions.size() || conditions[k]);
      }};
  loop.spec.parameters = {parameter(merged(0, 0)), parameter(CurrentIteration(), Shape{}, ElementType::kI64)};
  loop.spec.results.assign(2, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0), scan(0)};
  loop.spec.bound = TripCount{1};
  loop.spec.initial_condition = 2;
  loop.spec.condition = 1;
  loop.inputs = {vector_of({0}), std::move(trip), Tensor::scalar<bool>(initial)};
  loop.inferred = {{ElementType::kF32, Shape{1}}, {ElementType::kBoolean, Shape{}}};
  return loop;
}

float iterations_of(Fixture loop) {
  const float count = values_of(loop().value()[0])[0];
  EXPECT_EQ(static_cast<float>(loop.iterations), count);
  return count;
}

TEST(TripCount, BoundsTheIterations) {
  EXPECT_EQ(iterations_of(counter(Tensor::scalar<int64_t>(4), true, {})), 4);
  EXPECT_EQ(iterations_of(counter(Tensor::of<int32_t>({1}, {4}), true, {})), 4);
  EXPECT_EQ(iterations_of(counter(Tensor::scalar<int64_t>(0), true, {})), 0);
  EXPECT_EQ(iterations_of(counter(Tensor::scalar<int64_t>(-1), true, {true, true, false})), 3);
  EXPECT_EQ(iterations_of(counter(Tensor::scalar<int64_t>((int64_t{1} << 32) + 3), true,
                                  {true, true, true, true, false})),
            5);
  EXPECT_EQ(iterations_of(counter(Tensor::scalar<int64_t>(int64_t{1} << 32), true, {true, false})), 2);
}

TEST(TripCount, OfAnotherTypeShapeOrSignIsRejected) {
  EXPECT_EQ(counter(Tensor::scalar<float>(4), true, {})().error().rule(), "TRIP-1");
  EXPECT_EQ(counter(Tensor::of<int64_t>({2}, {4, 4}), true, {})().error().rule(), "TRIP-1");
  EXPECT_EQ(counter(Tensor::of<int64_t>({1, 1}, {4}), true, {})().error().rule(), "TRIP-1");
  EXPECT_EQ(counter(Tensor::scalar<int64_t>(-2), true, {})().error().rule(), "TRIP-2");
}

TEST(TripCount, OfMinus1IsNoBoundInSomeLanguagesAlone) {
  Fixture loop = counter(Tensor::scalar<int64_t>(-1), true, {false});
  std::get<TripCount>(loop.spec.bound).negative = TripCount::Negative::kError;
  EXPECT_EQ(loop().error().rule(), "TRIP-2");
  std::get<TripCount>(loop.spec.bound).negative = TripCount::Negative::kNoIteration;
  EXPECT_EQ(iterations_of(loop), 0);
}

TEST(TripCount, OfTheDraftIsAnI64) {
  const Signature i32{ElementType::kI32, Shape{}}, i64{ElementType::kI64, Shape{}};
  EXPECT_TRUE(check_trip_count({.input = 0}, i32).ok());
  EXPECT_EQ(check_trip_count({.input = 0, .may_be_i32 = false}, i32).error().rule(), "TRIP-1");
  EXPECT_TRUE(check_trip_count({.input = 0, .may_be_i32 = false}, i64).ok());
}

TEST(Condition, OfTwoElementsIsRejected) {
  const Tensor two = Tensor::of<bool>({2}, {true, true});
  Fixture loop = counter(Tensor::scalar<int64_t>(4), true, {});
  loop.inputs[2] = two;
  EXPECT_EQ(loop().error().rule(), "COND-1");
  Fixture other = counter(Tensor::scalar<int64_t>(4), true, {});
  const auto step = other.step;
  other.step = [&](int64_t i, std::span<const Tensor> parameters, std::span<Tensor> results) {
    step(i, parameters, results);
    if (i == 1) results[1] = two;
  };
  const auto stopped = other();
  EXPECT_EQ(stopped.error().rule(), "COND-4");
  EXPECT_NE(stopped.error().text().find("in iteration 1"), std::string::npos);
}

TEST(Condition, GatesTheNextIteration) {
  EXPECT_EQ(iterations_of(counter(Tensor::scalar<int64_t>(4), false, {})), 0);
  EXPECT_EQ(iterations_of(counter(Tensor::scalar<int64_t>(4), true, {false})), 1);
  EXPECT_EQ(iterations_of(counter(Tensor::scalar<int64_t>(4), true, {true, false})), 2);
  EXPECT_EQ(iterations_of(counter(Tensor::scalar<int64_t>(2), true, {true, true, true})), 2);
}

TEST(NoIteration, GivesInitialValuesAndEmptyScans) {
  Fixture loop = counter(Tensor::scalar<int64_t>(0), true, {});
  const std::vector<Tensor> outputs = loop().value();
  EXPECT_EQ(values_of(outputs[0]), Values{0});
  EXPECT_EQ(outputs[1].shape(), (Shape{0}));

  loop.spec.outputs = {last(1)};  // the condition feeds no back edge
  EXPECT_EQ(loop().error().rule(), "ZERO-3");

  loop.spec.outputs = {last(0)};
  loop.spec.parameters.push_back(parameter(merged(3, 0)));
  loop.inputs.push_back(vector_of({7}));
  EXPECT_EQ(loop().error().rule(), "ZERO-1");
  loop.inputs.back() = vector_of({0});
  EXPECT_TRUE(loop().ok());
}

TEST(NoIteration, AScansOtherDimensionsAreThoseThatAreKnown) {
  Fixture loop = counter(Tensor::scalar<int64_t>(0), true, {});
  loop.spec.outputs = {scan(0, {.axis = 1})};
  loop.inferred[0] = {
      ElementType::kF32,
      PartialShape::of(std::array{Dimension::exactly(2), Dimension::exactly(3), Dimension::any()})};
  EXPECT_EQ(loop().value()[0].shape(), (Shape{2, 0, 0}));
  loop.spec.results[0].declared = Shape{2, 3, 5};
  EXPECT_EQ(loop().value()[0].shape(), (Shape{2, 0, 5}));
}

TEST(Sliced, AnIterationPastTheLastPartIsAnError) {
  Fixture loop = counter(Tensor::scalar<int64_t>(3), true, {});
  loop.spec.parameters.push_back(parameter(SlicedInput{3, {}}));
  loop.inputs.push_back(vector_of({5, 6, 7, 8}));
  EXPECT_TRUE(loop().ok());  // part 3 is not read
  loop.inputs[1] = Tensor::scalar<int64_t>(5);
  EXPECT_EQ(loop().error().rule(), "SLICE-9");
  loop.inputs[1] = Tensor::scalar<int64_t>(4);
  EXPECT_TRUE(loop().ok());  // an error does not change later runs
}

TEST(CurrentIterationParameter, HasItsOwnTypeAndShape) {
  Fixture loop = counter(Tensor::scalar<int64_t>(3), true, {});
  loop.spec.parameters[1] = parameter(CurrentIteration(), Shape{1}, ElementType::kI32);
  std::vector<int32_t> seen;
  const auto step = loop.step;
  loop.step = [&](int64_t i, std::span<const Tensor> parameters, std::span<Tensor> results) {
    seen.push_back(parameters[1].values<int32_t>()[0]);
    EXPECT_EQ(parameters[1].shape(), (Shape{1}));
    step(i, parameters, results);
  };
  ASSERT_TRUE(loop().ok());
  EXPECT_EQ(seen, (std::vector<int32_t>{0, 1, 2}));
}

TEST(CurrentIterationParameter, IsAScalarIfItsRankIsOpen) {
  Fixture loop = counter(Tensor::scalar<int64_t>(1), true, {});
  loop.spec.parameters[1] = parameter(CurrentIteration(), PartialShape::any(), ElementType::kI64);
  const auto step = loop.step;
  loop.step = [&](int64_t i, std::span<const Tensor> parameters, std::span<Tensor> results) {
    EXPECT_EQ(parameters[1].shape(), Shape{});
    step(i, parameters, results);
  };
  EXPECT_TRUE(loop().ok());
}

TEST(Parameter, StartsFromTheInputThatItNames) {
  EXPECT_EQ(input_of(parameter(InvariantInput{3})), 3u);
  EXPECT_EQ(input_of(parameter(SlicedInput{2, {}})), 2u);
  EXPECT_EQ(input_of(parameter(merged(1, 5))), 1u);
  EXPECT_EQ(input_of(parameter(CurrentIteration())), std::nullopt);
}

TEST(Parameter, TakesAValueOfItsTypeAndShape) {
  const auto rule_of = [](const Tensor& value) {
    Fixture loop{.step = copy_through};
    loop.spec.parameters = {parameter(InvariantInput{0}, Shape{2})};
    loop.spec.results.assign(1, {PartialShape::any(), "Result"});
    loop.spec.outputs = {last(0)};
    loop.spec.bound = NumberOfParts();
    loop.inputs = {value};
    const auto outputs = loop();
    return outputs.ok() ? "" : outputs.error().rule();
  };
  EXPECT_EQ(rule_of(Tensor::zeros(ElementType::kF32, {2})), "");
  EXPECT_EQ(rule_of(Tensor::zeros(ElementType::kI32, {2})), "BODY-4");
  EXPECT_EQ(rule_of(Tensor::zeros(ElementType::kF32, {3})), "BODY-4");
}

TEST(Inferences, DoNotDependOnEachOther) {
  Fixture loop = counter(Tensor::scalar<int64_t>(0), true, {});
  for (const int64_t trips : {5, 2, 0, 1, 7}) {
    loop.inputs[1] = Tensor::scalar<int64_t>(trips);
    const std::vector<Tensor> outputs = loop().value();
    Values expected;
    for (int64_t i = 1; i <= trips; ++i) expected.push_back(static_cast<float>(i));
    EXPECT_EQ(values_of(outputs[1]), expected);
    EXPECT_EQ(values_of(outputs[0]), Values{static_cast<float>(trips)});
  }
}

TEST(Inferences, JoinTheirOwnPartsInReverse) {
  Fixture loop = counter(Tensor::scalar<int64_t>(0), true, {});
  loop.spec.outputs = {scan(0, {.start = -1, .end = 0, .stride = -1})};
  for (const int64_t trips : {3, 5, 2}) {
    loop.inputs[1] = Tensor::scalar<int64_t>(trips);
    Values expected;
    for (int64_t i = trips; i > 0; --i) expected.push_back(static_cast<float>(i));
    EXPECT_EQ(values_of(loop().value()[0]), expected);
  }
}

}  // namespace
}  // namespace backedge
