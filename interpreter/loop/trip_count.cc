#include "interpreter/loop/trip_count.h"

#include <algorithm>

#include "interpreter/loop/value_checks.h"

namespace backedge {
namespace {

// Whether a value can be one integer, in a scalar or a vector.
bool may_be_count(const Signature& signature, bool may_be_i32) {
  const bool fits =
      signature.type == ElementType::kI64 || (may_be_i32 && signature.type == ElementType::kI32);
  const bool flat = !signature.shape.rank_known() || signature.shape.rank() <= 1;
  return fits && flat && signature.shape.may_be_one_element();
}

}  // namespace

Result<void> check_trip_count(const TripCount& trip, const Signature& signature) {
  TRY(check_is_tensor(signature.kind, "a trip count"));
  if (may_be_count(signature, trip.may_be_i32)) return {};  // [TRIP-1]
  return Error("TRIP-1", "the trip count is " + signature.text() +
                             ", expected a scalar, or one element of rank 1, of type i64" +
                             (trip.may_be_i32 ? " or i32" : ""));
}

Result<std::optional<int64_t>> read_trip_count(const TripCount& trip, const Value& value) {
  TRY(check_trip_count(trip, signature_of(value)));
  const int64_t count = integer_in(value.tensor());
  const bool may_be_open = trip.negative == TripCount::Negative::kMinusOneIsNoBound;
  if (count == -1 && may_be_open) return std::optional<int64_t>();  // [TRIP-2]
  if (count < 0 && trip.negative != TripCount::Negative::kNoIteration) {
    return Error("TRIP-2", "trip count " + std::to_string(count) + " is negative" +  // [TRIP-2]
                               (may_be_open ? ", and not -1" : ""));
  }
  return std::optional<int64_t>(std::max<int64_t>(count, 0));  // [ONNX-LOOP-1]
}

Result<void> check_length(const Signature& signature) {
  TRY(check_is_tensor(signature.kind, "the length of a scan output"));
  if (may_be_count(signature, true)) return {};  // [OUT-9]
  return Error("OUT-9", "the length of a scan output is " + signature.text() +
                            ", expected a scalar, or one element of rank 1, of type i64 or i32");
}

Result<int64_t> read_length(const Value& value) {
  TRY(check_length(signature_of(value)));
  const int64_t length = integer_in(value.tensor());
  if (length >= 0) return length;  // [OUT-9]
  return Error("OUT-9", "the given length " + std::to_string(length) + " is negative");
}

}  // namespace backedge
