#pragma once

#include <string>
#include <vector>

#include "conformance/judge/verdict.h"
#include "conformance/protocol/backend.h"

namespace backedge {

/// A run of a case, with everything that the suite needs for its questions to a backend.
struct Question {
  const TestCase& test_case;
  const CaseRun& run;
  ModelFiles files;
  std::vector<std::string> parameters = {};  // names of the Parameters
  std::vector<std::string> names = {};       // names of the Results

  /// Judges the answer to inference `k`.
  Verdict judge_at(size_t k, const BackendAnswer& answer) const;
};

/// The tensors in the order of the Parameters with these names, followed by the tensors that match no
/// Parameter. A Parameter without a tensor is left out.
std::vector<NamedTensor> in_parameter_order(const Inputs& inputs, const std::vector<std::string>& names);

/// Makes the question of a run. The names come only from the text of the model. The interpreter is not
/// involved, so the suite can verify models that the interpreter cannot load.
///
/// errors  CASE-1 no model can be made of the case; or the run expects outputs, but the model cannot be
///         read or has another number of Results
Result<Question> question_of(const TestCase& test_case, const CaseRun& run);

}  // namespace backedge
