#include "tools/cli/make_case.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "conformance/generate/model_features.h"
#include "interpreter/interpreter.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/tensorrt/read_network.h"
#include "tools/cli/model_arguments.h"
#include "tools/cli/model_inputs.h"
#include "tools/cli/write_case.h"

namespace backedge {
namespace {

namespace fs = std::filesystem;

Result<std::vector<InputFile>> find_inputs(const std::string& folder) {
  std::vector<InputFile> files;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
    const fs::path extension = at->path().extension();
    if (extension == ".npy" || extension == ".npz")
      files.push_back({at->path().stem().string(), at->path().string()});
  }
  if (failure)
    return Error("INPUT-5", "the folder cannot be read: " + failure.message())
        .in(Phase::kInput)
        .at(folder, 0);
  std::sort(files.begin(), files.end(),
            [](const InputFile& a, const InputFile& b) { return a.file < b.file; });
  return files;
}

std::string text_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

Result<void> make_case(const std::string& model_file, const std::string& inputs,
                       const std::string& case_dir) {
  const std::vector<InputFile> files = TRY(find_inputs(inputs));
  const LoadedModel model = TRY(load(model_file, with_inputs({}, files)));
  const std::vector<ModelInput> parameters = model.inputs();
  Result<std::vector<Value>> values = read_inputs(parameters, files, std::nullopt, RunLimits().max_bytes);
  if (!values.ok())
    return with_parameters(values.take_error().at(model_file, 0), parameters, model.defaults());
  std::vector<Tensor> tensors;
  for (const Value& value : values.value()) {
    if (value.kind() != ValueKind::kTensor) return Error("CASE-1", "a case has no " + value.text());
    tensors.push_back(value.tensor());
  }

  CaseRun run{.name = "recorded", .rules = {"STATE-1"}};
  std::vector<ExpectedTensor> goldens;
  for (const Tensor& output : TRY(backedge::run(model, tensors))) {
    if (is_narrow(output.type()))
      return Error("CASE-1", "a case has no tensor of " + std::string(name_of(output.type())));
    goldens.push_back({output, {}});
  }
  const bool is_network = tensorrt::is_network_file(model_file);
  const bool is_onnx = model_file.ends_with(".onnxtxt");
  const bool sets_variables = std::any_of(parameters.begin(), parameters.end(), [](const ModelInput& input) {
    return input.name.starts_with("variable:");
  });
  Inputs given;
  if (is_onnx || sets_variables) {  // by name: a list would name the first defaults  (ONNX-GRAPH-18, VAR-4)
    for (size_t k = 0; k < tensors.size(); ++k) given.named.emplace(parameters[k].name, tensors[k]);
  } else {
    given.listed = tensors;
  }
  run.inferences.push_back({std::move(given), {Answer(std::move(goldens))}});

  TestCase made;
  if (is_network) made.format = kTensorrtNetwork;
  made.title =
      "Recorded: what the reference interpreter gives for " + fs::path(model_file).filename().string() + ".";
  made.kind = "combined";
  made.oracle = "reference-only";
  made.rules = run.rules;
  made.model = text_of(model_file);
  made.runs.push_back(std::move(run));
  if (is_onnx) made.format = kOnnx;
  if (is_network || is_onnx) {
    made.dialect = made.format.name;
    return write_case(case_dir, made, "");
  }
  const std::set<std::string> features = generate::features_of(TRY(openvino::read_model(model_file)));
  made.dialect = generate::dialect_of(features);
  made.features.assign(features.begin(), features.end());
  const std::string weights = fs::path(model_file).replace_extension(".bin").string();
  return write_case(case_dir, made, fs::exists(weights) ? weights : "");
}

}  // namespace backedge
