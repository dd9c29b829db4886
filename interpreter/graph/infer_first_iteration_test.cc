#include <gtest/gtest.h>

#include "interpreter/graph/graph_builder.h"
#include "interpreter/graph/infer_graph.h"
#include "interpreter/loop/testing/loop_fixture.h"

namespace backedge {
namespace {

// What the body of a loop without an iteration says about an inner loop, whose merged inputs have iteration 0
// (TRT-17).
const PartialShape kAnyVector = PartialShape::of_rank(1);

// The result has twice the elements.
Operation repeat() {
  const auto infer = [](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    PartialShape shape = inputs[0].shape;
    shape[0] = shape[0].known() ? Dimension::exactly(2 * shape[0].min) : Dimension::any();
    outputs[0] = {inputs[0].type, shape};
    return {};
  };
  const auto kernel = [](const KernelCall&) -> Result<void> { return {}; };
  return {.infer = infer, .kernel = kernel, .error = ops::NotDerived{}, .made = {.maker = "repeat"}};
}

// A loop with two merged inputs, of the shapes [3] and [5], and their last values. Input 2 has two parts or
// more.
struct Inner {
  bool first_grows = false, second_grows = false;
  bool element_0_exists = true;
  bool counts_parts = false;

  std::string last_values(Iterations iterations) const {
    GraphBuilder body("model");
    LoopNode loop;
    for (const bool grows : {first_grows, second_grows}) {
      const size_t p = loop.spec.parameters.size();
      const size_t x = body.add_parameter("x", {ElementType::kF32, kAnyVector});
      body.add_result("x", grows ? body.add_operation({.inputs = {x}}, repeat(), 1)[0] : x);
      loop.spec.parameters.push_back(parameter(merged(p, p), kAnyVector));
      loop.spec.outputs.push_back(last(p));
    }
    body.add_parameter("part", {ElementType::kF32, PartialShape::any()});
    loop.spec.parameters.push_back(parameter(SlicedInput{.input = 2, .slicing = {}}));
    loop.body = body.finish_body();
    loop.spec.results.assign(2, {PartialShape::any(), "Result"});
    loop.spec.element_0_exists = element_0_exists;
    loop.spec.bound = NumberOfParts();
    if (!counts_parts) loop.spec.bound = TripCount{.input = 3};

    GraphBuilder model("model");
    std::vector<Signature> inputs;
    for (const int64_t size : {3, 5, 2}) inputs.push_back({ElementType::kF32, Shape{size}});
    inputs.push_back({ElementType::kI64, Shape{}});
    std::vector<size_t> slots;
    for (const Signature& input : inputs) slots.push_back(model.add_parameter("input", input));
    for (const size_t slot : model.add_loop({.inputs = slots}, std::move(loop)))
      model.add_result("last", slot);
    const auto graph = model.finish_body();
    const auto results = infer_graph(*graph, inputs, iterations);
    if (!results.ok()) return results.error().text();
    return results.value()[0].shape.text() + " " + results.value()[1].shape.text();
  }
};

TEST(InferredFirstIteration, HasTheShapesOfInitialValues) {
  EXPECT_EQ(Inner().last_values(Iterations::kFirst), "[3] [5]");
  EXPECT_EQ(Inner().last_values(Iterations::kAll), "[?] [?]");
  EXPECT_EQ((Inner{.element_0_exists = false}.last_values(Iterations::kFirst)), "[?] [?]");
  EXPECT_EQ((Inner{.counts_parts = true}.last_values(Iterations::kFirst)), "[3] [5]");
}

TEST(InferredFirstIteration, SaysNothingIfABackEdgeLeadsToAnotherShape) {
  EXPECT_EQ((Inner{.first_grows = true}.last_values(Iterations::kFirst)), "[?] [?]");
  EXPECT_EQ((Inner{.second_grows = true}.last_values(Iterations::kFirst)), "[?] [?]");
  EXPECT_EQ((Inner{.first_grows = true, .counts_parts = true}.last_values(Iterations::kFirst)), "[?] [?]");
}

}  // namespace
}  // namespace backedge
