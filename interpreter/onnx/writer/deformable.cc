#include "interpreter/ops/deformable.h"

#include <algorithm>
#include <array>

#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/ops/windows.h"

/// DeformableConvolution as DeformConv, whose data continues with zeros.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;
using Padding = ops::Windows::Padding;

constexpr size_t kData = 0, kOffsets = 1, kKernel = 2, kMask = 3;

// The windows along both spatial axes; nothing if their sizes are not known.
std::optional<std::array<ops::WindowsAlong, 2>> windows_of(const OperationWriter& op,
                                                           const ops::Windows& windows) {
  const PartialShape &data = op.in(kData).shape(), &kernel = op.in(kKernel).shape(),
                     &out = op.outputs[0].shape;
  if (!data.rank_known() || !kernel.rank_known()) return std::nullopt;
  std::array<ops::WindowsAlong, 2> along = {};
  for (int64_t k = 0; k < 2; ++k) {
    if (!data[2 + k].known() || !kernel[2 + k].known() || !out[2 + k].known()) return std::nullopt;
    along[static_cast<size_t>(k)] =
        ops::windows_along(windows, k, data[2 + k].min, kernel[2 + k].min, out[2 + k].min);
  }
  return along;
}

// DeformConv has no auto_pad.
Result<std::vector<int64_t>> pads_of(const OperationWriter& op, const ops::Windows& windows) {
  if (windows.padding == Padding::kValid) return std::vector<int64_t>(4, 0);
  if (windows.padding == Padding::kExplicit) {
    std::vector<int64_t> pads = windows.pads_begin;
    pads.insert(pads.end(), windows.pads_end.begin(), windows.pads_end.end());
    return pads;
  }
  const auto along = windows_of(op, windows);
  if (!along) return cannot_express("the auto_pad of a DeformableConvolution of unknown shape");
  const auto& [rows, columns] = *along;
  return std::vector<int64_t>{static_cast<int64_t>(rows.pad), static_cast<int64_t>(columns.pad),
                              static_cast<int64_t>(rows.pad_end), static_cast<int64_t>(columns.pad_end)};
}

// Along axis 0 or 1, the place of each element of a window without its offset: [1, offsets, rows, 1] or
// [1, offsets, 1, columns], with 0 at the offsets along the other axis.
Named places_along(const std::array<ops::WindowsAlong, 2>& along, size_t axis, int64_t offsets) {
  const ops::WindowsAlong& windows = along[axis];
  const int64_t taps = along[0].size * along[1].size;
  std::vector<double> places;
  for (int64_t offset = 0; offset < offsets; ++offset) {
    const int64_t tap = offset / 2 % taps;
    const int64_t element = axis == 0 ? tap / along[1].size : tap % along[1].size;
    const bool is_along = offset % 2 == static_cast<int64_t>(axis);
    for (int64_t k = 0; k < windows.count; ++k)
      places.push_back(is_along ? static_cast<double>(windows.position(k, element)) : 0);
  }
  const Shape shape = axis == 0 ? Shape{1, offsets, windows.count, 1} : Shape{1, offsets, 1, windows.count};
  return constant(Tensor::of<double>(shape, std::span<const double>(places)));
}

// Whether f16 has every offset that moves a place to the border, or beyond it.
bool fits_f16(const ops::WindowsAlong& windows) {
  const ops::Wide most = 2048 - windows.data - 2;
  return windows.position(0, 0) >= -most && windows.position(windows.count - 1, windows.size - 1) <= most;
}

// Offsets whose places less than one element outside are moved to the border, and the others to where data has
// no neighbour: the values there are 0  (OP-63).
Result<Named> offsets_to_border(OperationWriter& op, const ops::DeformableConvolution& options) {
  const Named& given = op.in(kOffsets);
  const auto along = windows_of(op, options.windows);
  if (!along)
    return cannot_express("a DeformableConvolution of unknown shape without bilinear_interpolation_pad");
  const auto& [rows, columns] = *along;
  const int64_t sizes[] = {options.offset_groups * 2, rows.size, columns.size, rows.count + columns.count};
  int64_t elements = 1;
  for (const int64_t size : sizes) {
    if (size > kMostElements / elements)
      return cannot_express("a DeformableConvolution of so many elements without bilinear_interpolation_pad");
    elements *= std::max<int64_t>(size, 1);
  }
  if (given.type() == ElementType::kF16 && (!fits_f16(rows) || !fits_f16(columns)))
    return cannot_express("a place in large data as an offset of f16");
  const int64_t channels = sizes[0] * rows.size * columns.size;
  std::vector<double> ends;
  for (int64_t channel = 0; channel < channels; ++channel)
    ends.push_back(static_cast<double>((*along)[static_cast<size_t>(channel % 2)].data));
  const Signature f64 = any_of(ElementType::kF64);
  const Named end = constant(Tensor::of<double>({1, channels, 1, 1}, std::span<const double>(ends)));
  const Named place =
      op.add("Add", {places_along(*along, 0, channels), places_along(*along, 1, channels)}, f64);
  const Named offsets = cast(op.to, given, ElementType::kF64);
  const Named at = op.add("Add", {place, offsets}, f64);
  const Named is_before = op.add("LessOrEqual", {at, number(ElementType::kF64, -1)}, flags());
  const Named is_after = op.add("GreaterOrEqual", {at, end}, flags());
  const Named low = op.add("Neg", {place}, f64);
  const Named last = op.add("Sub", {end, number(ElementType::kF64, 1)}, f64);
  const Named high = op.add("Sub", {last, place}, f64);
  const Named inside = op.add("Min", {op.add("Max", {offsets, low}, f64), high}, f64);
  const Named far = op.add("Sub", {low, number(ElementType::kF64, 2)}, f64);
  const Named moved = op.add("Where", {op.add("Or", {is_before, is_after}, flags()), far, inside}, f64);
  return cast(op.to, moved, given.type());
}

Values deformable_convolution(OperationWriter& op) {
  const auto& options = op.options<ops::DeformableConvolution>();
  const std::vector<int64_t> pads = TRY(pads_of(op, options.windows));
  const Named offsets = options.pads_with_zeros ? op.in(kOffsets) : TRY(offsets_to_border(op, options));
  std::vector<Named> operands = {op.in(kData), op.in(kKernel), offsets};
  if (op.has(kMask)) operands.insert(operands.end(), {left_out(), op.in(kMask)});
  return op.finish(operands, {{"strides", options.windows.strides},
                              {"dilations", options.windows.dilations},
                              {"pads", pads},
                              {"group", options.groups},
                              {"offset_group", options.offset_groups}});
}

constexpr WriterRow kDeformableRows[] = {
    {"deformable_convolution", deformable_convolution, "DeformConv"},
};

}  // namespace

std::span<const WriterRow> deformable_rows() { return kDeformableRows; }

}  // namespace backedge::onnx::writing
