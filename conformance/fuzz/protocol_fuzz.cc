#include "conformance/fuzz/fuzz_bytes.h"
#include "conformance/judge/verdict.h"
#include "conformance/protocol/protocol.h"
#include "interpreter/tensor/npy.h"

/// Fuzzes a line of the protocol. It is read as a request and as the answer to each kind of request. A line
/// that is read and written says the same.
///
/// `@` in the input means the scratch folder, which contains f.npy and bad.npy.
namespace backedge {
namespace {

using Kind = Request::Kind;

const ScratchFolder& scratch() {
  static const std::unique_ptr<ScratchFolder> folder = ScratchFolder::make().value();
  return *folder;
}

// Reading an answer removes the files that the answer names.
void write_files() {
  const Tensor tensor = little_endian(Tensor::of<float>({2}, {0.5f, -1}));
  const std::string_view elements(reinterpret_cast<const char*>(tensor.bytes()), 8);
  scratch().write("f.npy", {npy_header(tensor.type(), tensor.shape()), elements}).value();
  scratch().write("bad.npy", {"\x93NUMPY\x01"}).value();
}

void check_reason(const NotProtocol& why) {
  demand(!why.why.empty() && why.why.size() < kMostTextBytes + 100, "no reason, or a long one");
}

bool says_the_same(const AnswerContent& a, const AnswerContent& b) {
  if (a.index() != b.index()) return false;
  if (const auto* hello = std::get_if<Hello>(&a)) return *hello == std::get<Hello>(b);
  if (const auto* script = std::get_if<Script>(&a)) return script->text == std::get<Script>(b).text;
  return same_answer(std::get<BackendAnswer>(a), std::get<BackendAnswer>(b));
}

void check_answer(const std::string& line, Kind kind) {
  const Request request{.id = 1, .kind = kind, .scratch = scratch().path()};
  const auto read = read_answer(line, request, scratch(), {});
  if (const auto* why = std::get_if<NotProtocol>(&read)) return check_reason(*why);
  const auto& content = std::get<AnswerContent>(read);
  const Result<std::string> written = answer_line(content, request);
  demand(written.ok(), "an answer that was read cannot be written");
  const auto back = read_answer(written.value(), request, scratch(), {});
  demand(std::holds_alternative<AnswerContent>(back),
         "an answer that was written is not read: " + written.value());
  demand(says_the_same(content, std::get<AnswerContent>(back)),
         "an answer says something else: " + written.value());
}

bool same_tensors(const Request& a, const Request& b) {
  if (a.inputs.size() != b.inputs.size() || a.expected.has_value() != b.expected.has_value()) return false;
  for (size_t k = 0; k < a.inputs.size(); ++k) {
    if (a.inputs[k].name != b.inputs[k].name || !a.inputs[k].tensor.same_bits(b.inputs[k].tensor))
      return false;
  }
  if (!a.expected) return true;
  return std::equal(a.expected->begin(), a.expected->end(), b.expected->begin(), b.expected->end(),
                    [](const Tensor& x, const Tensor& y) { return x.same_bits(y); });
}

void check_request(const std::string& line) {
  const auto read = read_request(line);
  if (const auto* why = std::get_if<NotProtocol>(&read)) return check_reason(*why);
  const auto& request = std::get<Request>(read);
  if (request.kind == Kind::kHello && request.scratch.empty())
    return;  // it was written with an empty name, which is refused
  std::vector<std::string> files;
  const Result<std::string> written = request_line(request, scratch(), files);
  demand(written.ok(), "a request that was read cannot be written");
  const auto back = read_request(written.value());
  for (const std::string& file : files) scratch().remove(file);
  demand(std::holds_alternative<Request>(back), "a request that was written is not read: " + written.value());
  const auto& again = std::get<Request>(back);
  demand(request.id == again.id && request.kind == again.kind && request.model == again.model &&
             request.weights == again.weights && same_tensors(request, again),
         "a request says something else: " + written.value());
}

std::string with_scratch_folder(std::string_view input) {
  std::string line;
  for (const char c : input) line += c == '@' ? scratch().path() : std::string(1, c);
  return line;
}

void check_line(std::string_view input) {
  const std::string line = with_scratch_folder(input);
  const bool names_files = line.size() > input.size();
  if (names_files) write_files();
  check_request(line);
  for (const Kind kind : {Kind::kHello, Kind::kLoad, Kind::kRun, Kind::kUnload, Kind::kBye, Kind::kScript}) {
    if (names_files) write_files();
    check_answer(line, kind);
  }
}

}  // namespace
}  // namespace backedge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backedge::check_line({reinterpret_cast<const char*>(data), size});
  return 0;
}
