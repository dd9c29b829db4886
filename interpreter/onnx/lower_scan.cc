#include "interpreter/onnx/scan_parts.h"

namespace backedge::onnx {
namespace {

// One axis for each scan input or output; 0 if the list is not written.
Result<std::vector<int64_t>> read_axes(Attributes& attributes, const char* name, int size) {
  std::vector<int64_t> axes = TRY(attributes.integers(name, std::vector<int64_t>(static_cast<size_t>(size))));
  if (std::ssize(axes) == size) return axes;
  return Error("ONNX-SCAN-2", std::string(name) + " has " + std::to_string(axes.size()) +  // [ONNX-SCAN-2]
                                  " numbers, expected " + std::to_string(size));
}

}  // namespace

Result<std::vector<size_t>> lower_scan(Scope& scope, const schema::NodeProto& node, Attributes& attributes,
                                       const Slots& inputs) {
  const schema::GraphProto* graph = TRY(attributes.graph("body"));
  const ScanArity arity = TRY(read_scan_arity(node, *graph, TRY(attributes.integer("num_scan_inputs"))));
  const std::vector<Slicing> slices = TRY(read_slicings(
      attributes, "scan_input_directions", TRY(read_axes(attributes, "scan_input_axes", arity.scan_inputs))));
  const std::vector<Slicing> stacks =
      TRY(read_slicings(attributes, "scan_output_directions",
                        TRY(read_axes(attributes, "scan_output_axes", arity.scan_outputs))));
  TRY(attributes.finish());

  std::vector<size_t> slots;
  InnerGraph body(scope, node, *graph, slots);
  body.spec().bound = NumberOfParts();
  TRY(add_scan_inputs(body, arity, TRY(given_inputs(node, inputs)), slices));
  add_scan_outputs(body.spec(), arity, stacks);
  LoopNode loop = TRY(body.lower("onnx-scan"));
  return scope.graph.add_loop(node_of(scope, node, std::move(slots)), std::move(loop));
}

}  // namespace backedge::onnx
