#include "interpreter/onnx/scan_parts.h"
#include "interpreter/ops/movement.h"

/// A Scan of version 8: a loop over the elements of the batch, whose body is the loop over the steps.
namespace backedge::onnx {
namespace {

struct BatchLowering {
  Scope& scope;
  const schema::NodeProto& node;
  const schema::GraphProto no_graph = {};
  std::vector<size_t> slots = {};
  InnerGraph batch = InnerGraph(scope, node, no_graph, slots);

  Node new_node(std::vector<size_t> inputs) const { return node_of(scope, node, std::move(inputs)); }

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
                                        const ScanArity& arity, std::span<const Slicing> slices,
                                        std::vector<size_t> elements, std::optional<size_t> length) {
  std::vector<size_t> slots;
  InnerGraph steps(scan.batch.scope(), scan.node, graph, slots);
  steps.spec().bound = NumberOfParts();
  const auto of_scans = std::span(elements).subspan(static_cast<size_t>(arity.states));
  const size_t all_steps = steps.take_input(TRY(scan.size_of(of_scans.front())));
  if (length) {
    for (size_t& element : of_scans) element = TRY(scan.steps_of(element, *length));
  }
  TRY(add_scan_inputs(steps, arity, elements, slices));
  const std::vector<Slicing> stacks(static_cast<size_t>(arity.scan_outputs));
  add_scan_outputs(steps.spec(), arity, stacks, all_steps);  // [ONNX-SCAN-3]
  LoopNode loop = TRY(steps.lower("onnx-scan"));
  return scan.batch.graph().add_loop(scan.new_node(std::move(slots)), std::move(loop));
}

}  // namespace

Result<std::vector<size_t>> lower_batched_scan(Scope& scope, const schema::NodeProto& node,
                                               Attributes& attributes, const Slots& inputs) {
  const schema::GraphProto* graph = TRY(attributes.graph("body"));
  const ScanArity arity = TRY(read_scan_arity(node, *graph, TRY(attributes.integer("num_scan_inputs")), 1));
  const std::vector<int64_t> axes(static_cast<size_t>(arity.scan_inputs));
  const std::vector<Slicing> slices = TRY(read_slicings(attributes, "directions", axes));
  TRY(attributes.finish());

  BatchLowering scan{.scope = scope, .node = node};
  scan.batch.spec().bound = NumberOfParts();
  std::optional<size_t> length;
  if (const auto lengths = operand_at(inputs, 0)) length = scan.element_of(0, *lengths);
  std::vector<size_t> elements;
  for (const size_t input : TRY(given_inputs(node, inputs, 1)))
    elements.push_back(scan.element_of(1 + static_cast<int>(elements.size()), input));
  const std::vector<size_t> results = TRY(lower_steps(scan, *graph, arity, slices, elements, length));
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
