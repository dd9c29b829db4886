#include "tools/trace/trace_recorder.h"

#include <algorithm>

#include "interpreter/loop/run_loop.h"

namespace backedge {
namespace {

// The row of the loop or If that begins, and the index of the body that runs.
struct Begun {
  size_t row, graph;
};

std::optional<Begun> find_begun(const std::vector<TracedGraph>& graphs, size_t outer,
                                const TraceEvent& event) {
  const std::vector<TraceRow>& rows = graphs[outer].rows;
  for (size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].title != event.title) continue;
    for (const size_t body : rows[row].bodies) {
      if (graphs[body].graph == event.graph) return Begun{row, body};
    }
  }
  return std::nullopt;
}

const Tensor* tensor_of(const Value& value) {
  return value.kind() == ValueKind::kTensor ? &value.tensor() : nullptr;
}

}  // namespace

TraceRecorder::TraceRecorder(const Graph& model, const TraceLimits& limits) : log(model, limits) {}

void TraceRecorder::begin(std::span<const Value> inputs) {
  const size_t run = log.add_run(0);
  log.runs[run].iterations = 1;
  levels_ = {{.run = run, .has_column = log.add_column(run)}};
  for (size_t p = 0; p < inputs.size(); ++p) take_value(p, tensor_of(inputs[p]));
}

void TraceRecorder::end(std::span<const Value> outputs) {
  const size_t first = log.graphs[0].rows.size() - outputs.size();
  for (size_t k = 0; k < outputs.size(); ++k) take_value(first + k, tensor_of(outputs[k]));
}

void TraceRecorder::take(const TraceEvent& event) {
  using Kind = TraceEvent::Kind;
  if (event.kind == Kind::kLoopBegin) return begin_loop(event);
  Level& level = levels_.back();
  if (event.kind == Kind::kLoopEnd) {
    if (level.run) {
      log.runs[*level.run].iterations = event.iteration;
      log.runs[*level.run].bound = event.loop->bound;
      log.runs[*level.run].initial_condition = event.loop->initial_condition;
    }
    return levels_.pop_back();
  }
  if (!level.run) return;
  if (event.kind == Kind::kIterationBegin) return begin_iteration(event);
  TraceRun& run = log.runs[*level.run];
  const TracedGraph& graph = log.graphs[run.graph];
  if (event.kind == Kind::kGate) {
    const bool is_wanted = levels_.size() > 2 || run.iterations >= log.limits().first_iteration;
    if (is_wanted && !log.is_full() && run.gate.size() <= run.columns.size() && event.tensor != nullptr)
      run.gate.push_back(log.add(*event.tensor));
  } else if (event.kind == Kind::kParameter) {
    take_value(level.parameters++, event.tensor);
  } else if (event.kind == Kind::kResult) {
    take_value(graph.rows.size() - graph.graph->results.size() + level.results++, event.tensor);
  } else if (event.graph == graph.graph) {  // not a layer of the gate
    const std::optional<size_t> row = graph.row_of[static_cast<size_t>(event.id)];
    if (row) take_value(*row, event.tensor);
  }
}

void TraceRecorder::begin_loop(const TraceEvent& event) {
  const Level& outer = levels_.back();
  Level level;
  if (outer.run && outer.has_column && !log.is_full()) {
    if (const std::optional<Begun> begun = find_begun(log.graphs, log.runs[*outer.run].graph, event)) {
      level.run = log.add_run(begun->graph);
      TraceRun& around = log.runs[*outer.run];
      around.inner.push_back({around.first + std::ssize(around.columns) - 1, begun->row, *level.run});
    }
  }
  levels_.push_back(level);
}

void TraceRecorder::begin_iteration(const TraceEvent& event) {
  Level& level = levels_.back();
  TraceRun& run = log.runs[*level.run];
  run.iterations = event.iteration + 1;
  run.bound = event.loop->bound;
  run.parts = event.loop->parts;
  level.parameters = level.results = 0;
  level.has_column = false;
  const bool is_outermost = levels_.size() == 2;
  const TraceLimits& limits = log.limits();
  if (is_outermost && (event.iteration < limits.first_iteration || event.iteration > limits.last_iteration))
    return;
  if (run.columns.empty()) run.first = event.iteration;
  level.has_column = log.add_column(*level.run);
}

// The number of a value that an earlier row or column already has.
int64_t TraceRecorder::known_number(const TraceRun& run, size_t row) const {
  const std::vector<TraceRow>& rows = log.graphs[run.graph].rows;
  const bool has_previous = run.columns.size() > 1;
  if (rows[row].kind == TraceRow::Kind::kParameter && has_previous) {
    const std::vector<int64_t>& previous = run.columns[run.columns.size() - 2];
    if (rows[row].is_invariant) return previous[row];
    if (rows[row].back_edge) return previous[*rows[row].back_edge];
  }
  if (rows[row].kind != TraceRow::Kind::kResult) return TraceRun::kNone;
  const std::optional<size_t> maker = log.graphs[run.graph].row_of[*rows[row].slot];
  return maker ? run.columns.back()[*maker] : TraceRun::kNone;
}

void TraceRecorder::take_value(size_t row, const Tensor* tensor) {
  const Level& level = levels_.back();
  if (!level.has_column) return;
  TraceRun& run = log.runs[*level.run];
  int64_t& number = run.columns.back()[row];
  number = known_number(run, row);
  if (number != TraceRun::kNone) return;
  number = tensor == nullptr ? log.add_text("{\"text\":\"not a tensor\"}") : log.add(*tensor);
}

Result<std::vector<Value>> record_run(const LoadedModel& model, std::span<const Value> inputs,
                                      RunOptions options, TraceRecorder& recorder) {
  options.trace = [&recorder](const TraceEvent& event) { recorder.take(event); };
  options.trace_layers = true;
  recorder.begin(inputs);
  Result<std::vector<Value>> outputs = run_values(model, inputs, options);
  if (outputs.ok()) recorder.end(outputs.value());
  return outputs;
}

}  // namespace backedge
