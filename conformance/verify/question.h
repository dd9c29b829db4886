#pragma once

#include <string>
#include <vector>

#include "conformance/judge/verdict.h"
#include "conformance/protocol/backend.h"

namespace backedge {

/// A run of a case, and what the suite must know to ask a backend for it.
struct Question {
  const Case& the_case;
  const CaseRun& run;
  ModelFiles files;
  std::vector<std::string> parameters = {};  // names of the inputs
  std::vector<std::string> names = {};       // of the outputs

  /// Judges the answer to inference `k`.
  Verdict judge_at(size_t k, const BackendAnswer& answer) const;
};

/// errors  CASE-1 no model can be made of the case, or the run expects outputs of one that the interpreter does not load:
///         without the names of the Parameters a right backend could be given the wrong inputs
Result<Question> question_of(const Case& the_case, const CaseRun& run);

}  // namespace backedge
