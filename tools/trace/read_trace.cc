#include "tools/trace/read_trace.h"

#include <algorithm>

#include "interpreter/base/open_file.h"
#include "interpreter/json/read_json.h"

namespace backedge {
namespace {

constexpr int64_t kMostBytes = 256 << 20;
constexpr uint64_t kMostSide = 4096;  // of a heat map: what the canvas of every browser can have

Error bad(const std::string& what) { return Error("FILE-2", "not a trace: " + what); }  // [FILE-2]

// Whether `json` is a list, or null, of numbers from 0 on.
bool are_numbers(const Json& json, size_t limit) {
  return json.is_array() && std::all_of(json.begin(), json.end(), [limit](const Json& number) {
           return number.is_null() || (number.is_number_unsigned() && number.get<size_t>() < limit);
         });
}

bool has_list(const Json& json, const char* name) {
  return json.is_object() && json.contains(name) && json[name].is_array();
}

Result<void> check_rows(const Json& graph, size_t number) {
  const std::string where = "graph " + std::to_string(number);
  if (!has_list(graph, "rows")) return bad(where + " has no list \"rows\"");
  for (const Json& row : graph["rows"]) {
    if (!row.is_object() || !row.contains("kind") || !row.contains("name") || !row["name"].is_string())
      return bad("a row of " + where + " lacks \"kind\" or \"name\"");
  }
  return {};
}

Result<void> check_run(const Json& trace, const Json& run, size_t number) {
  const std::string where = "run " + std::to_string(number);
  const Json& graphs = trace["graphs"];
  const bool has_graph = run.is_object() && run.contains("graph") && run["graph"].is_number_unsigned() &&
                         run["graph"].get<size_t>() < graphs.size();
  if (!has_graph) return bad(where + " has no \"graph\" of the list");
  if (!run.contains("iterations") || !run["iterations"].is_number_unsigned())
    return bad(where + " has no number \"iterations\"");
  if (!has_list(run, "columns")) return bad(where + " has no list \"columns\"");
  const size_t rows = graphs[run["graph"].get<size_t>()]["rows"].size();
  for (const Json& column : run["columns"]) {
    if (!are_numbers(column, trace["tensors"].size()) || column.size() != rows)
      return bad("a column of " + where + " does not have a tensor or null for each of " +
                 std::to_string(rows) + " rows");
  }
  for (const Json& inner : run.value("inner", Json::array())) {
    // A run begins after the run around it, so that none is inside itself.
    if (!are_numbers(inner, INT64_MAX) || inner.size() != 3 || !inner[2].is_number_unsigned() ||
        inner[2].get<size_t>() <= number || inner[2].get<size_t>() >= trace["runs"].size())
      return bad("an entry of \"inner\" of " + where + " is not an iteration, a row and a later run");
  }
  return {};
}

bool is_base64(const Json& cells, uint64_t bytes) {
  if (!cells.is_string()) return false;
  const auto& text = cells.get_ref<const std::string&>();
  const size_t digits =
      text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
  const size_t end = std::min(digits, text.size());
  return text.size() == (bytes + 2) / 3 * 4 && end == (bytes * 4 + 2) / 3 &&
         text.find_first_not_of('=', end) == std::string::npos;
}

bool is_tensor(const Json& tensor) {
  if (!tensor.is_object()) return false;
  if (tensor.contains("text")) return tensor["text"].is_string();
  if (!tensor.contains("type") || !tensor["type"].is_string()) return false;
  if (!has_list(tensor, "shape") || !are_numbers(tensor["shape"], SIZE_MAX)) return false;
  if (tensor.contains("values")) return tensor["values"].is_array();
  if (!tensor.contains("cells")) return true;
  const Json rows = tensor.value("rows", Json()), columns = tensor.value("columns", Json());
  if (!rows.is_number_unsigned() || !columns.is_number_unsigned()) return false;
  const auto height = rows.get<uint64_t>(), width = columns.get<uint64_t>();
  return height > 0 && width > 0 && height <= kMostSide && width <= kMostSide &&
         is_base64(tensor["cells"], height * width);
}

Result<void> check_trace(const Json& trace) {
  if (!trace.is_object() || trace.value("format", Json()) != "backedge-trace" ||
      trace.value("version", Json()) != 1)
    return bad("it has no \"format\": \"backedge-trace\" and \"version\": 1");
  for (const char* list : {"graphs", "tensors", "runs"}) {
    if (!has_list(trace, list)) return bad(std::string("it has no list \"") + list + "\"");
  }
  if (trace["runs"].empty()) return bad("it has no run");
  for (size_t g = 0; g < trace["graphs"].size(); ++g) TRY(check_rows(trace["graphs"][g], g));
  for (size_t k = 0; k < trace["tensors"].size(); ++k) {
    if (!is_tensor(trace["tensors"][k]))
      return bad("tensor " + std::to_string(k) + " is none of those of docs/trace.md");
  }
  for (size_t k = 0; k < trace["runs"].size(); ++k) TRY(check_run(trace, trace["runs"][k], k));
  return {};
}

}  // namespace

Result<std::string> read_trace(const std::string& file) {
  const std::string text = TRY(read_model_file(file, kMostBytes, "the trace"));
  Result<Json> json = read_json(text, "FILE-2");
  if (!json.ok()) return json.take_error().at(file, 0);
  Result<void> checked = check_trace(json.value());
  if (!checked.ok()) return checked.take_error().in(Phase::kInput).at(file, 0);
  return json.value().dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace backedge
