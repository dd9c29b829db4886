#include "conformance/json.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

namespace backedge {

Error corpus_error(std::string message) {
  return Error("CASE-1", std::move(message)).in(Phase::kRead);  // [CASE-1]
}

namespace {

// What the parser takes, but a reader would be upset by: it is told of every value as it begins.
class Strictness {
 public:
  bool operator()(int depth, Json::parse_event_t event, const Json& key) {
    using Event = Json::parse_event_t;
    if (depth > kMostDepth)
      throw std::length_error("nested more than " + std::to_string(kMostDepth) + " deep");
    if (event == Event::object_start) members_.emplace_back();
    if (event == Event::object_end) members_.pop_back();
    if (event == Event::key && !members_.back().insert(key.get<std::string>()).second)
      throw std::invalid_argument("a member twice: " + key.dump());
    return true;
  }

 private:
  static constexpr int kMostDepth = 64;         // recursion, as in dump(), stays shallow
  std::vector<std::set<std::string>> members_;  // of the objects around
};

}  // namespace

Result<Json> parse_json(std::string_view text) {
  try {
    return Json::parse(text, Strictness());
  } catch (const std::exception& failure) {
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
