#pragma once

#include "interpreter/ops/operation.h"

/// Fourier transformations along some axes. A complex number is a pair of elements along one more axis, the
/// last one.
namespace backedge::ops {

struct Fourier {
  bool inverse = false;
  /// kFromReal: of real numbers, and the second half of the last transformed axis is left out. kToReal: the
  /// inverse of that.
  enum class Numbers { kComplex, kFromReal, kToReal };
  Numbers numbers = Numbers::kComplex;
  bool operator==(const Fourier&) const = default;
};

Operation make_fourier(const Fourier& options);

/// transposes_frames  whether the axis of frames comes after the axis of frequencies
Operation make_stft(bool transposes_frames);

}  // namespace backedge::ops
