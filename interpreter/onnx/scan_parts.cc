#include "interpreter/onnx/scan_parts.h"

#include "interpreter/base/number_text.h"

namespace backedge::onnx {

Result<ScanArity> read_scan_arity(const schema::NodeProto& node, const schema::GraphProto& body,
                                  int64_t scan_inputs, int before) {
  const int inputs = node.input_size() - before;
  if (scan_inputs < 1 || scan_inputs > inputs) {  // [ONNX-SCAN-1]
    return Error("ONNX-SCAN-1", "num_scan_inputs is " + std::to_string(scan_inputs) + ", but the node has " +
                                    std::to_string(inputs) + " states and scan inputs");
  }
  const int states = inputs - static_cast<int>(scan_inputs);
  if (body.input_size() != inputs || body.output_size() < states ||
      node.output_size() > body.output_size()) {  // [ONNX-SCAN-1]
    return Error("ONNX-SCAN-1", "the body has " + counted(body.input_size(), "input") + " and " +
                                    counted(body.output_size(), "output") + "; the node has " +
                                    std::to_string(states) + " states, " + std::to_string(scan_inputs) +
                                    " scan inputs and " + counted(node.output_size(), "output"));
  }
  return ScanArity{states, static_cast<int>(scan_inputs), body.output_size() - states};
}

Result<std::vector<size_t>> given_inputs(const schema::NodeProto& node, const Slots& inputs, int first) {
  std::vector<size_t> slots;
  for (int k = first; k < node.input_size(); ++k) {
    const std::optional<size_t> input = operand_at(inputs, static_cast<size_t>(k));
    if (!input) return Error("ONNX-GRAPH-5", "an input of a Scan is left out");  // [ONNX-GRAPH-5]
    slots.push_back(*input);
  }
  return slots;
}

Result<std::vector<Slicing>> read_slicings(Attributes& attributes, const char* directions,
                                           std::span<const int64_t> axes) {
  const std::vector<int64_t> list = TRY(attributes.integers(directions, std::vector<int64_t>(axes.size())));
  if (list.size() != axes.size()) {  // [ONNX-SCAN-2]
    return Error("ONNX-SCAN-2", std::string(directions) + " has " + std::to_string(list.size()) +
                                    " numbers, expected " + std::to_string(axes.size()));
  }
  std::vector<Slicing> slicings;
  for (size_t k = 0; k < axes.size(); ++k) {
    if (list[k] != 0 && list[k] != 1) {  // [ONNX-SCAN-2]
      return Error("ONNX-SCAN-2", std::string(directions) + " has " + std::to_string(list[k]) +
                                      ", expected 0 (forward) or 1 (reverse)");
    }
    slicings.push_back(slicing_along(axes[k], list[k] == 1));
  }
  return slicings;
}

Result<void> add_scan_inputs(InnerGraph& body, const ScanArity& arity, std::span<const size_t> slots,
                             std::span<const Slicing> slices) {
  for (int k = 0; k < arity.states + arity.scan_inputs; ++k) {
    const size_t slot = slots[static_cast<size_t>(k)];
    Signature known = body.scope().around->graph.known(slot).signature;
    known.shape = PartialShape::any();
    const Signature declared = TRY(body.declared_input(k, known));
    const size_t input = body.take_input(slot);
    if (k < arity.states) {
      const MergedInput state{.initial = InvariantInput{input}, .result = static_cast<size_t>(k)};
      TRY(body.add_input(k, state, declared));
    } else {
      const Slicing& slicing = slices[static_cast<size_t>(k - arity.states)];
      TRY(body.add_input(k, SlicedInput{input, slicing, true}, declared));  // [ONNX-SCAN-2]
    }
  }
  return {};
}

void add_scan_outputs(LoopSpec& spec, const ScanArity& arity, std::span<const Slicing> stacks,
                      std::optional<size_t> length) {
  for (int k = 0; k < arity.states + arity.scan_outputs; ++k) {
    LoopOutput output{.result = static_cast<size_t>(k), .kind = LastValue()};
    output.entry = "output " + std::to_string(k);
    if (k >= arity.states) {  // [ONNX-SCAN-2]
      const Slicing& slicing = stacks[static_cast<size_t>(k - arity.states)];
      output.kind = Scan{.slicing = slicing, .adds_axis = true, .length = length};
    }
    spec.outputs.push_back(std::move(output));
  }
}

}  // namespace backedge::onnx
