#include "interpreter/openvino/testing/made_operation.h"
#include "interpreter/ops/testing/testing.h"

/// The attributes of operations on boxes in images.
namespace backedge::openvino {
namespace {

using testing::floats;
using testing::list;
using testing::run_one;

/// The attributes with another value for one of them, or without it if there is none.
Written with(Written attributes, const std::string& name, const char* value) {
  std::erase_if(attributes, [&](const auto& attribute) { return attribute.name == name; });
  if (value != nullptr) attributes.push_back({name, value});
  return attributes;
}

TEST(ReadDetections, PsRoiPooling) {
  const Written least = {{"output_dim", "2"}, {"spatial_scale", "0.5"}};
  const auto rule = [&](const char* name, const char* value) {
    return rule_of_making("PSROIPooling", "opset1", 2, with(least, name, value));
  };
  EXPECT_EQ(rule("mode", "Average"), "");
  EXPECT_EQ(rule("mode", "max"), "OP-2");
  EXPECT_EQ(rule("output_dim", nullptr), "OP-2");
  EXPECT_EQ(rule("output_dim", "0"), "OP-2");
  EXPECT_EQ(rule("group_size", "0"), "OP-2");
  EXPECT_EQ(rule("spatial_bins_x", "0"), "OP-2");
  EXPECT_EQ(rule("spatial_scale", "-1"), "OP-2");
  EXPECT_EQ(rule_of_making("PSROIPooling", "opset1", 3, least), "OP-3");
  const Tensor images = Tensor::zeros(ElementType::kF32, {1, 2, 3, 3}),
               regions = floats({1, 5}, {0, 0, 0, 1, 1});
  EXPECT_EQ(run_one(made("PSROIPooling", "", 2, least), {images, regions}).shape(), (Shape{1, 2, 1, 1}));
}

TEST(ReadDetections, RoiPooling) {
  const Written least = {{"pooled_h", "2"}, {"pooled_w", "0"}, {"spatial_scale", "1"}};
  const auto rule = [&](const char* name, const char* value) {
    return rule_of_making("ROIPooling", "opset2", 2, with(least, name, value));
  };
  EXPECT_EQ(rule("method", "bilinear"), "");
  EXPECT_EQ(rule("method", "avg"), "OP-2");
  EXPECT_EQ(rule("pooled_h", nullptr), "OP-2");
  EXPECT_EQ(rule("pooled_w", "-1"), "OP-2");
  EXPECT_EQ(rule("pooled_w", "2147483647"), "");
  EXPECT_EQ(rule("pooled_w", "2147483648"), "OP-2");
  EXPECT_EQ(rule("spatial_scale", nullptr), "OP-2");
}

TEST(ReadDetections, PriorBox) {
  const Written least = {{"offset", "0.5"}};
  const auto rule = [&](const char* name, const char* value, const char* type = "PriorBox") {
    return rule_of_making(type, "opset8", 2, with(least, name, value));
  };
  EXPECT_EQ(rule("offset", nullptr), "OP-2");
  EXPECT_EQ(rule("offset", "-0.5"), "OP-2");
  EXPECT_EQ(rule("variance", "0.1,0.1,0.2,0.2"), "");
  EXPECT_EQ(rule("variance", "0.1,0.1"), "OP-2");
  EXPECT_EQ(rule("min_size", "1,0"), "OP-2");
  EXPECT_EQ(rule("max_size", "1"), "OP-2");  // without a min_size
  EXPECT_EQ(rule("density", ""), "");
  EXPECT_EQ(rule("density", "2"), "OP-2");
  EXPECT_EQ(rule("fixed_size", "2"), "OP-2");
  EXPECT_EQ(rule("fixed_ratio", "2"), "OP-2");
  EXPECT_EQ(rule("scale_all_sizes", "true"), "");
  EXPECT_EQ(rule("scale_all_sizes", "0"), "");
  EXPECT_EQ(rule("scale_all_sizes", "2"), "OP-2");
  EXPECT_EQ(rule("min_max_aspect_ratios_order", "false"), "");
  EXPECT_EQ(rule_of_making("PriorBox", "opset7", 2, with(least, "min_max_aspect_ratios_order", "false")),
            "OP-2");
  // Without all sizes, max_size is ignored: one box at the only place.
  const auto boxes = [](const char* all_sizes) {
    const Operation operation =
        made("PriorBox", "opset8", 2,
             {{"offset", "0.5"}, {"min_size", "4"}, {"max_size", "9"}, {"scale_all_sizes", all_sizes}});
    return run_one(operation, {list({1, 1}), list({16, 16})}).shape()[1] / 4;
  };
  EXPECT_EQ(boxes("true"), 2);
  EXPECT_EQ(boxes("false"), 1);
  EXPECT_EQ(rule("width", "2", "PriorBoxClustered"), "");
  EXPECT_EQ(rule("width", "2,3", "PriorBoxClustered"), "OP-2");
  EXPECT_EQ(rule("height", "-2", "PriorBoxClustered"), "OP-2");
  EXPECT_EQ(rule("step_w", "-2", "PriorBoxClustered"), "OP-2");
  EXPECT_EQ(rule_of_making("PriorBoxClustered", "opset1", 1, least), "OP-3");
  // By default, one box of 1 by 1 that is clipped: the center is at 8.
  const Tensor box = run_one(made("PriorBoxClustered", "opset1", 2, least), {list({1, 1}), list({16, 16})});
  EXPECT_EQ(box.data<float>()[0], 7.5f / 16);
}

TEST(ReadDetections, RegionYolo) {
  const Written least = {{"axis", "1"}, {"end_axis", "3"}, {"coords", "4"}, {"classes", "1"}, {"num", "2"}};
  const auto rule = [&](const char* name, const char* value) {
    return rule_of_making("RegionYolo", "opset1", 1, with(least, name, value));
  };
  for (const char* name : {"axis", "end_axis", "coords", "classes", "num"})
    EXPECT_EQ(rule(name, nullptr), "OP-2");
  for (const char* name : {"coords", "classes", "num"}) EXPECT_EQ(rule(name, "-1"), "OP-2");
  EXPECT_EQ(rule("anchors", "1.5,2"), "");
  EXPECT_EQ(rule("anchors", "1,x"), "OP-2");
  EXPECT_EQ(rule("mask", "0,1.5"), "OP-2");
  const auto shape = [&](const Written& attributes, int64_t channels) {
    return run_one(made("RegionYolo", "", 1, attributes),
                   {Tensor::zeros(ElementType::kF32, {1, channels, 1, 3})})
        .shape();
  };
  EXPECT_EQ(shape(least, 12), (Shape{1, 36}));
  EXPECT_EQ(shape(with(with(least, "do_softmax", "0"), "mask", "5,6,7"), 18), (Shape{1, 18, 1, 3}));
}

TEST(ReadDetections, DeformableConvolution) {
  const Written least = {{"strides", "1,1"}, {"dilations", "1,1"}, {"auto_pad", "valid"}};
  const auto rule = [&](const char* version, const char* name, const char* value, int64_t inputs = 3) {
    return rule_of_making("DeformableConvolution", version, inputs, with(least, name, value));
  };
  EXPECT_EQ(rule("opset1", "group", "2"), "");
  EXPECT_EQ(rule("opset1", "group", "0"), "OP-2");
  EXPECT_EQ(rule("opset1", "deformable_group", "0"), "OP-2");
  EXPECT_EQ(rule("opset1", "strides", "1"), "OP-2");
  EXPECT_EQ(rule("opset1", "strides", nullptr), "OP-2");
  EXPECT_EQ(rule_of_making("DeformableConvolution", "opset1", 3,
                           {{"strides", "1"}, {"dilations", "1"}, {"auto_pad", "valid"}}),
            "OP-2");
  EXPECT_EQ(rule("opset7", "bilinear_interpolation_pad", "true"), "OP-2");
  EXPECT_EQ(rule("opset8", "bilinear_interpolation_pad", "true"), "");
  EXPECT_EQ(rule("opset7", "group", "1", 4), "OP-3");
  EXPECT_EQ(rule("opset8", "group", "1", 4), "");
  // Half an element before the first one.
  const std::vector<Tensor> inputs = {floats({1, 1, 1, 1}, {4}), floats({1, 2, 1, 1}, {0, -0.5f}),
                                      floats({1, 1, 1, 1}, {1})};
  const auto value = [&](const Written& attributes) {
    return run_one(made("DeformableConvolution", "", 3, attributes), inputs).data<float>()[0];
  };
  EXPECT_EQ(value(least), 4);
  EXPECT_EQ(value(with(least, "bilinear_interpolation_pad", "true")), 2);
}

}  // namespace
}  // namespace backedge::openvino
