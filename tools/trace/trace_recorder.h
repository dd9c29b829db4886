#pragma once

#include <span>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"
#include "interpreter/tensor/value.h"
#include "tools/trace/trace_log.h"

namespace backedge {

/// Records a run of a model. It watches the run as RunOptions::trace, with trace_layers.
class TraceRecorder {
 public:
  TraceRecorder(const Graph& model, const TraceLimits& limits);

  void begin(std::span<const Value> inputs);
  void take(const TraceEvent& event);
  void end(std::span<const Value> outputs);

  TraceLog log;

 private:
  // A run that has begun and not ended.
  struct Level {
    std::optional<size_t> run;           // none: it is not recorded
    bool has_column = false;             // for the iteration that is running
    size_t parameters = 0, results = 0;  // that it has seen of this iteration
  };

  void begin_loop(const TraceEvent& event);
  void begin_iteration(const TraceEvent& event);
  void take_value(size_t row, const Tensor* tensor);
  int64_t known_number(const TraceRun& run, size_t row) const;

  std::vector<Level> levels_;
};

/// Runs a model and records it. After an error the recorder has what was seen until then.
///
/// errors  those of run_values
Result<std::vector<Value>> record_run(const LoadedModel& model, std::span<const Value> inputs,
                                      RunOptions options, TraceRecorder& recorder);

}  // namespace backedge
