#pragma once

#include "interpreter/onnx/inner_graph.h"

/// What Scan has in all versions: a loop over the elements of its scan inputs.
namespace backedge::onnx {

/// A Scan has N state variables and M scan inputs; its body gives N states and K elements of scan outputs.
struct ScanArity {
  int states, scan_inputs, scan_outputs;
};

/// before  the number of inputs before the states
/// errors  ONNX-SCAN-1
Result<ScanArity> read_scan_arity(const schema::NodeProto& node, const schema::GraphProto& body,
                                  int64_t scan_inputs, int before = 0);

/// The inputs of a Scan from number `first`, all of which are given.
///
/// errors  ONNX-GRAPH-5
Result<std::vector<size_t>> given_inputs(const schema::NodeProto& node, const Slots& inputs, int first = 0);

/// How each of these axes is cut or joined, in the direction that the attribute has for it.
///
/// errors  ONNX-SCAN-2
Result<std::vector<Slicing>> read_slicings(Attributes& attributes, const char* directions,
                                           std::span<const int64_t> axes);

/// Adds the inputs of the body: the states, and the elements of the scan inputs.
///
/// slots   in the graph around the body
/// errors  ONNX-GRAPH-3, 7, 9
Result<void> add_scan_inputs(InnerGraph& body, const ScanArity& arity, std::span<const size_t> slots,
                             std::span<const Slicing> slices);

/// Adds the outputs of the loop: the last states, and the scan outputs.
///
/// length  a loop input: what the scan outputs are padded to
void add_scan_outputs(LoopSpec& spec, const ScanArity& arity, std::span<const Slicing> stacks,
                      std::optional<size_t> length = std::nullopt);

}  // namespace backedge::onnx
