#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/corpus/patience.h"
#include "conformance/protocol/backend.h"
#include "conformance/protocol/scratch_folder.h"
#include "interpreter/base/result.h"

/// The lines of docs/backend_protocol.md, in both directions.
namespace backedge {

inline constexpr int64_t kProtocol = 2;            // version 1, which only has OpenVINO IR, works too
inline constexpr int64_t kMostInlineBytes = 4096;  // of a tensor; larger tensors are passed in files
inline constexpr int64_t kMostValues = 1'000'000;  // of an answer
inline constexpr int64_t kMostFileBytes = int64_t{256} << 20;  // of all files of a line
inline constexpr size_t kMostTextBytes = 4096;                 // of a text for people; the rest is cut off

/// Why a line does not follow the protocol, as a text for people. It is not an Error, because errors are
/// about models.
struct NotProtocol {
  std::string why;
};

struct Request {
  enum class Kind { kHello, kLoad, kRun, kUnload, kBye, kScript };
  int64_t id = 0;
  Kind kind = Kind::kHello;
  std::string scratch;                          // kHello
  std::vector<int64_t> protocols;               // kHello: the versions that the runner speaks
  std::string format;                           // kLoad, kScript; empty if not given, as in version 1
  std::string model;                            // kLoad, kScript
  std::string weights;                          // kLoad, kScript; empty if there are none
  std::vector<NamedTensor> inputs;              // kRun, kScript
  std::optional<std::vector<Tensor>> expected;  // kScript; none if a rejection is expected
};

struct Hello {
  std::string name, version;
  std::vector<std::string> features;                                   // if empty, all
  bool scripts = false;                                                // whether kScript may be asked
  int64_t protocol = kProtocol;                                        // the version that the backend speaks
  std::vector<std::string> formats = {std::string(kOpenvinoIr.name)};  // of the models that it reads
  bool reads(const ModelFormat& format) const;
  bool operator==(const Hello&) const = default;
};

/// A program that shows an inference with the backend's own API.
struct Script {
  std::string text;
};

/// The content of an answer: Hello to kHello; Done to kLoad, kUnload and kBye; Script to kScript.
using AnswerContent = std::variant<Hello, Script, BackendAnswer>;

/// Writes a request. Large tensors are written to new files, whose names are added to `files`.
///
/// scratch  the folder for these files
/// errors   FILE-1
Result<std::string> request_line(const Request& request, const ScratchFolder& scratch,
                                 std::vector<std::string>& files);

/// Reads the answer to a request, in time that is linear in its length. The files that the answer names are
/// removed.
///
/// scratch   the folder that must contain these files
/// patience  when it is over, the line no longer counts as an answer
std::variant<AnswerContent, NotProtocol> read_answer(std::string_view line, const Request& request,
                                                     const ScratchFolder& scratch, const Patience& patience);

/// Reads a request, as a backend does.
std::variant<Request, NotProtocol> read_request(std::string_view line);

/// Writes an answer, as a backend does.
///
/// errors  FILE-1
Result<std::string> answer_line(const AnswerContent& answer, const Request& request);

}  // namespace backedge
