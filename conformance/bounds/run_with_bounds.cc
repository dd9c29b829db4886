#include "conformance/bounds/run_with_bounds.h"

#include "conformance/bounds/double_loop.h"
#include "conformance/bounds/operation_errors.h"
#include "interpreter/exec/meter.h"
#include "interpreter/graph/infer_graph.h"
#include "interpreter/loop/run_loop.h"

namespace backedge::bounds {
namespace {

using Values = std::vector<Bounded>;

struct Run {
  Pool& pool;
  Meter meter;
};

Result<Values> evaluate_graph(const Graph& graph, std::span<const Bounded> parameters, Run& run);

Result<Values> evaluate_iteration(const LoopNode& loop, const Node& node, int64_t iteration,
                                  std::span<const Bounded> parameters, Run& run) {
  if (!std::holds_alternative<IfNode>(node.work)) TRY(run.meter.count_iteration());
  Result<Values> results = evaluate_graph(*loop.body, parameters, run);
  if (results.ok()) return results;
  return results.take_error().note("in iteration " + std::to_string(iteration) + " of " + node.place.title);
}

// One run_loop computes both the values and their errors.
Result<Values> evaluate_loop(const LoopNode& loop, const Node& node, const Values& inputs, Run& run) {
  const LoopSpec spec = double_loop(loop.spec, inputs.size());
  const std::vector<Value> doubled_inputs = side_by_side(inputs);
  std::vector<const Value*> given;
  for (const Value& input : doubled_inputs) given.push_back(&input);
  LoopRun doubled;
  TRY(bind_loop(spec, given, doubled));
  std::vector<Value> doubled_results(spec.results.size());
  std::vector<const Value*> places;
  for (const Value& result : doubled_results) places.push_back(&result);
  const LoopBody body{
      .evaluate = [&](int64_t i, std::span<Value> parameters) -> Result<void> {
        const Values values = parameters_of(loop.spec, parameters);
        for (Value& result : doubled_results) result.reset();
        std::ranges::copy(side_by_side(TRY(evaluate_iteration(loop, node, i, values, run))),
                          doubled_results.begin());
        return {};
      },
      .results = places,
      .gate = [&](std::span<Value> parameters) -> Result<Value> {
        LoopSpec taken;
        for (const size_t p : loop.spec.gate->parameters) taken.parameters.push_back(loop.spec.parameters[p]);
        return Value(TRY(evaluate_graph(*loop.gate, parameters_of(taken, parameters), run)).front().value);
      },
      .infer =
          [&](std::span<const PartialShape> shapes) {
            return double_signatures(infer_body(*loop.body, shapes.first(loop.spec.parameters.size())));
          }};
  std::vector<Value> outputs(spec.outputs.size());
  TRY(run_loop(doubled, body, run.pool, run.meter.deadline(), outputs));
  return from_side_by_side(outputs);
}

Result<Values> evaluate_node(const Node& node, const Values& inputs, Run& run) {
  if (const auto* operation = std::get_if<Operation>(&node.work)) {
    TRY(run.meter.count_work(1));
    return apply_operation(node.type, *operation, inputs, node.outputs.size(), run.pool);
  }
  if (const auto* loop = std::get_if<LoopNode>(&node.work)) return evaluate_loop(*loop, node, inputs, run);
  if (std::holds_alternative<ValueOperation>(node.work))  // only tensors have errors beside them
    return Error("CASE-3", "no error bound is known for " + node.type + ", whose values are not all tensors");
  const auto& [then_branch, else_branch] = std::get<IfNode>(node.work);
  const bool condition = *inputs.front().value.data<bool>();
  return evaluate_loop(condition ? then_branch : else_branch, node, inputs, run);
}

Result<Values> evaluate_graph(const Graph& graph, std::span<const Bounded> parameters, Run& run) {
  Values slots(graph.slot_count);
  for (const Constant& constant : graph.constants) slots[constant.slot] = exact(constant.value);
  for (size_t p = 0; p < parameters.size(); ++p) slots[graph.parameters[p].slot] = parameters[p];
  for (const Node& node : graph.nodes) {
    Values inputs;
    for (const size_t slot : node.inputs) inputs.push_back(slots[slot]);
    Result<Values> outputs = evaluate_node(node, inputs, run);
    if (!outputs.ok()) return at_place(outputs.take_error(), node.place);
    for (size_t k = 0; k < node.outputs.size(); ++k) slots[node.outputs[k]] = outputs.value()[k];
  }
  Values results;
  for (const GraphResult& result : graph.results) results.push_back(slots[result.slot]);
  return results;
}

}  // namespace

Result<std::vector<Bounded>> run_with_bounds(const LoadedModel& model, std::span<const Tensor> inputs,
                                             const RunOptions& options) {
  const std::vector<Tensor> goldens = TRY(run(model, inputs, options));  // also checks the inputs
  const std::shared_ptr<Pool> pool = Pool::make(options.limits.max_bytes, options.poison);
  Run under_way{.pool = *pool, .meter = Meter(options)};
  Values parameters;
  for (const Tensor& input : inputs) parameters.push_back(exact(input));
  Result<Values> outputs = evaluate_graph(model.graph(), parameters, under_way);
  pool->close();
  if (!outputs.ok()) return outputs.take_error().in(Phase::kRun);
  for (size_t k = 0; k < goldens.size(); ++k) {
    Bounded& output = outputs.value()[k];
    CHECK(output.value.same_bits(goldens[k]));
    output = {goldens[k], output.error.kept_with(pool)};
  }
  return outputs;
}

}  // namespace backedge::bounds
