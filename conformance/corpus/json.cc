#include "conformance/corpus/json.h"

#include <algorithm>
#include <optional>

namespace backedge {

namespace {

constexpr size_t kMostDepth = 64;  // limits the recursion of functions such as dump()
constexpr int64_t kValuesBetweenLooks = 1024;

// Builds the value from the parser's events. The time is linear in the length of the text, because finished
// values are never visited again.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(const Patience* patience, int64_t most) : patience_(patience), most_(most) {}

  bool null() override { return take(nullptr); }
  bool boolean(bool value) override { return take(value); }
  bool number_integer(number_integer_t value) override { return take(value); }
  bool number_unsigned(number_unsigned_t value) override { return take(value); }
  bool number_float(number_float_t value, const string_t&) override { return take(value); }
  bool string(string_t& value) override { return take(std::move(value)); }
  bool binary(binary_t&) override { return fail("binary data"); }
  bool start_object(size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    const auto [member, is_new] = around_.back()->get_ref<Json::object_t&>().try_emplace(name);
    if (!is_new) return fail("a member twice: " + excerpt(name));
    member_ = &member->second;
    return goes_on();
  }

  bool parse_error(size_t, const std::string&, const Json::exception& failure) override {
    return fail(failure.what());
  }

  Result<Json> result() && {
    if (fault_) return corpus_error("is not JSON: " + *fault_);
    return std::move(root_);
  }

 private:
  template <class Value>
  bool take(Value&& value) {
    place() = std::forward<Value>(value);
    return goes_on();
  }

  bool open(Json value) {
    if (around_.size() == kMostDepth) return fail("nested more than " + std::to_string(kMostDepth) + " deep");
    Json& opened = place();
    opened = std::move(value);
    around_.push_back(&opened);
    return goes_on();
  }

  bool close() {
    around_.pop_back();
    return true;
  }

  // The place of the next value. A list that grows moves its elements, but none of them is in `around_` then.
  Json& place() {
    if (around_.empty()) return root_;
    if (around_.back()->is_object()) return *member_;
    return around_.back()->get_ref<Json::array_t&>().emplace_back();
  }

  bool goes_on() {
    if (++values_ > most_) return fail("more than " + std::to_string(most_) + " values");
    if (patience_ == nullptr || values_ % kValuesBetweenLooks != 0) return true;
    return !patience_->is_over() || fail("it takes too long to read");
  }

  bool fail(std::string why) {
    if (!fault_) fault_ = std::move(why);
    return false;
  }

  const Patience* patience_;
  const int64_t most_;
  Json root_;
  std::vector<Json*> around_;  // the objects and lists that are open, from the outside
  Json* member_ = nullptr;     // if the innermost is an object: the member named last
  int64_t values_ = 0;
  std::optional<std::string> fault_;
};

}  // namespace

Result<Json> parse_json(std::string_view text, const Patience* patience, int64_t most) {
  Builder builder(patience, most);
  Json::sax_parse(text, &builder);  // the builder knows the result
  return std::move(builder).result();
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
