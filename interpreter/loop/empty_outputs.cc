#include "interpreter/loop/run_loop.h"

namespace backedge {
namespace {

// By Result: the Parameters that it feeds.
std::vector<std::vector<size_t>> fed_parameters(const LoopSpec& spec) {
  std::vector<std::vector<size_t>> fed(spec.results.size());
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    if (const MergedInput* merged = merged_input(spec.parameters[p])) fed[merged->result].push_back(p);
  }
  return fed;
}

// The initial value of the merged inputs that `result` feeds.
Result<Tensor> initial_value_behind(const LoopRun& run, size_t result, const std::vector<size_t>& fed,
                                    Pool& pool) {
  Tensor value;
  for (const size_t p : fed) {
    Tensor initial = TRY(initial_value(run, p, pool));
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
    return run.inputs[invariant->input]->shape();
  if (const auto* sliced = std::get_if<SlicedInput>(&parameter.source)) {
    return measure_parts(run.inputs[sliced->input]->shape(), sliced->slicing)
        .value()
        .part;  // bound: it has parts
  }
  return parameter.declared.shape;
}

// Empty along the axis; other dimensions inferred, else declared, else 0.
Result<Tensor> empty_scan(const Slicing& slicing, const PartialShape& declared, const Signature& inferred,
                          Pool& pool) {
  PartialShape known = inferred.shape.narrowed_by(declared);
  if (!known.rank_known()) known = PartialShape::of_rank(slicing.axis < 0 ? -slicing.axis : slicing.axis + 1);
  if (known.rank() == 0) known = PartialShape::of_rank(1);
  const int64_t axis = TRY(axis_of(slicing, known.rank()));
  Shape shape;
  for (int64_t i = 0; i < known.rank(); ++i)
    shape.push_back(i != axis && known[i].known() ? known[i].min : 0);  // [ZERO-2]
  TRY(check_output_borders(0, slicing));
  return pool.allocate(inferred.type, shape);
}

}  // namespace

Result<void> make_empty_outputs(const LoopRun& run, const Body& body, Pool& pool, std::span<Tensor> outputs) {
  std::vector<PartialShape> parameters;
  for (size_t p = 0; p < run.spec->parameters.size(); ++p) parameters.push_back(known_shape(run, p));
  const std::vector<Signature> results = body.infer(parameters);
  const std::vector<std::vector<size_t>> fed = fed_parameters(*run.spec);
  for (size_t k = 0; k < outputs.size(); ++k) {
    const LoopOutput& output = run.spec->outputs[k];
    const Slicing* slicing = slicing_of(output);
    const PartialShape& declared = run.spec->results[output.result].declared;
    Result<Tensor> value = slicing != nullptr
                               ? empty_scan(*slicing, declared, results[output.result], pool)
                               : initial_value_behind(run, output.result, fed[output.result], pool);
    if (!value.ok()) return value.take_error().entry(output.entry);
    outputs[k] = std::move(value).value();
  }
  return {};
}

}  // namespace backedge
