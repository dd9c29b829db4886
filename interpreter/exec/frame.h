#pragma once

#include <memory>
#include <vector>

#include "interpreter/graph/graph.h"
#include "interpreter/loop/run_loop.h"

namespace backedge {

struct LoopFrame;

/// What one node keeps from one evaluation to the next: the shapes it last worked on, so that the same shapes need
/// not be worked out again.
struct NodeFrame {
  std::vector<const Tensor*> inputs;           // of an operation on tensors
  std::vector<Shape> input_shapes;             // of the last evaluation
  std::vector<Operand> operands;               // what its shapes were last inferred from
  std::vector<Signature> signatures;           // of its outputs
  std::vector<Shape> output_shapes;            // the shapes of those
  int64_t elements = 0;                        // that one evaluation reads
  bool shaped_by_constants = false;            // whether input shapes, but for constants, settle them
  bool settled = false;                        // whether these hold for the same input shapes again
  std::vector<Tensor> outputs;                 // in the making
  std::vector<const Value*> values_in;         // of every other node
  std::vector<Value> values_out;               // in the making
  std::unique_ptr<LoopFrame> loop, otherwise;  // of a Loop or TensorIterator; of an If's two branches
};

/// The values of one graph while it is evaluated; used again for every iteration.
struct Frame {
  explicit Frame(const Graph& of);

  /// Lets every value go but the constants.
  void release();

  const Graph& graph;
  std::vector<Value> slots;
  std::vector<NodeFrame> nodes;
};

/// A loop's own values and those of its body.
struct LoopFrame {
  explicit LoopFrame(const LoopNode& of) : node(of), body(*of.body) {
    if (of.gate != nullptr) gate = std::make_unique<Frame>(*of.gate);
  }

  const LoopNode& node;
  LoopRun run;
  Frame body;
  std::unique_ptr<Frame> gate;  // null: the loop has none
};

}  // namespace backedge
