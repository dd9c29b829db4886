// A LoopRun is bound to one loop after the other, and keeps its memory but none of its values.

#include <gtest/gtest.h>

#include "interpreter/loop/testing/loop_fixture.h"
#include "interpreter/loop/value_checks.h"

namespace backedge {
namespace {

// Binds a loop to two iterations of this body Parameter and returns its last number.
std::string last_number(Fixture& loop, ElementType type, const Shape& shape) {
  loop.spec.parameters = {parameter(CurrentIteration(), shape, type)};
  const auto outputs = loop();
  if (!outputs.ok()) return outputs.error().text();
  const Tensor& number = outputs.value()[0];
  return describe(number.type(), number.shape()) + " " + std::to_string(integer_in(number));
}

TEST(BoundAgain, HasTheCurrentIterationOfTheNewLoop) {
  Fixture loop{.step = copy_through};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0)};
  loop.spec.bound = TripCount{0};
  loop.inputs = {Tensor::scalar<int64_t>(2)};
  EXPECT_EQ(last_number(loop, ElementType::kI64, {}), "i64[] 1");
  EXPECT_EQ(last_number(loop, ElementType::kI64, {1}), "i64[1] 1");
  EXPECT_EQ(last_number(loop, ElementType::kI32, {1}), "i32[1] 1");
  EXPECT_EQ(last_number(loop, ElementType::kI32, {}), "i32[] 1");
  EXPECT_EQ(last_number(loop, ElementType::kI32, {}), "i32[] 1");
}

// A part is a view of the input. If the loop kept the last one, the input would still count as live.
TEST(AfterTheLoop, NoPartHoldsTheInput) {
  Fixture loop{.step = [](int64_t, std::span<const Tensor>,
                          std::span<Tensor> results) { results[0] = Tensor::scalar(0.0F); },
               .pool = Pool::make(4096)};
  loop.spec.parameters = {parameter(SlicedInput{0, {.stride = 256}})};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.bound = NumberOfParts();
  Tensor whole = loop.pool->allocate(ElementType::kF32, {512}).value();
  std::fill_n(whole.writable<float>(), 512, 0.0F);
  loop.inputs = {std::move(whole)};
  ASSERT_TRUE(loop().ok());
  EXPECT_EQ(loop.iterations, 2);
  EXPECT_FALSE(loop.pool->allocate(ElementType::kF32, {1000}).ok());
  loop.inputs.clear();
  EXPECT_TRUE(loop.pool->allocate(ElementType::kF32, {1000}).ok());
}

TEST(ErrorOfAnIteration, NamesTheLoopUnlessItAlreadyDoes) {
  EXPECT_EQ(in_iteration(Error("OP-6", "a fault"), 3).message(), "a fault\nin iteration 3");
  EXPECT_EQ(in_iteration(Error("OP-6", "a fault"), 3, "the loop").message(),
            "a fault\nin iteration 3 of the loop");
}

}  // namespace
}  // namespace backedge
