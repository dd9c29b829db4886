#pragma once

#include <optional>
#include <vector>

#include "interpreter/ops/operation.h"
#include "interpreter/ops/windows.h"

namespace backedge::ops {

/// A convolution during a run. Its windows slide over data, or backward over the output.
struct ConvolutionPlan {
  bool backward = false;
  int64_t batch = 1, groups = 1;
  int64_t in = 1, out = 1;                                           // the channels of a group
  int64_t stride_of_group = 1, stride_of_in = 1, stride_of_out = 1;  // of these axes of the kernel
  std::vector<WindowsAlong> along = {};                              // each spatial axis

  /// The sizes of spatial axes.
  int64_t data_size(size_t k) const { return backward ? along[k].count : along[k].data; }
  int64_t output_size(size_t k) const { return backward ? along[k].data : along[k].count; }
};

/// Computes a convolution of input 0 with input 1. All operands and the output have elements.
Result<void> convolve(const ConvolutionPlan& plan, const KernelCall& call);

}  // namespace backedge::ops
