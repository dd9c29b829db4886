#include "interpreter/ops/made.h"

#include <gtest/gtest.h>

#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/cells.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/normalizations.h"
#include "interpreter/ops/sequences.h"
#include "interpreter/ops/value_operations.h"

namespace backedge::ops {
namespace {

TEST(Made, HasTheNameOfTheMaker) {
  EXPECT_EQ(make_abs().made.maker, "abs");
  EXPECT_EQ(make_top_k().made.maker, "top_k");
  EXPECT_EQ(make_elu(1).made.maker, "elu");
  // These call other makers.
  EXPECT_EQ(make_reduce_l1(true).made.maker, "reduce_l1");
  EXPECT_EQ(make_lstm_sequence({.cell = {.hidden = 1}}).made.maker, "lstm_sequence");
}

TEST(Made, HasTheArgumentOfTheMaker) {
  const Made made = make_top_k({.axis = 2, .greatest = false}).made;
  const auto* options = std::any_cast<TopK>(&made.options);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->axis, 2);
  EXPECT_FALSE(options->greatest);
  EXPECT_EQ(std::any_cast<int64_t>(make_concat(-3).made.options), -3);
  EXPECT_EQ(std::any_cast<ElementType>(make_convert(ElementType::kU8).made.options), ElementType::kU8);
  EXPECT_EQ(std::any_cast<MvnFrom>(make_mvn_from({.epsilon = 2}, 5).made.options).first, 5);
  EXPECT_FALSE(make_abs().made.options.has_value());
}

TEST(Made, BelongsToOperationsOnSequencesToo) {
  EXPECT_EQ(make_sequence_at().made.maker, "sequence_at");
  EXPECT_TRUE(make_split_to_sequence({.axis = 1}).made == make_split_to_sequence({.axis = 1}).made);
  EXPECT_FALSE(make_split_to_sequence({}).made == make_split_to_sequence({.keep_dims = false}).made);
  EXPECT_FALSE(make_concat_from_sequence({}).made == make_concat_from_sequence({.new_axis = true}).made);
  EXPECT_FALSE(make_empty_optional({}).made == make_empty_optional({.kind = ValueKind::kSequence}).made);
}

TEST(Made, IsEqualIfMakerAndArgumentAre) {
  EXPECT_TRUE(make_abs().made == make_abs().made);
  EXPECT_FALSE(make_abs().made == make_sign().made);
  EXPECT_TRUE(make_concat(1).made == make_concat(1).made);
  EXPECT_FALSE(make_concat(1).made == make_concat(2).made);
  EXPECT_FALSE(make_cum_sum().made == make_cum_prod().made);
  EXPECT_FALSE(make_add().made == Made{.maker = "add"});
  EXPECT_TRUE(make_round().made == make_round(Halves::kToEven).made);
  EXPECT_FALSE(make_round().made == make_round(Halves::kAwayFromZero).made);
  EXPECT_FALSE(make_gather_elements(0).made == make_gather_elements(0, NegativeIndex::kFromEnd).made);
}

}  // namespace
}  // namespace backedge::ops
