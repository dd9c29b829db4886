#include "tools/trace/trace_log.h"

#include <algorithm>

#include "interpreter/base/joined.h"

namespace backedge {
namespace {

constexpr int64_t kBytesOfCell = 8;  // of the number of a tensor, about

std::string list_json(const std::vector<int64_t>& numbers) {
  const auto text_of = [](int64_t number) {
    return number == TraceRun::kNone ? "null" : std::to_string(number);
  };
  return "[" + joined(numbers, ",", text_of) + "]";
}

template <class Items, class Text>
std::string array_json(const Items& items, const Text& text) {
  return "[" + joined(items, ",\n", text) + "]";
}

OrderedJson parts_json(const TraceRun& run) {
  OrderedJson parts = OrderedJson::object();
  for (size_t p = 0; p < run.parts.size(); ++p) {
    if (!run.parts[p]) continue;
    const auto& [first, step, width, count] = *run.parts[p];
    parts[std::to_string(p)] = {{"first", first}, {"step", step}, {"width", width}, {"count", count}};
  }
  return parts;
}

}  // namespace

TraceLog::TraceLog(const Graph& model, const TraceLimits& limits)
    : graphs(list_traced_graphs(model)), limits_(limits) {
  for (TracedGraph& graph : graphs) {
    OrderedJson& constants = graph.json["constants"] = OrderedJson::array();
    for (const size_t k : graph.constants) {
      const Constant& constant = graph.graph->constants[k];
      constants.push_back({{"value", constant.slot}, {"tensor", add(constant.value)}});
    }
  }
}

int64_t TraceLog::add_text(std::string json) {
  const auto [at, is_new] = numbers_.emplace(std::move(json), std::ssize(tensors_));
  if (is_new) {
    tensors_.push_back(at->first);
    bytes_ += std::ssize(at->first);
  }
  return at->second;
}

int64_t TraceLog::add(const Tensor& tensor, const std::string& member) {
  const bool is_late = bytes_ >= limits_.max_bytes / 4 * 3;
  is_brief_ |= is_late && tensor.count() > kMostPictureValues;
  std::string json = picture_json(tensor, is_late ? PictureDetail::kBrief : PictureDetail::kFull);
  if (!member.empty()) json.insert(json.size() - 1, "," + member);
  return add_text(std::move(json));
}

size_t TraceLog::add_run(size_t graph) {
  runs.push_back({.graph = graph, .bound = {}, .columns = {}, .gate = {}, .parts = {}, .inner = {}});
  bytes_ += kBytesOfCell * 8;
  return runs.size() - 1;
}

bool TraceLog::add_column(size_t run) {
  const size_t rows = graphs[runs[run].graph].rows.size();
  if (is_full() || std::ssize(runs[run].columns) >= limits_.max_columns) {
    is_cut_ = true;
    return false;
  }
  runs[run].columns.emplace_back(rows, TraceRun::kNone);
  bytes_ += kBytesOfCell * static_cast<int64_t>(rows);
  return true;
}

std::string TraceLog::run_json(const TraceRun& run) const {
  OrderedJson json = {{"graph", run.graph}, {"iterations", run.iterations}};
  if (run.first > 0) json["first"] = run.first;
  if (run.bound) json["bound"] = *run.bound;
  if (!run.initial_condition) json["initial_condition"] = false;
  const OrderedJson parts = parts_json(run);
  if (!parts.empty()) json["parts"] = parts;
  std::string text = json_text(json);
  text.pop_back();
  if (!run.gate.empty()) text += ",\"gate\":" + list_json(run.gate);
  if (!run.inner.empty()) {
    text += ",\"inner\":" + array_json(run.inner, [](const TraceRun::Inner& inner) {
              return list_json(
                  {inner.iteration, static_cast<int64_t>(inner.row), static_cast<int64_t>(inner.run)});
            });
  }
  return text + ",\"columns\":" + array_json(run.columns, list_json) + "}";
}

std::string TraceLog::json(const OrderedJson& members) const {
  OrderedJson json = {{"format", "backedge-trace"}, {"version", 1}};
  for (const auto& [name, value] : members.items()) json[name] = value;
  if (is_brief_) json["is_brief"] = true;
  if (is_cut_) json["is_cut"] = true;
  json["graphs"] = OrderedJson::array();
  for (const TracedGraph& graph : graphs) json["graphs"].push_back(graph.json);
  std::string text = json_text(json);
  text.pop_back();
  return text + ",\n\"tensors\":" + array_json(tensors_, std::identity()) +
         ",\n\"runs\":" + array_json(runs, [this](const TraceRun& run) { return run_json(run); }) + "}";
}

}  // namespace backedge
