#include <algorithm>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/patches.h"
#include "interpreter/ops/windows.h"

/// output[n, k, y, x] is an element of the patch (y, x): of a window of `sizes` over the spatial axes of data.
/// It is 0 in the padding. k is the row-major number of (row in the patch, column in the patch, channel).
///
/// inputs   data of any type, of rank 4: [batch, depth, rows, columns]
/// returns  the same type, shape [batch, sizes[0] * sizes[1] * depth, patches along the rows, along columns]
/// errors   OP-5; LIMIT-4
/// source   OpenVINO's ExtractImagePatches-3
namespace backedge::ops {
namespace {

constexpr int64_t kFirstSpatial = 2;

Result<void> infer_patches(const ImagePatches& options, std::span<const Operand> inputs,
                           std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  outputs[0] = {inputs[0].type, PartialShape::of_rank(4)};
  if (!data.rank_known()) return {};
  if (data.rank() != 4) return Error("OP-5", "data has shape " + data.text() + ", expected rank 4");
  PartialShape& output = outputs[0].shape;
  output[0] = data[0];
  output[1] = data[1];
  for (int64_t k = 0; k < 2; ++k) {
    const Dimension size = Dimension::exactly(options.sizes[static_cast<size_t>(k)]);
    output[1] = TRY(product_of(output[1], size));
    output[kFirstSpatial + k] = TRY(count_windows(options.windows, k, data[kFirstSpatial + k], size));
  }
  return {};
}

WindowsAlong windows_of(const ImagePatches& options, int64_t k, const KernelCall& call) {
  const int64_t axis = kFirstSpatial + k;
  return windows_along(options.windows, k, call.input(0).shape()[axis], options.sizes[static_cast<size_t>(k)],
                       call.output().shape()[axis]);
}

/// Cuts both layouts to the windows whose element k is in data.
///
/// returns  whether there are any
bool cut(const WindowsAlong& along, int64_t axis, int64_t k, Layout& to, Layout& from) {
  const Span windows = along.windows_in_data(k);
  if (windows.count() == 0) return false;
  to = to.sliced(axis, windows.begin, windows.count());
  const auto first = static_cast<int64_t>(along.position(windows.begin, k));
  from = from.sliced(axis, first, windows.count(), along.stride);
  return true;
}

Result<void> extract_image_patches(const ImagePatches& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  Tensor& output = call.output();
  if (output.count() == 0) return {};
  std::byte* const bytes = output.writable_bytes();
  call.deadline.in_blocks(output.byte_count(), [&](int64_t begin, int64_t end) {
    std::fill(bytes + begin, bytes + end, std::byte{0});
  });
  const int64_t depth = data.shape()[1], elements = output.shape()[1] / depth;
  const WindowsAlong rows = windows_of(options, 0, call), columns = windows_of(options, 1, call);
  for (int64_t k = 0; k < elements && !call.deadline.passed(1); ++k) {
    Layout to = Layout::row_major(output.shape()).sliced(1, k * depth, depth);
    Layout from = Layout::row_major(data.shape());
    if (cut(rows, kFirstSpatial, k / columns.size, to, from) &&
        cut(columns, kFirstSpatial + 1, k % columns.size, to, from))
      copy_elements(output, to, data, from, call.deadline);
  }
  return {};
}

}  // namespace

Operation make_extract_image_patches(const ImagePatches& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_patches, options),
               .kernel = std::bind_front(extract_image_patches, options),
               .error = Moves{}});
}

}  // namespace backedge::ops
