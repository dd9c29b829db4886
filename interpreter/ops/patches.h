#pragma once

#include "interpreter/ops/operation.h"

/// Operations that make channels of the elements of an image.
namespace backedge::ops {

/// Patches of an image: windows along its two spatial axes, with the pads of `windows.padding`.
struct ImagePatches {
  Windows windows;
  std::vector<int64_t> sizes;  // of a patch, each 1 or more
  bool operator==(const ImagePatches&) const = default;
};

Operation make_extract_image_patches(const ImagePatches& options);
/// stride  1 or more
Operation make_reorg_yolo(int64_t stride);

}  // namespace backedge::ops
