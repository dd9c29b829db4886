#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "interpreter/loop/partition.h"
#include "interpreter/tensor/tensor.h"
#include "tools/trace/tensor_picture.h"
#include "tools/trace/traced_graphs.h"

namespace backedge {

/// What a trace may take. The page says what a limit has left out.
struct TraceLimits {
  int64_t max_bytes = 32 << 20;   // of the JSON; from three quarters on, large tensors have no heat maps
  int64_t max_columns = 100'000;  // of one run of one loop
  int64_t first_iteration = 0, last_iteration = INT64_MAX;  // of the loops of the outermost graph
};

/// One run of a graph: of a loop's body, of a branch, or of the model, which has one iteration.
struct TraceRun {
  static constexpr int64_t kNone = -1;  // a value that is not known

  size_t graph = 0;
  int64_t first = 0;       // the iteration of the first column
  int64_t iterations = 0;  // that were begun, with or without a column
  std::optional<int64_t> bound;
  bool initial_condition = true;
  std::vector<std::vector<int64_t>> columns;  // by iteration: by row, a number of a tensor
  std::vector<int64_t> gate;                  // numbers of tensors: what the gate said before each iteration
  std::vector<std::optional<Partition>> parts;  // by Parameter, of the sliced ones

  struct Inner {
    int64_t iteration;
    size_t row, run;
  };
  std::vector<Inner> inner;  // the runs of the loops in it
};

/// The values of a run of a model, as the page shows them. docs/trace.md describes its JSON.
class TraceLog {
 public:
  TraceLog(const Graph& model, const TraceLimits& limits);

  /// The number of a tensor's picture. Equal pictures have one number.
  ///
  /// member  one more member of its object; empty: none
  int64_t add(const Tensor& tensor, const std::string& member = "");
  /// The same for an object of docs/trace.md.
  int64_t add_text(std::string json);
  size_t add_run(size_t graph);
  /// Adds a column of unknown values. Returns false if a limit does not allow it.
  bool add_column(size_t run);

  bool is_full() const { return bytes_ >= limits_.max_bytes; }
  const TraceLimits& limits() const { return limits_; }

  /// The object of docs/trace.md. `members` are those that describe the run as a whole.
  std::string json(const OrderedJson& members) const;

  std::vector<TracedGraph> graphs;
  std::vector<TraceRun> runs;

 private:
  std::string run_json(const TraceRun& run) const;

  TraceLimits limits_;
  int64_t bytes_ = 0;
  bool is_brief_ = false, is_cut_ = false;
  std::vector<std::string> tensors_;
  std::unordered_map<std::string, int64_t> numbers_;  // of tensors
};

}  // namespace backedge
