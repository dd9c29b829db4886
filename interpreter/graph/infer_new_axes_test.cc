#include <gtest/gtest.h>

#include "interpreter/graph/graph_builder.h"
#include "interpreter/loop/testing/loop_fixture.h"

namespace backedge {
namespace {

Signature f32(const PartialShape& shape) { return {ElementType::kF32, shape}; }

// A loop over the parts of input 0 that joins each part to a scan output. Input 1 is a count, input 2 a
// boolean.
struct Parts {
  SlicedInput in = {.input = 0, .slicing = {}};
  Scan out = {};
  ElementType gate = ElementType::kBoolean;
  bool gated = false, begins = false, ends = false;  // has a gate, an initial condition, a condition
  ElementType count = ElementType::kI64;

  std::string output(const PartialShape& x) const {
    GraphBuilder body("model"), gate_graph("model");
    body.add_result("part", body.add_parameter("part", f32(PartialShape::any())));
    gate_graph.add_result("open", gate_graph.add_parameter("open", {gate, Shape{}}));
    body.add_result("open", body.add_parameter("open", {gate, Shape{}}));
    LoopNode loop{.spec = {}, .body = body.finish_body()};
    loop.spec.parameters = {parameter(in), parameter(InvariantInput{2}, Shape{}, gate)};
    loop.spec.results.assign(2, {PartialShape::any(), "Result"});
    loop.spec.outputs = {{.result = 0, .kind = out, .entry = "the output"}};
    loop.spec.bound = NumberOfParts();
    if (gated) {
      loop.spec.gate = Gate{.parameters = {1}};
      loop.gate = gate_graph.finish_body();
    }
    if (begins) loop.spec.initial_condition = 2;
    if (ends) loop.spec.condition = 1;
    GraphBuilder model("model");
    const size_t X = model.add_parameter("X", f32(x)),
                 length = model.add_parameter("length", {count, Shape{}});
    const size_t condition = model.add_parameter("condition", {gate, Shape{}});
    model.add_result("Y", model.add_loop({.inputs = {X, length, condition}}, std::move(loop))[0]);
    const Result<std::shared_ptr<const Graph>> built = model.finish();
    return built.ok() ? built.value()->result_signatures[0].text() : built.error().rule();
  }
};

const SlicedInput kRows = {.input = 0, .slicing = {}, .drops_axis = true};

TEST(InferredDrop, LeavesTheOtherAxes) {
  EXPECT_EQ((Parts{.in = kRows}.output(Shape{3, 2})), "f32[6]");
  EXPECT_EQ((Parts{.in = kRows}.output(Shape{3})), "f32[3]");  // the parts are scalars
  EXPECT_EQ((Parts{.in = kRows}.output(PartialShape::any())), "f32[...]");
}

TEST(InferredStack, HasTheNewAxis) {
  const Parts first{.in = kRows, .out = {.slicing = {}, .adds_axis = true}};
  const Parts last{.in = kRows, .out = {.slicing = {.axis = -1}, .adds_axis = true}};
  EXPECT_EQ(first.output(Shape{3, 2}), "f32[3,2]");
  EXPECT_EQ(last.output(Shape{3, 2}), "f32[2,3]");
  EXPECT_EQ(first.output(PartialShape::of_rank(2)), "f32[?,?]");
  const Parts third{.in = kRows, .out = {.slicing = {.axis = 2}, .adds_axis = true}};
  EXPECT_EQ(third.output(Shape{3, 2}), "SLICE-1");
}

TEST(InferredPad, HasALengthThatIsKnownAtTheRun) {
  Parts parts{.out = {.slicing = {.end = 4}, .length = 1}};
  EXPECT_EQ(parts.output(Shape{3, 2}), "f32[?,2]");
  parts.count = ElementType::kI32;
  EXPECT_EQ(parts.output(Shape{3, 2}), "f32[?,2]");
  parts.count = ElementType::kF32;
  EXPECT_EQ(parts.output(Shape{3, 2}), "OUT-9");
}

TEST(InferredGate, IsABooleanAndLeavesTheNumberOfIterationsOpen) {
  EXPECT_EQ((Parts{.gated = false}.output(Shape{3, 2})), "f32[3,2]");
  EXPECT_EQ((Parts{.gated = true}.output(Shape{3, 2})), "f32[?,2]");
  EXPECT_EQ((Parts{.begins = true}.output(Shape{3, 2})), "f32[?,2]");
  EXPECT_EQ((Parts{.ends = true}.output(Shape{3, 2})), "f32[?,2]");
  EXPECT_EQ((Parts{.gate = ElementType::kI32, .gated = true}.output(Shape{3, 2})), "COND-5");
}

// At most 5, for example, is at most 5 of something or nothing.  (ZERO-2)
TEST(InferredScan, MayHaveNoElementsWithoutAnIteration) {
  const Dimension many{.min = 2}, some{.min = 3, .max = 5};
  const PartialShape open = PartialShape::of(std::vector{Dimension::exactly(3), many, some});
  EXPECT_EQ((Parts{.gated = false}.output(open)), "f32[3,2..,3..5]");
  EXPECT_EQ((Parts{.gated = true}.output(open)), "f32[?,?,0..5]");
  Parts columns{.in = {.input = 0, .slicing = {.axis = 1}}, .out = {.slicing = {.axis = 1}}};
  const PartialShape first = PartialShape::of(std::vector{some, Dimension::exactly(7)});
  EXPECT_EQ(columns.output(first), "f32[3..5,7]");
  columns.gated = true;
  EXPECT_EQ(columns.output(first), "f32[0..5,?]");
  EXPECT_EQ((Parts{.gated = true}.output(PartialShape::of_rank(12))), "f32[?,?,?,?,?,?,?,?,?,?,?,?]");
}

}  // namespace
}  // namespace backedge
