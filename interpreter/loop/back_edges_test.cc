#include <gtest/gtest.h>

#include <array>

#include "interpreter/loop/testing/loop_fixture.h"

namespace backedge {
namespace {

// A body of n values that rotate by `from`: Result r takes Parameter r, and Parameter p takes the Result
// from[p].
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
  EXPECT_EQ(loop().value()[0].shape(), (Shape{4}));  // the last Result feeds no back edge
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
  loop.spec.bound = NumberOfParts();  // the parts are still counted
  loop.inputs = {vector_of({3, 50, 70})};
  EXPECT_EQ(values_of(loop().value()[0]), (Values{6, 12, 24}));
}

}  // namespace
}  // namespace backedge
