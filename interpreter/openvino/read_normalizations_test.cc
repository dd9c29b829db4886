#include "interpreter/openvino/testing/made_operation.h"
#include "interpreter/ops/testing/testing.h"

/// The attributes of normalizations, of FakeConvert and of STFT.
namespace backedge::openvino {
namespace {

using testing::floats;
using testing::list;
using testing::rule_of;
using testing::run_one;
using testing::same;

TEST(ReadNormalizations, Mvn1) {
  const Tensor x = floats({1, 2, 2}, {1, 3, 9, 11});
  const auto centred = [&](Written written) {
    written.insert(written.end(), {{"eps", "1e-9"}, {"normalize_variance", "false"}});
    return run_one(made("MVN", "opset5", 1, std::move(written)), {x});
  };
  EXPECT_TRUE(same(centred({{"across_channels", "true"}}), floats({1, 2, 2}, {-5, -3, 3, 5})));
  EXPECT_TRUE(same(centred({{"across_channels", "false"}}), floats({1, 2, 2}, {-1, 1, -1, 1})));
  EXPECT_TRUE(same(centred({{"reduction_axes", "1"}}), floats({1, 2, 2}, {-4, -4, 4, 4})));
  EXPECT_TRUE(same(centred({{"reduction_axes", "-2"}, {"across_channels", "true"}}),
                   floats({1, 2, 2}, {-4, -4, 4, 4})));
  const auto rule = [](Written written) { return rule_of_making("MVN", "opset1", 1, std::move(written)); };
  EXPECT_EQ(rule({{"eps", "1"}, {"normalize_variance", "true"}}), "OP-2");
  EXPECT_EQ(rule({{"across_channels", "true"}, {"normalize_variance", "true"}}), "OP-2");
  EXPECT_EQ(rule({{"across_channels", "true"}, {"eps", "1"}}), "OP-2");
  EXPECT_EQ(rule({{"across_channels", "true"}, {"eps", "0"}, {"normalize_variance", "true"}}), "OP-2");
  EXPECT_EQ(rule_of(made("MVN", "opset1", 1,
                         {{"reduction_axes", "3"}, {"eps", "1"}, {"normalize_variance", "true"}}),
                    {x}),
            "OP-5");
}

TEST(ReadNormalizations, Mvn6) {
  const auto normal = [](const char* mode) {
    const Written written = {{"eps", "3"}, {"normalize_variance", "true"}, {"eps_mode", mode}};
    return run_one(made("MVN", "opset6", 2, written), {floats({2}, {-1, 1}), list({0})});
  };
  EXPECT_TRUE(same(normal("inside_sqrt"), floats({2}, {-0.5f, 0.5f})));
  EXPECT_TRUE(same(normal("outside_sqrt"), floats({2}, {-0.25f, 0.25f})));
  EXPECT_EQ(rule_of_making("MVN", "", 2, {{"eps", "3"}, {"normalize_variance", "true"}}), "OP-2");
  EXPECT_EQ(
      rule_of_making("MVN", "", 2, {{"eps", "3"}, {"normalize_variance", "true"}, {"eps_mode", "INSIDE"}}),
      "OP-2");
}

TEST(ReadNormalizations, NormalizeL2AndGrn) {
  const auto normal = [](const char* mode) {
    return run_one(made("NormalizeL2", "", 2, {{"eps", "11"}, {"eps_mode", mode}}),
                   {floats({2}, {3, -4}), list({0})});
  };
  EXPECT_TRUE(same(normal("add"), floats({2}, {0.5f, -0x1.555556p-1f})));
  EXPECT_TRUE(same(normal("max"), floats({2}, {0.6f, -0.8f})));
  EXPECT_EQ(rule_of_making("NormalizeL2", "", 2, {{"eps", "11"}}), "OP-2");
  EXPECT_EQ(rule_of_making("NormalizeL2", "", 2, {{"eps", "0"}, {"eps_mode", "add"}}), "OP-2");
  EXPECT_TRUE(same(run_one(made("GRN", "", 1, {{"bias", "11"}}), {floats({1, 2}, {3, -4})}),
                   floats({1, 2}, {0.5f, -0x1.555556p-1f})));
  EXPECT_EQ(rule_of_making("GRN", "", 1, {{"bias", "-1"}}), "OP-2");
  EXPECT_EQ(rule_of_making("GRN", "", 1), "OP-2");
}

TEST(ReadNormalizations, Lrn) {
  const auto normal = [](Written written) {
    return run_one(made("LRN", "", 2, std::move(written)), {floats({3}, {1, 2, 3}), list({0})});
  };
  EXPECT_TRUE(same(normal({{"alpha", "3"}, {"beta", "1"}, {"bias", "2"}, {"size", "3"}}),
                   floats({3}, {1.0f / 7, 0.125f, 0.2f})));
  EXPECT_TRUE(same(normal({{"alpha", "0"}, {"beta", "2"}, {"bias", "2"}, {"size", "1"}}),
                   floats({3}, {0.25f, 0.5f, 0.75f})));
  const auto rule = [](Written written) { return rule_of_making("LRN", "", 2, std::move(written)); };
  EXPECT_EQ(rule({{"beta", "1"}, {"bias", "2"}, {"size", "3"}}), "OP-2");
  EXPECT_EQ(rule({{"alpha", "3"}, {"beta", "0"}, {"bias", "2"}, {"size", "3"}}), "OP-2");
  EXPECT_EQ(rule({{"alpha", "3"}, {"beta", "1"}, {"bias", "2"}, {"size", "0"}}), "OP-2");
}

TEST(ReadNormalizations, ByChannel) {
  const Tensor x = floats({2, 1}, {3, 5}), two = floats({1}, {2}), one = floats({1}, {1}),
               four = floats({1}, {4});
  const Written epsilon = {{"epsilon", "0"}};
  const Tensor expected = floats({2, 1}, {2, 4});  // 2 * (x - 2) / 2 + 1
  const auto batch_norm = [&](const char* version) {
    return made("BatchNormInference", version, 5, epsilon);
  };
  EXPECT_TRUE(same(run_one(batch_norm("opset5"), {x, two, one, two, four}), expected));
  EXPECT_TRUE(same(run_one(batch_norm("opset4"), {x, two, one, two, four}), expected));
  EXPECT_TRUE(same(run_one(batch_norm("opset4"), {two, one, x, two, four}), expected));
  EXPECT_EQ(rule_of(batch_norm("opset5"), {two, one, x, two, four}), "OP-5");
  EXPECT_EQ(rule_of_making("BatchNormInference", "", 5, {{"epsilon", "-1"}}), "OP-2");
  EXPECT_EQ(rule_of_making("BatchNormInference", "", 4, epsilon), "OP-3");
  const Written groups = {{"num_groups", "1"}, {"epsilon", "3"}};
  EXPECT_TRUE(same(run_one(made("GroupNormalization", "", 3, groups),
                           {floats({1, 2}, {1, 3}), floats({2}, {4, 8}), floats({2}, {0, 1})}),
                   floats({1, 2}, {-2, 5})));
  EXPECT_EQ(rule_of_making("GroupNormalization", "", 3, {{"num_groups", "0"}, {"epsilon", "1"}}), "OP-2");
  EXPECT_EQ(rule_of_making("GroupNormalization", "", 3, {{"num_groups", "1"}, {"epsilon", "0"}}), "OP-2");
  EXPECT_EQ(rule_of_making("GroupNormalization", "opset11", 3, groups), "OP-1");
}

TEST(ReadNormalizations, Norms) {
  const Tensor x = floats({1, 2}, {3, -4});
  EXPECT_TRUE(same(run_one(made("ReduceL1", "", 2), {x, list({1})}), floats({1}, {7})));
  EXPECT_TRUE(
      same(run_one(made("ReduceL2", "", 2, {{"keep_dims", "true"}}), {x, list({1})}), floats({1, 1}, {5})));
  EXPECT_EQ(rule_of_making("ReduceL1", "opset3", 2), "OP-1");
}

TEST(ReadOperations, FakeConvert) {
  const auto converted = [](const char* narrow) {
    const Operation convert = made("FakeConvert", "opset13", 2, {{"destination_type", narrow}});
    return testing::run_one(convert, {testing::floats({1}, {480}), testing::floats({1}, {1})});
  };
  EXPECT_TRUE(testing::same(converted("f8e5m2"), testing::floats({1}, {512})));
  EXPECT_FALSE(testing::same(converted("f8e4m3"), testing::floats({1}, {512})));
  EXPECT_EQ(rule_of_making("FakeConvert", "opset13", 2), "OP-2");
  EXPECT_EQ(rule_of_making("FakeConvert", "opset13", 2, {{"destination_type", "f16"}}), "OP-2");
  EXPECT_EQ(rule_of_making("FakeConvert", "opset12", 2, {{"destination_type", "f8e5m2"}}), "OP-1");
  EXPECT_EQ(rule_of_making("FakeConvert", "opset13", 4, {{"destination_type", "f8e5m2"}}), "OP-3");
}

TEST(ReadOperations, Stft) {
  const auto shape_of = [](const char* transposes) {
    const Operation stft = made("STFT", "opset15", 4, {{"transpose_frames", transposes}});
    const Tensor signal = testing::floats({5}, {1, 2, 3, 4, 5}), two = Tensor::scalar<int64_t>(2);
    return testing::run_one(stft, {signal, testing::floats({2}, {1, 1}), two, Tensor::scalar<int64_t>(1)})
        .shape();
  };
  EXPECT_EQ(shape_of("false"), (Shape{4, 2, 2}));
  EXPECT_EQ(shape_of("true"), (Shape{2, 4, 2}));
  EXPECT_EQ(rule_of_making("STFT", "opset15", 4), "OP-2");
  EXPECT_EQ(rule_of_making("STFT", "opset14", 4, {{"transpose_frames", "true"}}), "OP-1");
  EXPECT_EQ(rule_of_making("STFT", "opset15", 3, {{"transpose_frames", "true"}}), "OP-3");
}

}  // namespace
}  // namespace backedge::openvino
