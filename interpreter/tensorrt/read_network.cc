#include "interpreter/tensorrt/read_network.h"

#include "interpreter/tensorrt/make_call.h"

namespace backedge::tensorrt {
namespace {

constexpr int kMostDepth = 16;

// Parses JSON in linear time. An object with a member twice and lists in lists without end are no network.
Result<Json> parse(std::string_view text) {
  std::vector<std::set<std::string>> members;
  std::string fault;
  const auto look = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > kMostDepth && fault.empty())
      fault = "the file nests more than " + std::to_string(kMostDepth) + " deep";
    if (event == Json::parse_event_t::object_start) members.emplace_back();
    if (event == Json::parse_event_t::object_end) members.pop_back();
    if (event == Json::parse_event_t::key && !members.back().insert(parsed.get<std::string>()).second &&
        fault.empty())
      fault = "an object has the member " + safe_line(parsed.get<std::string>()) + " twice";
    return fault.empty();
  };
  Json json = Json::parse(text, look, false);
  if (fault.empty() && json.is_discarded()) fault = "the file is not JSON";
  if (fault.empty()) return json;
  return Error("TRT-22", fault);  // [TRT-22]
}

Result<void> make_calls(const Json& json, INetworkDefinition& network) {
  const Objects none;
  if (!json.is_object()) return Error("TRT-22", "a network file is a JSON object");  // [TRT-22]
  Call front(json, none);
  if (TRY(front.text("format")) != "tensorrt-network")
    return Error("TRT-22", "the format is not \"tensorrt-network\"");  // [TRT-22]
  if (front.has("name")) network.setName(TRY(front.text("name")).c_str());
  const auto calls = json.find("calls");
  if (calls == json.end() || !calls->is_array())
    return Error("TRT-22", "calls: expected a list");  // [TRT-22]
  for (const auto& [key, value] : json.items()) {
    if (key != "format" && key != "name" && key != "calls")
      return Error("TRT-22", "unknown member \"" + safe_line(key) + "\"");  // [TRT-22]
  }
  Objects objects;
  for (size_t k = 0; k < calls->size(); ++k) {
    Result<void> made = make_call((*calls)[k], network, objects);
    if (!made.ok()) return made.take_error().of("call " + std::to_string(k));
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<INetworkDefinition>> read_network(std::string_view text, const std::string& file) {
  auto network = createNetwork();
  Result<Json> json = parse(text);
  Result<void> made = json.ok() ? make_calls(json.value(), *network) : Result<void>(json.take_error());
  if (!made.ok()) return made.take_error().at(file, 0).in(Phase::kRead);
  return network;
}

}  // namespace backedge::tensorrt
