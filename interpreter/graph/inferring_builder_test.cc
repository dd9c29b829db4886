#include "interpreter/graph/inferring_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "interpreter/loop/testing/loop_fixture.h"

namespace backedge {
namespace {

constexpr int64_t kMostElements = 4096;
constexpr int64_t kMostPoolBytes = int64_t{1} << 24;

Signature f32(const PartialShape& shape) { return {ElementType::kF32, shape}; }

// Fills each output with its own number: 1, 2, ...
Result<void> number_outputs(const KernelCall& call) {
  for (size_t k = 0; k < call.outputs.size(); ++k)
    std::fill_n(call.output(k).writable<float>(), call.output(k).count(), static_cast<float>(k + 1));
  return {};
}

// An operation whose outputs have these signatures, whatever it reads.
Operation operation_of(std::vector<Signature> declared, Kernel kernel = number_outputs) {
  const auto infer = [declared](std::span<const Operand>, std::span<Signature> outputs) -> Result<void> {
    std::copy(declared.begin(), declared.end(), outputs.begin());
    return {};
  };
  return {.infer = infer,
          .kernel = std::move(kernel),
          .error = ops::NotDerived{},
          .made = {.maker = "operation"}};
}

// What is known of the outputs of an operation on a constant of `count` elements.
std::vector<Known> outputs_of(Operation operation, size_t outputs, int64_t count = 1,
                              Infers infers = Infers::kValues) {
  InferringBuilder builder("model", infers);
  const size_t x = builder.add_constant(Tensor::zeros(ElementType::kF32, {count}));
  std::vector<Known> known;
  for (const size_t slot : builder.add_operation({.inputs = {x}}, std::move(operation), outputs).value())
    known.push_back(builder.known(slot));
  return known;
}

bool is_computed(const Operation& operation, int64_t count = 1) {
  return outputs_of(operation, 1, count)[0].value.has_value();
}

TEST(InferredValue, IsThatOfEachOutput) {
  const std::vector<Known> known = outputs_of(operation_of({f32(Shape{1}), f32(Shape{2})}), 2);
  ASSERT_TRUE(known[0].value && known[1].value);
  EXPECT_EQ(values_of(*known[0].value), Values{1});
  EXPECT_EQ(values_of(*known[1].value), (Values{2, 2}));
}

TEST(InferredValue, OnlyIfValuesAreAskedFor) {
  const Known known = outputs_of(operation_of({f32(Shape{2})}), 1, 1, Infers::kSignatures)[0];
  EXPECT_EQ(known.signature.text(), "f32[2]");
  EXPECT_FALSE(known.value.has_value());
}

TEST(InferredValue, HasOperandsAndOutputsOfFewElements) {
  const Operation scalar = operation_of({f32(Shape{})});
  EXPECT_TRUE(is_computed(scalar, kMostElements));
  EXPECT_FALSE(is_computed(scalar, kMostElements + 1));
  EXPECT_TRUE(is_computed(operation_of({f32(Shape{kMostElements})})));
  EXPECT_FALSE(is_computed(operation_of({f32(Shape{kMostElements + 1})})));
}

TEST(InferredValue, HasAKnownShapeWhoseSizeFits64Bits) {
  const int64_t many = int64_t{1} << 32;  // the product of two is 0 modulo 2^64
  EXPECT_TRUE(is_computed(operation_of({f32(Shape{3, 2})})));
  EXPECT_FALSE(is_computed(operation_of({f32(PartialShape::of_rank(1))})));
  EXPECT_FALSE(is_computed(operation_of({f32(Shape{many, many})})));
}

// Such a kernel does as much to find a shape as to find the elements.
TEST(InferredValue, IsNotThatOfAKernelThatAllocatesItsOutputs) {
  Operation operation = operation_of({f32(Shape{2})});
  operation.allocates = true;
  EXPECT_FALSE(is_computed(operation));
}

// The operation may never run, so its error is not one of the model.
TEST(InferredValue, IsNotKnownIfTheKernelFails) {
  EXPECT_FALSE(is_computed(
      operation_of({f32(Shape{2})}, [](const KernelCall&) -> Result<void> { return Error("OP-6", "no"); })));
}

TEST(InferredValue, IsNotKnownIfItTakesLong) {
  const auto working = [](int64_t work) {
    return operation_of({f32(Shape{2})}, [work](const KernelCall& call) -> Result<void> {
      call.deadline.in_blocks(work, [](int64_t, int64_t) {});
      return number_outputs(call);
    });
  };
  EXPECT_TRUE(is_computed(working(1 << 20)));
  EXPECT_FALSE(is_computed(working(1 << 25)));
}

TEST(InferredValue, IsNotKnownIfItTakesMuchMemory) {
  const auto allocating = [](int64_t bytes) {
    return operation_of({f32(Shape{2})}, [bytes](const KernelCall& call) -> Result<void> {
      const Tensor between = TRY(call.pool.allocate(ElementType::kU8, {bytes}));
      return number_outputs(call);
    });
  };
  EXPECT_TRUE(is_computed(allocating(kMostPoolBytes)));
  EXPECT_FALSE(is_computed(allocating(kMostPoolBytes + 1)));
}

// Only a loop without an iteration has the shapes of iteration 0 alone (TRT-17).
TEST(InferredLoop, HasTheShapesOfAllIterations) {
  const PartialShape any_vector = PartialShape::of_rank(1);
  GraphBuilder body("model");
  body.add_result("x", body.add_parameter("x", f32(any_vector)));
  LoopNode loop{.spec = {}, .body = body.finish_body()};
  loop.spec.parameters = {parameter(merged(0, 0), any_vector)};
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0)};
  loop.spec.bound = TripCount{1};
  loop.spec.element_0_exists = true;
  InferringBuilder builder("model");
  const size_t x = builder.add_parameter("x", f32(Shape{3})),
               count = builder.add_parameter("count", {ElementType::kI64, Shape{}});
  const size_t y = builder.add_loop({.inputs = {x, count}}, std::move(loop)).value()[0];
  EXPECT_EQ(builder.known(y).signature.text(), "f32[?]");
}

}  // namespace
}  // namespace backedge
