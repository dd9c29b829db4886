#include "interpreter/json/read_json.h"

#include <optional>
#include <string>
#include <vector>

#include "interpreter/base/safe_text.h"

namespace backedge {

namespace {

constexpr size_t kMostDepth = 64;  // limits the recursion of functions such as dump()
constexpr int64_t kValuesBetweenLooks = 1024;

// Builds the value from the parser's events. The time is linear in the length of the text, because finished
// values are never visited again.
class Builder : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(const JsonLimits& limits) : limits_(limits) {}

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
    if (!is_new) return fail("a member twice: \"" + safe_line(name) + "\"");
    member_ = &member->second;
    return goes_on();
  }

  bool parse_error(size_t, const std::string&, const Json::exception& failure) override {
    return fail(failure.what());
  }

  Result<Json> result(std::string_view rule) && {
    if (fault_) return Error(rule, "is not JSON: " + *fault_).in(Phase::kRead);
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
    const int64_t most = limits_.most_values;
    if (++values_ > most) return fail("more than " + std::to_string(most) + " values");
    if (!limits_.is_over || values_ % kValuesBetweenLooks != 0) return true;
    return !limits_.is_over() || fail("it takes too long to read");
  }

  bool fail(std::string why) {
    if (!fault_) fault_ = std::move(why);
    return false;
  }

  const JsonLimits& limits_;
  Json root_;
  std::vector<Json*> around_;  // the objects and lists that are open, from the outside
  Json* member_ = nullptr;     // if the innermost is an object: the member named last
  int64_t values_ = 0;
  std::optional<std::string> fault_;
};

}  // namespace

Result<Json> read_json(std::string_view text, std::string_view rule, const JsonLimits& limits) {
  // The parser would take this byte as the end of the text. JSON contains it nowhere, not even in strings.
  if (const size_t zero = text.find('\0'); zero != text.npos)
    return Error(rule, "is not JSON: byte " + std::to_string(zero) + " is 0").in(Phase::kRead);
  Builder builder(limits);
  Json::sax_parse(text, &builder);  // the builder knows the result
  return std::move(builder).result(rule);
}

}  // namespace backedge
