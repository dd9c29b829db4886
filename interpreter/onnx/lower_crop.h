#pragma once

#include <vector>

#include "interpreter/onnx/formula.h"
#include "interpreter/ops/resampling_options.h"

namespace backedge::onnx {

/// A Resize with `tf_crop_and_resize`: the region that operand 1 gives, in another size (OP-40).
///
/// list    the sizes or the scales of the axes
/// errors  ONNX-GRAPH-5 no region; ONNX-GRAPH-6
Lowered lower_crop(NodeLowering& node, const ops::Interpolate& options, const std::vector<int64_t>& axes,
                   Term list);

}  // namespace backedge::onnx
