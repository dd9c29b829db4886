#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// A convolution along two axes whose elements are beside the places of the kernel.
struct DeformableConvolution {
  Windows windows;
  int64_t groups = 1;           // of channels
  int64_t offset_groups = 1;    // parts of the channels of data with offsets of their own
  bool pads_with_zeros = true;  // whether data continues with zeros; otherwise places less than one element
                                // outside move to the border, and the others are 0
  bool operator==(const DeformableConvolution&) const = default;
};

/// out[n, o, i, j] = sum over c, r, s of value(n, c, y, x) * mask * kernel[o, c, r, s]
///
/// (y, x) is the place of element (r, s) of window (i, j) plus its offset. The value is interpolated
/// between four elements (OP-63). Offsets and masks are those of the group of channel c, and of this element
/// and window.
///
/// inputs   data [N, C, H, W]; offsets [N, groups * R * S * 2, rows, columns], first along H and then along W;
///          kernel [O, C / groups, R, S]; masks [N, groups * R * S, rows, columns], or 1. All have one numeric
///          type.
/// errors   OP-4, OP-5, LIMIT-4
/// source   OpenVINO's DeformableConvolution-1 and -8; ONNX's DeformConv
Operation make_deformable_convolution(const DeformableConvolution& options);

}  // namespace backedge::ops
