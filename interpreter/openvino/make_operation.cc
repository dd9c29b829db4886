#include <algorithm>
#include <charconv>

#include "interpreter/base/nearest_name.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/openvino/op_table.h"

namespace backedge::openvino {
namespace {

Error unknown_operation(std::string_view type) {
  std::vector<std::string_view> names;
  for (const OperationRow& row : operation_table()) names.push_back(row.name);
  const std::string nearest = nearest_name(type, names);
  Error error("OP-1", "operation \"" + safe_line(type) + "\" is not supported");  // [OP-1]
  return nearest.empty() ? std::move(error) : std::move(error).note("supported: " + nearest);
}

Error unknown_version(std::string_view type, std::string_view version, std::string_view why) {
  std::string supported;
  for (const OperationRow& row : operation_table()) {
    if (row.name == type) supported += " opset" + std::to_string(row.first);
  }
  const std::string name(type);
  return Error("OP-1",  // [OP-1]
               "version \"" + safe_line(version) + "\" of " + name + " " + std::string(why))
      .note("supported versions of " + name + ":" + supported);
}

Result<void> check_count(std::string_view what, int64_t count, ops::Arity expected) {
  if (expected.has(count)) return {};
  return Error("OP-3",  // [OP-3]
               std::to_string(count) + " " + std::string(what) + ", expected " + expected.text());
}

}  // namespace

std::optional<int64_t> opset_of(std::string_view version) {
  if (version.empty()) return kNewestOpset;
  if (!version.starts_with("opset")) return std::nullopt;
  version.remove_prefix(5);
  int64_t opset = 0;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), opset);
  if (error != std::errc() || end != version.data() + version.size() || opset < 1 || opset > kNewestOpset) {
    return std::nullopt;
  }
  return opset;
}

Result<Operation> make_operation(std::string_view type, std::string_view version, Attributes attributes,
                                 int64_t inputs, int64_t outputs) {
  const std::span<const OperationRow> table = operation_table();
  const auto is_of_type = [&](const OperationRow& row) { return row.name == type; };
  if (std::none_of(table.begin(), table.end(), is_of_type)) return unknown_operation(type);
  const std::optional<int64_t> opset = opset_of(version);
  if (!opset) return unknown_version(type, version, "is not known");
  const OperationRow* row = ops::find_row(table, {.domain = "opset", .name = type, .version = *opset});
  if (row == nullptr) return unknown_version(type, version, "is not supported");
  TRY(check_count("inputs", inputs, row->inputs));
  TRY(check_count("outputs", outputs, row->outputs));
  Operation operation = TRY(row->read(attributes, outputs));
  TRY(attributes.finish());
  return operation;
}

}  // namespace backedge::openvino
