#include "interpreter/graph/infer_graph.h"
#include "interpreter/loop/count_parts.h"
#include "interpreter/loop/parts.h"
#include "interpreter/loop/trip_count.h"
#include "interpreter/loop/value_checks.h"

namespace backedge {
namespace {

// What inference finds out about a loop, step by step.
struct Findings {
  bool only_first;                              // the shapes hold for iteration 0, and need not for others
  std::vector<Signature> parameters;            // what the body sees in any iteration, or in iteration 0
  std::vector<PartialShape> mapped;             // of what each is bound to in iteration 0
  std::vector<std::optional<Partition>> parts;  // by Parameter, if they can be measured
  std::optional<int64_t> iterations;            // if types and shapes settle them
};

// The shape that a Parameter has in iteration 0, before its declaration is looked at.
Result<PartialShape> mapped_shape(const BodyParameter& parameter, const Operand& input,
                                  std::optional<Partition>& parts) {
  const SlicedInput* sliced = sliced_input(parameter);
  if (sliced == nullptr) return input.shape;
  const SlicedShape measured = TRY(measure_parts(signature_of(input), *sliced));
  parts = measured.parts;
  return measured.part;
}

Result<void> infer_parameter(const LoopSpec& spec, size_t p, std::span<const Operand> inputs,
                             Findings& found) {
  const BodyParameter& parameter = spec.parameters[p];
  found.parameters[p] = parameter.declared;
  const std::optional<size_t> input = input_of(parameter);
  if (!input) return {};  // the current iteration
  const PartialShape shape = found.mapped[p] = TRY(mapped_shape(parameter, inputs[*input], found.parts[p]));
  TRY(check_fits(parameter, Signature{inputs[*input].type, shape, inputs[*input].kind}));
  // A merged value may change its dimensions: only the declaration holds in every iteration.  [BACK-4]
  if (merged_input(parameter) == nullptr || found.only_first)  // [TRT-17]
    found.parameters[p].shape = parameter.declared.shape.narrowed_by(shape);
  return {};
}

Result<void> check_control_inputs(const LoopSpec& spec, std::span<const Operand> inputs) {
  if (const auto* trip = std::get_if<TripCount>(&spec.bound))
    TRY(check_trip_count(*trip, signature_of(inputs[trip->input])));
  if (spec.initial_condition)
    TRY(check_condition("COND-1", signature_of(inputs[*spec.initial_condition])));  // [COND-1]
  for (const LoopOutput& output : spec.outputs) {
    const Scan* scan = scan_of(output);
    if (scan == nullptr || !scan->length) continue;
    Result<void> checked = check_length(signature_of(inputs[*scan->length]));
    if (!checked.ok()) return checked.take_error().entry(output.entry);
  }
  return {};
}

// The gate sees the Parameters as the body does.
Result<void> check_gate(const LoopNode& loop, const Findings& found, Iterations iterations) {
  if (loop.gate == nullptr) return {};
  std::vector<Signature> parameters;
  for (const size_t p : loop.spec.gate->parameters) parameters.push_back(found.parameters[p]);
  const Signature open = TRY(infer_graph(*loop.gate, parameters, iterations)).front();
  return check_condition("COND-5", open);  // [COND-5]
}

Result<void> check_back_edges(const LoopSpec& spec, const std::vector<Signature>& results) {
  for (const BodyParameter& parameter : spec.parameters) {
    const MergedInput* merged = merged_input(parameter);
    if (merged == nullptr) continue;
    const Signature& result = results[merged->result];
    const std::string& from = spec.results[merged->result].name;
    if (result.type != parameter.declared.type) {  // [BACK-5]
      return Error("BACK-5",
                   "the back edge from " + from + " to " + parameter.name + " joins two element types")
          .note(result.text() + " to " + parameter.declared.text());
    }
    Result<void> fits = check_fits(parameter, result);
    if (!fits.ok()) return fits.take_error().note("by the back edge from " + from);
  }
  return {};
}

// Whether the shapes of iteration 0 are those of every iteration: the back edges lead to the same ones.
bool hold_in_every_iteration(const LoopSpec& spec, const Findings& found,
                             const std::vector<Signature>& results) {
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    const MergedInput* merged = merged_input(spec.parameters[p]);
    if (merged != nullptr && !(results[merged->result].shape == found.parameters[p].shape)) return false;
  }
  return true;
}

// By Result: the shape of a last value. If it is possible that no iteration runs, it may also be that
// of the initial value.
std::vector<PartialShape> last_value_shapes(const LoopSpec& spec, const Findings& found,
                                            const std::vector<Signature>& results) {
  std::vector<PartialShape> shapes;
  for (const Signature& result : results) shapes.push_back(result.shape);
  const bool may_change = found.only_first && !hold_in_every_iteration(spec, found, results);
  if (found.iterations.value_or(0) > 0 && !may_change) return shapes;
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    const MergedInput* merged = merged_input(spec.parameters[p]);
    if (merged == nullptr) continue;
    PartialShape& shape = shapes[merged->result];
    shape = may_change ? spec.parameters[p].declared.shape : shape.joined_with(found.mapped[p]);
  }
  return shapes;
}

// The width of this many joined parts of one width; open if no integer holds it.
Dimension joined_width(Dimension part, std::optional<int64_t> parts) {
  if (!parts || !part.known()) return Dimension::any();
  int64_t joined = 0;
  return __builtin_mul_overflow(*parts, part.min, &joined) ? Dimension::any() : Dimension::exactly(joined);
}

Result<PartialShape> scan_shape(const Scan& scan, const Findings& found, const PartialShape& part,
                                std::span<const Operand> inputs) {
  if (!part.rank_known()) return part;
  auto [shape, axis] = TRY(place_part(scan, part));
  const Slicing& slicing = scan.slicing;
  const Dimension width = shape[axis];
  if (found.iterations.value_or(0) > 0) {
    TRY(check_part_width(slicing, width));
  } else {
    for (int64_t i = 0; i < shape.rank(); ++i) {
      if (!shape[i].known()) shape[i].min = 0;  // without an iteration  (ZERO-2)
    }
  }
  if (scan.length) {
    const Tensor* const given = inputs[*scan.length].value;
    shape[axis] = given == nullptr ? Dimension::any() : Dimension::exactly(TRY(read_length(Value(*given))));
    return shape;
  }
  shape[axis] = joined_width(width, found.iterations);
  if (shape[axis].known()) TRY(check_output_borders(shape[axis].min, slicing));
  return shape;
}

Result<void> infer_outputs(const LoopSpec& spec, const Findings& found, const std::vector<Signature>& results,
                           std::span<const Operand> inputs, std::span<Signature> outputs) {
  const std::vector<PartialShape> last_values = last_value_shapes(spec, found, results);
  for (size_t k = 0; k < outputs.size(); ++k) {
    const LoopOutput& output = spec.outputs[k];
    const Signature& result = results[output.result];
    outputs[k].type = result.type;
    outputs[k].kind = result.kind;
    if (const Scan* scan = scan_of(output)) {
      Result<void> tensors = check_is_tensor(result.kind, "a scan output");
      if (!tensors.ok()) return tensors.take_error().entry(output.entry);
      Result<PartialShape> shape = scan_shape(*scan, found, result.shape, inputs);
      if (!shape.ok()) return shape.take_error().entry(output.entry).note("the Result is " + result.text());
      outputs[k].shape = shape.value();
    } else {
      outputs[k].shape = last_values[output.result];
    }
  }
  return {};
}

}  // namespace

Result<void> infer_loop(const LoopNode& loop, std::span<const Operand> inputs, std::span<Signature> outputs,
                        Iterations iterations) {
  const LoopSpec& spec = loop.spec;
  const size_t parameters = spec.parameters.size();
  Findings found = {.only_first = iterations == Iterations::kFirst && spec.element_0_exists,
                    .parameters = std::vector<Signature>(parameters),
                    .mapped = std::vector<PartialShape>(parameters),
                    .parts = std::vector<std::optional<Partition>>(parameters),
                    .iterations = std::nullopt};
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    Result<void> inferred = infer_parameter(spec, p, inputs, found);
    if (!inferred.ok()) return inferred.take_error().entry(spec.parameters[p].entry);
  }
  TRY(check_control_inputs(spec, inputs));
  if (std::holds_alternative<NumberOfParts>(spec.bound)) {
    const std::optional<int64_t> count = TRY(count_parts(spec, found.parts));
    if (spec.runs_to_bound()) found.iterations = count;
  }
  TRY(check_gate(loop, found, iterations));

  const std::vector<Signature> results = TRY(infer_graph(*loop.body, found.parameters, iterations));
  TRY(check_back_edges(spec, results));
  if (spec.condition) {
    Result<void> condition = check_condition("COND-4", results[*spec.condition]);  // [COND-4]
    if (!condition.ok()) return condition.take_error().note("by " + spec.results[*spec.condition].name);
  }
  return infer_outputs(spec, found, results, inputs, outputs);
}

}  // namespace backedge
