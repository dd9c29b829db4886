#include "interpreter/ops/col2im.h"
#include "interpreter/ops/deformable.h"
#include "interpreter/ops/detection.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/fourier.h"
#include "interpreter/ops/grid_sample.h"
#include "interpreter/ops/interpolate.h"
#include "interpreter/ops/testing/digests.h"

/// More of digest_test.cc: operations on images, boxes and signals.
namespace backedge::ops {
namespace {

using testing::Digests;
using testing::draw;
using testing::Kind;
using testing::list;

TEST_F(Digests, OfInterpolate) {
  using enum Interpolate::Mode;
  const auto add_resized = [this](Interpolate::Mode mode, bool antialias, int64_t size) {
    add(make_interpolate({.mode = mode, .antialias = antialias}), [=](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {2, 7, 6}, Kind::kSmall), list({size, 5}), list({1, 2})};
    });
  };
  for (const auto mode : {kNearest, kLinear, kLinearAtBorder, kCubic, kPillowLinear, kPillowCubic}) {
    for (const int64_t size : {3, 11}) add_resized(mode, mode == kLinear && size == 3, size);
  }
  expect("Interpolate", 0x1944ff8864f397a3);
  for (const auto mode : {kLinearAtBorder, kCubic}) add_resized(mode, true, 3);
  expect("Interpolate of ONNX with antialias", 0xd78bfec3f10f9466);
}

TEST_F(Digests, OfGridSample) {
  using enum GridSample::Mode;
  for (const auto mode : {kNearest, kLinear, kCubic}) {
    add(make_grid_sample({.mode = mode, .outside = GridSample::Outside::kReflection}),
        [=](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {2, 3, 5, 6}, Kind::kSmall),
                  draw(ElementType::kF32, {2, 4, 4, 2}, Kind::kSmall, 1)};
        });
  }
  expect("GridSample", 0xc1726cc6fc3f08df);
}

TEST_F(Digests, OfRegions) {
  const auto boxes = [](ElementType of) { return draw(of, {2, 12, 4}, Kind::kSmall); };
  for (const bool soft : {false, true}) {
    add(
        make_non_max_suppression({.removes_beyond_threshold = soft}),
        [=](ElementType of) -> std::vector<Tensor> {
          return {boxes(of),
                  draw(of, {2, 3, 12}, Kind::kSmall, 1),
                  Tensor::scalar<int64_t>(9),
                  Tensor::scalar<float>(0.3f),
                  Tensor::scalar<float>(-2),
                  Tensor::scalar<float>(soft ? 0.7f : 0)};
        },
        3);
  }
  expect("NonMaxSuppression", 0xa2a675256c994409);
  for (const bool greatest : {false, true}) {
    add(make_roi_align({.height = 3, .width = 2, .points = 2, .scale = 0.7, .takes_greatest = greatest}),
        [=](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {2, 3, 5, 6}, Kind::kSmall), draw(of, {4, 4}, Kind::kSmall, 1),
                  list({0, 1, 1, 0})};
        });
  }
  expect("ROIAlign", 0xc0d98b72444e59c1);
  const Windows windows{.strides = {1, 2}, .dilations = {2, 1}, .pads_begin = {1, 0}, .pads_end = {0, 1}};
  add(make_col2im(windows), [](ElementType of) -> std::vector<Tensor> {
    return {draw(of, {2, 12, 12}, Kind::kSmall), list({5, 6}), list({2, 2})};
  });
  expect("Col2Im", 0x0befad404a4bd03a);
}

TEST_F(Digests, OfPooledRegions) {
  const auto regions = [](ElementType of, double last) {
    const double x = last - 0.21, y = last - 0.28;
    return testing::run_one(make_convert(of),
                            {Tensor::of<double>({2, 5}, {0, 0, 0, x, y, 0, 0.5 * x, 0, y, y})});
  };
  for (const bool bilinear : {false, true}) {
    const double last = bilinear ? 1 : 4;
    add(make_psroi_pooling(
            {.channels = 2, .group = 2, .scale = 0.9, .bilinear = bilinear, .bins_x = 2, .bins_y = 2}),
        [=](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {1, 8, 5, 6}, Kind::kSmall), regions(of, last)};
        });
    add(make_roi_pooling({.height = 3, .width = 2, .scale = 0.9, .bilinear = bilinear}),
        [=](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {1, 2, 5, 6}, Kind::kSmall), regions(of, last)};
        });
  }
  expect("PSROIPooling and ROIPooling", 0xe771857070c87a7c);
  add(make_region_yolo({.coordinates = 4, .classes = 3, .regions = 2, .first_axis = 1, .last_axis = 3}),
      [](ElementType of) -> std::vector<Tensor> {
        return {draw(of, {2, 16, 3, 2}, Kind::kSmall)};
      });
  expect("RegionYolo", 0x7a944725cb3a855d);
}

TEST_F(Digests, OfPriorBoxes) {
  const auto digest_of = [](const Operation& operation) {
    testing::Digest digest;
    digest.add(testing::run_one(operation, {list({3, 4}), list({300, 500})}));
    return digest.bits;
  };
  EXPECT_EQ(digest_of(make_prior_box({.boxes = {.variance = {0.1, 0.2, 0.3, 0.4}},
                                      .least = {30.7, 60.1},
                                      .greatest = {61.3},
                                      .ratios = {2, 3},
                                      .flips = true})),
            0x0d02b3bb0ecb0b09);
  EXPECT_EQ(
      digest_of(make_prior_box_clustered(
          {.boxes = {.clip = true, .offset = 0.3}, .widths = {30.7, 9}, .heights = {11, 80.3}, .step = 31})),
      0x75a36f6bc4a2d0bc);
}

TEST_F(Digests, OfDeformableConvolution) {
  const Windows windows{.strides = {1, 2}, .dilations = {2, 1}, .pads_begin = {1, 0}, .pads_end = {0, 1}};
  for (const bool zeros : {false, true}) {
    add(make_deformable_convolution({.windows = windows, .offset_groups = 2, .pads_with_zeros = zeros}),
        [](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {2, 4, 5, 6}, Kind::kSmall), draw(of, {2, 16, 4, 3}, Kind::kSmall, 1),
                  draw(of, {3, 4, 2, 2}, Kind::kSmall, 2)};
        });
  }
  expect("DeformableConvolution", 0x25a8235542f55597);
}

TEST_F(Digests, OfSignals) {
  using enum Fourier::Numbers;
  for (const auto& [inverse, kind] :
       {std::pair(false, kComplex), {true, kComplex}, {false, kFromReal}, {true, kToReal}}) {
    add(make_fourier({.inverse = inverse, .numbers = kind}), [](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {3, 7, 12, 2}, Kind::kSmall), list({1, 2})};
    });
  }
  expect("Fourier", 0xbdc8a394c5b0bb10);
  for (const bool transposes : {false, true}) {
    add(make_stft(transposes), [](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {2, 40}, Kind::kSmall), draw(of, {9}, Kind::kSmall, 1), Tensor::scalar<int64_t>(11),
              Tensor::scalar<int64_t>(4)};
    });
  }
  expect("STFT", 0x34f18c3f39e29859);
}

}  // namespace
}  // namespace backedge::ops
