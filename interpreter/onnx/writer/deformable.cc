#include "interpreter/ops/deformable.h"

#include <algorithm>
#include <array>
#include <cmath>

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

// The limits of an offset that stay in data, and where its place without it is.
struct OffsetLimits {
  Named place, low, high;  // f64, in the shape of the offsets of one image
  double greatest = 0;     // magnitude
};

OffsetLimits limits_of(const std::array<ops::WindowsAlong, 2>& along, int64_t groups) {
  const int64_t taps = along[0].size * along[1].size;
  const Shape shape = {1, groups * taps * 2, along[0].count, along[1].count};
  Tensor place = Tensor::zeros(ElementType::kF64, shape), low = Tensor::zeros(ElementType::kF64, shape),
         high = Tensor::zeros(ElementType::kF64, shape);
  OffsetLimits limits;
  int64_t to = 0;
  for (int64_t channel = 0; channel < shape[1]; ++channel) {
    const int64_t axis = channel % 2, tap = channel / 2 % taps;
    const ops::WindowsAlong& windows = along[static_cast<size_t>(axis)];
    const int64_t element = axis == 0 ? tap / along[1].size : tap % along[1].size;
    for (int64_t row = 0; row < shape[2]; ++row) {
      for (int64_t column = 0; column < shape[3]; ++column, ++to) {
        const auto at = static_cast<double>(windows.position(axis == 0 ? row : column, element));
        place.writable<double>()[to] = at;
        low.writable<double>()[to] = -at;
        high.writable<double>()[to] = static_cast<double>(windows.data - 1) - at;
        limits.greatest = std::max(limits.greatest, std::abs(at) + static_cast<double>(windows.data) + 2);
      }
    }
  }
  limits.place = constant(std::move(place));
  limits.low = constant(std::move(low));
  limits.high = constant(std::move(high));
  return limits;
}

// Offsets whose places less than one element outside are moved to the border, and the others to where data has
// no neighbour: the values there are 0  (OP-63).
Result<Named> offsets_to_border(OperationWriter& op, const ops::DeformableConvolution& options) {
  const Named& given = op.in(kOffsets);
  const auto along = windows_of(op, options.windows);
  if (!along)
    return cannot_express("a DeformableConvolution of unknown shape without bilinear_interpolation_pad");
  const OffsetLimits limits = limits_of(*along, options.offset_groups);
  if (given.type() == ElementType::kF16 && limits.greatest > 2048)
    return cannot_express("a place in large data as an offset of f16");
  const Signature f64 = any_of(ElementType::kF64);
  const Named offsets = cast(op.to, given, ElementType::kF64);
  const Named at = op.add("Add", {limits.place, offsets}, f64);
  std::vector<double> ends;
  for (int64_t channel = 0; channel < limits.place.shape()[1].min; ++channel)
    ends.push_back(static_cast<double>((*along)[static_cast<size_t>(channel % 2)].data));
  const Named end = constant(Tensor::of<double>({1, std::ssize(ends), 1, 1}, std::span<const double>(ends)));
  const Named is_before = op.add("LessOrEqual", {at, number(ElementType::kF64, -1)}, flags());
  const Named is_after = op.add("GreaterOrEqual", {at, end}, flags());
  const Named inside = op.add("Min", {op.add("Max", {offsets, limits.low}, f64), limits.high}, f64);
  const Named far = op.add("Sub", {limits.low, number(ElementType::kF64, 2)}, f64);
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

constexpr OperationRow kDeformableRows[] = {
    {"deformable_convolution", deformable_convolution, "DeformConv"},
};

}  // namespace

std::span<const OperationRow> deformable_rows() { return kDeformableRows; }

}  // namespace backedge::onnx::writing
