#pragma once

#include <string>

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// A tensor of at most this many elements is written with its values.
inline constexpr int64_t kMostPictureValues = 16;
/// A larger one is a heat map of at most this many cells: 16 x 16, or more of one axis if the other is short.
inline constexpr int64_t kMostCells = 256, kMapSide = 16;

/// How much of a tensor is written.
enum class PictureDetail {
  kFull,   // values, or a heat map
  kBrief,  // of a large tensor: the range alone
};

/// A tensor as one JSON object, as in docs/trace.md: "type" and "shape", then "values" of a small tensor, or
/// "min", "max", "rows", "columns" and "cells" of a large one.
///
/// A cell is the mean m of its finite elements as round(254 * (m - min) / (max - min)), or 255 if an
/// element of it is not finite.
std::string picture_json(const Tensor& tensor, PictureDetail detail = PictureDetail::kFull);

}  // namespace backedge
