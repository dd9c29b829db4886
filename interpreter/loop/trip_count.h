#pragma once

#include "interpreter/loop/loop_spec.h"
#include "interpreter/tensor/value.h"

/// The counts that a loop takes as inputs: its trip count, and the lengths of padded scan outputs.
namespace backedge {

/// Whether a value can be the trip count.
///
/// errors  TRIP-1, TYPE-2
Result<void> check_trip_count(const TripCount& trip, const Signature& signature);
/// The most iterations that there may be; none for -1.
///
/// errors  TRIP-1, TRIP-2, TYPE-2
Result<std::optional<int64_t>> read_trip_count(const TripCount& trip, const Value& value);

/// Whether a value can be the length of a scan output.
///
/// errors  OUT-9, TYPE-2
Result<void> check_length(const Signature& signature);
Result<int64_t> read_length(const Value& value);

}  // namespace backedge
