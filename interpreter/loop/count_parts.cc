#include "interpreter/loop/count_parts.h"

#include <algorithm>

#include "interpreter/loop/parts.h"
#include "interpreter/loop/value_checks.h"

namespace backedge {

Result<SlicedShape> measure_parts(const Signature& input, const SlicedInput& of) {
  TRY(check_is_tensor(input.kind, "a sliced input"));
  const Slicing& slicing = of.slicing;
  const PartialShape& shape = input.shape;
  const auto note = [&](Error error) -> Error {
    return std::move(error).note(slicing.text() + "; shape " + shape.text());
  };
  if (!shape.rank_known()) return SlicedShape();
  Result<int64_t> axis = axis_of(slicing, shape.rank());
  if (!axis.ok()) return note(axis.take_error());
  SlicedShape sliced{.parts = std::nullopt, .part = shape};
  sliced.part[axis.value()] = Dimension::exactly(part_width(slicing));
  if (of.drops_axis) sliced.part = without_axis(shape, axis.value());  // [SLICE-10]
  if (!shape[axis.value()].known()) return sliced;
  const int64_t dim = shape[axis.value()].min;
  if (of.drops_axis && dim == 0 && covers_whole_axis(dim, slicing)) {  // [SLICE-10]
    sliced.parts = Partition{.width = part_width(slicing)};
    return sliced;
  }
  Result<Partition> parts = partition(dim, slicing);
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

}  // namespace backedge
