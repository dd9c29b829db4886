#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace backedge {

template <class T>
class Result;

/// The stage that found the fault. A backend that only knows loading and running reports the first two as
/// one and the last two as one.
enum class Phase {
  kRead,   // a file cannot be read as a model
  kLoad,   // the model is not well-formed, whatever its inputs
  kInput,  // the given inputs do not fit the model
  kRun,    // a run with these inputs breaks a rule or reaches a limit
};

/// "read", "load", "input" or "run".
std::string_view name_of(Phase phase);

/// The chapter and the heading that state a rule: "docs/spec/slicing.md#SLICE-6".
std::string document_of(std::string_view rule);

/// A fault of the model or of the input.
///
/// The code that finds the fault sets the rule and the message. The stages that the error then passes
/// through add the place, as far as they know it, and the phase.
class [[nodiscard]] Error {
 public:
  /// rule     the id of a heading in docs/spec
  /// message  what is wrong, with the values; more facts follow on lines of their own. Very long lines are
  ///          cut
  Error(std::string_view rule, std::string_view message);

  Phase phase() const { return facts_->phase; }
  const std::string& rule() const { return facts_->rule; }
  const std::string& message() const { return facts_->message; }
  /// `file:line: layer 3 "Loop_1" (Loop-5), port_map input[1]`, as far as the place is known.
  std::string where() const;
  /// Place, rule, message and the document to read, on several lines.
  std::string text() const;

  Error copy() const;

  /// These functions keep what was set before, because the innermost stage knows best.
  Error&& in(Phase phase) &&;
  Error&& at(std::string_view file, int64_t line) &&;
  Error&& of(std::string_view layer) &&;
  Error&& entry(std::string_view entry) &&;
  /// Adds a line to the message.
  Error&& note(std::string_view line) &&;

 private:
  template <class T>
  friend class Result;

  // No error. Only a Result has such a member.
  Error() = default;
  bool is_none() const { return facts_ == nullptr; }

  struct Facts {
    Phase phase = Phase::kRun;
    bool phase_known = false;
    std::string rule, message, file, layer, entry;
    int64_t line = 0;
  };
  std::unique_ptr<Facts> facts_;  // on the heap, so that a Result<void> is one pointer
};

}  // namespace backedge
