#pragma once

#include <optional>
#include <string>

#include "interpreter/tensor/value.h"

namespace backedge {

/// How far a real may be from the expected one e: atol + rtol * |e|. The defaults are those of ONNX's runner of
/// tests.
struct CloseTolerance {
  static constexpr double kRtol = 1e-3, kRtolOfBf16 = 0x1p-6;

  std::optional<double> rtol;  // otherwise the default of the type
  double atol = 1e-7;

  double rtol_of(ElementType type) const;
  bool operator==(const CloseTolerance&) const = default;
};

/// Compares kind, number of items, type, shape and elements. Integers and booleans have no tolerance, an
/// infinity equals itself, and any NaN equals any other.
///
/// returns  what differs, in one line: "" if nothing does
std::string difference_of(const Value& expected, const Value& actual, const CloseTolerance& tolerance);

}  // namespace backedge
