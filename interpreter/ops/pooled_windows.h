#pragma once

#include <array>
#include <vector>

#include "interpreter/ops/operation.h"
#include "interpreter/ops/windows.h"

/// The elements of data that each window of a pooling has.
namespace backedge::ops {

/// The elements of data that a window has along one axis.
struct Part {
  int64_t first = 0, count = 1;
  int64_t with_padding = 1;  // the number of those in data or in its padding
};
using Window = std::array<Part, kMaxRank>;  // by spatial axis; those after the last one have one element

/// All windows along one axis.
struct PooledAxis {
  int64_t data = 1;
  int64_t step = 1;  // between the elements of a part
  std::vector<Part> parts = {Part()};

  int64_t count() const { return std::ssize(parts); }
  const Part& operator[](int64_t i) const { return parts[static_cast<size_t>(i)]; }
};

/// The spatial axes; one axis of one element if there are none.
using PooledAxes = std::vector<PooledAxis>;

/// The windows of a call whose output has elements.
PooledAxes axes_of_windows(const KernelCall& call, const Windows& windows,
                           const std::vector<int64_t>& kernel);

/// Windows that divide each axis: window i of n has the elements from floor(i * size / n) to
/// ceil((i + 1) * size / n).
PooledAxes axes_of_parts(const KernelCall& call);

/// Calls take(position) for each element of a window, in row-major order. Positions are those in the channel.
///
/// k       the first axis that is left
/// before  the position along the axes before it
template <class Take>
void for_each_element(const PooledAxes& axes, const Window& window, Deadline& deadline, const Take& take,
                      size_t k = 0, int64_t before = 0) {
  const int64_t first = before * axes[k].data + window[k].first, step = axes[k].step;
  if (k + 1 < axes.size()) {
    for (int64_t i = 0; i < window[k].count && !deadline.over(); ++i)
      for_each_element(axes, window, deadline, take, k + 1, first + i * step);
    return;
  }
  deadline.in_blocks(window[k].count, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) take(first + i * step);
  });
}

/// Calls function(place in the output, first element of the channel, window) for each window.
template <class Function>
Result<void> for_each_window(const KernelCall& call, const PooledAxes& axes, Function function) {
  int64_t channel = 1;
  for (const PooledAxis& axis : axes) channel *= axis.data;
  Window window;
  for (int64_t place = 0; place < call.output().count(); ++place) {
    int64_t row = place;
    for (size_t k = axes.size(); k-- > 0; row /= axes[k].count()) window[k] = axes[k][row % axes[k].count()];
    TRY(function(place, row * channel, window));
    if (call.deadline.passed(1)) return {};
  }
  return {};
}

}  // namespace backedge::ops
