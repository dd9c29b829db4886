#include <cmath>

#include "interpreter/openvino/testing/made_operation.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::openvino {
namespace {

using testing::floats;
using testing::list;
using testing::rule_of;
using testing::run_one;
using testing::same;
using testing::scalar;

void expect_error(const Result<Operation>& result, std::string_view rule, std::string_view part) {
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().rule(), rule);
  EXPECT_NE(result.error().text().find(part), std::string::npos) << result.error().text();
}

TEST(OpTable, VersionsAreGoodForLaterOpsets) {
  EXPECT_TRUE(make("Add", "opset1", 2).ok());
  EXPECT_TRUE(make("Add", "opset15", 2).ok());
  EXPECT_TRUE(make("Add", "", 2).ok());
  EXPECT_TRUE(make("Identity", "opset16", 1).ok());
  EXPECT_TRUE(make("ReLU", "opset1", 1).ok());
  EXPECT_TRUE(make("Atan2", "opset17", 2).ok());
  EXPECT_TRUE(make("Atan2", "", 2).ok());
}

TEST(OpTable, UnknownOnes) {
  expect_error(make("Ad", "opset1", 2), "OP-1", "operation \"Ad\" is not supported");
  const std::string long_type(65, 'A');
  expect_error(make(long_type, "opset1", 2), "OP-1", "operation \"" + long_type + "\" is not supported");
  expect_error(make("Subtrct", "opset1", 2), "OP-1", "supported: Subtract");
  expect_error(make("", "opset1", 2), "OP-1", "operation \"\"");
  expect_error(make("Atan2", "opset16", 2), "OP-1", "supported versions of Atan2: opset17");
  expect_error(make("Identity", "opset15", 1), "OP-1", "supported versions of Identity: opset16");
  for (const char* version :
       {"opset", "opset0", "opset-1", "opset1x", "extension", "1", "opset99999999999999999999"}) {
    expect_error(make("Add", version, 2), "OP-1", "supported versions of Add: opset1");
  }
}

TEST(OpTable, CountsAndAttributes) {
  expect_error(make("Add", "opset1", 3), "OP-3", "3 inputs, expected 2");
  expect_error(make("Concat", "opset1", 0, {{"axis", "0"}}), "OP-3", "0 inputs, expected at least 1");
  expect_error(make("Add", "opset1", 2, {}, 2), "OP-3", "2 outputs, expected 1");
  expect_error(make("Add", "opset1", 2, {}, 0), "OP-3", "0 outputs, expected 1");
  expect_error(make("Add", "opset1", 2, {{"alpha", "1"}}), "OP-2", "not supported: attribute alpha");
  expect_error(make("Clamp", "opset1", 1), "OP-2", "attribute min is required");
}

// Rows of one name are adjacent and cover the versions from the first one on without a gap.
TEST(OpTable, RowsOfAName) {
  const OperationRow* previous = nullptr;
  for (const OperationRow& row : operation_table()) {
    EXPECT_LE(row.first, row.last) << row.name;
    const bool continues = previous != nullptr && previous->name == row.name;
    if (continues) {
      EXPECT_EQ(row.first, previous->last + 1) << row.name;
    } else if (previous != nullptr) {
      EXPECT_LT(previous->name, row.name);
      EXPECT_EQ(previous->last, kNewestOpset) << previous->name;
    }
    previous = &row;
  }
}

TEST(Attributes, OfBroadcasting) {
  for (const char* good : {"none", "numpy", "NumPy", "pdpd"})
    EXPECT_EQ(rule_of_making("Add", "", 2, {{"auto_broadcast", good}}), "");
  for (const char* bad : {"", "num py", "explicit"})
    EXPECT_EQ(rule_of_making("Add", "", 2, {{"auto_broadcast", bad}}), "OP-2");
  EXPECT_EQ(rule_of_making("Power", "", 2, {{"auto_broadcast", "pdpd"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Atan2", "", 2, {{"auto_broadcast", "pdpd"}}), "");
  const char* const axis = "auto_broadcast.auto_broadcast_axis";
  EXPECT_EQ(rule_of_making("Add", "", 2, {{"auto_broadcast", "pdpd"}, {axis, "-2"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Add", "", 2, {{"auto_broadcast", "numpy"}, {axis, "0"}}), "OP-2");
  const Operation add = made("Add", "", 2, {{"auto_broadcast", "pdpd"}, {axis, "0"}});
  EXPECT_TRUE(same(run_one(add, {floats({2, 2}, {1, 2, 3, 4}), floats({2}, {10, 20})}),
                   floats({2, 2}, {11, 12, 23, 24})));
}

TEST(Attributes, OfElementwiseOperations) {
  EXPECT_EQ(rule_of_making("Clamp", "", 1, {{"min", "1"}, {"max", "0"}}), "OP-2");
  const Operation clamp = made("Clamp", "", 1, {{"min", "-1.5"}, {"max", "2"}});
  EXPECT_TRUE(same(run_one(clamp, {floats({3}, {-3, 0, 3})}), floats({3}, {-1.5, 0, 2})));
  EXPECT_TRUE(same(run_one(made("Divide", "", 2), {scalar(-7), scalar(2)}), scalar(-4)));
  const Operation truncated = made("Divide", "", 2, {{"m_pythondiv", "false"}});
  EXPECT_TRUE(same(run_one(truncated, {scalar(-7), scalar(2)}), scalar(-3)));
}

TEST(Attributes, OfRoundAndIsInf) {
  const Tensor half = floats({2}, {0.5f, -1.5f});
  EXPECT_TRUE(same(run_one(made("Round", "", 1), {half}), floats({2}, {0, -2})));
  EXPECT_TRUE(
      same(run_one(made("Round", "", 1, {{"mode", "half_away_from_zero"}}), {half}), floats({2}, {1, -2})));
  EXPECT_EQ(rule_of_making("Round", "", 1, {{"mode", "half_up"}}), "OP-2");
  const Tensor infinities = floats({2}, {-INFINITY, INFINITY});
  const auto detected = [&](Written written) {
    return run_one(made("IsInf", "", 1, std::move(written)), {infinities});
  };
  EXPECT_TRUE(same(detected({}), Tensor::of<bool>({2}, {true, true})));
  EXPECT_TRUE(same(detected({{"detect_negative", "false"}}), Tensor::of<bool>({2}, {false, true})));
  EXPECT_TRUE(same(detected({{"detect_positive", "false"}}), Tensor::of<bool>({2}, {true, false})));
}

TEST(Attributes, OfActivations) {
  EXPECT_EQ(rule_of_making("Elu", "", 1, {}), "OP-2");
  EXPECT_EQ(rule_of_making("Elu", "", 1, {{"alpha", "-1"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Elu", "", 1, {{"alpha", "nan"}}), "OP-2");
  EXPECT_TRUE(
      same(run_one(made("Elu", "", 1, {{"alpha", "0.5"}}), {floats({1}, {-99})}), floats({1}, {-0.5f})));
  EXPECT_EQ(rule_of_making("Gelu", "opset2", 1, {{"approximation_mode", "erf"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Gelu", "opset7", 1, {{"approximation_mode", "sigmoid"}}), "OP-2");
  const auto gelu = [](std::string_view version, Written written) {
    return run_one(made("Gelu", version, 1, std::move(written)), {floats({1}, {1})});
  };
  EXPECT_TRUE(same(gelu("opset2", {}), gelu("opset7", {{"approximation_mode", "erf"}})));
  EXPECT_TRUE(same(gelu("opset2", {}), gelu("opset7", {})));
  EXPECT_FALSE(same(gelu("opset2", {}), gelu("opset7", {{"approximation_mode", "tanh"}})));
  EXPECT_EQ(rule_of_making("Swish", "", 1, {}), "");
  EXPECT_EQ(rule_of_making("Swish", "", 3, {}), "OP-3");
  EXPECT_TRUE(same(run_one(made("LogSoftmax", "", 1), {floats({2, 1}, {3, 4})}), floats({2, 1}, {0, 0})));
  EXPECT_TRUE(
      same(run_one(made("LogSoftmax", "", 1, {{"axis", "-1"}}), {floats({1}, {3})}), floats({1}, {0})));
  EXPECT_EQ(rule_of_making("FakeQuantize", "", 5, {}), "OP-2");
  EXPECT_EQ(rule_of_making("FakeQuantize", "", 5, {{"levels", "1"}}), "OP-2");
  EXPECT_EQ(rule_of_making("FakeQuantize", "", 5, {{"levels", "2"}, {"auto_broadcast", "none"}}), "");
}

TEST(Attributes, OfMovements) {
  EXPECT_EQ(rule_of_making("Concat", "", 2, {}), "OP-2");
  EXPECT_EQ(rule_of_making("Reshape", "", 2, {{"special_zero", "2"}}), "OP-2");
  EXPECT_EQ(run_one(made("Reshape", "", 2), {floats({0, 2}, {}), list({3, 0})}).shape(), (Shape{3, 0}));
  EXPECT_EQ(rule_of_making("Split", "", 2, {{"num_splits", "2"}}, 2), "");
  EXPECT_EQ(rule_of_making("Split", "", 2, {{"num_splits", "2"}}, 3), "OP-3");
  EXPECT_EQ(rule_of_making("Split", "", 2, {{"num_splits", "0"}}, 0), "OP-2");
  EXPECT_EQ(rule_of_making("ShapeOf", "opset3", 1, {{"output_type", "i32"}}), "");
  EXPECT_EQ(rule_of_making("ShapeOf", "opset3", 1, {{"output_type", "f32"}}), "OP-2");
  EXPECT_EQ(rule_of_making("ShapeOf", "opset1", 1, {{"output_type", "i32"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Range", "", 3, {}), "OP-2");
  EXPECT_EQ(rule_of_making("Range", "", 3, {{"output_type", "boolean"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Squeeze", "opset1", 1, {{"pytorch_dynamic_rank", "true"}}), "");
  EXPECT_EQ(rule_of_making("Squeeze", "opset15", 1, {{"allow_axis_skip", "true"}}), "");
  EXPECT_EQ(rule_of_making("Squeeze", "opset14", 1, {{"allow_axis_skip", "true"}}), "OP-2");
}

TEST(Attributes, OfReverseSequence) {
  const std::vector<Tensor> inputs = {floats({2, 2}, {1, 2, 3, 4}), list({2, 1})};
  const auto reversed = [&](Written written) {
    return run_one(made("ReverseSequence", "", 2, std::move(written)), inputs);
  };
  EXPECT_TRUE(same(reversed({}), floats({2, 2}, {2, 1, 3, 4})));
  EXPECT_TRUE(same(reversed({{"batch_axis", "1"}, {"seq_axis", "0"}}), floats({2, 2}, {3, 2, 1, 4})));
  EXPECT_EQ(rule_of(made("ReverseSequence", "", 2, {{"seq_axis", "0"}}), inputs), "OP-5");
  EXPECT_EQ(rule_of(made("ReverseSequence", "", 2, {{"batch_axis", "1"}}), inputs), "OP-5");
}

TEST(Attributes, OfBroadcast) {
  EXPECT_EQ(rule_of_making("Broadcast", "opset1", 2, {{"mode", "bidirectional"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Broadcast", "opset3", 2, {{"mode", "bidirectional"}}), "");
  const std::vector<Tensor> surplus = {floats({1}, {1}), list({2}), Tensor::scalar<uint8_t>(0)};
  EXPECT_EQ(rule_of(made("Broadcast", "opset1", 3, {{"mode", "numpy"}}), surplus), "");
  EXPECT_EQ(rule_of(made("Broadcast", "opset3", 3, {{"mode", "numpy"}}), surplus), "OP-3");
  const std::vector<Tensor> mapped = {floats({1}, {1}), list({2, 2}), list({1})};
  EXPECT_EQ(rule_of(made("Broadcast", "opset3", 3, {{"mode", "explicit"}}), mapped), "");
  EXPECT_TRUE(same(run_one(made("Broadcast", "opset1", 3, {{"mode", "none"}}), mapped),
                   floats({2, 2}, {1, 1, 1, 1})));
  EXPECT_EQ(rule_of_making("Broadcast", "opset3", 3, {{"mode", "none"}}), "OP-2");
}

TEST(Attributes, OfGather) {
  EXPECT_EQ(rule_of_making("Gather", "opset1", 3, {{"batch_dims", "0"}}), "OP-2");
  const std::vector<Tensor> from_end = {floats({3}, {1, 2, 3}), list({-1}), scalar(0)};
  EXPECT_EQ(rule_of(made("Gather", "opset1", 3), from_end), "OP-6");
  EXPECT_EQ(rule_of(made("Gather", "opset7", 3), from_end), "OP-6");
  EXPECT_TRUE(same(run_one(made("Gather", "opset8", 3), from_end), floats({1}, {3})));
  for (const char* version : {"opset7", "opset8"}) {
    const Operation batched = made("Gather", version, 3, {{"batch_dims", "1"}});
    EXPECT_TRUE(
        same(run_one(batched, {floats({2, 2}, {1, 2, 3, 4}), list({1, 0}), scalar(1)}), floats({2}, {2, 3})));
  }
}

TEST(Attributes, OfStridedSlice) {
  EXPECT_EQ(rule_of_making("StridedSlice", "", 4, {{"ellipsis_mask", "1,1"}}), "OP-2");
  EXPECT_EQ(rule_of_making("StridedSlice", "", 4, {{"begin_mask", "2"}}), "OP-2");
  EXPECT_EQ(rule_of_making("StridedSlice", "", 4, {{"begin_mask", "1"}, {"end_mask", "2"}}), "OP-2");
  const std::vector<Tensor> inputs = {floats({2, 3}, {0, 1, 2, 3, 4, 5}), list({1, 1}), list({2, 2})};
  const auto sliced = [&](const char* mask, const char* bits) {
    return run_one(made("StridedSlice", "", 3, {{mask, bits}}), inputs);
  };
  EXPECT_TRUE(same(sliced("begin_mask", "0,1"), floats({1, 2}, {3, 4})));
  EXPECT_TRUE(same(sliced("end_mask", "0,1"), floats({1, 2}, {4, 5})));
  EXPECT_TRUE(same(sliced("new_axis_mask", "1"), floats({1, 1, 3}, {3, 4, 5})));
  EXPECT_TRUE(same(sliced("shrink_axis_mask", "0,1"), floats({1}, {4})));
  EXPECT_TRUE(same(sliced("ellipsis_mask", "1"), floats({2, 1}, {1, 4})));
}

TEST(Attributes, OfLinesAndMatrices) {
  EXPECT_EQ(rule_of_making("MatMul", "", 2, {{"transpose_a", "yes"}}), "OP-2");
  const std::vector<Tensor> rows = {floats({1, 2}, {1, 2}), floats({1, 2}, {3, 4})};
  EXPECT_TRUE(same(run_one(made("MatMul", "", 2, {{"transpose_b", "true"}}), rows), floats({1, 1}, {11})));
  EXPECT_EQ(run_one(made("MatMul", "", 2, {{"transpose_a", "true"}}), rows).shape(), (Shape{2, 2}));
  const auto sums = [](const char* exclusive, const char* reverse) {
    return run_one(made("CumSum", "", 1, {{"exclusive", exclusive}, {"reverse", reverse}}),
                   {list({1, 2, 4})});
  };
  EXPECT_TRUE(same(sums("true", "false"), list({0, 1, 3})));
  EXPECT_TRUE(same(sums("false", "true"), list({7, 6, 4})));
  for (const char* type : {"SoftMax", "Softmax"}) {
    EXPECT_EQ(rule_of_making(type, "opset1", 1, {{"axis", "-1"}}), "OP-2");
    EXPECT_EQ(rule_of_making(type, "opset8", 1, {{"axis", "-1"}}), "");
  }
  EXPECT_TRUE(same(run_one(made("Softmax", "", 1), {floats({1, 2}, {7, 7})}), floats({1, 2}, {0.5, 0.5})));
  EXPECT_EQ(run_one(made("ReduceSum", "", 2, {{"keep_dims", "true"}}), {list({1, 2}), list({0})}).shape(),
            Shape{1});
}

TEST(Attributes, OfSoftMax) {
  const Tensor data = Tensor::zeros(ElementType::kF32, {2, 4});
  EXPECT_EQ(run_one(made("SoftMax", "opset1", 1), {data}).values<float>()[0], 0.25f);  // axis 1
  EXPECT_EQ(run_one(made("SoftMax", "opset1", 1, {{"axis", "0"}}), {data}).values<float>()[0], 0.5f);
  EXPECT_EQ(rule_of_making("SoftMax", "opset1", 1, {{"axis", "-1"}}), "OP-2");
  EXPECT_EQ(rule_of_making("SoftMax", "opset8", 1, {{"axis", "-1"}}), "");
}

TEST(Attributes, OfTopK) {
  const auto rule = [](Written written) { return rule_of_making("TopK", "", 2, std::move(written), 2); };
  EXPECT_EQ(rule({{"axis", "0"}, {"mode", "max"}, {"sort", "none"}, {"stable", "true"}}), "");
  EXPECT_EQ(rule({{"axis", "0"}, {"mode", "most"}, {"sort", "value"}}), "OP-2");
  EXPECT_EQ(rule({{"axis", "0"}, {"mode", "max"}}), "OP-2");
  EXPECT_EQ(rule({{"axis", "0"}, {"mode", "max"}, {"sort", "value"}, {"index_element_type", "u32"}}), "OP-2");
  const auto indices = [](const char* version, const char* mode, const char* sort, int64_t k) {
    const Written written = {{"axis", "0"}, {"mode", mode}, {"sort", sort}, {"index_element_type", "i64"}};
    const auto results =
        testing::run(make("TopK", version, 2, written, 2).value(), {list({5, 9, 7}), scalar(k)}, 2);
    return results.ok() ? results.value()[1] : Tensor::scalar(results.error().rule() == "OP-6");
  };
  EXPECT_TRUE(same(indices("opset1", "max", "value", 2), list({1, 2})));
  EXPECT_TRUE(same(indices("opset3", "min", "index", 2), list({0, 2})));
  EXPECT_TRUE(same(indices("opset11", "min", "none", 2), list({0, 2})));
  EXPECT_TRUE(same(indices("opset10", "max", "value", 0), list({})));
  EXPECT_TRUE(same(indices("opset11", "max", "value", 0), Tensor::scalar(true)));
}

}  // namespace
}  // namespace backedge::openvino
