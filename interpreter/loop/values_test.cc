// Sequences and optionals in loops.

#include <gtest/gtest.h>

#include "interpreter/loop/testing/loop_fixture.h"

namespace backedge {
namespace {

const Signature kSequence = {ElementType::kF32, PartialShape::of_rank(1), ValueKind::kSequence};

// A sequence that starts as input 0. In each of three iterations its number of items is appended as a new
// item.
Fixture growing(Value start) {
  Fixture loop{.step = {}, .step_values = [](std::span<const Value> parameters, std::span<Value> results) {
                 std::vector<Value> items = parameters[0].items();
                 items.push_back(vector_of({static_cast<float>(items.size())}));
                 results[0] = Value::sequence(std::move(items));
               }};
  loop.spec.parameters = {parameter(merged(0, 0))};
  loop.spec.parameters[0].declared = kSequence;
  loop.spec.results.assign(1, {PartialShape::any(), "Result"});
  loop.spec.outputs = {last(0)};
  loop.spec.bound = TripCount{1};
  loop.inputs = {std::move(start), Tensor::scalar<int64_t>(3)};
  loop.inferred = {kSequence};
  return loop;
}

std::string rule_of(Fixture loop) {
  const auto outputs = loop.run_values();
  return outputs.ok() ? "" : outputs.error().rule();
}

TEST(Sequence, PassesABackEdge) {
  const Value last = growing(Value::sequence({vector_of({7, 8})})).run_values().value()[0];
  ASSERT_EQ(last.items().size(), 4u);
  EXPECT_EQ(values_of(last.items()[0].tensor()), (Values{7, 8}));
  for (size_t k = 1; k < 4; ++k)
    EXPECT_EQ(values_of(last.items()[k].tensor()), Values{static_cast<float>(k)});
}

TEST(Sequence, IsTheInitialOneWithoutAnIteration) {
  Fixture loop = growing(Value::sequence({vector_of({7, 8})}));
  loop.inputs[1] = Tensor::scalar<int64_t>(0);
  EXPECT_TRUE(loop.run_values().value()[0].same_bits(Value::sequence({vector_of({7, 8})})));
}

TEST(Sequence, FitsItsParameter) {
  EXPECT_EQ(rule_of(growing(Value::sequence({}))), "");
  EXPECT_EQ(rule_of(growing(Value::sequence({Tensor::scalar(7.0F)}))), "BODY-4");
  EXPECT_EQ(rule_of(growing(Value::sequence({Tensor::of<int32_t>({1}, {7})}))), "BODY-4");
  EXPECT_EQ(rule_of(growing(Value::empty_optional())), "BODY-4");
  EXPECT_EQ(rule_of(growing(vector_of({7}))), "BODY-4");
}

TEST(Sequence, IsNotJoined) {
  Fixture loop = growing(Value::sequence({}));
  loop.spec.outputs = {scan(0)};
  EXPECT_EQ(rule_of(loop), "TYPE-2");
  loop.inputs[1] = Tensor::scalar<int64_t>(0);
  EXPECT_EQ(rule_of(loop), "TYPE-2");
}

TEST(Sequence, IsNotSlicedAndDecidesNothing) {
  const Value sequence = Value::sequence({vector_of({1}), vector_of({2})});
  Fixture sliced = growing(sequence);
  sliced.spec.parameters[0].source = SlicedInput{0, {}};
  EXPECT_EQ(rule_of(sliced), "TYPE-2");
  Fixture counted = growing(sequence);
  counted.inputs[1] = sequence;
  EXPECT_EQ(rule_of(counted), "TYPE-2");
  Fixture begun = growing(sequence);
  begun.spec.initial_condition = 0;
  EXPECT_EQ(rule_of(begun), "TYPE-2");
  Fixture ended = growing(sequence);
  ended.spec.condition = 0;
  EXPECT_EQ(rule_of(ended), "TYPE-2");
}

TEST(Optional, IsTheSameInEveryIteration) {
  Fixture loop = growing(Value::sequence({}));
  loop.spec.parameters.push_back(parameter(InvariantInput{2}, PartialShape::of_rank(1)));
  loop.spec.parameters[1].declared.kind = ValueKind::kOptional;
  loop.spec.results.push_back({PartialShape::any(), "Result"});
  loop.spec.outputs = {last(1)};
  loop.inputs.push_back(Value::optional(vector_of({5})));
  const auto grow = loop.step_values;
  loop.step_values = [&](std::span<const Value> parameters, std::span<Value> results) {
    grow(parameters, results);
    results[1] = parameters[1];
  };
  EXPECT_TRUE(loop.run_values().value()[0].same_bits(Value::optional(vector_of({5}))));
}

}  // namespace
}  // namespace backedge
