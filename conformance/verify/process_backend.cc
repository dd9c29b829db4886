#include "conformance/verify/process_backend.h"

#include <filesystem>

#include "interpreter/base/number_text.h"
#include "interpreter/onnx/lower_model.h"

namespace backedge {
namespace {

namespace fs = std::filesystem;

constexpr double kByeSeconds = 5;

Patience::Clock::duration duration(double seconds) {
  return std::chrono::duration_cast<Patience::Clock::duration>(std::chrono::duration<double>(seconds));
}

// For messages: the beginning of the text that came instead of an answer.
std::string excerpt(const std::string& text) {
  std::string shown;
  for (const char c : text.substr(0, 200)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      shown += c;
    } else {
      constexpr char kDigits[] = "0123456789abcdef";
      shown += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return shown + (text.size() > 200 ? "... (" + std::to_string(text.size()) + " bytes)" : "");
}

// What is wrong with a line that is no answer. Text that something else has printed is shown as it is: no place
// in it is better than another.
std::string fault_of(const std::string& line, const std::string& why) {
  const size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "an empty line on standard output is not an answer";
  if (line[first] != '{') return "a line on standard output is not an answer: " + excerpt(line);
  return why + "\nin the answer: " + excerpt(line);
}

std::string after(const std::string& text) {
  return text.empty() ? "" : "\nafter a line without end: " + excerpt(text);
}

Error start_error(const std::string& message) {
  return Error("BACKEND-1", message);  // [BACKEND-1]
}

Error changed_error(const std::string& difference) {
  return Error("BACKEND-3", "restarted as another backend: " + difference);  // [BACKEND-3]
}

// The difference between two hellos, which are not equal.
std::string difference(const Hello& before, const Hello& now) {
  const std::string old_name = before.name + " " + before.version, new_name = now.name + " " + now.version;
  if (old_name != new_name) return "\nbefore  " + old_name + "\nnow     " + new_name;
  if (before.features != now.features) return "it has other features";
  if (before.formats != now.formats) return "it reads other formats";
  return before.protocol != now.protocol ? "it speaks another version of the protocol"
                                         : "its support for writing scripts has changed";
}

// The name of the file with the model that a backend gets.
std::string given_name(const ModelFormat& format) {
  return std::string(format.binary_file.empty() ? format.model_file : format.binary_file);
}

}  // namespace

ProcessBackend::~ProcessBackend() { stop(); }

void ProcessBackend::stop() {
  if (process_ != nullptr) {
    const std::string fault = say_bye();
    if (fault_at_bye_.empty()) fault_at_bye_ = fault;
  }
  end(0);
}

// Returns what is wrong with the end of the process. A backend that has hung here once is not waited for again:
// it may be restarted for every run.
std::string ProcessBackend::say_bye() {
  if (hangs_at_bye_) return "";
  const std::variant<AnswerContent, Broken> answer = ask({.kind = Request::Kind::kBye}, kByeSeconds);
  if (const auto* broken = std::get_if<Broken>(&answer)) {
    hangs_at_bye_ = broken->kind == Broken::Kind::kTimedOut;
    return broken->kind == Broken::Kind::kStopped ? "" : broken->message;
  }
  const bool ended = process_->ends_within(kByeSeconds);
  hangs_at_bye_ = !ended;
  if (process_->has_more()) return "wrote more after its answer";
  if (!ended) return "did not end within " + number_text(kByeSeconds) + " s after its answer";
  const std::string ending = process_->end(0);
  return ending == "exit code 0" ? "" : "ended with " + ending + " after its answer";
}

// The next process gets a new scratch folder, because this one may have ended over its files.
void ProcessBackend::end(double seconds) {
  if (process_ != nullptr) {
    process_->end(seconds);
    errors_.add(process_->take_errors());
    process_.reset();
  }
  model_.reset();
  scratch_.reset();
  loads_ = 0;
}

std::string ProcessBackend::take_errors() {
  if (process_ != nullptr) errors_.add(process_->take_errors());
  return errors_.take();
}

Result<Hello> ProcessBackend::start() {
  if (changed_) return changed_error(*changed_);
  if (process_ != nullptr && process_->is_running()) return hello_;
  end(0);
  scratch_ = TRY(ScratchFolder::make());
  process_ = TRY(Process::start(options_.process));
  ++starts_;
  std::variant<AnswerContent, Broken> answer =
      ask({.kind = Request::Kind::kHello, .scratch = scratch_->path()}, options_.hello_seconds);
  if (const auto* broken = std::get_if<Broken>(&answer))
    return start_error("does not say hello: " + broken->message);
  Hello hello = std::get<Hello>(std::get<AnswerContent>(std::move(answer)));
  if (said_hello_ && hello != hello_) {
    changed_ = difference(hello_, hello);
    end(0);
    return changed_error(*changed_);
  }
  said_hello_ = true;
  hello_ = std::move(hello);
  return hello_;
}

Broken ProcessBackend::broken(Broken::Kind kind, std::string message) {
  end(0);
  return {kind, std::move(message)};
}

// The files of a request could not be written. That is the fault of the suite, unless the backend has
// removed its scratch folder.
Broken ProcessBackend::cannot_ask(Error error) {
  std::error_code ignored;
  if (scratch_ != nullptr && !fs::is_directory(scratch_->path(), ignored))
    return broken(Broken::Kind::kProtocolError, "its scratch folder is gone");
  Broken fault = broken(Broken::Kind::kCrashed, error.text());
  if (error.rule() != "BACKEND-1") fault.fault = std::move(error);
  return fault;
}

// Every answer except the one to hello is a BackendAnswer. After a Broken there is no process.
std::variant<AnswerContent, Broken> ProcessBackend::ask(Request request, double seconds) {
  using Kind = Broken::Kind;
  request.id = next_id_++;
  std::vector<std::string> files;
  Result<std::string> line = request_line(request, *scratch_, files);
  if (!line.ok()) return cannot_ask(line.take_error());
  const Patience patience{Patience::Clock::now() + duration(seconds), options_.stopped};
  Reply reply = process_->ask(line.value(), patience);
  std::variant<AnswerContent, NotProtocol> answer = NotProtocol();
  if (reply.kind == Reply::Kind::kLine) {
    answer = read_answer(reply.text, request, *scratch_, patience);
    const bool gave_up = std::holds_alternative<NotProtocol>(answer) && patience.is_over();
    if (gave_up) reply.kind = patience.is_stopped() ? Reply::Kind::kStopped : Reply::Kind::kTimedOut;
  }
  for (const std::string& file : files) scratch_->remove(file);
  switch (reply.kind) {
    case Reply::Kind::kLine:
      break;
    case Reply::Kind::kEnded: {
      const std::string ending = process_->end(0);
      return broken(Kind::kCrashed, "ended with " + ending + after(reply.text));
    }
    case Reply::Kind::kTimedOut:
      return broken(Kind::kTimedOut, "no answer within " + number_text(seconds) + " s" + after(reply.text));
    case Reply::Kind::kClosed:
      return broken(Kind::kProtocolError, "closed its standard output" + after(reply.text));
    case Reply::Kind::kTooLong:
      return broken(Kind::kProtocolError, "a line of more than 16 MiB: " + excerpt(reply.text));
    case Reply::Kind::kUnasked:
      return broken(Kind::kProtocolError, "answered without being asked: " + excerpt(reply.text));
    case Reply::Kind::kStopped:
      return broken(Kind::kStopped, "stopped");
  }
  if (const auto* wrong = std::get_if<NotProtocol>(&answer))
    return broken(Kind::kProtocolError, fault_of(reply.text, wrong->why));
  if (process_->has_more()) return broken(Kind::kProtocolError, "more than one answer");
  return std::get<AnswerContent>(std::move(answer));
}

BackendAnswer ProcessBackend::ask_model(Request request) {
  if (process_ == nullptr) return Broken{Broken::Kind::kCrashed, "is not running"};
  std::variant<AnswerContent, Broken> answer = ask(std::move(request), options_.seconds);
  if (auto* broken = std::get_if<Broken>(&answer)) return std::move(*broken);
  return std::get<BackendAnswer>(std::get<AnswerContent>(std::move(answer)));
}

// The backend gets copies, so that it cannot change a file of the corpus. The last folder and the files
// keep their names, because the backend's messages should show them.
Result<void> ProcessBackend::copy_model(const ModelFiles& model) {
  const fs::path folder = fs::path(model.path).parent_path().filename();
  if (model_ != nullptr) {
    model_->remove(given_name(format_));
    model_->remove(std::string(format_.weights_file));
    scratch_->remove(fs::path(model_->path()).filename());
  }
  format_ = model.format;
  model_ = TRY(scratch_->make_inside("load" + std::to_string(next_id_) + "." + folder.string()));
  std::string bytes = model.text;
  if (!format_.binary_file.empty()) bytes = TRY(onnx::binary_of_text(model.text, model.path));
  TRY(model_->write(given_name(format_), {bytes}));
  if (!model.weights.empty()) TRY(model_->copy(model.weights, std::string(format_.weights_file)));
  return {};
}

// A request that names the files of a model, for a process that runs.
Result<Request> ProcessBackend::about(Request::Kind kind, const ModelFiles& model) {
  TRY(start());
  TRY(copy_model(model));
  const std::string weights = model_->path() + "/" + std::string(format_.weights_file);
  return Request{.kind = kind,
                 .format = hello_.protocol > 1 ? std::string(format_.name) : "",
                 .model = model_->path() + "/" + given_name(format_),
                 .weights = model.weights.empty() ? "" : weights};
}

BackendAnswer ProcessBackend::load(const ModelFiles& model) {
  Result<Request> request = about(Request::Kind::kLoad, model);
  if (!request.ok()) return cannot_ask(request.take_error());
  if (!hello_.reads(model.format))
    return Skipped{"the backend does not read " + std::string(model.format.name)};
  ++loads_;
  return ask_model(std::move(request).value());
}

BackendAnswer ProcessBackend::infer(const std::vector<NamedTensor>& inputs) {
  return ask_model({.kind = Request::Kind::kRun, .inputs = inputs});
}

BackendAnswer ProcessBackend::unload() { return ask_model({.kind = Request::Kind::kUnload}); }

std::variant<Script, BackendAnswer> ProcessBackend::write_script(
    const ModelFiles& model, const std::vector<NamedTensor>& inputs,
    const std::optional<std::vector<Tensor>>& expected) {
  Result<Request> request = about(Request::Kind::kScript, model);
  if (!request.ok()) return BackendAnswer(cannot_ask(request.take_error()));
  if (!hello_.scripts) return BackendAnswer(Skipped{"the backend writes no scripts"});
  request.value().inputs = inputs;
  request.value().expected = expected;
  std::variant<AnswerContent, Broken> answer = ask(std::move(request).value(), options_.seconds);
  if (auto* broken = std::get_if<Broken>(&answer)) return BackendAnswer(std::move(*broken));
  AnswerContent content = std::get<AnswerContent>(std::move(answer));
  if (auto* script = std::get_if<Script>(&content)) return std::move(*script);
  return std::get<BackendAnswer>(std::move(content));
}

}  // namespace backedge
