#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/corpus/case.h"
#include "conformance/protocol/backend.h"
#include "interpreter/exec/run_options.h"
#include "interpreter/openvino/model.h"
#include "interpreter/tensor/tensor.h"

namespace backedge::shrink {

/// Enough for small models. A candidate that needs more is dropped.
inline constexpr RunLimits kShrinkLimits = {
    .max_iterations = 1'000'000, .max_bytes = int64_t{1} << 30, .max_seconds = 10};

/// A model and what it is run on: what is made smaller.
struct Subject {
  openvino::Model model;
  std::vector<std::vector<Tensor>> inferences;  // in the order of the Parameters
  std::optional<std::vector<Tensor>> before;    // inputs of another run of the case
};

/// The model of a run and its inputs.
///
/// errors  CASE-1; READ and WEIGHTS, where the model cannot be read
Result<Subject> subject_of(const TestCase& test_case, const CaseRun& run);

/// What the interpreter gives for a subject.
struct Reference {
  std::vector<Answer> answers;  // one an inference; outputs compare by bits
  std::vector<std::string> output_names;
  int64_t iterations = 0;  // of all loops and inferences together
};
Reference run_reference(const Subject& subject);

/// A case of one run, and of a second one of what is `before`. Its folder is empty.
///
/// like  whose title, rules and tier it takes
TestCase case_of(const Subject& subject, const Reference& reference, const TestCase& like,
                 const CaseRun& run);

/// The inputs of an inference with the names of their Parameters.
std::vector<NamedTensor> named_inputs(const Subject& subject, size_t inference);

}  // namespace backedge::shrink
