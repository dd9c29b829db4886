#include "interpreter/openvino/testing/made_operation.h"
#include "interpreter/ops/testing/testing.h"

/// The attributes of convolutions and pooling.
namespace backedge::openvino {
namespace {

using testing::floats;
using testing::list;
using testing::rule_of;
using testing::run_one;
using testing::same;

Written windows(const char* strides, const char* dilations, const char* begin, const char* end) {
  return {{"strides", strides}, {"dilations", dilations}, {"pads_begin", begin}, {"pads_end", end}};
}
Written with(Written written, std::string name, std::string value) {
  written.push_back({std::move(name), std::move(value)});
  return written;
}

const Tensor& row() {
  static const Tensor kRow = floats({1, 1, 4}, {1, 2, 3, 4});
  return kRow;
}
const Tensor& digits() {
  static const Tensor kDigits = floats({1, 1, 2}, {1, 10});
  return kDigits;
}

TEST(ReadWindows, Convolution) {
  const auto convolved = [](Written written) {
    return run_one(made("Convolution", "", 2, std::move(written)), {row(), digits()});
  };
  EXPECT_TRUE(same(convolved(windows("2", "1", "0", "0")), floats({1, 1, 2}, {21, 43})));
  EXPECT_TRUE(same(convolved(windows("1", "3", "0", "0")), floats({1, 1, 1}, {41})));
  EXPECT_TRUE(same(convolved(windows("2", "1", "1", "0")), floats({1, 1, 2}, {10, 32})));
  EXPECT_TRUE(same(convolved(windows("2", "1", "0", "1")), floats({1, 1, 2}, {21, 43})));
  EXPECT_TRUE(
      same(convolved(with(windows("2", "1", "1", "5"), "auto_pad", "valid")), floats({1, 1, 2}, {21, 43})));
  EXPECT_TRUE(same(convolved(with(windows("1", "1", "1", "5"), "auto_pad", "same_upper")),
                   floats({1, 1, 4}, {21, 32, 43, 4})));
  EXPECT_TRUE(same(convolved(with(windows("1", "1", "", ""), "auto_pad", "same_lower")),
                   floats({1, 1, 4}, {10, 21, 32, 43})));
  EXPECT_TRUE(same(convolved(with(windows("1", "1", "0", "0"), "auto_pad", "explicit")),
                   floats({1, 1, 3}, {21, 32, 43})));
  EXPECT_TRUE(same(convolved({{"strides", "2"}, {"dilations", "1"}, {"auto_pad", "valid"}}),
                   floats({1, 1, 2}, {21, 43})));
}

TEST(ReadWindows, RejectedAttributes) {
  const auto rule = [](Written written) { return rule_of_making("Convolution", "", 2, std::move(written)); };
  EXPECT_EQ(rule(windows("2,1,1", "1,1,1", "0,0,0", "0,0,0")), "");
  EXPECT_EQ(rule(windows("2,1,1,1", "1,1,1,1", "0,0,0,0", "0,0,0,0")), "OP-2");
  EXPECT_EQ(rule(windows("", "", "", "")), "OP-2");
  EXPECT_EQ(rule(windows("2,1", "1", "0,0", "0,0")), "OP-2");
  EXPECT_EQ(rule(windows("2,1", "1,1", "0", "0,0")), "OP-2");
  EXPECT_EQ(rule(windows("2,1", "1,1", "0,0", "0,0,0")), "OP-2");
  EXPECT_EQ(rule(windows("0", "1", "0", "0")), "OP-2");
  EXPECT_EQ(rule(windows("1", "0", "0", "0")), "OP-2");
  EXPECT_EQ(rule(windows("1", "1", "-1", "0")), "OP-2");
  EXPECT_EQ(rule(windows("1", "1", "0", "-1")), "OP-2");
  EXPECT_EQ(rule(with(windows("1", "1", "0", "0"), "auto_pad", "same")), "OP-2");
  EXPECT_EQ(rule(with(windows("1", "1", "0", "-1"), "auto_pad", "valid")), "OP-2");
  EXPECT_EQ(rule({{"dilations", "1"}, {"pads_begin", "0"}, {"pads_end", "0"}}), "OP-2");
  EXPECT_EQ(rule({{"strides", "1"}, {"pads_begin", "0"}, {"pads_end", "0"}}), "OP-2");
  EXPECT_EQ(rule({{"strides", "1"}, {"dilations", "1"}, {"pads_begin", "0"}}), "OP-2");
  EXPECT_EQ(rule(with(windows("1", "1", "0", "0"), "output_padding", "1")), "OP-2");
  EXPECT_EQ(rule_of_making("Convolution", "", 3, windows("1", "1", "0", "0")), "OP-3");
}

TEST(ReadWindows, GroupConvolution) {
  EXPECT_TRUE(same(run_one(made("GroupConvolution", "", 2, windows("1", "1", "0", "0")),
                           {floats({1, 2, 1}, {1, 2}), floats({2, 1, 1, 1}, {3, 5})}),
                   floats({1, 2, 1}, {3, 10})));
}

TEST(ReadWindows, ConvolutionBackpropData) {
  const auto spread = [](Written written) {
    return run_one(made("ConvolutionBackpropData", "", 2, std::move(written)), {row(), digits()});
  };
  const Written plain = windows("1", "1", "0", "0");
  EXPECT_TRUE(same(spread(plain), floats({1, 1, 5}, {1, 12, 23, 34, 40})));
  EXPECT_TRUE(same(spread(windows("1", "1", "2", "1")), floats({1, 1, 2}, {23, 34})));
  EXPECT_TRUE(same(spread(with(plain, "output_padding", "2")), floats({1, 1, 7}, {1, 12, 23, 34, 40, 0, 0})));
  EXPECT_TRUE(same(run_one(made("ConvolutionBackpropData", "", 3, with(plain, "auto_pad", "same_upper")),
                           {row(), digits(), list({4})}),
                   floats({1, 1, 4}, {12, 23, 34, 40})));
  const auto rule = [](Written written) {
    return rule_of_making("ConvolutionBackpropData", "", 2, std::move(written));
  };
  EXPECT_EQ(rule(with(plain, "output_padding", "-1")), "OP-2");
  EXPECT_EQ(rule(with(plain, "output_padding", "1,1")), "OP-2");
  EXPECT_EQ(rule_of_making("ConvolutionBackpropData", "", 4, plain), "OP-3");
  EXPECT_TRUE(same(run_one(made("GroupConvolutionBackpropData", "", 2, plain),
                           {floats({1, 2, 1}, {1, 2}), floats({2, 1, 1, 1}, {3, 5})}),
                   floats({1, 2, 1}, {3, 10})));
}

Written pool(Written more = {}) {
  Written written = {{"kernel", "2"}, {"strides", "3"}, {"pads_begin", "0"}, {"pads_end", "0"}};
  written.insert(written.end(), more.begin(), more.end());
  return written;
}

TEST(ReadWindows, MaxPool) {
  const Tensor data = floats({1, 1, 6}, {1, 5, 3, 4, 2, 6});
  const auto greatest = [&](const char* version, Written more, size_t output = 0) {
    const bool one = std::string_view(version) == "opset7";
    const Operation operation = made("MaxPool", version, 1, pool(std::move(more)), one ? 1 : 2);
    return testing::run(operation, {data}, one ? 1 : 2).value()[output];
  };
  EXPECT_TRUE(same(greatest("opset7", {}), floats({1, 1, 2}, {5, 4})));
  EXPECT_TRUE(same(greatest("opset8", {{"dilations", "2"}}), floats({1, 1, 2}, {3, 6})));
  EXPECT_EQ(greatest("opset8", {{"rounding_type", "ceil"}}).shape(), (Shape{1, 1, 3}));
  EXPECT_EQ(greatest("opset14", {{"rounding_type", "ceil"}}).shape(), (Shape{1, 1, 3}));
  EXPECT_EQ(greatest("opset14", {{"rounding_type", "ceil_torch"}}).shape(), (Shape{1, 1, 2}));
  EXPECT_EQ(greatest("opset14", {{"rounding_type", "floor"}}).shape(), (Shape{1, 1, 2}));
  EXPECT_EQ(greatest("opset8", {{"auto_pad", "same_upper"}}).shape(), (Shape{1, 1, 2}));
  EXPECT_TRUE(same(greatest("opset8", {}, 1), Tensor::of<int64_t>({1, 1, 2}, {1, 3})));
  EXPECT_TRUE(
      same(greatest("opset14", {{"index_element_type", "i32"}}, 1), Tensor::of<int32_t>({1, 1, 2}, {1, 3})));
  EXPECT_EQ(rule_of(made("MaxPool", "opset8", 1, pool({{"axis", "3"}}), 2), {data}, 2), "OP-5");
  const auto rule = [](const char* version, Written more, int64_t outputs) {
    return rule_of_making("MaxPool", version, 1, pool(std::move(more)), outputs);
  };
  EXPECT_EQ(rule("opset7", {}, 2), "OP-3");
  EXPECT_EQ(rule("opset8", {}, 1), "OP-3");
  EXPECT_EQ(rule("opset7", {{"dilations", "1"}}, 1), "OP-2");
  EXPECT_EQ(rule("opset8", {{"rounding_type", "ceil_torch"}}, 2), "OP-2");
  EXPECT_EQ(rule("opset8", {{"index_element_type", "u8"}}, 2), "OP-2");
  EXPECT_EQ(rule_of_making("MaxPool", "opset1", 1, windows("1", "1", "0", "0")), "OP-2");
  EXPECT_EQ(rule_of_making("MaxPool", "opset1", 1,
                           {{"kernel", "0"}, {"strides", "1"}, {"pads_begin", "0"}, {"pads_end", "0"}}),
            "OP-2");
}

TEST(ReadWindows, AvgPool) {
  const auto mean = [](const char* version, const char* excludes, Written more) {
    more.insert(more.end(), {{"exclude-pad", excludes}, {"kernel", "2"}, {"strides", "3"}});
    more.insert(more.end(), {{"pads_begin", "1"}, {"pads_end", "0"}});
    return run_one(made("AvgPool", version, 1, std::move(more)), {row()});
  };
  EXPECT_TRUE(same(mean("opset13", "true", {}), floats({1, 1, 2}, {1, 3.5f})));
  EXPECT_TRUE(same(mean("opset14", "false", {}), floats({1, 1, 2}, {0.5f, 3.5f})));
  EXPECT_TRUE(
      same(mean("opset14", "false", {{"rounding_type", "ceil_torch"}}), floats({1, 1, 2}, {0.5f, 3.5f})));
  EXPECT_EQ(rule_of_making("AvgPool", "opset1", 1, pool()), "OP-2");
  EXPECT_EQ(rule_of_making("AvgPool", "opset13", 1,
                           pool({{"exclude-pad", "true"}, {"rounding_type", "ceil_torch"}})),
            "OP-2");
  EXPECT_EQ(rule_of_making("AvgPool", "opset1", 1, pool({{"exclude-pad", "true"}, {"dilations", "1"}})),
            "OP-2");
}

TEST(ReadWindows, AdaptivePools) {
  EXPECT_TRUE(same(run_one(made("AdaptiveAvgPool", "opset8", 2), {row(), list({2})}),
                   floats({1, 1, 2}, {1.5f, 3.5f})));
  const auto both = testing::run(made("AdaptiveMaxPool", "opset8", 2, {{"index_element_type", "i32"}}, 2),
                                 {row(), list({2})}, 2);
  EXPECT_TRUE(same(both.value()[1], Tensor::of<int32_t>({1, 1, 2}, {1, 3})));
  EXPECT_EQ(rule_of_making("AdaptiveMaxPool", "opset7", 2, {}, 2), "OP-1");
  EXPECT_EQ(rule_of_making("AdaptiveMaxPool", "opset8", 2, {}, 1), "OP-3");
  EXPECT_EQ(rule_of_making("AdaptiveAvgPool", "opset8", 1), "OP-3");
}

TEST(ReadWindows, ExtractImagePatches) {
  const auto attributes = [](Written more) {
    Written written = {{"sizes", "1,2"}, {"strides", "1,3"}, {"rates", "1,1"}, {"auto_pad", "valid"}};
    for (const Attribute& other : more) {
      for (Attribute& one : written) {
        if (one.name == other.name) one = other;
      }
    }
    return written;
  };
  const auto patches = [&](Written more) {
    const Operation operation = made("ExtractImagePatches", "opset3", 1, attributes(std::move(more)));
    return run_one(operation, {floats({1, 1, 1, 6}, {1, 2, 3, 4, 5, 6})});
  };
  EXPECT_TRUE(same(patches({}), floats({1, 2, 1, 2}, {1, 4, 2, 5})));
  EXPECT_TRUE(same(patches({{"rates", "1,2"}}), floats({1, 2, 1, 2}, {1, 4, 3, 6})));
  EXPECT_EQ(patches({{"sizes", "3,1"}, {"auto_pad", "same_lower"}}).shape(), (Shape{1, 3, 1, 2}));
  const auto rule = [&](const char* name, const char* value) {
    return rule_of_making("ExtractImagePatches", "opset3", 1, attributes({{name, value}}));
  };
  EXPECT_EQ(rule("auto_pad", "explicit"), "OP-2");
  for (const char* name : {"sizes", "strides", "rates"}) {
    EXPECT_EQ(rule(name, "0,1"), "OP-2");
    EXPECT_EQ(rule(name, "1"), "OP-2");
  }
  EXPECT_EQ(rule_of_making("ExtractImagePatches", "opset3", 1), "OP-2");
  EXPECT_EQ(rule_of_making("ExtractImagePatches", "opset2", 1, attributes({})), "OP-1");
}

}  // namespace
}  // namespace backedge::openvino
