#include "interpreter/openvino/spelling.h"

#include <gtest/gtest.h>

#include <set>

#include "interpreter/openvino/op_table.h"
#include "interpreter/openvino/spell_operation.h"
#include "interpreter/openvino/testing/made_operation.h"
#include "interpreter/ops/op_key.h"

namespace backedge::openvino {
namespace {

std::vector<SpellingRow> all_rows() {
  std::vector<SpellingRow> rows;
  for (const auto& table :
       {spellings_of_functions(), spellings_of_movements(), spellings_of_layers(), spellings_of_windows()})
    rows.insert(rows.end(), table.begin(), table.end());
  return rows;
}

// A type that no row writes could be read, but never written.
TEST(Spelling, WritesEveryTypeThatTheReaderKnows) {
  std::set<std::string_view> written;
  for (const SpellingRow& row : all_rows()) written.insert(row.type);
  const std::set<std::string_view> other_names = {"Identity", "PReLU", "Relu", "SoftMax", "Xor"};
  for (const OperationRow& row : operation_table())
    EXPECT_NE(written.contains(row.name), other_names.contains(row.name)) << row.name;
}

TEST(Spelling, NamesVersionsThatTheReaderHas) {
  for (const SpellingRow& row : all_rows()) {
    const auto* found =
        ops::find_row(operation_table(), {.domain = "opset", .name = row.type, .version = row.opset});
    EXPECT_NE(found, nullptr) << row.type << "-" << row.opset;
  }
}

// The spelling of what a layer with these attributes makes.
std::string spelled(std::string_view type, std::string_view version, int64_t inputs, Written written = {},
                    int64_t outputs = 1) {
  const Operation operation = made(type, version, inputs, std::move(written), outputs);
  const Result<Spelling> spelling = spell_operation(operation.made, inputs, outputs);
  if (!spelling.ok()) return spelling.error().rule();
  std::string text = spelling.value().type + "-" + std::to_string(spelling.value().opset);
  for (const Attribute& attribute : spelling.value().attributes)
    text += " " + attribute.name + "=" + attribute.value;
  return text;
}

TEST(Spelling, ChoosesTheVersionWithTheSameOptions) {
  EXPECT_EQ(spelled("Gather", "opset8", 3), "Gather-8 batch_dims=0");
  EXPECT_EQ(spelled("Gather", "opset7", 3, {{"batch_dims", "-1"}}), "Gather-7 batch_dims=-1");
  EXPECT_EQ(spelled("Gather", "opset1", 3), "Gather-7 batch_dims=0");
  EXPECT_EQ(spelled("Pad", "opset1", 4, {{"pad_mode", "constant"}}), "Pad-1 pad_mode=constant");
  EXPECT_EQ(spelled("Pad", "opset12", 3, {{"pad_mode", "edge"}}), "Pad-12 pad_mode=edge");
  EXPECT_EQ(spelled("IRDFT", "opset9", 2), "IRDFT-9");
  const Written top = {{"axis", "1"}, {"mode", "min"}, {"sort", "index"}, {"index_element_type", "i64"}};
  EXPECT_EQ(spelled("TopK", "opset1", 2, top, 2), "TopK-3 axis=1 mode=min sort=index index_element_type=i64");
  EXPECT_EQ(spelled("TopK", "opset11", 2, top, 2),
            "TopK-11 axis=1 mode=min sort=index index_element_type=i64");
}

TEST(Spelling, WritesOptionsAsTheyAreRead) {
  EXPECT_EQ(spelled("Add", "", 2), "Add-1");
  EXPECT_EQ(spelled("Add", "", 2, {{"auto_broadcast", "none"}}), "Add-1 auto_broadcast=none");
  EXPECT_EQ(spelled("Atan2", "", 2, {{"auto_broadcast", "pdpd"}}),
            "Atan2-17 auto_broadcast=pdpd auto_broadcast.auto_broadcast_axis=-1");
  EXPECT_EQ(spelled("Clamp", "", 1, {{"min", "-0.1"}, {"max", "1e30"}}), "Clamp-1 min=-0.1 max=1e+30");
  EXPECT_EQ(spelled("Split", "", 2, {{"num_splits", "3"}}, 3), "Split-1 num_splits=3");
  EXPECT_EQ(spelled("Einsum", "", 2, {{"equation", "i...,...j -> j..."}}),
            "Einsum-7 equation=i...,...j->j...");
  EXPECT_EQ(spelled("StridedSlice", "", 3, {{"end_mask", "1,0"}}),
            "StridedSlice-1 begin_mask= end_mask=1,0 new_axis_mask= shrink_axis_mask= ellipsis_mask=");
}

TEST(Spelling, RejectsWhatNoVersionSays) {
  EXPECT_EQ(spell_operation({.maker = "cum_prod"}, 2, 1).error().rule(), "IR-WRITE-1");
  EXPECT_EQ(spell_operation({.maker = "abs"}, 2, 1).error().rule(), "IR-WRITE-1");  // one input too many
}

}  // namespace
}  // namespace backedge::openvino
