#include "interpreter/tensorrt/read_network.h"

#include "interpreter/tensorrt/make_call.h"

namespace backedge::tensorrt {
namespace {

constexpr int64_t kWorkOfACall = 1000;  // elements that could be written in the same time, roughly

Result<void> make_calls(const Json& json, INetworkDefinition& network, Deadline& deadline) {
  const Objects none;
  if (!json.is_object())  // [TRT-22]
    return Error("TRT-22",
                 std::string("the file has the JSON type ") + json.type_name() + ", expected object");
  Call front(json, none);
  const std::string format = TRY(front.text("format"));
  if (format != "tensorrt-network")  // [TRT-22]
    return Error("TRT-22", "the format is \"" + safe_line(format) + "\", expected \"tensorrt-network\"");
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
    if (deadline.passed(kWorkOfACall)) return time_is_over(deadline);
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<INetworkDefinition>> read_network(std::string_view text, const std::string& file,
                                                         Deadline* deadline) {
  Deadline endless;
  Deadline& until = deadline == nullptr ? endless : *deadline;
  auto network = createNetwork();
  Result<Json> json = read_json(text, "TRT-22", {.is_over = [&until] { return until.look(); }});  // [TRT-22]
  Result<void> made = json.ok() ? make_calls(json.value(), *network, until) : Result<void>(json.take_error());
  if (until.over()) made = time_is_over(until);
  if (!made.ok()) return made.take_error().at(file, 0).in(Phase::kRead);
  return network;
}

}  // namespace backedge::tensorrt
