#pragma once

#include <functional>
#include <span>

#include "interpreter/loop/loop_spec.h"
#include "interpreter/loop/parts.h"
#include "interpreter/tensor/value.h"

namespace backedge {

/// The functions that a loop needs from its body.
struct LoopBody {
  /// Runs one iteration for the Parameters' values, which it may move from.
  std::function<Result<void>(int64_t iteration, std::span<Value> parameters)> evaluate;
  /// Where the Results' values are after an iteration. The body frees them when the next one begins.
  std::span<const Value* const> results;
  /// The gate's Result for its Parameters' values, which it may move from; only for a loop with a gate.
  std::function<Result<Value>(std::span<Value> parameters)> gate;
  /// The Results' types, and their shapes as far as the Parameters' shapes settle them.
  std::function<std::vector<Signature>(std::span<const PartialShape> parameters)> infer;
};

/// A LoopSpec bound to the values of one run. It can be bound again and keeps its memory, so that a loop
/// inside a loop allocates nothing once shapes have settled.
struct LoopRun {
  const LoopSpec* spec = nullptr;
  std::vector<const Value*> inputs;
  std::vector<std::optional<Partition>> parts;  // by Parameter; of the sliced ones
  std::vector<PartLayout> layouts;              // of those
  std::vector<Allocation> numbers;              // by Parameter; of those that are the current iteration
  std::optional<int64_t> bound;                 // the most iterations there may be
  bool initial_condition = true;

  std::vector<Value> parameters, gate_parameters;  // of the current iteration
  std::span<const Value* const> results;           // of the last iteration: those of the LoopBody
  std::vector<KeptParts> scans;                    // by output; only for scan outputs
  std::vector<size_t> scan_outputs;                // which outputs those are
};

/// Measures the parts, and reads trip count and initial condition.
///
/// inputs  one per loop input
/// errors  SLICE-1, 2, 3, 6, 7; TRIP-1, 2; COND-1; OUT-9; TYPE-2
Result<void> bind_loop(const LoopSpec& spec, std::span<const Value* const> inputs, LoopRun& run);

/// The value of every Result in the last iteration, and every scan output joined.
///
/// run      bound
/// body     evaluates the body graph
/// deadline  its owner reports when the time is over: the outputs are then unfinished
/// outputs  one value per LoopSpec output
/// errors   SLICE-9 an iteration past the last part; BODY-4 a value that does not fit its Parameter; COND-4, 5;
///          OUT-3, 4, 9; ZERO-1, 3; TYPE-2; LIMIT-1, 3; whatever the body returns
/// source   Loop-5 "Detailed description"; TensorIterator-1 "How body is iterated"
Result<void> run_loop(LoopRun& run, const LoopBody& body, Pool& pool, Deadline& deadline,
                      std::span<Value> outputs);

/// A Parameter's value in iteration 0.
///
/// errors  SLICE-9
Result<Value> initial_value(LoopRun& run, size_t parameter, Pool& pool);

}  // namespace backedge
