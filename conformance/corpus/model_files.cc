#include "conformance/corpus/model_files.h"

#include "conformance/corpus/case.h"
#include "conformance/corpus/expand_model.h"
#include "conformance/corpus/read_text.h"

namespace backedge {

Result<ModelFormat> format_named(std::string_view name) {
  std::string expected;
  for (const ModelFormat& format : {kOpenvinoIr, kTensorrtNetwork, kOnnx}) {
    if (name == format.name) return format;
    expected += (expected.empty() ? "\"" : " or \"") + std::string(format.name) + "\"";
  }
  return corpus_error("format " + excerpt(name) + ": expected " + expected);
}

ModelFormat format_in(const std::string& folder, const ModelFormat& format) {
  const auto has = [&folder](std::string_view file) { return file_exists(folder + "/" + std::string(file)); };
  const bool is_binary = !has(format.model_file) && !format.binary_file.empty() && has(format.binary_file);
  return is_binary ? kBinaryOnnx : format;
}

ModelFiles files_in(const std::string& folder, std::string text, bool has_weights,
                    const ModelFormat& format) {
  ModelFiles files{.format = format, .text = std::move(text)};
  files.path = folder + "/" + std::string(format.model_file);
  if (has_weights) files.weights = folder + "/" + std::string(format.weights_file);
  return files;
}

Result<ModelFiles> model_files(const TestCase& test_case, const CaseRun& run) {
  const std::string weights = test_case.folder + "/" + std::string(test_case.format.weights_file);
  std::string text = test_case.model;
  if (test_case.format.is_text) text = TRY(expand_model(test_case.model, test_case.columns, run.at));
  ModelFiles files = files_in(test_case.folder, std::move(text), file_exists(weights), test_case.format);
  files.is_file = test_case.columns.empty();
  return files;
}

}  // namespace backedge
