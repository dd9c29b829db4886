#pragma once

#include <string>
#include <vector>

#include "conformance/corpus/case.h"
#include "interpreter/base/result.h"

namespace backedge {

/// The model of a run as a test in the layout of ONNX's backend tests has it.
struct OnnxTestModel {
  std::string bytes;                         // of model.onnx
  std::vector<std::string> inputs, outputs;  // names; the inputs are those that the runs give
  std::string not_expressed;                 // what ONNX lacks for the model; then the rest is empty
};

/// The names of inputs with a default that an inference replaces (ONNX-GRAPH-18). Only models of ONNX have any.
///
/// errors  CASE-1; those of the reader of the model
Result<std::vector<std::string>> replaced_defaults(const TestCase& test_case, const CaseRun& run,
                                                   const Inference& inference);

/// A model of ONNX, or another one as `backedge convert` writes it.
///
/// overridden  names of inputs that lose their default. Inputs that keep one come last.
/// errors      CASE-1; those of the reader of the model
Result<OnnxTestModel> onnx_test_model(const TestCase& test_case, const CaseRun& run,
                                      const std::vector<std::string>& overridden);

}  // namespace backedge
