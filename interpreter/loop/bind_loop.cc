#include <algorithm>

#include "interpreter/loop/run_loop.h"

namespace backedge {
namespace {

int64_t integer_in(const Tensor& tensor) {
  return tensor.type() == ElementType::kI64 ? *tensor.data<int64_t>() : *tensor.data<int32_t>();
}

// The trip count; none for -1.
Result<std::optional<int64_t>> read_trip_count(const TripCount& trip, const Value& value) {
  TRY(check_is_tensor(value.kind(), "a trip count"));
  const Tensor& tensor = value.tensor();
  TRY(check_trip_count(trip, signature_of(tensor)));
  const int64_t count = integer_in(tensor);
  if (count == -1) return std::optional<int64_t>();
  if (count < 0)
    return Error("TRIP-2", "trip count " + std::to_string(count) + " is negative, and not -1");  // [TRIP-2]
  return std::optional<int64_t>(count);
}

Result<std::optional<int64_t>> read_bound(const LoopRun& run) {
  if (const auto* trip = std::get_if<TripCount>(&run.spec->bound))
    return read_trip_count(*trip, *run.inputs[trip->input]);
  if (std::holds_alternative<NumberOfParts>(run.spec->bound)) return count_parts(*run.spec, run.parts);
  return std::optional<int64_t>();
}

Result<bool> read_condition(const Value& value) {
  TRY(check_is_tensor(value.kind(), "a condition"));
  const Tensor& tensor = value.tensor();
  TRY(check_condition("COND-1", tensor.type(), tensor.shape()));  // [COND-1]
  return *tensor.data<bool>();
}

Result<int64_t> read_length(const Value& value) {
  TRY(check_is_tensor(value.kind(), "the length of a scan output"));
  const Tensor& tensor = value.tensor();
  TRY(check_length(signature_of(tensor)));
  const int64_t length = integer_in(tensor);
  if (length >= 0) return length;  // [OUT-9]
  return Error("OUT-9", "the given length " + std::to_string(length) + " is negative");
}

Result<Partition> read_parts(const Value& value, const SlicedInput& sliced) {
  TRY(check_is_tensor(value.kind(), "a sliced input"));
  return *TRY(measure_parts(value.tensor().shape(), sliced)).parts;
}

}  // namespace

Result<void> bind_loop(const LoopSpec& spec, std::span<const Value* const> inputs, LoopRun& run) {
  run.spec = &spec;
  run.inputs.assign(inputs.begin(), inputs.end());
  run.parts.assign(spec.parameters.size(), std::nullopt);
  run.parameters.resize(spec.parameters.size());
  run.results.resize(spec.results.size());
  run.gate_parameters.resize(spec.gate ? spec.gate->parameters.size() : 0);
  run.scans.resize(spec.outputs.size());

  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    const SlicedInput* sliced = sliced_input(spec.parameters[p]);
    if (sliced == nullptr) continue;
    Result<Partition> parts = read_parts(*inputs[sliced->input], *sliced);
    if (!parts.ok()) return parts.take_error().entry(spec.parameters[p].entry);
    run.parts[p] = parts.value();
  }
  for (size_t k = 0; k < spec.outputs.size(); ++k) {
    const Scan* scan = scan_of(spec.outputs[k]);
    run.scans[k].length.reset();
    if (scan == nullptr || !scan->length) continue;
    Result<int64_t> length = read_length(*inputs[*scan->length]);
    if (!length.ok()) return length.take_error().entry(spec.outputs[k].entry);
    run.scans[k].length = length.value();
  }
  run.bound = TRY(read_bound(run));
  run.initial_condition = !spec.initial_condition || TRY(read_condition(*inputs[*spec.initial_condition]));
  return {};
}

}  // namespace backedge
