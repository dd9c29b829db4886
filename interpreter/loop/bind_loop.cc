#include "interpreter/loop/count_parts.h"
#include "interpreter/loop/run_loop.h"
#include "interpreter/loop/trip_count.h"
#include "interpreter/loop/value_checks.h"

namespace backedge {
namespace {

Result<std::optional<int64_t>> read_bound(const LoopRun& run) {
  if (const auto* trip = std::get_if<TripCount>(&run.spec->bound))
    return read_trip_count(*trip, *run.inputs[trip->input]);
  if (std::holds_alternative<NumberOfParts>(run.spec->bound)) return count_parts(*run.spec, run.parts);
  return std::optional<int64_t>();
}

// Plans the number of the current iteration in the Parameter's own type and shape.
Result<void> plan_number(const Signature& declared, Allocation& number) {
  const bool scalar = !declared.shape.rank_known() || declared.shape.rank() == 0;
  const Shape shape = scalar ? Shape{} : Shape{1};
  const bool is_planned = number.type == declared.type && number.shape == shape;
  if (!is_planned) number = TRY(Pool::plan(declared.type, shape));
  return {};
}

}  // namespace

Result<void> bind_loop(const LoopSpec& spec, std::span<const Value* const> inputs, LoopRun& run) {
  run.spec = &spec;
  run.inputs.assign(inputs.begin(), inputs.end());
  run.parts.assign(spec.parameters.size(), std::nullopt);
  run.layouts.resize(spec.parameters.size());
  run.numbers.resize(spec.parameters.size());
  run.parameters.resize(spec.parameters.size());
  run.gate_parameters.resize(spec.gate ? spec.gate->parameters.size() : 0);
  run.scans.resize(spec.outputs.size());
  run.scan_outputs.clear();

  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    if (std::holds_alternative<CurrentIteration>(spec.parameters[p].source))
      TRY(plan_number(spec.parameters[p].declared, run.numbers[p]));
    const SlicedInput* sliced = sliced_input(spec.parameters[p]);
    if (sliced == nullptr) continue;
    const Value& whole = *inputs[sliced->input];
    Result<SlicedShape> measured = measure_parts(signature_of(whole), *sliced);
    if (!measured.ok()) return measured.take_error().entry(spec.parameters[p].entry);
    run.parts[p] = measured.value().parts;
    const Shape& shape = whole.tensor().shape();
    run.layouts[p] = layout_parts(shape, TRY(axis_of(sliced->slicing, shape.rank())), run.parts[p]->width,
                                  sliced->drops_axis);
  }
  for (size_t k = 0; k < spec.outputs.size(); ++k) {
    const Scan* scan = scan_of(spec.outputs[k]);
    run.scans[k].length.reset();
    if (scan == nullptr) continue;
    run.scan_outputs.push_back(k);
    if (!scan->length) continue;
    Result<int64_t> length = read_length(*inputs[*scan->length]);
    if (!length.ok()) return length.take_error().entry(spec.outputs[k].entry);
    run.scans[k].length = length.value();
  }
  run.bound = TRY(read_bound(run));
  run.initial_condition =
      !spec.initial_condition || TRY(read_condition("COND-1", *inputs[*spec.initial_condition]));  // [COND-1]
  return {};
}

}  // namespace backedge
