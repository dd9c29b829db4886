#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/corpus/patience.h"
#include "conformance/protocol/backend.h"
#include "conformance/protocol/scratch_folder.h"
#include "interpreter/base/result.h"

/// The lines of docs/backend_protocol.md, both ways.
namespace backedge {

inline constexpr int64_t kProtocol = 2;                        // and 1, which knows only OpenVINO IR
inline constexpr int64_t kMostInlineBytes = 4096;              // of a tensor; larger ones go through files
inline constexpr int64_t kMostValues = 1'000'000;              // of an answer
inline constexpr int64_t kMostFileBytes = int64_t{256} << 20;  // of all files of a line
inline constexpr size_t kMostTextBytes = 4096;                 // of a text for people; the rest is cut

/// A line that is not what the protocol says: a text for people. Never an Error, which is about models.
struct NotProtocol {
  std::string why;
};

struct Request {
  enum class Kind { kHello, kLoad, kRun, kUnload, kBye, kScript };
  int64_t id = 0;
  Kind kind = Kind::kHello;
  std::string scratch;                          // kHello
  std::vector<int64_t> protocols;               // kHello: the versions that the runner speaks
  std::string format;                           // kLoad, kScript; empty: not said, as in version 1
  std::string model;                            // kLoad, kScript
  std::string weights;                          // kLoad, kScript; empty: none
  std::vector<NamedTensor> inputs;              // kRun, kScript
  std::optional<std::vector<Tensor>> expected;  // kScript; none: a refusal
};

struct Hello {
  std::string name, version;
  std::vector<std::string> features;                                   // none: all
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

/// What an answer says; Hello to kHello, Done to kLoad, kUnload and kBye, Script to kScript.
using AnswerContent = std::variant<Hello, Script, BackendAnswer>;

/// Writes a request. Large tensors go into new files, whose names are added to `files`.
///
/// scratch  for these
/// errors   FILE-1
Result<std::string> request_line(const Request& request, const ScratchFolder& scratch,
                                 std::vector<std::string>& files);

/// Reads the answer to a request, in time that is linear in its length. The files that it names are removed.
///
/// scratch   in which they are to be
/// patience  if it is over, the answer is none
std::variant<AnswerContent, NotProtocol> read_answer(std::string_view line, const Request& request,
                                                     const ScratchFolder& scratch,
                                                     const Patience& patience = {});

/// Reads a request, as a backend does.
std::variant<Request, NotProtocol> read_request(std::string_view line);

/// Writes an answer, as a backend does.
///
/// errors  FILE-1
Result<std::string> answer_line(const AnswerContent& answer, const Request& request);

}  // namespace backedge
