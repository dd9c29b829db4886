#include <algorithm>

#include "interpreter/onnx/inner_graph.h"
#include "interpreter/ops/movement.h"

/// A Scan of version 8: a loop over the elements of the batch, whose body is the loop over the steps.
namespace backedge::onnx {
namespace {

// N state variables and M scan inputs, which come after the lengths, and K scan outputs.
struct Arity {
  int states, scan_inputs, scan_outputs;
};

Result<Arity> read_arity(const schema::NodeProto& node, const schema::GraphProto& body, int64_t scan_inputs) {
  const int inputs = node.input_size() - 1;
  const int states = inputs - static_cast<int>(std::clamp<int64_t>(scan_inputs, 0, 1 << 30));
  if (scan_inputs < 1 || states < 0 || body.input_size() != inputs || body.output_size() < states ||
      node.output_size() > body.output_size()) {  // [ONNX-SCAN-1]
    return Error("ONNX-SCAN-1", "num_scan_inputs is " + std::to_string(scan_inputs) + ", the body has " +
                                    std::to_string(body.input_size()) + " inputs and " +
                                    std::to_string(body.output_size()) + " outputs; the node has " +
                                    std::to_string(inputs) + " beside the lengths, and " +
                                    std::to_string(node.output_size()));
  }
  return Arity{states, static_cast<int>(scan_inputs), body.output_size() - states};
}

struct BatchLowering {
  Scope& scope;
  const schema::NodeProto& node;
  const schema::GraphProto no_graph = {};
  std::vector<size_t> slots = {};
  InnerGraph batch = InnerGraph(scope, node, no_graph, slots);

  Node new_node(std::vector<size_t> inputs) const {
    return {.place = {scope.lowering.file, 0, scope.path + title_of(node), node.name()},
            .type = node.op_type(),
            .inputs = std::move(inputs)};
  }

  Result<size_t> apply(Operation operation, std::vector<size_t> operands, size_t outputs = 1) {
    return TRY(batch.graph().add_operation(new_node(std::move(operands)), std::move(operation), outputs))
        .front();
  }
  size_t constant(const Tensor& value) { return batch.graph().add_constant(value); }

  // What one element of the batch has of an input.  [ONNX-SCAN-3]
  size_t element_of(int input, size_t outer) {
    Signature part = scope.graph.known(outer).signature;
    const PartialShape& shape = part.shape;
    part.shape = shape.rank_known() && shape.rank() > 0 ? without_axis(shape, 0) : PartialShape::any();
    return batch.add_parameter(node.input(input), SlicedInput{batch.take_input(outer), {.axis = 0}, true},
                               part);
  }

  // The first `length` steps.  [ONNX-SCAN-3]
  Result<size_t> steps_of(size_t x, size_t length) {
    const size_t list =
        TRY(apply(ops::make_reshape(false), {length, constant(Tensor::of<int64_t>({1}, {1}))}));
    const size_t lengths = TRY(apply(ops::make_concat(0), {list, constant(Tensor::of<int64_t>({1}, {-1}))}));
    return apply(ops::make_variadic_split(), {x, constant(Tensor::scalar<int64_t>(0)), lengths}, 2);
  }

  // The size of axis 0, a scalar.
  Result<size_t> size_of(size_t x) {
    const size_t shape = TRY(apply(ops::make_shape_of(ElementType::kI64), {x}));
    const size_t zero = constant(Tensor::scalar<int64_t>(0));
    return apply(ops::make_gather(), {shape, zero, zero});
  }
};

// The loop over the steps of one element of the batch.
Result<std::vector<size_t>> lower_steps(BatchLowering& scan, const schema::GraphProto& graph,
                                        const Arity& arity, const std::vector<int64_t>& directions,
                                        const std::vector<size_t>& elements, std::optional<size_t> length) {
  std::vector<size_t> slots;
  InnerGraph steps(scan.batch.scope(), scan.node, graph, slots);
  steps.spec().bound = NumberOfParts();
  const size_t all_steps = steps.take_input(TRY(scan.size_of(elements[static_cast<size_t>(arity.states)])));
  for (int k = 0; k < arity.states + arity.scan_inputs; ++k) {
    size_t element = elements[static_cast<size_t>(k)];
    if (k >= arity.states && length) element = TRY(scan.steps_of(element, *length));
    Signature known = scan.batch.graph().known(element).signature;
    known.shape = PartialShape::any();
    const Signature declared = TRY(steps.declared_input(k, known));
    const size_t number = steps.take_input(element);
    if (k < arity.states) {
      const MergedInput state{.initial = InvariantInput{number}, .result = static_cast<size_t>(k)};
      TRY(steps.add_input(k, state, declared));
      continue;
    }
    Slicing slicing{.axis = 0};
    if (directions[static_cast<size_t>(k - arity.states)] == 1)
      slicing = {.axis = 0, .start = -1, .end = 0, .stride = -1};
    TRY(steps.add_input(k, SlicedInput{number, slicing, true}, declared));
  }
  for (int k = 0; k < arity.states + arity.scan_outputs; ++k) {
    LoopOutput output{.result = static_cast<size_t>(k), .kind = LastValue()};
    output.entry = "output " + std::to_string(k);
    if (k >= arity.states)  // [ONNX-SCAN-3]
      output.kind = backedge::Scan{.slicing = {.axis = 0}, .adds_axis = true, .length = all_steps};
    steps.spec().outputs.push_back(std::move(output));
  }
  LoopNode loop = TRY(steps.lower("onnx-scan"));
  return scan.batch.graph().add_loop(scan.new_node(std::move(slots)), std::move(loop));
}

}  // namespace

Result<std::vector<size_t>> lower_batched_scan(Scope& scope, const schema::NodeProto& node,
                                               Attributes& attributes, const Slots& inputs) {
  const schema::GraphProto* graph = TRY(attributes.graph("body"));
  const Arity arity = TRY(read_arity(node, *graph, TRY(attributes.integer("num_scan_inputs"))));
  const std::vector<int64_t> directions =
      TRY(attributes.integers("directions", std::vector<int64_t>(static_cast<size_t>(arity.scan_inputs))));
  TRY(attributes.finish());
  if (std::ssize(directions) != arity.scan_inputs ||
      std::any_of(directions.begin(), directions.end(), [](int64_t d) { return d != 0 && d != 1; }))
    return Error("ONNX-SCAN-2",  // [ONNX-SCAN-2]
                 "directions is not a list of 0 (forward) and 1 (reverse), one for each scan input");

  BatchLowering scan{.scope = scope, .node = node};
  scan.batch.spec().bound = NumberOfParts();
  std::optional<size_t> length;
  if (inputs[0]) length = scan.element_of(0, *inputs[0]);
  std::vector<size_t> elements;
  for (int k = 1; k < node.input_size(); ++k) {
    const auto at = static_cast<size_t>(k);
    if (at >= inputs.size() || !inputs[at])
      return Error("ONNX-GRAPH-5", "an input of a Scan is left out");  // [ONNX-GRAPH-5]
    elements.push_back(scan.element_of(k, *inputs[at]));
  }
  const std::vector<size_t> results = TRY(lower_steps(scan, *graph, arity, directions, elements, length));
  for (size_t k = 0; k < results.size(); ++k) {
    scan.batch.add_hidden_result("output " + std::to_string(k), results[k]);
    LoopOutput output{.result = k, .kind = backedge::Scan{.slicing = {.axis = 0}, .adds_axis = true}};
    output.entry = "output " + std::to_string(k);
    scan.batch.spec().outputs.push_back(std::move(output));
  }
  LoopNode loop = TRY(scan.batch.lower("onnx-scan"));
  return scope.graph.add_loop(scan.new_node(std::move(scan.slots)), std::move(loop));
}

}  // namespace backedge::onnx
