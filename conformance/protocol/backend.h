#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/corpus/model_files.h"
#include "interpreter/base/error.h"
#include "interpreter/tensor/tensor.h"

namespace backedge {

/// A backend's answers: docs/backend_protocol.md.
struct Done {};  // loaded, or unloaded

struct Outputs {
  std::vector<Tensor> tensors;  // in layer order
};

struct Rejected {
  Phase phase = Phase::kLoad;  // kLoad or kRun
  std::string rule;            // empty if the backend names none
  std::string message;
};

struct Skipped {
  std::string reason;
};

struct Failed {
  std::string message;
};

/// No answer.
struct Broken {
  enum class Kind { kCrashed, kTimedOut, kProtocolError, kStopped };
  Kind kind = Kind::kCrashed;
  std::string message;
  std::optional<Error> fault = {};  // a fault of the suite, which could not ask; not the backend's
};

using BackendAnswer = std::variant<Done, Outputs, Rejected, Skipped, Failed, Broken>;

struct NamedTensor {
  std::string name;  // of a Parameter; empty if no Parameter asks for the tensor
  Tensor tensor;
};

/// An implementation under test. After a Broken answer the next load starts it again.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual BackendAnswer load(const ModelFiles& model) = 0;                  // no Outputs
  virtual BackendAnswer infer(const std::vector<NamedTensor>& inputs) = 0;  // no Done
  virtual BackendAnswer unload() = 0;                                       // Done or Broken
  /// Its standard error since the last call.
  virtual std::string take_errors() { return ""; }
  /// The number of models that it has loaded since it began.
  virtual int64_t loads() const { return 0; }
  /// Ends the process, if there is one: the next load starts it again.
  virtual void stop() {}
};

}  // namespace backedge
