#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// out[n, o, i...] = sum over c, k... of data[n, c, i * stride + k * dilation - pad ...] * kernel[o, c, k...]
///
/// The terms are added in the row-major order of c, k..., rounded once (NUM-3). There is no term where data has
/// no such position (OP-20). With groups, each has its own part of the channels, in their order.
///
/// inputs   data [N, C, spatial axes]; kernel [O, C, spatial axes] of the same numeric type, or with
///          groups [G, O / G, C / G, spatial axes]
/// errors   OP-4, OP-5, LIMIT-4
/// source   OpenVINO's Convolution-1, GroupConvolution-1
Operation make_convolution(const Convolution& options);

/// out[n, o, i * stride + k * dilation - pad ...] = sum over c, k... of data[n, c, i...] * kernel[c, o, k...]
///
/// The terms are added in the row-major order of c, k..., rounded once (NUM-3). An element without terms is 0.
/// The pads remove elements of the output. If there is an output_shape, they follow from it (OP-21).
///
/// inputs   data [N, C, spatial axes]; kernel [C, O, spatial axes] of the same numeric type, or with
///          groups [G, C / G, O / G, spatial axes]; output_shape: integers, one for each spatial axis
/// errors   OP-4, OP-5, OP-6 a negative size, LIMIT-4
/// source   OpenVINO's ConvolutionBackpropData-1, GroupConvolutionBackpropData-1
Operation make_convolution_backprop(const ConvolutionBackprop& options);

}  // namespace backedge::ops
