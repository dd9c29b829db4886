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

constexpr int kMostDepth = 64;  // so that what recurs, as dump() does, stays shallow

bool is_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '"') in_string = !in_string;
    if (in_string) {
      k += c == '\\';
    } else if (c == '[' || c == '{') {
      if (++depth > kMostDepth) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

// Is told of everything that is read.
class MembersOnce {
 public:
  bool operator()(int, Json::parse_event_t event, const Json& key) {
    using Event = Json::parse_event_t;
    if (event == Event::object_start) members_.emplace_back();
    if (event == Event::object_end) members_.pop_back();
    if (event == Event::key && !members_.back().insert(key.get<std::string>()).second)
      throw std::invalid_argument("a member twice: " + key.dump());
    return true;
  }

 private:
  std::vector<std::set<std::string>> members_;  // of the objects around
};

Result<Json> parse(std::string_view text, const Json::parser_callback_t& callback) {
  if (is_too_deep(text))
    return corpus_error("is not JSON: nested more than " + std::to_string(kMostDepth) + " deep");
  try {
    return Json::parse(text, callback);
  } catch (const std::exception& failure) {
    return corpus_error(std::string("is not JSON: ") + failure.what());
  }
}

}  // namespace

Result<Json> parse_json(std::string_view text) { return parse(text, nullptr); }

Result<Json> parse_message(std::string_view text) { return parse(text, MembersOnce()); }

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
