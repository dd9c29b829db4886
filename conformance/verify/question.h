#pragma once

#include <string>
#include <vector>

#include "conformance/judge/verdict.h"
#include "conformance/protocol/backend.h"

namespace backedge {

/// A run of a case, with everything that the suite needs to ask a backend for it.
struct Question {
  const TestCase& test_case;
  const CaseRun& run;
  ModelFiles files;
  std::vector<std::string> parameters = {};  // names of the Parameters
  std::vector<std::string> names = {};       // names of the Results

  /// Judges the answer to inference `k`.
  Verdict judge_at(size_t k, const BackendAnswer& answer) const;
};

/// The tensors in the order of the Parameters, which have these names, and after them the tensors that no Parameter asks
/// for. A Parameter without a tensor is left out.
std::vector<NamedTensor> in_parameter_order(const Inputs& inputs, const std::vector<std::string>& names);

/// The names come from the text of the model alone. The interpreter has no part in it, so that the suite can verify what
/// the interpreter cannot load.
///
/// errors  CASE-1 no model can be made of the case; the run expects outputs, but the model cannot be read, or it has
///         another number of Results
Result<Question> question_of(const TestCase& test_case, const CaseRun& run);

}  // namespace backedge
