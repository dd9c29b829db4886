#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

#include "interpreter/tensor/tensor.h"

namespace backedge {

struct Graph;
struct LoopRun;

/// What a run may use. A run that reaches a limit ends with an error that names it.  (LIMIT-1)
struct RunLimits {
  int64_t max_iterations = 1'000'000'000;                        // of all loops of the run together
  int64_t max_bytes = int64_t{8} << 30;                          // of live tensors
  double max_seconds = std::numeric_limits<double>::infinity();  // of wall time

  bool operator==(const RunLimits&) const = default;
};

/// An event in a run, for a program that watches it. It is valid only during the call.
struct TraceEvent {
  enum class Kind {
    kLoopBegin,       // title, depth
    kIterationBegin,  // + iteration
    kParameter,       // + name, tensor: what a body Parameter is bound to in this iteration
    kResult,          // + name, tensor: what a body Result has in this iteration
    kLoopEnd,         // title, depth; iteration = iterations run
    kLayer,           // only with trace_layers: title, depth, graph, id, tensor: one output of a layer
    kGate,            // only with trace_layers: title, depth, tensor: what decides before an iteration
  };
  Kind kind;
  std::string_view title;  // of the loop or layer: `layer 3 "Loop_1" (Loop-5)`
  int64_t depth = 0;       // 0: a loop of the outermost graph
  int64_t iteration = 0;
  std::string_view name;           // of the Parameter or Result
  int64_t id = 0;                  // of the Parameter or Result: its number in the model; kLayer: the slot
  const Tensor* tensor = nullptr;  // null: the value is not a tensor
  const Graph* graph = nullptr;    // of kLoopBegin: the body; of kLayer: the graph that the layer is in
  const LoopRun* loop = nullptr;   // of kIterationBegin and kLoopEnd: the bound and the parts
};

struct RunOptions {
  RunLimits limits;
  std::function<void(const TraceEvent&)> trace;  // empty: no trace
  bool trace_layers = false;                     // whether it also gets the outputs of all layers
  /// Called from time to time (at most some thousand times a second) with the number of iterations so far.
  std::function<void(int64_t iterations)> progress;
  /// What the memory of new tensors holds before a kernel writes to it (see Pool::make). Outputs do not
  /// depend on it: a test that runs a model twice with different bytes shows what a kernel leaves
  /// unwritten.
  std::optional<std::byte> poison;
};

}  // namespace backedge
