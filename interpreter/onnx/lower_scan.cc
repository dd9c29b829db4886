#include "interpreter/onnx/inner_graph.h"

namespace backedge::onnx {
namespace {

// A Scan has N state variables and M scan inputs; its body gives N states and K elements of scan outputs.
struct Arity {
  int states, scan_inputs, scan_outputs;
};

Result<Arity> read_arity(const schema::NodeProto& node, const schema::GraphProto& body, int64_t scan_inputs) {
  if (scan_inputs < 1 || scan_inputs > node.input_size()) {  // [ONNX-SCAN-1]
    return Error("ONNX-SCAN-1", "num_scan_inputs is " + std::to_string(scan_inputs) + ", and the node has " +
                                    std::to_string(node.input_size()) + " inputs");
  }
  const int states = node.input_size() - static_cast<int>(scan_inputs);
  if (body.input_size() != node.input_size() || body.output_size() < states ||
      node.output_size() > body.output_size()) {  // [ONNX-SCAN-1]
    return Error("ONNX-SCAN-1", "the body has " + std::to_string(body.input_size()) + " inputs and " +
                                    std::to_string(body.output_size()) + " outputs; the node has " +
                                    std::to_string(node.input_size()) + " and " +
                                    std::to_string(node.output_size()) + ", with " + std::to_string(states) +
                                    " state variables");
  }
  return Arity{states, static_cast<int>(scan_inputs), body.output_size() - states};
}

// The lists of axes and directions, one number for each input or output; 0 if a list is not written.
Result<std::vector<int64_t>> read_list(Attributes& attributes, const char* name, int size) {
  std::vector<int64_t> list = TRY(attributes.integers(name, std::vector<int64_t>(static_cast<size_t>(size))));
  if (std::ssize(list) == size) return list;
  return Error("ONNX-SCAN-2", std::string(name) + " has " + std::to_string(list.size()) +  // [ONNX-SCAN-2]
                                  " numbers, expected " + std::to_string(size));
}

Result<std::vector<Slicing>> read_slicings(Attributes& attributes, const char* axes_name,
                                           const char* directions_name, int size) {
  const std::vector<int64_t> axes = TRY(read_list(attributes, axes_name, size));
  const std::vector<int64_t> directions = TRY(read_list(attributes, directions_name, size));
  std::vector<Slicing> slicings;
  for (size_t k = 0; k < axes.size(); ++k) {
    if (directions[k] != 0 && directions[k] != 1) {  // [ONNX-SCAN-2]
      return Error("ONNX-SCAN-2", std::string(directions_name) + " has " + std::to_string(directions[k]) +
                                      ", expected 0 (forward) or 1 (reverse)");
    }
    Slicing slicing{.axis = axes[k]};
    if (directions[k] == 1) slicing = {.axis = axes[k], .start = -1, .end = 0, .stride = -1};
    slicings.push_back(slicing);
  }
  return slicings;
}

Result<void> add_inputs(Scope& scope, InnerGraph& body, const Slots& inputs, const Arity& arity,
                        const std::vector<Slicing>& slicings) {
  for (int k = 0; k < arity.states + arity.scan_inputs; ++k) {
    const std::optional<size_t> input = inputs[static_cast<size_t>(k)];
    if (!input) return Error("ONNX-GRAPH-5", "an input of a Scan is left out");  // [ONNX-GRAPH-5]
    Signature known = scope.graph.known(*input).signature;
    known.shape = PartialShape::any();
    const Signature declared = TRY(body.declared_input(k, known));
    const size_t number = body.take_input(*input);
    if (k < arity.states) {
      const MergedInput state{.initial = InvariantInput{number}, .result = static_cast<size_t>(k)};
      TRY(body.add_input(k, state, declared));
    } else {
      const Slicing& slicing = slicings[static_cast<size_t>(k - arity.states)];
      TRY(body.add_input(k, SlicedInput{number, slicing, true}, declared));  // [ONNX-SCAN-2]
    }
  }
  return {};
}

}  // namespace

Result<std::vector<size_t>> lower_scan(Scope& scope, const schema::NodeProto& node, Attributes& attributes,
                                       const Slots& inputs) {
  const schema::GraphProto* graph = TRY(attributes.graph("body"));
  const Arity arity = TRY(read_arity(node, *graph, TRY(attributes.integer("num_scan_inputs"))));
  const std::vector<Slicing> slices =
      TRY(read_slicings(attributes, "scan_input_axes", "scan_input_directions", arity.scan_inputs));
  const std::vector<Slicing> stacks =
      TRY(read_slicings(attributes, "scan_output_axes", "scan_output_directions", arity.scan_outputs));
  TRY(attributes.finish());

  std::vector<size_t> slots;
  InnerGraph body(scope, node, *graph, slots);
  body.spec().bound = NumberOfParts();
  TRY(add_inputs(scope, body, inputs, arity, slices));
  for (int k = 0; k < arity.states + arity.scan_outputs; ++k) {
    LoopOutput output{.result = static_cast<size_t>(k), .kind = LastValue()};
    output.entry = "output " + std::to_string(k);
    if (k >= arity.states)  // [ONNX-SCAN-2]
      output.kind =
          backedge::Scan{.slicing = stacks[static_cast<size_t>(k - arity.states)], .adds_axis = true};
    body.spec().outputs.push_back(std::move(output));
  }

  LoopNode loop = TRY(body.lower("onnx-scan"));
  Node lowered{.place = {scope.lowering.file, 0, scope.path + title_of(node), node.name()},
               .type = node.op_type(),
               .inputs = std::move(slots)};
  return scope.graph.add_loop(std::move(lowered), std::move(loop));
}

}  // namespace backedge::onnx
