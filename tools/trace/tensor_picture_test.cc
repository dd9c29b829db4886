#include "tools/trace/tensor_picture.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace backedge {
namespace {

TEST(PictureJson, HasTheValuesOfASmallTensor) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(picture_json(Tensor::of<float>({2, 2}, {0.1f, -0.0f, -kInfinity, 1e-5f})),
            R"({"type":"f32","shape":[2,2],"values":[0.1,-0.0,"-inf",1e-05]})");
  EXPECT_EQ(picture_json(Tensor::of<int64_t>({2}, {int64_t{1} << 53, (int64_t{1} << 53) + 2})),
            R"({"type":"i64","shape":[2],"values":[9007199254740992,"9007199254740994"]})");
  EXPECT_EQ(picture_json(Tensor::scalar(true)), R"({"type":"boolean","shape":[],"values":[true]})");
  EXPECT_EQ(picture_json(Tensor::zeros(ElementType::kI8, {0, 3})),
            R"({"type":"i8","shape":[0,3],"values":[]})");
}

std::string map_of(const Shape& shape, std::vector<float> numbers) {
  return picture_json(Tensor::of<float>(shape, std::span<const float>(numbers)));
}

// 17 elements are one more than a small tensor has. Their cells are 254 * k / 16.
TEST(PictureJson, HasAHeatMapOfALargeTensor) {
  std::vector<float> ramp(17);
  std::iota(ramp.begin(), ramp.end(), -8.0f);
  EXPECT_EQ(map_of({17}, ramp), R"({"type":"f32","shape":[17],"min":-8.0,"max":8.0,"rows":1,"columns":17,)"
                                R"("cells":"ABAgMEBPX29/j5+vv87e7v4="})");
}

// 1 x 512 becomes 256 cells of two elements: the first has the mean of 0 and 1.
TEST(PictureJson, HasTheMeansOfCells) {
  std::vector<float> halves(512, 0.0f);
  halves[1] = 1;
  const std::string json = map_of({1, 512}, halves);
  EXPECT_NE(json.find(R"("rows":1,"columns":256,"cells":"fwAA)"), std::string::npos) << json;
  std::vector<float> column(512, 0.0f);
  EXPECT_NE(map_of({512, 1}, column).find(R"("rows":256,"columns":1,)"), std::string::npos);
  std::vector<float> square(1600, 0.0f);
  EXPECT_NE(map_of({4, 10, 40}, square).find(R"("rows":16,"columns":16,)"), std::string::npos);
}

TEST(PictureJson, ShowsWhatIsNotFinite) {
  std::vector<float> numbers(18, std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(map_of({18}, numbers), R"({"type":"f32","shape":[18],"rows":1,"columns":18,)"
                                   R"("cells":"////////////////////////"})");
  constexpr float kLargest = std::numeric_limits<float>::max();
  numbers.assign(18, -kLargest);
  numbers[0] = kLargest;
  const std::string json = map_of({18}, numbers);
  EXPECT_NE(json.find(R"("cells":"/gAAAAAAAAAAAAAAAAAAAAAA")"), std::string::npos) << json;
}

TEST(PictureJson, IsOnlyTheRangeIfItIsBrief) {
  std::vector<float> numbers(20, 2.0f);
  numbers[7] = -3;
  EXPECT_EQ(picture_json(Tensor::of<float>({20}, std::span<const float>(numbers)), PictureDetail::kBrief),
            R"({"type":"f32","shape":[20],"min":-3.0,"max":2.0})");
  EXPECT_EQ(picture_json(Tensor::scalar(2.5f), PictureDetail::kBrief),
            R"({"type":"f32","shape":[],"values":[2.5]})");
}

}  // namespace
}  // namespace backedge
