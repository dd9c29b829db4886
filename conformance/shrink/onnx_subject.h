#pragma once

#include <span>
#include <string>
#include <vector>

#include "conformance/corpus/case.h"
#include "conformance/shrink/shrink.h"
#include "conformance/shrink/subject.h"
#include "interpreter/onnx/schema.h"

namespace backedge::shrink {

/// A model in ONNX and its inputs, which are made smaller without a conversion.
struct OnnxSubject {
  onnx::schema::ModelProto model;  // without external data
  std::vector<Inputs> inferences;  // by name
};

/// errors  CASE-1; those of reading an ONNX model and its external data; INPUT-1 two inputs have one name
Result<OnnxSubject> onnx_subject_of(const TestCase& test_case, const CaseRun& run);

/// The model as the interpreter loads it.
ModelFiles files_of(const OnnxSubject& subject);

/// As those for other subjects (subject.h, cost.h). The text is that of the binary model.
Reference run_reference(const OnnxSubject& subject);
int64_t cost_of(const OnnxSubject& subject, const Reference& reference);
ModelSize size_of_model(const OnnxSubject& subject);
TestCase case_of(const OnnxSubject& subject, const Reference& reference, const TestCase& like,
                 const CaseRun& run);
std::vector<NamedTensor> named_inputs(const OnnxSubject& subject, const Reference& reference,
                                      size_t inference);
std::string key_of(const OnnxSubject& subject);
inline std::span<const std::byte> weights_of(const OnnxSubject&) { return {}; }
inline void put_in_order(OnnxSubject&) {}  // it keeps its order

}  // namespace backedge::shrink
