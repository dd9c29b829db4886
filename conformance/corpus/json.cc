#include "conformance/corpus/json.h"

#include <algorithm>

namespace backedge {

Result<Json> parse_json(std::string_view text, const Patience* patience, int64_t most) {
  JsonLimits limits{.most_values = most};
  if (patience != nullptr) limits.is_over = [patience] { return patience->is_over(); };
  return read_json(text, "CASE-1", limits);  // [CASE-1]
}

std::string excerpt_of(const Json& json) {
  if (json.is_string()) return excerpt(json.get_ref<const std::string&>());
  constexpr size_t kMostValues = 8;
  const auto is_plain = [](const Json& value) { return !value.is_structured() && !value.is_string(); };
  const bool is_short =
      json.is_array() && json.size() <= kMostValues && std::all_of(json.begin(), json.end(), is_plain);
  if (is_plain(json) || is_short) return json.dump();
  return std::string(json.is_array() ? "a list" : "an object") + " of " + std::to_string(json.size());
}

const Json* find(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

Result<void> check_keys(const Json& object, std::initializer_list<std::string_view> keys) {
  if (!object.is_object()) return corpus_error("is not an object");
  for (const auto& [key, value] : object.items()) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      return corpus_error("unknown member " + excerpt(key));
  }
  return {};
}

Result<std::string> read_string(const Json& object, const char* key) {
  const Json* value = find(object, key);
  if (value == nullptr || !value->is_string() || value->get_ref<const std::string&>().empty())
    return corpus_error("no " + std::string(key));
  return value->get<std::string>();
}

Result<std::vector<std::string>> read_strings(const Json& object, const char* key) {
  std::vector<std::string> strings;
  const Json* list = find(object, key);
  if (list == nullptr) return strings;
  if (!list->is_array()) return corpus_error(std::string(key) + " is not a list");
  for (const Json& entry : *list) {
    if (!entry.is_string()) return corpus_error(std::string(key) + ": not a string: " + excerpt_of(entry));
    strings.push_back(entry.get<std::string>());
  }
  return strings;
}

}  // namespace backedge
