#include "conformance/serve.h"

#include <iostream>
#include <string>

#include "conformance/interpreter_backend.h"
#include "conformance/json.h"
#include "conformance/protocol.h"
#include "conformance/run_case.h"

namespace backedge {
namespace {

BackendAnswer load_files(InterpreterBackend& backend, const Request& request) {
  Result<std::string> text = read_text(request.model);
  if (!text.ok()) return Failed{text.error().text()};
  return backend.load({.text = std::move(text).value(), .file = request.model, .weights = request.weights});
}

AnswerContent answer_to(InterpreterBackend& backend, const Request& request) {
  switch (request.kind) {
    case Request::Kind::kHello:
      return Hello{"backedge", std::string(kVersion), {}};
    case Request::Kind::kLoad:
      return load_files(backend, request);
    case Request::Kind::kRun:
      return backend.infer(request.inputs);
    case Request::Kind::kUnload:
      return backend.unload();
    case Request::Kind::kScript:
      return BackendAnswer(Skipped{"it is the reference itself"});
    case Request::Kind::kBye:
      break;
  }
  return BackendAnswer(Done());
}

}  // namespace

bool serve(std::istream& requests, std::ostream& answers) {
  InterpreterBackend backend(case_options());
  std::string scratch = ".";
  std::string line;
  while (std::getline(requests, line)) {
    std::variant<Request, NotProtocol> read = read_request(line);
    if (const auto* wrong = std::get_if<NotProtocol>(&read)) {
      std::cerr << "not a request: " << wrong->why << "\n";
      return false;
    }
    Request& request = std::get<Request>(read);
    if (request.kind == Request::Kind::kHello && !request.scratch.empty()) scratch = request.scratch;
    request.scratch = scratch;
    const Result<std::string> answer = answer_line(answer_to(backend, request), request);
    if (!answer.ok()) {
      std::cerr << answer.error().text() << "\n";
      return false;
    }
    answers << answer.value() << "\n" << std::flush;
    if (request.kind == Request::Kind::kBye) break;
  }
  return true;
}

}  // namespace backedge
