#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// Elements of images at positions of a grid: the nearest element, or a sum of elements times weights
/// (OP-42).
///
/// inputs   data [N, C, H, W], numeric, or of any type for kNearest; grid [N, rows, columns, 2] of a real
///          type: the position along W, then along H, from -1 to 1
/// returns  [N, C, rows, columns] of the type of data
/// errors   OP-4; OP-5; OP-6 data without elements, unless they are zeros outside
/// source   OpenVINO's GridSample-9
Operation make_grid_sample(const GridSample& options);

/// The same for data [N, C, D, H, W] and grid [N, layers, rows, columns, 3]: positions along W, H and D. The
/// mode is not kCubic.
///
/// source   ONNX's GridSample
Operation make_volumetric_grid_sample(const GridSample& options);

}  // namespace backedge::ops
