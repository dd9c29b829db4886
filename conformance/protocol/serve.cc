#include "conformance/protocol/serve.h"

#include <algorithm>
#include <iostream>
#include <string>

#include "conformance/corpus/read_text.h"

namespace backedge {
namespace {

BackendAnswer load_files(Backend& backend, const Hello& hello, const Request& request) {
  const Result<ModelFormat> format = format_named(request.format.empty() ? kOpenvinoIr.name : request.format);
  if (!format.ok() || !hello.reads(format.value()))
    return Skipped{"the backend does not read " + request.format};
  Result<std::string> text = read_text(request.model);
  if (!text.ok()) return Failed{text.error().text()};
  return backend.load({.format = format.value(),
                       .text = std::move(text).value(),
                       .path = request.model,
                       .weights = request.weights});
}

AnswerContent answer_to(Backend& backend, const Hello& hello, const Request& request) {
  switch (request.kind) {
    case Request::Kind::kHello: {
      Hello said = hello;
      const std::vector<int64_t>& offered = request.protocols;
      const bool current = std::find(offered.begin(), offered.end(), kProtocol) != offered.end();
      said.protocol = current ? kProtocol : 1;
      return said;
    }
    case Request::Kind::kLoad:
      return load_files(backend, hello, request);
    case Request::Kind::kRun:
      return backend.infer(request.inputs);
    case Request::Kind::kUnload:
      return backend.unload();
    case Request::Kind::kScript:
      return BackendAnswer(Skipped{"writes no scripts"});
    case Request::Kind::kBye:
      break;
  }
  return BackendAnswer(Done());
}

}  // namespace

bool serve(Backend& backend, const Hello& hello, std::istream& requests, std::ostream& answers) {
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
    const Result<std::string> answer = answer_line(answer_to(backend, hello, request), request);
    if (!answer.ok()) {
      std::cerr << answer.error().text() << "\n";
      return false;
    }
    answers << answer.value() << "\n" << std::flush;
    if (!answers) return false;
    if (request.kind == Request::Kind::kBye) break;
  }
  return true;
}

}  // namespace backedge
