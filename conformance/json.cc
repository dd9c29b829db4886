#include "conformance/json.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace backedge {

Error corpus_error(std::string message) {
  return Error("CASE-1", std::move(message)).in(Phase::kRead);  // [CASE-1]
}

Result<Json> parse_json(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& failure) {
    return corpus_error(std::string("is not JSON: ") + failure.what());
  }
}

Result<std::string> read_text(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) return corpus_error("cannot be read").at(file, 0);
  return text;
}

const Json* find(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

Result<void> check_keys(const Json& object, std::initializer_list<std::string_view> keys) {
  if (!object.is_object()) return corpus_error("is not an object");
  for (const auto& [key, value] : object.items()) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      return corpus_error("unknown member \"" + key + "\"");
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
    if (!entry.is_string()) return corpus_error(std::string(key) + ": not a string: " + entry.dump());
    strings.push_back(entry.get<std::string>());
  }
  return strings;
}

}  // namespace backedge
