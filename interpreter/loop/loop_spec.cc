#include "interpreter/loop/loop_spec.h"

namespace backedge {

const SlicedInput* sliced_input(const BodyParameter& parameter) {
  if (const MergedInput* merged = merged_input(parameter)) return std::get_if<SlicedInput>(&merged->initial);
  return std::get_if<SlicedInput>(&parameter.source);
}

std::optional<size_t> input_of(const BodyParameter& parameter) {
  const auto input = [](const auto& source) { return source.input; };
  if (const MergedInput* merged = merged_input(parameter)) return std::visit(input, merged->initial);
  if (const auto* sliced = std::get_if<SlicedInput>(&parameter.source)) return sliced->input;
  if (const auto* invariant = std::get_if<InvariantInput>(&parameter.source)) return invariant->input;
  return std::nullopt;
}

}  // namespace backedge
