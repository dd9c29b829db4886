#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "interpreter/base/error.h"
#include "interpreter/tensor/tensor.h"

namespace backedge {

/// What a backend answers: docs/backend_protocol.md.
struct Done {};  // loaded, or unloaded

struct Outputs {
  std::vector<Tensor> tensors;  // in layer order
};

struct Rejected {
  Phase phase = Phase::kLoad;  // kLoad or kRun
  std::string rule;            // empty: not said
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
  std::optional<Error> fault = {};  // of the suite, which could not ask: nothing is known of the backend
};

using BackendAnswer = std::variant<Done, Outputs, Rejected, Skipped, Failed, Broken>;

struct ModelFiles {
  std::string text;     // of the model
  std::string file;     // that holds it, or, in a case with parameters, the one that it was made of
  bool is_file = true;  // whether `file` holds this very text
  std::string weights;  // a file; empty: none
};

struct NamedTensor {
  std::string name;  // of a Parameter; empty where there is none for it
  Tensor tensor;
};

/// An implementation under test. After a Broken the next load begins anew.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual BackendAnswer load(const ModelFiles& model) = 0;                  // no Outputs
  virtual BackendAnswer infer(const std::vector<NamedTensor>& inputs) = 0;  // no Done
  virtual BackendAnswer unload() = 0;                                       // Done or Broken
  /// What it said aside since this was asked last.
  virtual std::string take_errors() { return ""; }
  /// How many models it has loaded since it began.
  virtual int64_t loads() const { return 0; }
  /// Drops all that it keeps: the next load begins anew.
  virtual void stop() {}
};

}  // namespace backedge
