#include "interpreter/exec/evaluate.h"

#include <algorithm>

#include "interpreter/base/safe_text.h"
#include "interpreter/exec/frame.h"
#include "interpreter/exec/meter.h"
#include "interpreter/graph/infer_graph.h"
#include "interpreter/loop/value_checks.h"
#include "interpreter/tensor/pool.h"

namespace backedge {
namespace {

struct Run {
  const RunOptions& options;
  Pool& pool;
  Meter meter;
  int64_t depth = 0;  // number of loops that are running
  // Room for the inference of one node. All nodes share it, so that it is allocated once.
  std::vector<Operand> operands = {};
  std::vector<Signature> signatures = {};
};

Result<void> evaluate_graph(Frame& frame, Run& run);

// Whether the outputs have the types and shapes of the last evaluation.
bool keeps_shapes(const NodeFrame& frame) {
  return frame.settled &&
         std::equal(frame.inputs.begin(), frame.inputs.end(), frame.input_shapes.begin(),
                    [](const Tensor* input, const Shape& shape) { return input->shape() == shape; });
}

Result<void> infer_outputs(const Operation& operation, NodeFrame& frame, Run& run) {
  frame.input_shapes.clear();
  frame.elements = 0;
  run.operands.clear();
  for (const Tensor* input : frame.inputs) {
    frame.input_shapes.push_back(input->shape());
    frame.elements += input->count();
    run.operands.push_back({.type = input->type(), .shape = input->shape()});
  }
  for (const int64_t shaping : operation.shaping_inputs) {
    const auto k = static_cast<size_t>(shaping);
    if (k < run.operands.size()) run.operands[k].value = frame.inputs[k];
  }
  run.signatures.assign(frame.outputs.size(), {});
  TRY(operation.infer(run.operands, run.signatures));
  frame.allocations.clear();
  for (size_t k = 0; k < run.signatures.size() && !operation.allocates; ++k) {
    const Shape shape = run.signatures[k].shape.shape();
    frame.allocations.push_back(TRY(Pool::plan(run.signatures[k].type, shape)));
    frame.elements += shape.count();
  }
  frame.settled = frame.shaped_by_constants;
  return {};
}

// Evaluates an operation on tensors, which does not know other kinds of values.
Result<void> evaluate_operation(const Operation& operation, const Node& node, NodeFrame& frame,
                                std::span<Value> slots, Run& run) {
  if (!keeps_shapes(frame)) TRY(infer_outputs(operation, frame, run));
  const std::span<Tensor> outputs = frame.outputs;
  Tensor* next = outputs.data();
  for (const Allocation& allocation : frame.allocations) *next++ = TRY(run.pool.allocate(allocation));
  TRY(operation.kernel({frame.inputs, outputs, run.pool, run.meter.deadline()}));
  next = outputs.data();
  for (const size_t slot : node.outputs) slots[slot] = std::move(*next++);
  return run.meter.count_work(frame.elements);
}

void emit(const Run& run, TraceEvent event) {
  event.depth = run.depth;
  run.options.trace(event);
}

const Tensor* tensor_in(const Value& value) {
  return value.kind() == ValueKind::kTensor ? &value.tensor() : nullptr;
}

void trace_outputs(const Node& node, const Frame& frame, const Run& run) {
  for (const size_t slot : node.outputs)
    emit(run, {.kind = TraceEvent::Kind::kLayer,
               .title = node.place.title,
               .id = static_cast<int64_t>(slot),
               .tensor = tensor_in(frame.slots[slot]),
               .graph = &frame.graph});
}

// One iteration of a loop's body.
struct Iteration {
  LoopFrame& frame;
  const Node& node;
  Run& run;

  Result<void> evaluate(int64_t i, std::span<Value> parameters) const {
    if (!std::holds_alternative<IfNode>(node.work)) TRY(run.meter.count_iteration());
    if (run.options.trace) trace_begin(i, parameters);
    for (Value* result : frame.freed_results) result->reset();  // so that the body can use the memory again
    for (size_t p = 0; p < parameters.size(); ++p) *frame.parameters[p] = std::move(parameters[p]);
    ++run.depth;
    Result<void> evaluated = evaluate_graph(frame.body, run);
    --run.depth;
    if (!evaluated.ok()) return in_iteration(evaluated.take_error(), i, node.place.title);
    if (run.options.trace) trace_results(i);
    return run.meter.count_work(0);
  }

  void trace_begin(int64_t i, std::span<const Value> parameters) const {
    emit(run, {.kind = TraceEvent::Kind::kIterationBegin,
               .title = node.place.title,
               .iteration = i,
               .loop = &frame.run});
    for (size_t p = 0; p < parameters.size(); ++p)
      trace_value(TraceEvent::Kind::kParameter, i, frame.node.body->parameters[p], parameters[p]);
  }

  void trace_results(int64_t i) const {
    for (size_t r = 0; r < frame.results.size(); ++r)
      trace_value(TraceEvent::Kind::kResult, i, frame.node.body->results[r], *frame.results[r]);
  }

  template <class Item>
  void trace_value(TraceEvent::Kind kind, int64_t i, const Item& item, const Value& value) const {
    emit(run, {.kind = kind,
               .title = node.place.title,
               .iteration = i,
               .name = item.name,
               .id = item.id,
               .tensor = tensor_in(value)});
  }
};

Result<Value> evaluate_gate(const Iteration& iteration, std::span<Value> parameters) {
  const auto& [frame, node, run] = iteration;
  Frame& gate = *frame.gate;
  for (size_t p = 0; p < parameters.size(); ++p)
    gate.slots[gate.graph.parameters[p].slot] = std::move(parameters[p]);
  TRY(evaluate_graph(gate, run));
  const Value& verdict = gate.slots[gate.graph.results.front().slot];
  if (run.options.trace && run.options.trace_layers)
    emit(run, {.kind = TraceEvent::Kind::kGate, .title = node.place.title, .tensor = tensor_in(verdict)});
  return verdict;
}

Result<void> evaluate_loop(LoopFrame& frame, const Node& node, std::span<const Value* const> inputs,
                           std::span<Value> outputs, Run& run) {
  const bool traced = static_cast<bool>(run.options.trace);
  int64_t iterations = 0;
  if (traced)
    emit(run,
         {.kind = TraceEvent::Kind::kLoopBegin, .title = node.place.title, .graph = frame.node.body.get()});
  TRY(bind_loop(frame.node.spec, inputs, frame.run));
  const Iteration iteration{frame, node, run};
  const LoopBody body{
      .evaluate =
          [&](int64_t i, std::span<Value> parameters) {
            iterations = i + 1;
            return iteration.evaluate(i, parameters);
          },
      .results = frame.results,
      .gate = [&](std::span<Value> parameters) { return evaluate_gate(iteration, parameters); },
      .infer =
          [&frame](std::span<const PartialShape> shapes) { return infer_body(*frame.node.body, shapes); }};
  TRY(run_loop(frame.run, body, run.pool, run.meter.deadline(), outputs));
  TRY(run.meter.count_work(0));  // if the time is over, the outputs are unfinished
  frame.body.release();
  if (frame.gate != nullptr) frame.gate->release();
  if (traced)
    emit(run, {.kind = TraceEvent::Kind::kLoopEnd,
               .title = node.place.title,
               .iteration = iterations,
               .loop = &frame.run});
  return {};
}

LoopFrame& make_once(std::unique_ptr<LoopFrame>& frame, const LoopNode& loop) {
  if (frame == nullptr) frame = std::make_unique<LoopFrame>(loop);
  return *frame;
}

Result<void> evaluate_if(NodeFrame& frame, const Node& node, Run& run) {
  const bool condition = TRY(read_condition("IF-1", *frame.values_in.front()));  // [IF-1]
  const auto& [then_branch, else_branch] = std::get<IfNode>(node.work);
  LoopFrame& branch =
      condition ? make_once(frame.loop, then_branch) : make_once(frame.otherwise, else_branch);
  return evaluate_loop(branch, node, frame.values_in, frame.values_out, run);
}

Result<void> evaluate_work(const Node& node, NodeFrame& frame, Run& run) {
  if (const auto* operation = std::get_if<ValueOperation>(&node.work)) {
    TRY(operation->kernel({frame.values_in, frame.values_out, run.pool, run.meter.deadline()}));
    return run.meter.count_work(0);
  }
  if (std::holds_alternative<IfNode>(node.work)) return evaluate_if(frame, node, run);
  LoopFrame& loop = make_once(frame.loop, std::get<LoopNode>(node.work));
  return evaluate_loop(loop, node, frame.values_in, frame.values_out, run);
}

Result<void> evaluate_values(const Node& node, NodeFrame& frame, std::span<Value> slots, Run& run) {
  TRY(evaluate_work(node, frame, run));
  for (size_t k = 0; k < node.outputs.size(); ++k) slots[node.outputs[k]] = std::move(frame.values_out[k]);
  return {};
}

Result<void> evaluate_node(const Node& node, NodeFrame& frame, std::span<Value> slots, Run& run) {
  if (const auto* operation = std::get_if<Operation>(&node.work))
    return evaluate_operation(*operation, node, frame, slots, run);
  return evaluate_values(node, frame, slots, run);
}

Result<void> evaluate_graph(Frame& frame, Run& run) {
  const std::span<Value> slots = frame.slots;
  NodeFrame* next = frame.nodes.data();
  for (const Node& node : frame.graph.nodes) {
    Result<void> evaluated = evaluate_node(node, *next++, slots, run);
    if (!evaluated.ok()) return at_place(evaluated.take_error(), node.place);
    if (run.options.trace && run.options.trace_layers) trace_outputs(node, frame, run);
    for (const size_t slot : node.last_reads) slots[slot].reset();
  }
  return {};
}

Result<void> check_inputs(const Graph& graph, std::span<const Value> inputs) {
  if (inputs.size() != graph.parameters.size()) {  // [INPUT-1]  [INPUT-2]
    return Error(inputs.size() < graph.parameters.size() ? "INPUT-1" : "INPUT-2",
                 std::to_string(inputs.size()) + " tensors are given for " +
                     std::to_string(graph.parameters.size()) + " Parameters");
  }
  for (size_t p = 0; p < inputs.size(); ++p) {
    const GraphParameter& parameter = graph.parameters[p];
    if (inputs[p].fits(parameter.declared)) continue;
    if (inputs[p].kind() == ValueKind::kTensor)
      return check_input(parameter.name, parameter.declared, signature_of(inputs[p].tensor()));
    // [INPUT-3]
    return Error("INPUT-3",
                 "the value for Parameter \"" + safe_line(parameter.name) + "\" is a " + inputs[p].text())
        .note("it is declared " + parameter.declared.text());
  }
  return {};
}

int64_t bytes_of(std::span<const Value> values) {
  int64_t bytes = 0;
  for (const Value& value : values) bytes += value.byte_count();
  return bytes;
}

Result<std::vector<Value>> evaluate_inputs(const Graph& graph, std::span<const Value> inputs, Run& run) {
  Frame frame(graph);
  for (size_t p = 0; p < inputs.size(); ++p) frame.slots[graph.parameters[p].slot] = inputs[p];
  Result<void> evaluated = evaluate_graph(frame, run);
  if (!evaluated.ok()) return evaluated.take_error().note(run.meter.text()).in(Phase::kRun);
  std::vector<Value> outputs;
  for (const GraphResult& result : graph.results) outputs.push_back(frame.slots[result.slot]);
  return outputs;
}

}  // namespace

Result<void> check_input(const std::string& parameter, const Signature& declared, const Signature& given) {
  const bool fits_type = given.type == declared.type && given.kind == declared.kind;
  if (fits_type && declared.shape.meets(given.shape)) return {};  // [INPUT-3]  [INPUT-4]
  return Error(fits_type ? "INPUT-4" : "INPUT-3",
               "the tensor for Parameter \"" + safe_line(parameter) + "\" is " + given.text())
      .note("it is declared " + declared.text());
}

Result<std::vector<Value>> evaluate(const Graph& graph, std::span<const Value> inputs,
                                    const RunOptions& options) {
  Result<void> fit = check_inputs(graph, inputs);
  if (!fit.ok()) return fit.take_error().in(Phase::kInput).at(graph.file, 0);
  const int64_t held = bytes_of(inputs);
  if (held > options.limits.max_bytes) {  // [LIMIT-1]
    return Error("LIMIT-1", "the inputs take " + std::to_string(held) + " bytes, the limit is " +
                                std::to_string(options.limits.max_bytes))
        .in(Phase::kInput)
        .at(graph.file, 0);
  }
  const std::shared_ptr<Pool> pool = Pool::make(options.limits.max_bytes, options.poison, held);
  Run run{.options = options, .pool = *pool, .meter = Meter(options)};
  Result<std::vector<Value>> outputs = evaluate_inputs(graph, inputs, run);
  pool->close();
  if (!outputs.ok()) return outputs;
  for (Value& output : outputs.value()) output = output.kept_with(pool);
  return outputs;
}

}  // namespace backedge
