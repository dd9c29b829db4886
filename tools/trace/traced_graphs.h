#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/graph/graph.h"
#include "interpreter/json/write_json.h"

namespace backedge {

/// A row of the page: a Parameter, an output of a layer, or a Result.
struct TraceRow {
  enum class Kind { kParameter, kLayer, kResult };
  Kind kind = Kind::kParameter;
  std::string title;                     // `layer 3 "Loop_1" (Loop-5)`; of a Parameter: `input "X"`
  int64_t id = 0;                        // of a Parameter or Result: its number in the model
  std::optional<size_t> output = {};     // of a layer with several
  std::optional<size_t> slot;            // none: a loop or an If without outputs
  std::vector<size_t> bodies;            // of a loop or an If, in its first row: indices of graphs
  bool is_invariant = false;             // a Parameter that is the same in every iteration
  std::optional<size_t> back_edge = {};  // of a Parameter: the row of the Result whose last value it has
};

/// A graph of the model, and what the page says about it.
struct TracedGraph {
  const Graph* graph = nullptr;
  std::vector<TraceRow> rows;
  OrderedJson json;                           // as in docs/trace.md, without the tensors of constants
  std::vector<size_t> constants;              // positions in Graph::constants of those in `json`
  std::vector<std::optional<size_t>> row_of;  // by slot: the row of the Parameter or layer that makes it
};

/// All graphs of a model. The outermost one is the first; a body comes after the graph that it is in.
std::vector<TracedGraph> list_traced_graphs(const Graph& model);

}  // namespace backedge
