#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/judge/verdict.h"

/// Failures with most likely one reason, found again and again.
namespace backedge::generate {

/// What tells a failure from others.
struct Failure {
  Outcome outcome = Outcome::kPassed;
  std::string complaint;        // the backend's, normalized (complaint_of); empty: it gave outputs
  std::set<std::string> words;  // how the model is built (words_of)
};

struct RootCause {
  Failure failure;  // its words are those of the smallest model known
  uint64_t seed = 0;
  int64_t models = 0;  // that fail so
  std::string rules;   // that its first model touches
};

/// The causes found so far. A failure belongs to a cause with the same outcome and complaint; where there is no
/// complaint, to one whose words are all among its own.
class RootCauses {
 public:
  /// The cause that a failure belongs to, counted; none: it is worth shrinking. So is every 2^n-th of one that gave
  /// outputs, whose words may hide another reason.
  bool count(const Failure& failure);

  /// Adds what a failure came to when it was shrunk. False: it belongs to a cause that is known.
  bool add(RootCause cause);

  const std::vector<RootCause>& list() const { return causes_; }

 private:
  RootCause* find(const Failure& failure);

  std::vector<RootCause> causes_;
};

}  // namespace backedge::generate
