#include "conformance/corpus/expand_model.h"

#include <algorithm>

#include "conformance/corpus/read_text.h"

namespace backedge {
namespace {

// Calls take(text before, name) for each {{name}}, and returns the text after the last one. take returns
// false to stop.
template <class Take>
std::string_view for_each_placeholder(std::string_view model, Take&& take) {
  while (true) {
    const size_t begin = model.find("{{");
    const size_t end = begin == model.npos ? model.npos : model.find("}}", begin);
    if (end == model.npos || !take(model.substr(0, begin), model.substr(begin + 2, end - begin - 2)))
      return model;
    model.remove_prefix(end + 2);
  }
}

// The length of `text` without ` attribute="` at its end; npos if it does not end like that.
size_t before_attribute(std::string_view text) {
  if (!text.ends_with("=\"")) return text.npos;
  const size_t space = text.find_last_of(" \t\n");
  return space == text.npos || space + 3 >= text.size() ? text.npos : space;
}

}  // namespace

Result<std::string> expand_model(std::string_view model, std::span<const std::string> columns,
                                 std::span<const ColumnValue> values) {
  std::string expanded;
  std::string fault;
  bool drop_quote = false;  // the closing quote of an attribute that is left out
  const auto append = [&](std::string_view text) {
    if (drop_quote && !text.starts_with('"')) fault = "null for a placeholder that is not a whole attribute";
    if (drop_quote && !text.empty()) text.remove_prefix(1);
    drop_quote = false;
    expanded += text;
  };
  const std::string_view rest =
      for_each_placeholder(model, [&](std::string_view text, std::string_view name) {
        append(text);
        const auto found = std::find(columns.begin(), columns.end(), name);
        if (found == columns.end()) {
          fault = "{{" + std::string(name) + "}} is not a column";
          return false;
        }
        const ColumnValue& value = values[static_cast<size_t>(found - columns.begin())];
        if (value) {
          expanded += *value;
          return true;
        }
        const size_t begin = before_attribute(expanded);
        if (begin == expanded.npos) {
          fault = "null for {{" + std::string(name) + "}}, which is not a whole attribute";
          return false;
        }
        expanded.resize(begin);
        drop_quote = true;
        return true;
      });
  append(rest);
  if (!fault.empty()) return corpus_error("the model: " + fault);
  return expanded;
}

Result<void> check_placeholders(std::string_view model, std::span<const std::string> columns) {
  std::vector<bool> used(columns.size());
  std::string unknown;
  for_each_placeholder(model, [&](std::string_view, std::string_view name) {
    const auto found = std::find(columns.begin(), columns.end(), name);
    if (found == columns.end()) {
      unknown = name;
      return false;
    }
    used[static_cast<size_t>(found - columns.begin())] = true;
    return true;
  });
  if (!unknown.empty()) return corpus_error("the model: {{" + unknown + "}} is not a column");
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused == used.end()) return {};
  return corpus_error("the model has no {{" + columns[static_cast<size_t>(unused - used.begin())] + "}}");
}

std::string run_name(std::span<const std::string> columns, std::span<const ColumnValue> values) {
  std::string name;
  for (size_t k = 0; k < columns.size(); ++k) {
    name += (k > 0 ? "__" : "") + columns[k] + "_";
    const size_t begin = name.size();
    for (char c : values[k].value_or("none")) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      if (c == '-') c = 'm';
      const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (kept) name += c;
      if (!kept && name.size() > begin && name.back() != '_') name += '_';
    }
    if (name.size() > begin && name.back() == '_') name.pop_back();
  }
  return name;
}

}  // namespace backedge
