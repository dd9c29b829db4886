// Cases at borders that small values, whole axes and known shapes do not reach.

#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "interpreter/loop/run_loop.h"
#include "interpreter/loop/testing/loop_fixture.h"

namespace backedge {
namespace {

// A loop with one iteration per width. Its Result of iteration k has `widths[k]` numbers, which continue to
// count.
Fixture parts_of(std::vector<int64_t> widths, Slicing out) {
  Fixture loop{.step = [widths](int64_t i, std::span<const Tensor>, std::span<Tensor> results) {
    const int64_t before = std::accumulate(widths.begin(), widths.begin() + i, int64_t{0});
    Values values(widths[i]);
    std::iota(values.begin(), values.end(), static_cast<float>(before));
    results[0] = vector_of(values);
  }};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {scan(0, out)};
  loop.spec.bound = TripCount{0};
  loop.inputs = {Tensor::scalar<int64_t>(std::ssize(widths))};
  return loop;
}

Values counted_to(int64_t count) {
  Values values(count);
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}

// A Loop allocates memory for parts as they come. The kept parts move whenever more memory is needed.
TEST(GrowingScan, KeepsWhatItHasWhenALaterPartNeedsMoreRoom) {
  for (const std::vector<int64_t>& widths : std::vector<std::vector<int64_t>>{{1, 16},
                                                                              {1, 15},
                                                                              {1, 17, 40},
                                                                              {16, 1},
                                                                              {15, 1, 1},
                                                                              {0, 1, 20},
                                                                              {1, 0, 33},
                                                                              {17, 17, 1},
                                                                              {2, 40}}) {
    const int64_t all = std::accumulate(widths.begin(), widths.end(), int64_t{0});
    EXPECT_EQ(values_of(parts_of(widths, {})().value()[0]), counted_to(all))
        << testing::PrintToString(widths);
  }
}

// A TensorIterator knows the number of its parts, but not how wide they are.
TEST(GrowingScan, OfAKnownNumberOfPartsTakesPartsOfAnyWidth) {
  for (const std::vector<int64_t>& widths :
       std::vector<std::vector<int64_t>>{{3, 3, 3}, {1, 40}, {40, 1}, {9000, 1, 9000, 1}, {1, 9000, 1}}) {
    Fixture loop = parts_of(widths, {});
    loop.spec.parameters = {parameter(SlicedInput{0, {}})};
    loop.spec.bound = NumberOfParts();
    loop.inputs = {vector_of(Values(widths.size()))};
    const int64_t all = std::accumulate(widths.begin(), widths.end(), int64_t{0});
    EXPECT_EQ(values_of(loop().value()[0]), counted_to(all)) << testing::PrintToString(widths);
  }
}

// A thousand parts of a thousand elements would not fit, but only one iteration runs.
TEST(GrowingScan, TakesNoMemoryForIterationsThatMayNotRun) {
  for (const bool of_condition : {false, true}) {
    Fixture loop{.step = [](int64_t, std::span<const Tensor>, std::span<Tensor> results) {
      results[0] = Tensor::zeros(ElementType::kF32, {1000});
      results[1] = Tensor::scalar(false);
    }};
    loop.spec.parameters = {parameter(SlicedInput{0, {}})};
    loop.spec.results.assign(2, {PartialShape::any(), "Result"});
    loop.spec.outputs = {scan(0)};
    loop.spec.bound = NumberOfParts();
    loop.inputs = {Tensor::zeros(ElementType::kF32, {1000})};
    if (of_condition) {
      loop.spec.condition = 1;
    } else {
      loop.spec.parameters.push_back(parameter(CurrentIteration(), Shape{}, ElementType::kI64));
      loop.spec.gate = Gate{.parameters = {1}};
      loop.gate = [](std::span<const Tensor> given) { return Tensor::scalar(*given[0].data<int64_t>() < 1); };
    }
    EXPECT_EQ(loop().value()[0].shape(), Shape{1000});
  }
}

// Nor does a trip count say how many iterations run: here the second one is wrong.
TEST(GrowingScan, TakesNoMemoryForTheWholeTripCount) {
  Fixture loop = parts_of({8, 8}, {});
  loop.spec.bound = TripCount{0};
  loop.inputs = {Tensor::scalar(int64_t{1} << 40)};
  const auto two_of = loop.step;
  loop.step = [two_of](int64_t i, std::span<const Tensor> parameters, std::span<Tensor> results) {
    if (i == 0) return two_of(i, parameters, results);
    results[0] = Tensor::zeros(ElementType::kF32, {8, 2});
  };
  EXPECT_EQ(loop().error().rule(), "OUT-4");
}

// An input without elements may have any number of parts. 2^60 parts of 8 elements do not fit int64.
TEST(GrowingScan, OfMorePartsThanCanBeCountedBeginsWithTheFirst) {
  Fixture loop = parts_of({8, 8}, {});
  loop.spec.parameters = {parameter(SlicedInput{0, {}})};
  loop.spec.bound = NumberOfParts();
  loop.inputs = {Tensor::zeros(ElementType::kF32, {int64_t{1} << 60, 0})};
  const auto two_of = loop.step;
  loop.step = [two_of](int64_t i, std::span<const Tensor> parameters, std::span<Tensor> results) {
    if (i == 0) return two_of(i, parameters, results);
    results[0] = Tensor::zeros(ElementType::kF32, {8, 2});  // ends the loop
  };
  EXPECT_EQ(loop().error().rule(), "OUT-4");
}

TEST(GrowingScan, PutsPartsOfDifferentWidthInReverse) {
  const Slicing backward{.start = -1, .end = 0, .stride = -1};
  EXPECT_EQ(values_of(parts_of({1, 3, 3, 2}, backward)().value()[0]), (Values{7, 8, 4, 5, 6, 1, 2, 3, 0}));
  EXPECT_EQ(values_of(parts_of({2, 2, 1}, backward)().value()[0]), (Values{4, 2, 3, 0, 1}));
}

TEST(OutputWithoutPositions, IsCoveredByTheBordersOfEitherDirection) {
  EXPECT_TRUE(covers_whole_axis(0, {}));
  EXPECT_TRUE(covers_whole_axis(0, {.stride = -1}));
  EXPECT_TRUE(covers_whole_axis(0, {.start = -1, .end = 0, .stride = -1}));
  EXPECT_FALSE(covers_whole_axis(0, {.start = -1, .end = 0}));
  EXPECT_FALSE(covers_whole_axis(0, {.start = 0, .end = 0}));
  EXPECT_FALSE(covers_whole_axis(0, {.start = 1, .end = -1}));
  EXPECT_FALSE(covers_whole_axis(0, {.start = -1, .end = -1}));
  for (const int64_t stride : {1, -1}) {
    EXPECT_FALSE(covers_whole_axis(0, {.start = 0, .end = -2, .stride = stride}));
    EXPECT_FALSE(covers_whole_axis(0, {.start = 0, .end = 0, .stride = stride}));
    EXPECT_FALSE(covers_whole_axis(0, {.start = -1, .end = -1, .stride = stride}));
    EXPECT_FALSE(covers_whole_axis(0, {.start = -1, .end = 1, .stride = stride}));
    EXPECT_FALSE(covers_whole_axis(0, {.start = -2, .end = 0, .stride = stride}));
    EXPECT_FALSE(covers_whole_axis(0, {.start = 1, .end = 0, .stride = stride}));
  }
}

TEST(OutputOfSomePositions, IsCoveredFromTheFirstToTheLast) {
  for (const int64_t dim : {2, 5}) {
    EXPECT_TRUE(covers_whole_axis(dim, {.start = 0, .end = dim - 1}));
    EXPECT_TRUE(covers_whole_axis(dim, {.start = dim - 1, .end = 0, .stride = -2}));
    EXPECT_FALSE(covers_whole_axis(dim, {.start = 1}));
    EXPECT_FALSE(covers_whole_axis(dim, {.end = dim}));
    EXPECT_FALSE(covers_whole_axis(dim, {.start = -1, .end = 1, .stride = -1}));
    EXPECT_FALSE(covers_whole_axis(dim, {.start = -2, .end = 0, .stride = -1}));
  }
}

// A loop that runs no iteration, with an invariant, a sliced and a merged input and the current iteration.
struct Idle {
  std::vector<Value> inputs = {Tensor::scalar<int64_t>(0), Tensor::zeros(ElementType::kF32, {2, 3}),
                               Tensor::zeros(ElementType::kF32, {4, 6})};
  LoopSpec spec;
  Signature result = {ElementType::kF32, PartialShape::any()};
  std::shared_ptr<Pool> pool = Pool::make(1 << 20);  // outlives the tensors that it gives
  std::vector<PartialShape> asked = {};  // the shapes at which the body was asked for its Results' shapes

  explicit Idle(Slicing out) {
    spec.parameters = {parameter(InvariantInput{1}, PartialShape::any()),
                       parameter(SlicedInput{2, {.axis = 1, .stride = 2}}, PartialShape::any()),
                       parameter(merged(1, 0), PartialShape::of_rank(2)),
                       parameter(CurrentIteration(), Shape{1}, ElementType::kI64)};
    spec.results.assign(1, {PartialShape::any(), "Result"});
    spec.outputs = {scan(0, out)};
    spec.bound = TripCount{0};
  }

  Result<Tensor> run() {
    std::vector<const Value*> given;
    for (const Value& input : inputs) given.push_back(&input);
    LoopRun run;
    TRY(bind_loop(spec, given, run));
    const LoopBody body{.evaluate = [](int64_t, std::span<Value>) -> Result<void> {
                          return Error("BODY", "no iteration is asked for");
                        },
                        .infer =
                            [this](std::span<const PartialShape> shapes) {
                              asked.assign(shapes.begin(), shapes.end());
                              return std::vector<Signature>{result};
                            }};
    std::vector<Value> outputs(1);
    Deadline deadline;
    TRY(run_loop(run, body, *pool, deadline, outputs));
    return outputs[0].tensor();
  }
};

// The value of an invariant input holds in every iteration; the first value of a merged one does not.
TEST(WithoutAnIteration, TheBodyIsAskedAtTheShapesThatHoldInEveryIteration) {
  Idle loop({});
  ASSERT_TRUE(loop.run().ok());
  ASSERT_EQ(loop.asked.size(), 4u);
  EXPECT_EQ(loop.asked[0].text(), "[2,3]");
  EXPECT_EQ(loop.asked[1].text(), "[4,2]");
  EXPECT_EQ(loop.asked[2].text(), "[?,?]");
  EXPECT_EQ(loop.asked[3].text(), "[1]");
}

TEST(WithoutAnIteration, AScanOfUnknownRankHasTheRankThatItsAxisNeeds) {
  EXPECT_EQ(Idle({.axis = 0}).run().value().shape(), (Shape{0}));
  EXPECT_EQ(Idle({.axis = 2}).run().value().shape(), (Shape{0, 0, 0}));
  EXPECT_EQ(Idle({.axis = -1}).run().value().shape(), (Shape{0}));
  EXPECT_EQ(Idle({.axis = -3}).run().value().shape(), (Shape{0, 0, 0}));
}

TEST(WithoutAnIteration, AScanOfScalarsHasNoElements) {
  Idle loop({.axis = 0});
  loop.result.shape = Shape{};
  EXPECT_EQ(loop.run().value().shape(), (Shape{0}));
  Idle other({.axis = 1});
  other.result.shape = Shape{};
  EXPECT_EQ(other.run().error().rule(), "SLICE-1");
}

TEST(WithoutAnIteration, AScansUnknownDimensionsAre0) {
  Idle loop({.axis = 1});
  loop.result = {ElementType::kI8, PartialShape::of(std::array{Dimension::any(), Dimension::exactly(3),
                                                               Dimension::exactly(4), Dimension::any()})};
  const Tensor empty = loop.run().value();
  EXPECT_EQ(empty.shape(), (Shape{0, 0, 4, 0}));
  EXPECT_EQ(empty.type(), ElementType::kI8);
  loop.result.shape = PartialShape::of_rank(2);
  EXPECT_EQ(loop.run().value().shape(), (Shape{0, 0}));
  loop.result.shape = PartialShape::of(std::array{Dimension{2, 5}, Dimension::exactly(3)});
  EXPECT_EQ(loop.run().value().shape(), (Shape{0, 0}));  // 2..5 is not known exactly either
}

TEST(WithoutAnIteration, AScansBordersAreStillLookedAt) {
  EXPECT_EQ(Idle({.start = 1}).run().error().rule(), "OUT-3");
  EXPECT_EQ(Idle({.end = 0}).run().error().rule(), "OUT-3");
  EXPECT_TRUE(Idle({.start = -1, .end = 0, .stride = -1}).run().ok());
}

}  // namespace
}  // namespace backedge
