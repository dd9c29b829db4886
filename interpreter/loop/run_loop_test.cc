#include "interpreter/loop/run_loop.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

using Values = std::vector<float>;

Tensor vector_of(const Values& values) {
  return Tensor::of<float>({static_cast<int64_t>(values.size())}, std::span<const float>(values));
}

Values values_of(const Tensor& tensor) {
  const auto values = tensor.values<float>();
  return Values(values.begin(), values.end());
}

BodyParameter parameter(decltype(BodyParameter::source) source, PartialShape shape = PartialShape::any(),
                        ElementType type = ElementType::kF32) {
  return {.source = source, .declared = {type, shape}, .name = "Parameter", .entry = "port_map input"};
}

MergedInput merged(size_t input, size_t result) {
  return {.initial = InvariantInput{input}, .result = result};
}

LoopOutput last(size_t result) { return {.result = result, .kind = LastValue(), .entry = "port_map output"}; }
LoopOutput scan(size_t result, Slicing slicing = {}) {
  return {.result = result, .kind = Scan{slicing}, .entry = "port_map output"};
}

// A loop, the tensors it is run on, and a body that is any function from Parameters to Results.
struct Fixture {
  LoopSpec spec;
  std::vector<Tensor> inputs;
  std::function<void(int64_t iteration, std::span<const Tensor> parameters, std::span<Tensor> results)> step;
  std::vector<Signature> inferred;
  std::shared_ptr<Pool> pool = Pool::make(1 << 20);
  LoopRun run = {};
  int64_t iterations = 0;

  Result<std::vector<Tensor>> operator()() {
    iterations = 0;
    std::vector<const Tensor*> given;
    for (const Tensor& input : inputs) given.push_back(&input);
    std::vector<Tensor> outputs(spec.outputs.size());
    const Body body{.evaluate = [this](int64_t i, std::span<Tensor> parameters,
                                       std::span<Tensor> results) -> Result<void> {
                      ++iterations;
                      step(i, parameters, results);
                      return {};
                    },
                    .infer = [this](std::span<const PartialShape>) { return inferred; }};
    TRY(bind_loop(spec, given, run));
    TRY(run_loop(run, body, *pool, outputs));
    return outputs;
  }
};

void copy_through(int64_t, std::span<const Tensor> parameters, std::span<Tensor> results) {
  std::copy(parameters.begin(), parameters.end(), results.begin());
}

// A body of n values that go round through `from`: Result r takes Parameter r, Parameter p the Result from[p].
Fixture rotation(const std::vector<size_t>& from, int64_t trips) {
  Fixture loop{.step = copy_through};
  for (size_t p = 0; p < from.size(); ++p) {
    loop.spec.parameters.push_back(parameter(merged(p, from[p])));
    loop.spec.results.push_back({PartialShape::any(), "Result"});
    loop.spec.outputs.push_back(last(p));
    loop.inputs.push_back(vector_of({10.0f + static_cast<float>(p)}));
  }
  loop.spec.bound = TripCount{from.size()};
  loop.inputs.push_back(Tensor::scalar<int64_t>(trips));
  return loop;
}

TEST(BackEdges, SwapAtOnce) {
  // Results of iteration k: k = 0 (10, 11), k = 1 (11, 10), k = 2 (10, 11).
  Fixture loop = rotation({1, 0}, 2);
  const std::vector<Tensor> outputs = loop().value();
  EXPECT_EQ(values_of(outputs[0]), Values{11});
  EXPECT_EQ(values_of(outputs[1]), Values{10});
}

TEST(BackEdges, EveryFunctionOfThreeAgreesWithTheUnrolledLoop) {
  for (size_t code = 0; code < 27; ++code) {
    const std::vector<size_t> from{code % 3, code / 3 % 3, code / 9};
    for (int64_t trips = 1; trips <= 5; ++trips) {
      std::array<float, 3> now{10, 11, 12};
      for (int64_t k = 1; k < trips; ++k) now = {now[from[0]], now[from[1]], now[from[2]]};
      Fixture loop = rotation(from, trips);
      const std::vector<Tensor> outputs = loop().value();
      for (size_t r = 0; r < 3; ++r) EXPECT_EQ(values_of(outputs[r]), Values{now[r]}) << code << " " << trips;
    }
  }
}

TEST(BackEdges, MakeADelayLineOfThreeTaps) {
  // x -> tap 1 -> tap 2 -> tap 3, each a Parameter wired to a Result.
  Fixture loop{.step = copy_through};
  loop.spec.parameters = {parameter(SlicedInput{0, {}}), parameter(merged(1, 0)), parameter(merged(2, 1)),
                          parameter(merged(3, 2))};
  loop.spec.results.assign(4, {PartialShape::any(), "Result"});
  loop.spec.outputs = {scan(3)};
  loop.spec.bound = NumberOfParts();
  loop.inputs = {vector_of({1, 2, 3, 4, 5}), vector_of({-1}), vector_of({-2}), vector_of({-3})};
  EXPECT_EQ(values_of(loop().value()[0]), (Values{-3, -2, -1, 1, 2}));
}

TEST(BackEdges, MayCarryAValueThatGrows) {
  Fixture loop{.step = [](int64_t i, std::span<const Tensor> parameters, std::span<Tensor> results) {
    Values values = values_of(parameters[0]);
    values.push_back(static_cast<float>(i));
    results[0] = vector_of(values);
  }};
  loop.spec.parameters = {parameter(merged(0, 0))};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0), scan(0)};
  loop.spec.bound = TripCount{1};
  loop.inputs = {vector_of({9}), Tensor::scalar<int64_t>(3)};
  const std::vector<Tensor> outputs = loop().value();
  EXPECT_EQ(values_of(outputs[0]), (Values{9, 0, 1, 2}));
  EXPECT_EQ(values_of(outputs[1]), (Values{9, 0, 9, 0, 1, 9, 0, 1, 2}));  // widths 2, 3, 4

  loop.spec.parameters[0].declared.shape = PartialShape::of(std::array{Dimension{1, 3}});
  EXPECT_EQ(loop().value()[0].shape(), (Shape{4}));  // the last Result goes back nowhere
  loop.inputs[1] = Tensor::scalar<int64_t>(4);
  EXPECT_EQ(loop().error().rule(), "BODY-4");
}

TEST(BackEdges, AMergedSlicedInputGivesItsFirstPartAlone) {
  Fixture loop{.step = [](int64_t, std::span<const Tensor> parameters, std::span<Tensor> results) {
    results[0] = vector_of({values_of(parameters[0])[0] * 2});
  }};
  loop.spec.parameters = {parameter(MergedInput{.initial = SlicedInput{0, {}}, .result = 0})};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {scan(0)};
  loop.spec.bound = NumberOfParts();  // counts its parts all the same
  loop.inputs = {vector_of({3, 50, 70})};
  EXPECT_EQ(values_of(loop().value()[0]), (Values{6, 12, 24}));
}

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

// A Loop that counts: x = x + 1 from 0; the condition of iteration k is conditions[k], true past the end.
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
  EXPECT_TRUE(loop().ok());  // after an error as before it
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

}  // namespace
}  // namespace backedge
