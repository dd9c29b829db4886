#pragma once

#include <memory>
#include <vector>

#include "interpreter/graph/graph.h"
#include "interpreter/loop/run_loop.h"

namespace backedge {

struct LoopFrame;

/// What one node keeps from one evaluation to the next. It remembers the shapes of the last evaluation, so
/// that it does not infer the same shapes again.
struct NodeFrame {
  std::vector<const Tensor*> inputs;           // of an operation on tensors
  std::vector<Shape> input_shapes;             // of the last evaluation
  std::vector<Allocation> allocations;         // for the outputs; none if the kernel allocates them
  int64_t elements = 0;                        // that one evaluation reads and writes
  bool shaped_by_constants = false;            // whether input shapes and constants settle them
  bool settled = false;                        // whether these hold for the same input shapes again
  std::vector<Tensor> outputs;                 // of the current evaluation
  std::vector<const Value*> values_in;         // of every other node
  std::vector<Value> values_out;               // of the current evaluation
  std::unique_ptr<LoopFrame> loop, otherwise;  // of a loop; of the branches of an If: made when first needed
};

/// The values of one graph while it is evaluated. Every iteration uses the same frame.
struct Frame {
  explicit Frame(const Graph& of);

  /// Frees every value except the constants.
  void release();

  const Graph& graph;
  std::vector<Value> slots;
  std::vector<NodeFrame> nodes;
};

/// A loop's own values and those of its body.
struct LoopFrame {
  explicit LoopFrame(const LoopNode& of);

  const LoopNode& node;
  LoopRun run;
  Frame body;
  std::vector<Value*> parameters;     // the slots of the body's Parameters
  std::vector<const Value*> results;  // and of its Results
  std::vector<Value*> freed_results;  // each of those once, without constants
  std::unique_ptr<Frame> gate;        // null: the loop has none
};

}  // namespace backedge
