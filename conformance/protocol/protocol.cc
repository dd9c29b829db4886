#include "conformance/protocol/protocol.h"

#include <algorithm>
#include <array>

#include "conformance/corpus/json.h"
#include "conformance/protocol/protocol_tensors.h"
#include "interpreter/base/joined.h"
#include "interpreter/tensor/npy.h"

namespace backedge {
namespace {

using Kind = Request::Kind;
using Files = std::vector<std::string>;

constexpr std::array<std::string_view, 6> kKinds = {"hello", "load", "run", "unload", "bye", "script"};
// The word that means Done, by kind.
constexpr std::array<const char*, 6> kDone = {nullptr, "loaded", nullptr, "unloaded", "bye", nullptr};

std::string shortened(std::string text) {
  if (text.size() <= kMostTextBytes) return text;
  const std::string size = std::to_string(text.size());
  text.resize(kMostTextBytes);
  return text + "... (" + size + " bytes)";
}

Result<std::vector<Tensor>> read_outputs(const Json& list, NamedFiles& files) {
  if (!list.is_array()) return protocol_error("outputs is not a list");
  std::vector<Tensor> outputs;
  for (const Json& tensor : list) {
    if (files.patience != nullptr && files.patience->is_over())
      return protocol_error("it takes too long to read");
    Result<Tensor> read = read_protocol_tensor(tensor, files);
    if (!read.ok()) return read.take_error().note("in output " + std::to_string(outputs.size()));
    outputs.push_back(std::move(read).value());
  }
  return outputs;
}

// A string that may be empty.
Result<std::string> read_text_member(const Json& object, const char* key) {
  const Json* value = object.is_object() ? find(object, key) : nullptr;
  if (value == nullptr || !value->is_string()) return protocol_error("no " + std::string(key));
  return value->get<std::string>();
}

// A message for people.
Result<std::string> read_message(const Json& object, const char* key) {
  return shortened(TRY(read_text_member(object, key)));
}

// A text about a backend that tables and terminals show.
Result<std::string> read_title(const Json& object, const char* key) {
  constexpr size_t kMostTitle = 200;
  const std::string title = TRY(read_string(object, key));
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (title.size() > kMostTitle || std::any_of(title.begin(), title.end(), is_control))
    return protocol_error("hello: " + std::string(key) +
                          " is longer than 200 bytes, or has control characters");
  return title;
}

Result<BackendAnswer> read_rejected(const Json& json) {
  const std::string phase = TRY(read_text_member(json, "phase"));
  if (phase != "load" && phase != "run")
    return protocol_error("rejected: phase is " + excerpt(phase) + ", expected load or run");
  Rejected rejected{.phase = phase == "load" ? Phase::kLoad : Phase::kRun};
  rejected.message = TRY(read_message(json, "message"));
  if (find(json, "rule") != nullptr) rejected.rule = TRY(read_message(json, "rule"));
  return BackendAnswer(std::move(rejected));
}

Result<AnswerContent> read_hello(const Json& json) {
  if (!json.is_object()) return protocol_error("hello is not an object");
  const Json* protocol = find(json, "protocol");
  if (protocol == nullptr || (*protocol != 1 && *protocol != kProtocol))
    return protocol_error("hello: protocol is neither 1 nor " + std::to_string(kProtocol));
  Hello hello{.protocol = protocol->get<int64_t>()};
  if (hello.protocol > 1) hello.formats = TRY(read_strings(json, "formats"));
  if (hello.formats.empty()) return protocol_error("hello: no formats");
  hello.name = TRY(read_title(json, "name"));
  hello.version = TRY(read_title(json, "version"));
  if (find(json, "features") == nullptr) return protocol_error("hello: no features");
  hello.features = TRY(read_strings(json, "features"));
  if (const Json* scripts = find(json, "scripts")) {
    if (!scripts->is_boolean()) return protocol_error("hello: scripts is neither true nor false");
    hello.scripts = scripts->get<bool>();
  }
  return AnswerContent(std::move(hello));
}

Result<AnswerContent> read_content(const Json& json, const Request& request, NamedFiles& files) {
  if (!json.is_object()) return protocol_error("not an object");
  const Json* id = find(json, "id");
  if (id == nullptr || *id != request.id)
    return protocol_error("the id is " + (id == nullptr ? "missing" : excerpt_of(*id)) + ", not " +
                          std::to_string(request.id));
  constexpr std::array kAnswers = {"hello",  "loaded", "outputs",  "rejected", "skipped",
                                   "failed", "broken", "unloaded", "bye",      "script"};
  std::vector<std::string> said;
  for (const char* key : kAnswers)
    if (find(json, key) != nullptr) said.emplace_back(key);
  if (said.size() != 1)
    return protocol_error("needs one of " + joined(kAnswers) + ", and has " +
                          (said.empty() ? "none" : joined(said, " and ")));
  if (request.kind == Kind::kHello && find(json, "hello") != nullptr) return read_hello(json["hello"]);
  const char* done = kDone[static_cast<size_t>(request.kind)];
  if (done != nullptr && find(json, done) != nullptr && json[done] == true) return AnswerContent(Done());
  const bool judges = request.kind == Kind::kLoad || request.kind == Kind::kRun;
  const bool may_fail = judges || request.kind == Kind::kScript;
  if (const Json* outputs = find(json, "outputs"); outputs != nullptr && request.kind == Kind::kRun)
    return AnswerContent(BackendAnswer(Outputs{TRY(read_outputs(*outputs, files))}));
  if (find(json, "script") != nullptr && request.kind == Kind::kScript)
    return AnswerContent(Script{TRY(read_string(json, "script"))});
  if (const Json* rejected = find(json, "rejected"); rejected != nullptr && judges)
    return AnswerContent(TRY(read_rejected(*rejected)));
  if (const Json* skipped = find(json, "skipped"); skipped != nullptr && may_fail)
    return AnswerContent(BackendAnswer(Skipped{TRY(read_message(*skipped, "reason"))}));
  if (const Json* failed = find(json, "failed"); failed != nullptr && may_fail)
    return AnswerContent(BackendAnswer(Failed{TRY(read_message(*failed, "message"))}));
  if (const Json* broken = find(json, "broken"); broken != nullptr && may_fail)
    return protocol_error(TRY(read_message(*broken, "message")));
  return protocol_error("no answer to " + std::string(kKinds[static_cast<size_t>(request.kind)]));
}

// The versions that a runner speaks. One of version 1 names only `protocol`.
Result<std::vector<int64_t>> read_protocols(const Json& hello) {
  const Json* list = find(hello, "protocols");
  if (list == nullptr) return std::vector<int64_t>{1};
  const auto is_integer = [](const Json& version) { return version.is_number_integer(); };
  if (!list->is_array() || !std::all_of(list->begin(), list->end(), is_integer))
    return protocol_error("hello: protocols is not a list of integers");
  return list->get<std::vector<int64_t>>();
}

Result<Request> read_request_json(const Json& json) {
  if (!json.is_object()) return protocol_error("not an object");
  Request request;
  const Json* id = find(json, "id");
  if (id == nullptr || !id->is_number_integer()) return protocol_error("no id");
  request.id = id->get<int64_t>();
  const std::string kind = TRY(read_string(json, "do"));
  size_t k = 0;
  while (k < kKinds.size() && kKinds[k] != kind) ++k;
  if (k == kKinds.size()) return protocol_error("do: " + excerpt(kind));
  request.kind = static_cast<Kind>(k);
  if (request.kind == Kind::kHello) request.protocols = TRY(read_protocols(json));
  if (find(json, "scratch") != nullptr) request.scratch = TRY(read_string(json, "scratch"));
  if (request.kind == Kind::kLoad || request.kind == Kind::kScript) {
    if (find(json, "format") != nullptr) request.format = TRY(read_string(json, "format"));
    request.model = TRY(read_string(json, "model"));
    if (find(json, "weights") != nullptr) request.weights = TRY(read_string(json, "weights"));
  }
  NamedFiles files;
  if (request.kind == Kind::kRun || request.kind == Kind::kScript) {
    const Json* inputs = find(json, "inputs");
    if (inputs == nullptr || !inputs->is_array()) return protocol_error("no inputs");
    for (const Json& input : *inputs) {
      const std::string name = TRY(read_text_member(input, "name"));
      const Tensor tensor = TRY(read_protocol_tensor(input, files));
      request.inputs.push_back({name, tensor});
    }
  }
  if (const Json* expected = find(json, "expected"); expected != nullptr && request.kind == Kind::kScript)
    request.expected = TRY(read_outputs(*expected, files));
  return request;
}

NotProtocol why(const Error& error) { return {shortened(error.message())}; }

// Their files are called BEGINK.npy.
Result<OrderedJson> tensors_json(const std::vector<Tensor>& tensors, const std::string& begin,
                                 const WriteFile& write_file) {
  OrderedJson list = OrderedJson::array();
  for (const Tensor& tensor : tensors)
    list.push_back(TRY(protocol_json(tensor, begin + std::to_string(list.size()) + ".npy", write_file)));
  return list;
}

// The member of an answer that says what it is.
struct AnswerJson {
  const Request& request;

  Result<OrderedJson> operator()(const Done&) const {
    return OrderedJson{{kDone[static_cast<size_t>(request.kind)], true}};
  }
  Result<OrderedJson> operator()(const Outputs& outputs) const {
    const WriteFile write_file = [&](const std::string& name, const Tensor& tensor) -> Result<std::string> {
      const std::string file = request.scratch + "/" + name;
      TRY(write_npy(file, tensor));
      return file;
    };
    const OrderedJson tensors =
        TRY(tensors_json(outputs.tensors, "out" + std::to_string(request.id) + "_", write_file));
    return OrderedJson{{"outputs", tensors}};
  }
  Result<OrderedJson> operator()(const Rejected& rejected) const {
    return OrderedJson{
        {"rejected",
         {{"phase", name_of(rejected.phase)}, {"rule", rejected.rule}, {"message", rejected.message}}}};
  }
  Result<OrderedJson> operator()(const Skipped& skipped) const {
    return OrderedJson{{"skipped", {{"reason", skipped.reason}}}};
  }
  Result<OrderedJson> operator()(const Failed& failed) const {
    return OrderedJson{{"failed", {{"message", failed.message}}}};
  }
  Result<OrderedJson> operator()(const Broken& broken) const {
    return OrderedJson{{"broken", {{"message", broken.message}}}};
  }
  Result<OrderedJson> operator()(const Hello& hello) const {
    OrderedJson json = {{"protocol", hello.protocol},
                        {"name", hello.name},
                        {"version", hello.version},
                        {"features", hello.features}};
    if (hello.protocol > 1) json["formats"] = hello.formats;
    json["scripts"] = hello.scripts;
    return OrderedJson{{"hello", std::move(json)}};
  }
  Result<OrderedJson> operator()(const Script& script) const { return OrderedJson{{"script", script.text}}; }
  Result<OrderedJson> operator()(const BackendAnswer& answer) const { return std::visit(*this, answer); }
};

}  // namespace

bool Hello::reads(const ModelFormat& format) const {
  return std::find(formats.begin(), formats.end(), format.name) != formats.end();
}

Result<std::string> request_line(const Request& request, const ScratchFolder& scratch, Files& files) {
  const WriteFile write_file = [&](const std::string& name, const Tensor& tensor) -> Result<std::string> {
    files.push_back(name);
    const Tensor little = little_endian(tensor);
    const std::string_view elements(reinterpret_cast<const char*>(little.bytes()),
                                    static_cast<size_t>(little.byte_count()));
    TRY(scratch.write(name, {npy_header(tensor.type(), tensor.shape()), elements}));
    return scratch.path() + "/" + name;
  };
  OrderedJson json = {{"id", request.id}, {"do", kKinds[static_cast<size_t>(request.kind)]}};
  if (request.kind == Kind::kHello) {
    // A backend of version 1 may refuse a request that names another version.
    json["protocol"] = 1;
    json["protocols"] = {1, kProtocol};
    json["scratch"] = request.scratch;
  }
  if (request.kind == Kind::kLoad || request.kind == Kind::kScript) {
    if (!request.format.empty()) json["format"] = request.format;
    json["model"] = request.model;
    json["weights"] = request.weights.empty() ? OrderedJson() : OrderedJson(request.weights);
  }
  const std::string file = "in" + std::to_string(request.id) + "_";
  if (request.kind == Kind::kRun || request.kind == Kind::kScript) {
    json["inputs"] = OrderedJson::array();
    for (const auto& [name, tensor] : request.inputs) {
      OrderedJson input = {{"name", name}};
      input.update(
          TRY(protocol_json(tensor, file + std::to_string(json["inputs"].size()) + ".npy", write_file)));
      json["inputs"].push_back(std::move(input));
    }
  }
  if (request.kind == Kind::kScript && request.expected)
    json["expected"] = TRY(tensors_json(*request.expected, file + "out", write_file));
  return json_text(json);
}

std::variant<AnswerContent, NotProtocol> read_answer(std::string_view line, const Request& request,
                                                     const ScratchFolder& scratch, const Patience& patience) {
  Result<Json> json = parse_json(line, &patience, kMostValues);
  if (!json.ok()) return why(json.error());
  NamedFiles files{.scratch = &scratch, .patience = &patience};
  Result<AnswerContent> content = read_content(json.value(), request, files);
  if (!content.ok()) return why(content.error());
  return std::move(content).value();
}

std::variant<Request, NotProtocol> read_request(std::string_view line) {
  Result<Json> json = parse_json(line);
  if (!json.ok()) return why(json.error());
  Result<Request> request = read_request_json(json.value());
  if (!request.ok()) return why(request.error());
  return std::move(request).value();
}

Result<std::string> answer_line(const AnswerContent& answer, const Request& request) {
  OrderedJson json = {{"id", request.id}};
  json.update(TRY(std::visit(AnswerJson{request}, answer)));
  return json_text(json);
}

}  // namespace backedge
