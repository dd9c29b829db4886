#include "interpreter/loop/run_loop.h"

#include "interpreter/loop/no_iteration.h"
#include "interpreter/loop/value_checks.h"

namespace backedge {
namespace {

Result<Tensor> part_of(LoopRun& run, size_t parameter, const SlicedInput& sliced, int64_t iteration,
                       Pool& pool) {
  const Partition& parts = *run.parts[parameter];
  const Tensor& input = run.inputs[sliced.input]->tensor();
  if (iteration >= parts.count) {  // [SLICE-9]
    return past_the_parts(sliced.slicing, parts, input.shape(), iteration);
  }
  return take_part(input, run.layouts[parameter], parts.begin_of(iteration), pool);
}

// 0, 1, 2, ... in the Parameter's own type and shape. An i32 wraps.  [ITER-1]
Result<Tensor> current_iteration(const Allocation& number, int64_t iteration, Pool& pool) {
  Tensor value = TRY(pool.allocate(number));
  if (number.type == ElementType::kI64) {
    *value.writable<int64_t>() = iteration;
  } else {
    *value.writable<int32_t>() = static_cast<int32_t>(iteration);
  }
  return value;
}

Result<void> bind_value(LoopRun& run, size_t p, int64_t iteration, Pool& pool) {
  const BodyParameter& parameter = run.spec->parameters[p];
  Value& value = run.parameters[p];
  if (const MergedInput* merged = merged_input(parameter)) {
    // The Results of the previous iteration stay until all Parameters are bound, so that back edges
    // transfer at once.  [BACK-2]  [BACK-3]
    value = iteration > 0 ? *run.results[merged->result] : TRY(initial_value(run, p, pool));
  } else if (const auto* sliced = std::get_if<SlicedInput>(&parameter.source)) {
    value = TRY(part_of(run, p, *sliced, iteration, pool));
  } else if (const auto* invariant = std::get_if<InvariantInput>(&parameter.source)) {
    value = *run.inputs[invariant->input];
  } else {
    value = TRY(current_iteration(run.numbers[p], iteration, pool));
  }
  return check_fits(parameter, value);  // nothing converts a value  [TYPE-1]
}

Result<void> bind_parameter(LoopRun& run, size_t p, int64_t iteration, Pool& pool) {
  Result<void> bound = bind_value(run, p, iteration, pool);
  if (bound.ok()) return bound;
  return in_iteration(bound.take_error().entry(run.spec->parameters[p].entry), iteration);
}

Result<bool> read_condition_of(int64_t iteration, std::string_view rule, const Value& value) {
  Result<bool> condition = read_condition(rule, value);
  if (condition.ok()) return condition;
  return in_iteration(condition.take_error(), iteration);
}

// Whether the gate lets an iteration run. The Results of the previous iteration stay, because they may be
// the last ones.
Result<bool> passes_gate(LoopRun& run, const LoopBody& body, int64_t iteration, Pool& pool) {
  if (!run.spec->gate) return true;
  for (size_t k = 0; k < run.gate_parameters.size(); ++k) {
    const size_t p = run.spec->gate->parameters[k];
    TRY(bind_parameter(run, p, iteration, pool));
    run.gate_parameters[k] = run.parameters[p];
  }
  const Value open = TRY(body.gate(run.gate_parameters));
  return read_condition_of(iteration, "COND-5", open);  // [COND-5]
}

Result<void> keep_part(const Value& value, const Scan& scan, int64_t expected, KeptParts& parts, Pool& pool) {
  TRY(check_is_tensor(value.kind(), "a scan output"));
  return append_part(value.tensor(), scan, expected, parts, pool);
}

// The number of iterations, if it is known before they run; otherwise 0.
int64_t expected_iterations(const LoopRun& run) {
  const bool is_known = std::holds_alternative<NumberOfParts>(run.spec->bound) && run.spec->runs_to_bound();
  return is_known ? *run.bound : 0;
}

Result<void> keep_scans(LoopRun& run, int64_t iteration, Pool& pool) {
  for (const size_t k : run.scan_outputs) {
    const LoopOutput& output = run.spec->outputs[k];
    // The Result of this iteration, before a back edge brings it to the next one.  [OUT-5]
    Result<void> kept = keep_part(*run.results[output.result], *scan_of(output), expected_iterations(run),
                                  run.scans[k], pool);
    if (!kept.ok()) return in_iteration(kept.take_error().entry(output.entry), iteration);
  }
  return {};
}

// Whether another iteration follows, according to the body's condition in the last one.
Result<bool> goes_on(const LoopRun& run, int64_t iteration) {
  if (!run.spec->condition) return true;
  return read_condition_of(iteration, "COND-4", *run.results[*run.spec->condition]);  // [COND-2]  [COND-4]
}

Result<void> make_outputs(LoopRun& run, Pool& pool, Deadline& deadline, std::span<Value> outputs) {
  for (size_t k = 0; k < outputs.size(); ++k) {
    const LoopOutput& output = run.spec->outputs[k];
    const Scan* scan = scan_of(output);
    if (scan == nullptr) {
      outputs[k] = *run.results[output.result];  // [OUT-1]
      continue;
    }
    Result<Tensor> joined = join_parts(run.scans[k], *scan, pool, deadline);
    if (!joined.ok()) return joined.take_error().entry(output.entry);
    outputs[k] = std::move(joined).value();
  }
  return {};
}

// Releases the values, but keeps the memory of the lists.
void release(LoopRun& run) {
  for (auto* values : {&run.parameters, &run.gate_parameters}) {
    for (Value& value : *values) value.reset();
  }
  for (PartLayout& layout : run.layouts) layout.view.reset();
  for (KeptParts& parts : run.scans) {
    parts.elements.reset();
    parts.widths.clear();
    parts.used = parts.total_width = 0;
  }
}

Result<void> run_iterations(LoopRun& run, const LoopBody& body, Pool& pool, Deadline& deadline,
                            std::span<Value> outputs) {
  bool condition = run.initial_condition;
  int64_t i = 0;
  for (; condition && (!run.bound || i < *run.bound); ++i) {  // [TRIP-4]
    if (!TRY(passes_gate(run, body, i, pool))) break;         // [COND-5]
    for (size_t p = 0; p < run.parameters.size(); ++p) TRY(bind_parameter(run, p, i, pool));
    TRY(body.evaluate(i, run.parameters));
    TRY(keep_scans(run, i, pool));
    condition = TRY(goes_on(run, i));
  }
  if (i == 0) return make_outputs_of_no_iteration(run, body, pool, outputs);  // [TRIP-3]
  return make_outputs(run, pool, deadline, outputs);
}

}  // namespace

Result<Value> initial_value(LoopRun& run, size_t parameter, Pool& pool) {
  const MergedInput& merged = *merged_input(run.spec->parameters[parameter]);
  if (const auto* sliced = std::get_if<SlicedInput>(&merged.initial))
    return Value(TRY(part_of(run, parameter, *sliced, 0, pool)));
  return *run.inputs[std::get<InvariantInput>(merged.initial).input];
}

Result<void> run_loop(LoopRun& run, const LoopBody& body, Pool& pool, Deadline& deadline,
                      std::span<Value> outputs) {
  run.results = body.results;
  Result<void> done = run_iterations(run, body, pool, deadline, outputs);
  release(run);  // after an error too, so that inferences are independent
  return done;
}

}  // namespace backedge
