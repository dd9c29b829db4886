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

/// Limits that are enough for small models. A candidate that needs more is dropped.
inline constexpr RunLimits kShrinkLimits = {
    .max_iterations = 1'000'000, .max_bytes = int64_t{1} << 30, .max_seconds = 10};

/// A model and its inputs: this is what shrinking makes smaller.
struct Subject {
  openvino::Model model;  // also of a case in ONNX: then it is written as ONNX for the backend
  std::vector<std::vector<Tensor>> inferences;     // in the order of the Parameters
  std::optional<std::vector<Tensor>> before = {};  // inputs of another run of the case
  ModelFormat format = kOpenvinoIr;                // or kBinaryOnnx: what the backend reads
};

/// The model of a run and its inputs.
///
/// errors  CASE-1; READ and WEIGHTS if the model cannot be read; of a case in ONNX those of load, and
///         IR-WRITE-1
Result<Subject> subject_of(const TestCase& test_case, const CaseRun& run);

/// Why a model in ONNX is not taken apart as OpenVINO IR: the error of subject_of, or that the subject is
/// another model.
std::string why_not_converted(const Error& error);
std::string why_not_alike(const Subject& subject);

/// The interpreter's answers for a subject.
struct Reference {
  std::string text;   // the model as the backend reads it; without one, it cannot be written: ONNX-WRITE-1
  std::string fault;  // why the model cannot be loaded or written
  std::vector<Answer> answers;  // one for each inference; outputs compare by bits
  std::vector<std::string> input_names, output_names;
  int64_t iterations = 0;  // of all loops and inferences
};
Reference run_reference(const Subject& subject);

/// Makes the error of a model that cannot be loaded the answer to each inference.
void reject_all(Reference& reference, const Error& error, size_t inferences);

/// An answer of the interpreter. Outputs compare by bits.
Answer answer_of(Result<std::vector<Tensor>> outputs);

/// A case with this model and one run, which has no inference yet.
///
/// like  the case whose title, rules and tier it takes
TestCase shrunk_case(const TestCase& like, const CaseRun& run, const ModelFormat& format, std::string model);

/// A case with one run, and with a second one if there is `before`. Its folder is empty.
///
/// like  the case whose title, rules and tier it takes
TestCase case_of(const Subject& subject, const Reference& reference, const TestCase& like,
                 const CaseRun& run);

/// The weights that the backend reads beside the text of a model.
std::span<const std::byte> weights_of(const Subject& subject);

/// A text that only equal subjects share.
std::string key_of(const Subject& subject);
void add_to_key(std::string& key, const Tensor& tensor);

/// The inputs of an inference, with the names of their Parameters.
std::vector<NamedTensor> named_inputs(const Subject& subject, const Reference& reference, size_t inference);

}  // namespace backedge::shrink
