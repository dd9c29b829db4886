#pragma once

#include <string>
#include <vector>

#include "interpreter/interpreter.h"
#include "tools/cli/close_tensors.h"

/// Tests in the layout of ONNX's backend tests: a folder with model.onnx, and input_K.pb and output_K.pb in
/// test_data_set_N, where K counts the model's inputs and outputs.
namespace backedge {

/// The test in a folder, or else those in its subfolders, by name. None if no model.onnx and no
/// test_data_set_N is there, or if it is the folder of a case.
std::vector<std::string> find_onnx_tests(const std::string& folder);

struct OnnxTestOptions {
  RunLimits limits;
  CloseTolerance tolerance;

  bool operator==(const OnnxTestOptions&) const = default;
};

struct OnnxTestResult {
  enum class Kind { kOk, kFailed, kNotSupported } kind;
  std::string reason;  // one line
};

/// Runs every data set of a test and compares its outputs, up to the first that differs.
OnnxTestResult run_onnx_test(const std::string& folder, const OnnxTestOptions& options);

/// Whether a model or a tensor needs what this interpreter does not have: the first line of the message says
/// so, outside of quoted names.
bool is_not_supported(const Error& error);

}  // namespace backedge
