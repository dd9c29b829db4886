#include "interpreter/loop/no_iteration.h"

#include <algorithm>

#include "interpreter/loop/count_parts.h"
#include "interpreter/loop/value_checks.h"

namespace backedge {
namespace {

// Returns, for each Result, the Parameters that it feeds.
std::vector<std::vector<size_t>> fed_parameters(const LoopSpec& spec) {
  std::vector<std::vector<size_t>> fed(spec.results.size());
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    if (const MergedInput* merged = merged_input(spec.parameters[p])) fed[merged->result].push_back(p);
  }
  return fed;
}

// The initial value of the merged inputs that `result` feeds.
Result<Value> initial_value_behind(LoopRun& run, size_t result, const std::vector<size_t>& fed, Pool& pool) {
  Value value;
  for (const size_t p : fed) {
    Value initial = TRY(initial_value(run, p, pool));
    if (value.has_value() && !value.same_bits(initial)) {  // [ZERO-1]
      return Error("ZERO-1", "no iteration was run, and " + run.spec->results[result].name +
                                 " feeds merged inputs with different initial values");
    }
    value = std::move(initial);
  }
  if (value.has_value()) return value;
  return Error("ZERO-3", "no iteration was run, and " + run.spec->results[result].name +  // [ZERO-3]
                             " feeds no back edge: the output has no value");
}

// What is known of a Parameter's shape without running an iteration.
PartialShape known_shape(const LoopRun& run, size_t p) {
  const BodyParameter& parameter = run.spec->parameters[p];
  if (const auto* invariant = std::get_if<InvariantInput>(&parameter.source))
    return signature_of(*run.inputs[invariant->input]).shape;
  if (const auto* sliced = std::get_if<SlicedInput>(&parameter.source)) {
    return measure_parts(signature_of(*run.inputs[sliced->input]), *sliced)
        .value()
        .part;  // bind_loop has checked that it has parts
  }
  if (const MergedInput* merged = merged_input(parameter); merged != nullptr && run.spec->element_0_exists) {
    const auto* initial = std::get_if<InvariantInput>(&merged->initial);
    if (initial != nullptr) return signature_of(*run.inputs[initial->input]).shape;  // [TRT-17]
  }
  return parameter.declared.shape;
}

// The shape of a part of unknown rank: it has the least rank that the axis needs.
Result<PlacedPart<PartialShape>> place_part_of_any_rank(const Slicing& slicing) {
  const int64_t first = slicing.axis < 0 ? -(slicing.axis + 1) : slicing.axis;  // axes before it or after it
  const int64_t rank = std::min(first, kMaxRank) + 1;
  TRY(check_rank(rank, "a scan output"));
  const int64_t axis = TRY(axis_of(slicing, rank));
  return PlacedPart<PartialShape>{PartialShape::of_rank(rank), axis};
}

// The scan output is empty along the axis, or only padding. Any other dimension is the inferred one, otherwise
// the declared one, otherwise 0.
Result<Value> empty_scan(const Scan& scan, const PartialShape& declared, const Signature& inferred,
                         int64_t length, Pool& pool) {
  TRY(check_is_tensor(inferred.kind, "a scan output"));
  const PartialShape known = inferred.shape.narrowed_by(declared);
  const auto [placed, axis] =
      TRY(known.rank_known() ? place_part(scan, known) : place_part_of_any_rank(scan.slicing));
  Shape shape;
  for (int64_t i = 0; i < placed.rank(); ++i)
    shape.push_back(placed[i].known() ? placed[i].min : 0);  // [ZERO-2]
  shape[axis] = length;
  TRY(check_output_borders(length, scan.slicing));
  Tensor output = TRY(pool.allocate(inferred.type, shape));
  std::fill_n(output.writable_bytes(), output.byte_count(), std::byte{0});  // [ZERO-4]
  return Value(std::move(output));
}

}  // namespace

Result<void> make_outputs_of_no_iteration(LoopRun& run, const LoopBody& body, Pool& pool,
                                          std::span<Value> outputs) {
  std::vector<PartialShape> parameters;
  for (size_t p = 0; p < run.spec->parameters.size(); ++p) parameters.push_back(known_shape(run, p));
  const std::vector<Signature> results = body.infer(parameters);
  const std::vector<std::vector<size_t>> fed = fed_parameters(*run.spec);
  for (size_t k = 0; k < outputs.size(); ++k) {
    const LoopOutput& output = run.spec->outputs[k];
    const Scan* scan = scan_of(output);
    const PartialShape& declared = run.spec->results[output.result].declared;
    Result<Value> value =
        scan != nullptr
            ? empty_scan(*scan, declared, results[output.result], run.scans[k].length.value_or(0), pool)
            : initial_value_behind(run, output.result, fed[output.result], pool);
    if (!value.ok()) return value.take_error().entry(output.entry);
    outputs[k] = std::move(value).value();
  }
  return {};
}

}  // namespace backedge
