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
using Window = std::array<Part, 3>;

/// All windows along one axis.
struct PooledAxis {
  int64_t data = 1;
  int64_t step = 1;  // between the elements of a part
  std::vector<Part> parts = {Part()};

  int64_t count() const { return std::ssize(parts); }
  const Part& operator[](int64_t i) const { return parts[static_cast<size_t>(i)]; }
};

/// The spatial axes, after axes of one element that make them three.
using PooledAxes = std::array<PooledAxis, 3>;

/// The windows of a call whose output has elements.
PooledAxes axes_of_windows(const KernelCall& call, const Windows& windows,
                           const std::vector<int64_t>& kernel);

/// Windows that divide each axis: window i of n has the elements from floor(i * size / n) to
/// ceil((i + 1) * size / n).
PooledAxes axes_of_parts(const KernelCall& call);

/// Calls take(position) for each element of a window, in row-major order. Positions are those in the channel.
template <class Take>
void for_each_element(const PooledAxes& axes, const Window& window, Deadline& deadline, Take take) {
  const auto& [planes, rows, columns] = axes;
  const auto& [plane, row, column] = window;
  const int64_t step = columns.step;
  if (column.count == 0) return;
  for (int64_t z = 0; z < plane.count; ++z) {
    const int64_t rows_before = (plane.first + z * planes.step) * rows.data + row.first;
    for (int64_t y = 0; y < row.count; ++y) {
      const int64_t first = (rows_before + y * rows.step) * columns.data + column.first;
      deadline.in_blocks(column.count, [&](int64_t begin, int64_t end) {
        for (int64_t x = begin; x < end; ++x) take(first + x * step);
      });
      if (deadline.over()) return;
    }
  }
}

/// Calls function(place in the output, first element of the channel, window) for each window.
template <class Function>
Result<void> for_each_window(const KernelCall& call, const PooledAxes& axes, Function function) {
  const auto& [planes, rows, columns] = axes;
  const int64_t channel = planes.data * rows.data * columns.data, count = call.output().count();
  for (int64_t place = 0; place < count; ++place) {
    const int64_t row = place / columns.count(), plane = row / rows.count();
    const Window window = {planes[plane % planes.count()], rows[row % rows.count()],
                           columns[place % columns.count()]};
    TRY(function(place, plane / planes.count() * channel, window));
    if (call.deadline.passed(1)) return {};
  }
  return {};
}

}  // namespace backedge::ops
