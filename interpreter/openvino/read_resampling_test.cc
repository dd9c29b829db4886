#include "interpreter/openvino/testing/made_operation.h"
#include "interpreter/ops/testing/testing.h"

/// The attributes of Interpolate and GridSample.
namespace backedge::openvino {
namespace {

using testing::floats;
using testing::list;
using testing::run_one;
using testing::same;

const Tensor kRow = floats({4}, {32, 64, 0, 96});

TEST(ReadResampling, Interpolate) {
  const auto resized = [](Written written, int64_t size) {
    written.push_back({"shape_calculation_mode", "sizes"});
    return run_one(made("Interpolate", "opset11", 2, std::move(written)), {kRow, list({size})});
  };
  const auto nearest = [&](const char* position, const char* rounding) {
    return resized(
        {{"mode", "nearest"}, {"coordinate_transformation_mode", position}, {"nearest_mode", rounding}}, 2);
  };
  // Positions 1/2 and 5/2; 0 and 2; 1 and 3; 0 and 3.
  EXPECT_TRUE(same(resized({{"mode", "nearest"}}, 2), floats({2}, {32, 0})));
  EXPECT_TRUE(same(nearest("half_pixel", "round_prefer_floor"), floats({2}, {32, 0})));
  EXPECT_TRUE(same(nearest("half_pixel", "round_prefer_ceil"), floats({2}, {64, 96})));
  EXPECT_TRUE(same(nearest("half_pixel", "floor"), floats({2}, {32, 0})));
  EXPECT_TRUE(same(nearest("half_pixel", "ceil"), floats({2}, {64, 96})));
  EXPECT_TRUE(same(nearest("half_pixel", "simple"), floats({2}, {64, 96})));
  EXPECT_TRUE(same(nearest("pytorch_half_pixel", "ceil"), floats({2}, {64, 96})));
  EXPECT_TRUE(same(nearest("asymmetric", "ceil"), floats({2}, {32, 0})));
  EXPECT_TRUE(same(nearest("tf_half_pixel_for_nn", "ceil"), floats({2}, {64, 96})));
  EXPECT_TRUE(same(nearest("align_corners", "ceil"), floats({2}, {32, 96})));
  EXPECT_TRUE(
      same(resized({{"mode", "nearest"}, {"coordinate_transformation_mode", "pytorch_half_pixel"}}, 1),
           floats({1}, {32})));
  EXPECT_TRUE(same(resized({{"mode", "linear"}}, 2), floats({2}, {48, 48})));
  EXPECT_TRUE(
      same(resized({{"mode", "linear"}, {"antialias", "true"}}, 2), floats({2}, {288.F / 7, 352.F / 7})));
  EXPECT_TRUE(same(resized({{"mode", "linear_onnx"}, {"antialias", "true"}}, 2), floats({2}, {48, 48})));
  EXPECT_TRUE(same(resized({{"mode", "cubic"}}, 2), floats({2}, {54, 42})));
  EXPECT_TRUE(same(resized({{"mode", "cubic"}, {"cube_coeff", "-0.5"}}, 2), floats({2}, {52, 44})));
  EXPECT_TRUE(same(resized({{"mode", "bilinear_pillow"}}, 2), floats({2}, {288.F / 7, 352.F / 7})));
  EXPECT_TRUE(same(resized({{"mode", "bicubic_pillow"}}, 4), kRow));
  EXPECT_TRUE(same(resized({{"mode", "nearest"}, {"pads_begin", "1"}, {"pads_end", "2"}}, 7),
                   floats({7}, {0, 32, 64, 0, 96, 0, 0})));
}

TEST(ReadResampling, VersionsOfInterpolate) {
  const Written sizes = {{"mode", "nearest"}, {"shape_calculation_mode", "sizes"}};
  const Written scales = {{"mode", "nearest"}, {"shape_calculation_mode", "scales"}};
  const Tensor one = floats({1}, {0.25}), two = list({2});
  EXPECT_EQ(run_one(made("Interpolate", "opset4", 3, sizes), {kRow, two, one}).shape(), Shape{2});
  EXPECT_EQ(run_one(made("Interpolate", "opset10", 3, scales), {kRow, two, one}).shape(), Shape{1});
  EXPECT_EQ(run_one(made("Interpolate", "opset11", 2, scales), {kRow, one}).shape(), Shape{1});
  EXPECT_EQ(rule_of_making("Interpolate", "opset3", 2, sizes), "OP-1");
  EXPECT_EQ(rule_of_making("Interpolate", "opset4", 2, sizes), "OP-3");
  EXPECT_EQ(rule_of_making("Interpolate", "opset11", 4, sizes), "OP-3");
  EXPECT_EQ(rule_of_making("Interpolate", "opset11", 2, {{"mode", "nearest"}}), "OP-2");
  EXPECT_EQ(rule_of_making("Interpolate", "opset11", 2, {{"shape_calculation_mode", "sizes"}}), "OP-2");
  const auto rule_with = [&](std::string_view version, const char* name, const char* value) {
    Written written = {{"shape_calculation_mode", "sizes"}, {name, value}};
    if (std::string_view(name) != "mode") written.push_back({"mode", "nearest"});
    return rule_of_making("Interpolate", version, 3, written);
  };
  EXPECT_EQ(rule_with("opset11", "mode", "bilinear_pillow"), "");
  EXPECT_EQ(rule_with("opset4", "mode", "bilinear_pillow"), "OP-2");
  EXPECT_EQ(rule_with("opset11", "mode", "area"), "OP-2");
  EXPECT_EQ(rule_with("opset11", "nearest_mode", "round"), "OP-2");
  EXPECT_EQ(rule_with("opset11", "coordinate_transformation_mode", "half"), "OP-2");
  EXPECT_EQ(rule_with("opset11", "pads_begin", "0,-1"), "OP-2");
  EXPECT_EQ(rule_with("opset11", "pads_end", "-1"), "OP-2");
  EXPECT_EQ(rule_with("opset11", "antialias", "2"), "OP-2");
  EXPECT_EQ(rule_with("opset11", "cube_coeff", "a"), "OP-2");
}

TEST(ReadResampling, GridSample) {
  const Tensor row = floats({1, 1, 1, 4}, {32, 64, 0, 96});
  const Tensor grid = floats({1, 1, 3, 2}, {0, 0, -1, 0, 1.5, 0});  // positions 3/2, -1/2 and 9/2
  const auto sampled = [&](Written written) {
    return run_one(made("GridSample", "opset9", 2, std::move(written)), {row, grid});
  };
  const Shape shape = {1, 1, 1, 3};
  EXPECT_TRUE(same(sampled({}), floats(shape, {32, 16, 0})));
  EXPECT_TRUE(same(sampled({{"mode", "bilinear"}, {"padding_mode", "border"}}), floats(shape, {32, 32, 96})));
  EXPECT_TRUE(same(sampled({{"padding_mode", "reflection"}}), floats(shape, {32, 32, 48})));
  EXPECT_TRUE(same(sampled({{"mode", "nearest"}, {"padding_mode", "zeros"}}), floats(shape, {0, 32, 0})));
  EXPECT_TRUE(same(sampled({{"mode", "bicubic"}}), floats(shape, {26, 13, -9})));
  // Positions 3/2, 0 and 15/4.
  EXPECT_TRUE(same(sampled({{"align_corners", "true"}}), floats(shape, {32, 32, 24})));
  EXPECT_EQ(rule_of_making("GridSample", "opset8", 2), "OP-1");
  EXPECT_EQ(rule_of_making("GridSample", "opset9", 1), "OP-3");
  EXPECT_EQ(rule_of_making("GridSample", "opset9", 2, {{"mode", "linear"}}), "OP-2");
  EXPECT_EQ(rule_of_making("GridSample", "opset9", 2, {{"padding_mode", "edge"}}), "OP-2");
}

}  // namespace
}  // namespace backedge::openvino
