#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/judge/verdict.h"

/// Groups failures that most likely have one cause.
namespace backedge::generate {

/// The features that distinguish a failure from others.
struct Failure {
  Outcome outcome = Outcome::kPassed;
  std::string complaint;        // of the backend, normalized (complaint_of); empty if it gave outputs
  std::set<std::string> words;  // the structure of the model (words_of)
};

struct RootCause {
  Failure failure;  // with the words of the smallest model known
  uint64_t seed = 0;
  int64_t models = 0;  // the number of models that fail like this
  std::string rules;   // the rules that its first model touches
};

/// The causes found so far. A failure belongs to a cause with the same outcome and the same complaint. If
/// there is no complaint, all words of the cause must be among the words of the failure.
class RootCauses {
 public:
  /// Counts a failure for the cause that it belongs to. Returns false if it is worth shrinking: if it
  /// belongs to none, or if it is the 2^n-th failure with outputs, because its words may hide another
  /// cause.
  bool count(const Failure& failure);

  /// Adds the result of shrinking a failure. Returns false if it belongs to a known cause.
  bool add(RootCause cause);

  const std::vector<RootCause>& list() const { return causes_; }

 private:
  RootCause* find(const Failure& failure);

  std::vector<RootCause> causes_;
};

}  // namespace backedge::generate
