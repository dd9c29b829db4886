#include <gtest/gtest.h>

#include "interpreter/loop/testing/loop_fixture.h"

namespace backedge {
namespace {

// x is doubled from 1 while the gate is open; the gate takes Parameters 0, x, and 1, the current iteration.
Fixture doubling(std::function<bool(float x, int64_t iteration)> open) {
  Fixture loop{.step = [](int64_t, std::span<const Tensor> parameters, std::span<Tensor> results) {
    results[0] = vector_of({2 * values_of(parameters[0])[0]});
    results[1] = Tensor::scalar(true);
  }};
  loop.gate = [open](std::span<const Tensor> parameters) {
    return Tensor::scalar(open(values_of(parameters[1])[0], *parameters[0].data<int64_t>()));
  };
  loop.spec.parameters = {parameter(merged(0, 0)), parameter(CurrentIteration(), Shape{}, ElementType::kI64)};
  loop.spec.results.assign(2, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0), scan(0)};
  loop.spec.gate = Gate{.parameters = {1, 0}};
  loop.inputs = {vector_of({1})};
  loop.inferred = {{ElementType::kF32, Shape{1}}, {ElementType::kBoolean, Shape{}}};
  return loop;
}

TEST(Gate, DecidesAboutItsOwnIteration) {
  Fixture loop = doubling([](float x, int64_t) { return x < 5; });
  const std::vector<Tensor> outputs = loop().value();  // x = 1, 2 and 4 pass; 8 does not
  EXPECT_EQ(loop.iterations, 3);
  EXPECT_EQ(values_of(outputs[0]), Values{8});
  EXPECT_EQ(values_of(outputs[1]), (Values{2, 4, 8}));
}

TEST(Gate, SeesTheNumberOfItsIteration) {
  Fixture loop = doubling([](float, int64_t iteration) { return iteration < 4; });
  EXPECT_EQ(values_of(loop().value()[0]), Values{16});
}

TEST(Gate, MayRefuseIteration0) {
  Fixture loop = doubling([](float x, int64_t) { return x < 1; });
  const std::vector<Tensor> outputs = loop().value();
  EXPECT_EQ(loop.iterations, 0);
  EXPECT_EQ(values_of(outputs[0]), Values{1});
  EXPECT_EQ(outputs[1].shape(), Shape{0});
}

TEST(Gate, IsAskedAfterTheBoundAndTheConditions) {
  int64_t asked = 0;
  Fixture loop = doubling([&](float, int64_t) { return ++asked > 0; });
  loop.spec.bound = TripCount{1};
  loop.inputs.push_back(Tensor::scalar<int64_t>(3));
  EXPECT_EQ(values_of(loop().value()[0]), Values{8});
  EXPECT_EQ(asked, 3);

  loop.inputs.push_back(Tensor::scalar(false));
  loop.spec.initial_condition = 2;
  EXPECT_EQ(values_of(loop().value()[0]), Values{1});
  EXPECT_EQ(asked, 3);

  loop.inputs[2] = Tensor::scalar(true);
  loop.spec.condition = 1;
  loop.step = [](int64_t, std::span<const Tensor> parameters, std::span<Tensor> results) {
    results[0] = parameters[0];
    results[1] = Tensor::scalar(false);
  };
  EXPECT_TRUE(loop().ok());
  EXPECT_EQ(asked, 4);
}

TEST(Gate, IsOneBoolean) {
  for (const Tensor& value : {Tensor::scalar<int32_t>(1), Tensor::of<bool>({2}, {true, true})}) {
    Fixture loop = doubling({});
    loop.gate = [&](std::span<const Tensor>) { return value; };
    EXPECT_EQ(loop().error().rule(), "COND-5");
  }
  Fixture loop = doubling({});
  int64_t asked = 0;
  loop.gate = [&](std::span<const Tensor>) { return Tensor::of<bool>({1, 1}, {++asked < 3}); };
  EXPECT_EQ(values_of(loop().value()[0]), Values{4});
}

// Four parts: the gate ends the loop before iteration 4, which has none.
TEST(Gate, EndsALoopOverAllParts) {
  Fixture loop = doubling([](float, int64_t iteration) { return iteration < 4; });
  loop.spec.parameters.push_back(parameter(SlicedInput{1, {}}));
  loop.inputs.push_back(vector_of({5, 6, 7, 8}));
  EXPECT_EQ(values_of(loop().value()[0]), Values{16});
  loop.inputs[1] = vector_of({5, 6, 7});
  EXPECT_EQ(loop().error().rule(), "SLICE-9");  // the gate lets iteration 3 run
}

TEST(Gate, TakesAPartOfItsOwnIteration) {
  Fixture loop = doubling({});
  loop.spec.parameters.push_back(parameter(SlicedInput{1, {}}));
  loop.spec.gate = Gate{.parameters = {2}};
  loop.gate = [](std::span<const Tensor> parameters) {
    return Tensor::scalar(values_of(parameters[0])[0] < 7);
  };
  loop.inputs.push_back(vector_of({5, 6, 7, 8}));
  EXPECT_EQ(values_of(loop().value()[0]), Values{4});
  loop.inputs[1] = vector_of({5, 6});
  EXPECT_EQ(loop().error().rule(), "SLICE-9");  // the gate of iteration 2 has no part
}

// A TensorIterator that may end early: the number of its parts is no longer that of its iterations.
TEST(Gate, MayEndALoopOverPartsEarly) {
  Fixture loop = doubling([](float x, int64_t) { return x < 3; });
  loop.spec.bound = NumberOfParts();
  loop.spec.parameters.push_back(parameter(SlicedInput{1, {}}));
  loop.inputs.push_back(vector_of({5, 6, 7, 8}));
  EXPECT_EQ(values_of(loop().value()[1]), (Values{2, 4}));
}

}  // namespace
}  // namespace backedge
