#pragma once

#include "interpreter/ops/options.h"
#include "interpreter/ops/wide.h"
#include "interpreter/tensor/shape.h"

/// Windows that slide over the spatial axes of a tensor, for convolutions and pooling.
namespace backedge::ops {

/// The numbers from `begin` to `end` - 1.
struct Span {
  int64_t begin = 0, end = 0;
  int64_t count() const { return end - begin; }
};

/// The windows along one axis of data: element k of window i is at position i * stride + k * dilation - pad.
/// What is outside of data is padding.
struct WindowsAlong {
  int64_t data;   // the number of positions
  int64_t count;  // of windows
  int64_t size;   // the number of elements of a window
  int64_t stride, dilation;
  Wide pad;          // before data; negative if data begins before the first window
  Wide pad_end = 0;  // after data

  Wide position(int64_t window, int64_t element) const {
    return Wide{window} * stride + Wide{element} * dilation - pad;
  }
  /// The elements of a window that are in data.
  Span elements_in_data(int64_t window) const;
  /// The number of elements of a window that are in data or in its padding.
  int64_t count_with_padding(int64_t window) const;
  /// The windows that have a certain element in data.
  Span windows_in_data(int64_t element) const;
};

/// size - 1 gaps of `dilation` and one element.
inline Wide extent_of_window(int64_t size, int64_t dilation) { return Wide{size - 1} * dilation + 1; }

/// LIMIT-4 unless the number fits a dimension; `what` names it in the message.
Result<int64_t> checked_size(Wide size, std::string_view what);

/// How many windows of `size` elements there are along spatial axis k of data, as far as it is known.
///
/// errors  OP-5 there is no room for a window; LIMIT-4
Result<Dimension> count_windows(const Windows& windows, int64_t k, Dimension data, Dimension size);

/// The windows along spatial axis k, if they were counted with the same numbers.
WindowsAlong windows_along(const Windows& windows, int64_t k, int64_t data, int64_t size, int64_t count);

}  // namespace backedge::ops
