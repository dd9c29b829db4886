#include "tools/cli/failure_trace.h"

#include <algorithm>

#include "interpreter/interpreter.h"
#include "tools/trace/trace_recorder.h"

namespace backedge {
namespace {

// The place of a value in a log.
struct Spot {
  size_t run;
  int64_t iteration;
  size_t row;
};

std::optional<size_t> inner_run(const TraceRun& run, int64_t iteration, size_t row) {
  const auto begin = std::partition_point(run.inner.begin(), run.inner.end(), [iteration](const auto& inner) {
    return inner.iteration < iteration;
  });
  for (auto inner = begin; inner != run.inner.end() && inner->iteration == iteration; ++inner) {
    if (inner->row == row) return inner->run;
  }
  return std::nullopt;
}

// The row of a watched value. If a layer consists of several, the last one has its output.
std::optional<size_t> row_of(const TracedGraph& graph, const shrink::Watch& watch) {
  for (size_t k = graph.rows.size(); k-- > 0;) {
    const TraceRow& row = graph.rows[k];
    const bool is_parameter = row.kind == TraceRow::Kind::kParameter && row.id == watch.output.layer;
    const std::string output = row.output ? ", output " + std::to_string(*row.output) : "";
    if (is_parameter || row.title + output == watch.title) return k;
  }
  return std::nullopt;
}

std::optional<Spot> find_spot(const TraceLog& log, const shrink::Watch& watch,
                              const std::vector<int64_t>& iterations) {
  Spot spot{.run = 0, .iteration = 0, .row = 0};
  for (size_t level = 0; level < watch.loops.size(); ++level) {
    const std::vector<TraceRow>& rows = log.graphs[log.runs[spot.run].graph].rows;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const TraceRow& one) {
      return !one.bodies.empty() && one.title == watch.loops[level];
    });
    if (row == rows.end()) return std::nullopt;
    const auto inner = inner_run(log.runs[spot.run], spot.iteration, static_cast<size_t>(row - rows.begin()));
    if (!inner) return std::nullopt;
    // The values of a branch that is not taken are zeros.
    if (!watch.bodies.empty() && log.runs[*inner].graph != row->bodies[watch.bodies[level]])
      return std::nullopt;
    spot.run = *inner;
    spot.iteration = level < iterations.size() ? iterations[level] : 0;
  }
  const std::optional<size_t> row = row_of(log.graphs[log.runs[spot.run].graph], watch);
  if (!row) return std::nullopt;
  spot.row = *row;
  return spot;
}

// Gives the Results the values of the layers that they take them from.
void fill_results(TraceLog& log) {
  for (TraceRun& run : log.runs) {
    const TracedGraph& graph = log.graphs[run.graph];
    for (size_t row = 0; row < graph.rows.size(); ++row) {
      if (graph.rows[row].kind != TraceRow::Kind::kResult) continue;
      const std::optional<size_t> maker = graph.row_of[*graph.rows[row].slot];
      for (std::vector<int64_t>& column : run.columns) column[row] = maker ? column[*maker] : TraceRun::kNone;
    }
  }
}

// The same runs as in another log, with no value known.
void copy_runs(const TraceLog& from, TraceLog& to) {
  to.runs = from.runs;
  for (TraceRun& run : to.runs) {
    run.gate.clear();
    for (std::vector<int64_t>& column : run.columns) std::fill(column.begin(), column.end(), TraceRun::kNone);
  }
}

std::string backend_trace(const TraceLog& ours, const std::string& run, const Hello& backend,
                          const shrink::FailureExplanation& found) {
  TraceLog theirs(*found.graph, ours.limits());
  copy_runs(ours, theirs);
  for (const shrink::SeenValue& seen : found.seen) {
    const std::optional<Spot> spot = find_spot(theirs, found.watches[seen.watch], seen.iterations);
    if (!spot) continue;
    TraceRun& in = theirs.runs[spot->run];
    const int64_t column = spot->iteration - in.first;
    if (column < 0 || column >= std::ssize(in.columns)) continue;
    in.columns[static_cast<size_t>(column)][spot->row] =
        theirs.add(seen.actual, seen.differs ? "\"differs\":true" : "\"differs\":false");
  }
  fill_results(theirs);
  OrderedJson members = {
      {"model", run}, {"engine", backend.name}, {"engine_version", backend.version}, {"notes", found.notes}};
  if (found.first) {
    const std::optional<Spot> spot =
        find_spot(theirs, found.watches[found.first->watch], found.first->iterations);
    if (spot)
      members["first"] = {{"run", spot->run},
                          {"iteration", spot->iteration},
                          {"row", spot->row},
                          {"text", found.first->text}};
  }
  return theirs.json(members);
}

}  // namespace

Result<void> write_failure_trace(const TraceFiles& files, const std::string& run, const Hello& backend,
                                 const shrink::FailureExplanation& found) {
  if (found.graph == nullptr)
    return Error("BACKEND-2",
                 found.is_opaque  // [BACKEND-2]
                     ? "the model cannot be taken apart, so there is no trace"
                     : "the model cannot be loaded, so there is no trace");
  TraceRecorder recorder(*found.graph, {});
  const std::vector<Value> inputs(found.inputs.begin(), found.inputs.end());
  const Result<std::vector<Value>> outputs =
      record_run(LoadedModel(found.graph), inputs, {.limits = shrink::kShrinkLimits}, recorder);
  const std::vector<std::string> others = {backend_trace(recorder.log, run, backend, found)};
  return write_trace(files, run, recorder.log, outputs.ok() ? nullptr : &outputs.error(), others);
}

}  // namespace backedge
