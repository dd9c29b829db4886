#include "interpreter/ops/windows.h"

#include <algorithm>

namespace backedge::ops {
namespace {

using Padding = Windows::Padding;

Wide quotient_up(Wide a, Wide b) { return a / b + (a % b > 0 ? 1 : 0); }

/// Every i of 0 .. count - 1 for which 0 <= i * step + first < size.
Span solutions(int64_t step, Wide first, Wide size, int64_t count) {
  const auto clamped = [count](Wide i) { return static_cast<int64_t>(std::clamp<Wide>(i, 0, count)); };
  const int64_t begin = clamped(quotient_up(-first, step));
  return {begin, std::max(begin, clamped(quotient_up(size - first, step)))};
}

bool pads_by_size(const Windows& windows) {
  return windows.padding == Padding::kSameUpper || windows.padding == Padding::kSameLower;
}

int64_t pad_of(const Windows& windows, const std::vector<int64_t>& pads, int64_t k) {
  return windows.padding == Padding::kExplicit ? pads[static_cast<size_t>(k)] : 0;
}

/// 0 if there is no room for a window.
Wide count_of(const Windows& windows, int64_t k, int64_t data, int64_t size) {
  const int64_t stride = windows.strides[static_cast<size_t>(k)];
  if (pads_by_size(windows)) return quotient_up(data, stride);  // [OP-20]
  const Wide pads = Wide{pad_of(windows, windows.pads_begin, k)} + pad_of(windows, windows.pads_end, k);
  const Wide room = data + pads - extent_of_window(size, windows.dilations[static_cast<size_t>(k)]);
  if (room < 0 || windows.rounding == Windows::Rounding::kDown) return room < 0 ? 0 : room / stride + 1;
  const Wide count = quotient_up(room, stride) + 1;
  const Wide end_of_data = Wide{data} + pad_of(windows, windows.pads_begin, k);
  const bool drops_last =
      windows.rounding == Windows::Rounding::kUpInData && (count - 1) * stride >= end_of_data;
  return drops_last ? count - 1 : count;
}

Error no_room(int64_t k, Dimension data, Dimension size) {
  return Error("OP-5", "spatial axis " + std::to_string(k) + " has " + data.text() +
                           " elements, and with its pads no room for a window of " + size.text());
}

}  // namespace

Span WindowsAlong::elements_in_data(int64_t window) const {
  return solutions(dilation, position(window, 0), data, size);
}

int64_t WindowsAlong::count_with_padding(int64_t window) const {
  return solutions(dilation, position(window, 0) + pad, data + pad + pad_end, size).count();
}

Span WindowsAlong::windows_in_data(int64_t element) const {
  return solutions(stride, position(0, element), data, count);
}

Result<int64_t> checked_size(Wide size, std::string_view what) {
  if (size <= INT64_MAX) return static_cast<int64_t>(size);
  return Error("LIMIT-4", "the number of " + std::string(what) + " does not fit 64 bits");
}

Result<Dimension> count_windows(const Windows& windows, int64_t k, Dimension data, Dimension size) {
  if (size.max < 1) return no_room(k, data, size);  // [OP-20]
  const int64_t smallest = std::max<int64_t>(size.min, 1);
  const Wide least = size.max == Dimension::kUnbounded ? Wide{0} : count_of(windows, k, data.min, size.max);
  const Wide most = data.max == Dimension::kUnbounded ? Wide{Dimension::kUnbounded}
                                                      : count_of(windows, k, data.max, smallest);
  if (pads_by_size(windows)) {
    const Wide none = count_of(windows, k, data.min, smallest);
    return Dimension{static_cast<int64_t>(none), static_cast<int64_t>(most)};
  }
  if (most < 1) return no_room(k, data, size);
  const int64_t from = TRY(checked_size(std::max<Wide>(least, 1), "windows"));
  return Dimension{from, static_cast<int64_t>(std::min<Wide>(most, Dimension::kUnbounded))};
}

WindowsAlong windows_along(const Windows& windows, int64_t k, int64_t data, int64_t size, int64_t count) {
  const auto at = static_cast<size_t>(k);
  WindowsAlong along = {data, count, size, windows.strides[at], windows.dilations[at], 0};
  along.pad = pad_of(windows, windows.pads_begin, k);
  along.pad_end = pad_of(windows, windows.pads_end, k);
  if (pads_by_size(windows) && count > 0) {  // [OP-20]
    const Wide last = Wide{count - 1} * along.stride + extent_of_window(size, along.dilation);
    const Wide pads = std::max<Wide>(last - data, 0);
    along.pad = windows.padding == Padding::kSameUpper ? pads / 2 : pads - pads / 2;
    along.pad_end = pads - along.pad;
  }
  return along;
}

}  // namespace backedge::ops
