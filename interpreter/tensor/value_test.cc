#include "interpreter/tensor/value.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

Tensor vector_of(std::initializer_list<float> values) {
  return Tensor::of<float>({std::ssize(values)}, values);
}

const Signature kSequence = {ElementType::kF32, PartialShape::of_rank(1), ValueKind::kSequence};
const Signature kOptional = {ElementType::kF32, PartialShape::of_rank(1), ValueKind::kOptional};
const Signature kOptionalSequence = {ElementType::kF32, PartialShape::of_rank(1),
                                     ValueKind::kOptionalSequence};
const Signature kTensor = {ElementType::kF32, PartialShape::of_rank(1)};

TEST(Value, KnowsWhetherItIsThere) {
  EXPECT_FALSE(Value().has_value());
  EXPECT_TRUE(Value(vector_of({})).has_value());
  EXPECT_TRUE(Value::sequence({}).has_value());
  EXPECT_TRUE(Value::empty_optional().has_value());
  EXPECT_EQ(Value::empty_optional().kind(), ValueKind::kOptional);
  Value value = Value::sequence({vector_of({1})});
  value.reset();
  EXPECT_FALSE(value.has_value());
}

TEST(Value, TakesTheKindOfWhatItIsGiven) {
  Value value = Value::sequence({vector_of({1}), vector_of({2, 3})});
  EXPECT_EQ(value.kind(), ValueKind::kSequence);
  EXPECT_EQ(value.items().size(), 2u);
  value = vector_of({4});
  EXPECT_EQ(value.kind(), ValueKind::kTensor);
  EXPECT_EQ(value.tensor().data<float>()[0], 4);
}

TEST(Value, FitsItsDeclaration) {
  EXPECT_TRUE(Value(vector_of({1})).fits(kTensor));
  EXPECT_FALSE(Value(vector_of({1})).fits(kSequence));
  EXPECT_FALSE(Value(Tensor::scalar(1.0F)).fits(kTensor));
  EXPECT_FALSE(Value(Tensor::of<double>({1}, {1})).fits(kTensor));
  EXPECT_TRUE(Value::sequence({}).fits(kSequence));
  EXPECT_TRUE(Value::sequence({vector_of({1}), vector_of({2, 3})}).fits(kSequence));
  EXPECT_FALSE(Value::sequence({vector_of({1}), Tensor::scalar(1.0F)}).fits(kSequence));
  EXPECT_FALSE(Value::sequence({}).fits(kOptional));
  EXPECT_TRUE(Value::optional(vector_of({1})).fits(kOptional));
  EXPECT_FALSE(Value::optional(Tensor::scalar(1.0F)).fits(kOptional));
  EXPECT_TRUE(Value::empty_optional().fits(kOptional));
  EXPECT_FALSE(Value::empty_optional().fits(kOptionalSequence));
  const Value optional_sequence = Value::optional(Value::sequence({vector_of({1})}));
  EXPECT_TRUE(optional_sequence.fits(kOptionalSequence));
  EXPECT_FALSE(optional_sequence.fits(kOptional));
  EXPECT_FALSE(Value::optional(Value::sequence({Tensor::scalar(1.0F)})).fits(kOptionalSequence));
  EXPECT_TRUE(Value::empty_optional(ValueKind::kSequence).fits(kOptionalSequence));
}

TEST(Value, ComparesByBits) {
  const Value sequence = Value::sequence({vector_of({1}), vector_of({2})});
  EXPECT_TRUE(sequence.same_bits(Value::sequence({vector_of({1}), vector_of({2})})));
  EXPECT_FALSE(sequence.same_bits(Value::sequence({vector_of({1}), vector_of({-2})})));
  EXPECT_FALSE(sequence.same_bits(Value::sequence({vector_of({1})})));
  EXPECT_FALSE(Value::optional(vector_of({1})).same_bits(Value::sequence({vector_of({1})})));
  EXPECT_FALSE(Value(vector_of({1})).same_bits(Value::optional(vector_of({1}))));
}

TEST(Value, SaysWhatItIs) {
  EXPECT_EQ(Value(vector_of({1, 2})).text(), "f32[2]");
  EXPECT_EQ(Value::sequence({vector_of({1}), vector_of({2})}).text(), "sequence of 2 tensors");
  EXPECT_EQ(Value::optional(vector_of({1})).text(), "optional of f32[1]");
  EXPECT_EQ(Value::optional(Value::sequence({})).text(), "optional of sequence of 0 tensors");
  EXPECT_EQ(Value::empty_optional(ValueKind::kSequence).text(), "empty optional sequence");
  EXPECT_EQ(kOptionalSequence.text(), "optional sequence of f32[?]");
  EXPECT_EQ(kSequence.text(), "sequence of f32[?]");
  EXPECT_EQ(kTensor.text(), "f32[?]");
}

TEST(Value, HasTheBytesOfItsTensors) {
  const Value sequence = Value::sequence({vector_of({1, 2}), vector_of({3})});
  EXPECT_EQ(sequence.byte_count(), 12);
  EXPECT_EQ(Value::optional(sequence).byte_count(), 12);
}

TEST(Value, KeepsAnOwnerAlive) {
  auto owner = std::make_shared<int>(1);
  Value kept = Value::sequence({vector_of({1})}).kept_with(owner);
  EXPECT_EQ(owner.use_count(), 2);
  kept.reset();
  EXPECT_EQ(owner.use_count(), 1);
}

}  // namespace
}  // namespace backedge
