#include <algorithm>

#include "interpreter/loop/run_loop.h"

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

Result<SlicedShape> measure_parts(const PartialShape& input, const SlicedInput& of) {
  const Slicing& slicing = of.slicing;
  const auto note = [&](Error error) -> Error {
    return std::move(error).note(slicing.text() + "; shape " + input.text());
  };
  if (!input.rank_known()) return SlicedShape();
  Result<int64_t> axis = axis_of(slicing, input.rank());
  if (!axis.ok()) return note(axis.take_error());
  SlicedShape sliced{.parts = std::nullopt, .part = input};
  sliced.part[axis.value()] = Dimension::exactly(part_width(slicing));
  if (of.drops_axis) sliced.part = without_axis(input, axis.value());  // [SLICE-10]
  if (!input[axis.value()].known()) return sliced;
  Result<Partition> parts = partition(input[axis.value()].min, slicing);
  if (!parts.ok()) return note(parts.take_error());
  sliced.parts = parts.value();
  return sliced;
}

Result<std::optional<int64_t>> count_parts(const LoopSpec& spec,
                                           std::span<const std::optional<Partition>> parts) {
  const auto sliced = [](const BodyParameter& parameter) { return sliced_input(parameter) != nullptr; };
  if (std::none_of(spec.parameters.begin(), spec.parameters.end(), sliced)) return std::optional<int64_t>(1);
  std::optional<size_t> first;
  for (size_t p = 0; p < parts.size(); ++p) {
    if (!parts[p]) continue;
    if (!first) first = p;
    if (parts[p]->count == parts[*first]->count) continue;  // [SLICE-7]
    return Error("SLICE-7", "sliced inputs have unequal numbers of parts")
        .note(spec.parameters[*first].entry + " has " + std::to_string(parts[*first]->count) + ", " +
              spec.parameters[p].entry + " has " + std::to_string(parts[p]->count));
  }
  return first ? std::optional<int64_t>(parts[*first]->count) : std::nullopt;
}

Result<void> check_length(const Signature& signature) {
  if (may_be_count(signature, true)) return {};  // [OUT-9]
  return Error("OUT-9",
               "the length of a scan output is a scalar, or one element of rank 1, of type i64 or i32")
      .note("it is " + signature.text());
}

Result<void> check_trip_count(const TripCount& trip, const Signature& signature) {
  if (may_be_count(signature, trip.may_be_i32)) return {};  // [TRIP-1]
  return Error("TRIP-1", std::string("the trip count is a scalar, or one element of rank 1, of type i64") +
                             (trip.may_be_i32 ? " or i32" : ""))
      .note("it is " + signature.text());
}

Result<void> check_fits(const BodyParameter& parameter, const Signature& signature) {
  const Signature& declared = parameter.declared;
  const bool fits = signature.kind == declared.kind && signature.type == declared.type;
  if (fits && declared.shape.meets(signature.shape)) return {};  // [BODY-4]
  return Error("BODY-4", "a value of " + signature.text() + " does not fit " + parameter.name)
      .note("it is declared " + declared.text());
}

}  // namespace backedge
