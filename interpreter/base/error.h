#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace backedge {

/// The stage that had the facts. A backend that knows only loading and running reports the first two as
/// one and the last two as one.
enum class Phase {
  kRead,   // the files are not what they should be
  kLoad,   // the model is not well-formed, whatever its inputs
  kInput,  // the given inputs do not fit the model
  kRun,    // these inputs lead to a value or a limit that the rules exclude
};

/// "read", "load", "input" or "run".
std::string_view name_of(Phase phase);

/// The chapter and heading that state a rule: "docs/spec/slicing.md#SLICE-6".
std::string document_of(std::string_view rule);

/// The model or the input is at fault.
///
/// Whoever finds the fault gives rule and message; the stages it passes through on its way out add what
/// they know of the place and, once, the phase.
class [[nodiscard]] Error {
 public:
  /// rule     the id of a heading in docs/spec
  /// message  what is wrong and the values; further facts on lines of their own; each is cut where it is very long
  Error(std::string_view rule, std::string_view message);

  Phase phase() const { return facts_->phase; }
  const std::string& rule() const { return facts_->rule; }
  const std::string& message() const { return facts_->message; }
  /// `file:line: layer 3 "Loop_1" (Loop-5), port_map input[1]`, as far as it is known.
  std::string where() const;
  /// Place, rule, message and the document to read, over several lines.
  std::string text() const;

  /// Each of these keeps what was said before: the innermost stage knows best.
  Error&& in(Phase phase) &&;
  Error&& at(std::string_view file, int64_t line) &&;
  Error&& of(std::string_view layer) &&;
  Error&& entry(std::string_view entry) &&;
  /// A further line of the message.
  Error&& note(std::string_view line) &&;

 private:
  struct Facts {
    Phase phase = Phase::kRun;
    bool phase_known = false;
    std::string rule, message, file, layer, entry;
    int64_t line = 0;
  };
  std::unique_ptr<Facts> facts_;  // apart, so that a Result<void> is one pointer
};

}  // namespace backedge
