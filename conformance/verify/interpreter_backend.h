#pragma once

#include <optional>

#include "conformance/protocol/backend.h"
#include "interpreter/interpreter.h"

namespace backedge {

/// An error as an answer, our four phases as the two that every implementation has.
Rejected rejected(const Error& error);

/// The interpreter, in this process.
class InterpreterBackend : public Backend {
 public:
  explicit InterpreterBackend(RunOptions options = {}) : options_(std::move(options)) {}

  BackendAnswer load(const ModelFiles& model) override;
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override;
  BackendAnswer unload() override;

 private:
  RunOptions options_;
  std::optional<LoadedModel> model_;
};

}  // namespace backedge
