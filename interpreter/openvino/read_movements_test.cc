#include "interpreter/openvino/testing/made_operation.h"
#include "interpreter/ops/testing/testing.h"

/// The attributes of operations that gather, scatter and move elements.
namespace backedge::openvino {
namespace {

using testing::floats;
using testing::list;
using testing::rule_of;
using testing::run_one;
using testing::same;
using testing::scalar;

TEST(ReadMovements, GatherElements) {
  EXPECT_EQ(rule_of_making("GatherElements", "opset5", 2, {{"axis", "0"}}), "OP-1");
  EXPECT_EQ(rule_of_making("GatherElements", "opset6", 2), "OP-2");
  EXPECT_EQ(rule_of_making("GatherElements", "opset6", 3, {{"axis", "0"}}), "OP-3");
  const Tensor data = floats({2, 2}, {1, 2, 3, 4}), indices = Tensor::of<int64_t>({2, 2}, {1, 1, 0, 0});
  EXPECT_TRUE(same(run_one(made("GatherElements", "", 2, {{"axis", "0"}}), {data, indices}),
                   floats({2, 2}, {3, 4, 1, 2})));
  EXPECT_TRUE(same(run_one(made("GatherElements", "", 2, {{"axis", "-1"}}), {data, indices}),
                   floats({2, 2}, {2, 2, 3, 3})));
}

TEST(ReadMovements, GatherNd) {
  const Tensor data = floats({1, 2, 2}, {1, 2, 3, 4}), indices = Tensor::of<int64_t>({1, 2, 1}, {1, 0});
  EXPECT_EQ(run_one(made("GatherND", "opset5", 2, {{"batch_dims", "2"}}), {data, indices}).shape(), Shape{2});
  EXPECT_EQ(run_one(made("GatherND", "opset8", 2, {{"batch_dims", "2"}}), {data, indices}).shape(),
            (Shape{1, 2}));
  EXPECT_EQ(run_one(made("GatherND", "opset7", 2), {data, Tensor::of<int64_t>({1}, {0})}).shape(),
            (Shape{2, 2}));
  const std::vector<Tensor> from_end = {data, list({-1})};
  EXPECT_EQ(rule_of(made("GatherND", "opset5", 2), from_end), "OP-6");
  EXPECT_EQ(rule_of(made("GatherND", "opset8", 2), from_end), "");
  EXPECT_EQ(rule_of_making("GatherND", "opset8", 2, {{"batch_dims", "-1"}}), "OP-2");
  EXPECT_EQ(rule_of_making("GatherND", "opset4", 2), "OP-1");
}

TEST(ReadMovements, ScatterElementsUpdate) {
  const Tensor data = floats({2}, {1, 2}), updates = floats({3}, {4, 8, 6});
  const std::vector<Tensor> inputs = {data, list({-1, 0, 1}), updates, scalar(0)};
  const auto scattered = [&](Written written) {
    return run_one(made("ScatterElementsUpdate", "opset12", 4, std::move(written)), inputs);
  };
  EXPECT_TRUE(same(scattered({}), floats({2}, {8, 6})));
  EXPECT_TRUE(same(scattered({{"reduction", "sum"}}), floats({2}, {9, 12})));
  EXPECT_TRUE(same(scattered({{"reduction", "prod"}}), floats({2}, {8, 48})));
  EXPECT_TRUE(same(scattered({{"reduction", "min"}}), floats({2}, {1, 2})));
  EXPECT_TRUE(same(scattered({{"reduction", "max"}}), floats({2}, {8, 6})));
  EXPECT_TRUE(same(scattered({{"reduction", "mean"}}), floats({2}, {4.5, 4})));
  EXPECT_TRUE(same(scattered({{"reduction", "mean"}, {"use_init_val", "false"}}), floats({2}, {8, 5})));
  EXPECT_EQ(rule_of(made("ScatterElementsUpdate", "opset3", 4), inputs), "OP-5");
  EXPECT_EQ(
      rule_of(made("ScatterElementsUpdate", "opset11", 4), {data, list({-1}), floats({1}, {4}), scalar(0)}),
      "OP-6");
  EXPECT_EQ(rule_of_making("ScatterElementsUpdate", "opset11", 4, {{"reduction", "sum"}}), "OP-2");
  EXPECT_EQ(rule_of_making("ScatterElementsUpdate", "opset12", 4, {{"reduction", "sub"}}), "OP-2");
}

TEST(ReadMovements, ScatterNdUpdate) {
  const std::vector<Tensor> inputs = {floats({2}, {1, 2}), Tensor::of<int64_t>({2, 1}, {-1, 0}),
                                      floats({2}, {4, 8})};
  const auto scattered = [&](Written written) {
    return run_one(made("ScatterNDUpdate", "opset15", 3, std::move(written)), inputs);
  };
  EXPECT_TRUE(same(scattered({}), floats({2}, {8, 4})));
  EXPECT_TRUE(same(scattered({{"reduction", "sum"}}), floats({2}, {9, 6})));
  EXPECT_TRUE(same(scattered({{"reduction", "sub"}}), floats({2}, {-7, -2})));
  EXPECT_TRUE(same(scattered({{"reduction", "prod"}}), floats({2}, {8, 8})));
  EXPECT_TRUE(same(scattered({{"reduction", "min"}}), floats({2}, {1, 2})));
  EXPECT_TRUE(same(scattered({{"reduction", "max"}}), floats({2}, {8, 4})));
  EXPECT_EQ(rule_of(made("ScatterNDUpdate", "opset14", 3), inputs), "OP-6");
  EXPECT_EQ(rule_of_making("ScatterNDUpdate", "opset14", 3, {{"reduction", "sum"}}), "OP-2");
  EXPECT_EQ(rule_of_making("ScatterNDUpdate", "opset15", 3, {{"reduction", "mean"}}), "OP-2");
}

TEST(ReadMovements, Pad) {
  const auto padded = [](std::string_view version, const char* mode) {
    return run_one(made("Pad", version, 3, {{"pad_mode", mode}}),
                   {floats({3}, {1, 2, 3}), list({2}), list({1})});
  };
  for (const char* version : {"opset1", "opset12"}) {
    EXPECT_TRUE(same(padded(version, "constant"), floats({6}, {0, 0, 1, 2, 3, 0})));
    EXPECT_TRUE(same(padded(version, "edge"), floats({6}, {1, 1, 1, 2, 3, 3})));
    EXPECT_TRUE(same(padded(version, "reflect"), floats({6}, {3, 2, 1, 2, 3, 2})));
    EXPECT_TRUE(same(padded(version, "symmetric"), floats({6}, {2, 1, 1, 2, 3, 3})));
    EXPECT_EQ(rule_of_making("Pad", version, 3), "OP-2");
    EXPECT_EQ(rule_of_making("Pad", version, 3, {{"pad_mode", "wrap"}}), "OP-2");
    EXPECT_EQ(rule_of_making("Pad", version, 5, {{"pad_mode", "edge"}}), "OP-3");
  }
  const std::vector<Tensor> cropped = {floats({3}, {1, 2, 3}), list({-1}), list({0})};
  EXPECT_EQ(rule_of(made("Pad", "opset11", 3, {{"pad_mode", "edge"}}), cropped), "OP-6");
  EXPECT_EQ(rule_of(made("Pad", "opset12", 3, {{"pad_mode", "edge"}}), cropped), "");
}

TEST(ReadMovements, ReverseAndRoll) {
  const Tensor data = floats({2}, {1, 2}), backward = floats({2}, {2, 1});
  EXPECT_TRUE(same(run_one(made("Reverse", "", 2, {{"mode", "index"}}), {data, list({0})}), backward));
  EXPECT_TRUE(same(run_one(made("Reverse", "", 2, {{"mode", "mask"}}), {data, Tensor::of<bool>({1}, {true})}),
                   backward));
  EXPECT_EQ(rule_of_making("Reverse", "", 2), "OP-2");
  EXPECT_EQ(rule_of_making("Reverse", "", 2, {{"mode", "axes"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Roll", "opset6", 3), "OP-1");
  EXPECT_TRUE(same(run_one(made("Roll", "opset7", 3), {data, scalar(1), scalar(0)}), backward));
}

TEST(ReadMovements, Positions) {
  const char* const mode = "negative_indices_mode";
  for (const char* ignored : {"ignore-negative", "ignore_negative"})
    EXPECT_EQ(rule_of_making("OneHot", "opset16", 4, {{"axis", "0"}, {mode, ignored}}), "");
  EXPECT_TRUE(same(run_one(made("OneHot", "opset16", 4, {{"axis", "0"}, {mode, "normalize"}}),
                           {scalar(-1), scalar(2), floats({}, {5}), floats({}, {6})}),
                   floats({2}, {6, 5})));
  EXPECT_EQ(rule_of_making("OneHot", "opset15", 4, {{"axis", "0"}, {mode, "ignore-negative"}}), "OP-2");
  EXPECT_EQ(rule_of_making("OneHot", "opset15", 4), "OP-2");
  EXPECT_TRUE(same(run_one(made("OneHot", "opset1", 4, {{"axis", "0"}}),
                           {scalar(1), scalar(2), floats({}, {5}), floats({}, {6})}),
                   floats({2}, {6, 5})));
  EXPECT_EQ(run_one(made("NonZero", "opset3", 1), {list({3})}).type(), ElementType::kI64);
  EXPECT_EQ(run_one(made("NonZero", "", 1, {{"output_type", "i32"}}), {list({3})}).type(), ElementType::kI32);
  EXPECT_EQ(rule_of_making("NonZero", "", 1, {{"output_type", "u8"}}), "OP-2");
  EXPECT_EQ(rule_of_making("GatherTree", "opset1", 4), "");
  EXPECT_EQ(rule_of_making("Eye", "opset9", 3), "OP-2");
  EXPECT_EQ(rule_of_making("Eye", "opset9", 3, {{"output_type", "boolean"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Eye", "opset8", 3, {{"output_type", "f32"}}), "OP-1");
  EXPECT_TRUE(
      same(run_one(made("Eye", "opset9", 3, {{"output_type", "f32"}}), {scalar(1), scalar(2), scalar(1)}),
           floats({1, 2}, {0, 1})));
}

}  // namespace
}  // namespace backedge::openvino
