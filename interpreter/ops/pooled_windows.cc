#include "interpreter/ops/pooled_windows.h"

#include <algorithm>

namespace backedge::ops {
namespace {

/// The windows of a call; not all of them if the time is over.
///
/// part_of(k, i)  the part of window i along spatial axis k of data
template <class PartOf>
PooledAxes pooled_axes(const KernelCall& call, PartOf part_of) {
  const Shape &data = call.input(0).shape(), &output = call.output().shape();
  const int64_t spatial = data.rank() - 2;
  PooledAxes axes(static_cast<size_t>(std::max<int64_t>(spatial, 1)));
  for (int64_t k = 0; k < spatial; ++k) {
    PooledAxis& axis = axes[static_cast<size_t>(k)];
    axis.data = data[2 + k];
    axis.parts.clear();
    for (int64_t i = 0; i < output[2 + k] && !call.deadline.passed(1); ++i)
      axis.parts.push_back(part_of(k, i));
  }
  return axes;
}

}  // namespace

PooledAxes axes_of_windows(const KernelCall& call, const Windows& windows,
                           const std::vector<int64_t>& kernel) {
  const Shape &data = call.input(0).shape(), &output = call.output().shape();
  std::vector<WindowsAlong> along;
  for (int64_t k = 0; k < windows.rank(); ++k)
    along.push_back(windows_along(windows, k, data[2 + k], kernel[static_cast<size_t>(k)], output[2 + k]));
  PooledAxes axes = pooled_axes(call, [&](int64_t k, int64_t i) {
    const WindowsAlong& axis = along[static_cast<size_t>(k)];
    const Span inside = axis.elements_in_data(i);
    Part part = {0, inside.count(), axis.count_with_padding(i)};
    if (part.count > 0) part.first = static_cast<int64_t>(axis.position(i, inside.begin));
    return part;
  });
  for (size_t k = 0; k < along.size(); ++k) axes[k].step = along[k].dilation;
  return axes;
}

PooledAxes axes_of_parts(const KernelCall& call) {
  const Shape &data = call.input(0).shape(), &output = call.output().shape();
  return pooled_axes(call, [&](int64_t k, int64_t i) {
    const Wide size = data[2 + k], count = output[2 + k];
    const auto first = static_cast<int64_t>(size * i / count);
    const auto end = static_cast<int64_t>((size * (i + 1) + count - 1) / count);
    return Part{first, end - first, end - first};
  });
}

}  // namespace backedge::ops
