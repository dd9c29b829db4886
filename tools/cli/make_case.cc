#include "tools/cli/make_case.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "conformance/generate/model_features.h"
#include "interpreter/base/open_file.h"
#include "interpreter/interpreter.h"
#include "interpreter/onnx/lower_model.h"
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
    if (extension == ".npy" || extension == ".npz" || extension == ".pb")
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

Result<void> check_type(const Tensor& tensor) {
  if (!is_narrow(tensor.type())) return {};
  return Error("CASE-1", "a case has no tensor of " + std::string(name_of(tensor.type())));
}

// K for "KIND_K.pb", as a test of ONNX calls the file of input or output K.
std::optional<std::string> number_in_test(const InputFile& file, std::string_view kind) {
  const std::string& stem = file.parameter;
  if (!file.file.ends_with(".pb") || !stem.starts_with(kind) || stem.size() == kind.size())
    return std::nullopt;
  const std::string number = stem.substr(kind.size());
  if (number.find_first_not_of("0123456789") != number.npos) return std::nullopt;
  return number;
}

// The same files, by position if they are those of a data set of an ONNX test. Expected outputs are left out.
std::vector<InputFile> in_data_set(std::vector<InputFile> files, const LoadedModel& model) {
  std::set<std::string> names;
  for (const ModelInput& input : model.inputs()) names.insert(input.name);
  std::vector<InputFile> kept;
  for (InputFile& file : files) {
    if (!names.contains(file.parameter)) {
      if (number_in_test(file, "output_")) continue;
      file.parameter = number_in_test(file, "input_").value_or(file.parameter);
    }
    kept.push_back(std::move(file));
  }
  return kept;
}

// A binary model of ONNX stays as it is, but must not need other files.
Result<std::string> model_of_case(const std::string& file) {
  std::string bytes = TRY(read_model_file(file, LoadOptions().max_bytes));
  if (!file.ends_with(".onnx")) return bytes;
  return onnx::with_data_inside(std::move(bytes), file);
}

ModelFormat format_of(const std::string& model_file) {
  if (tensorrt::is_network_file(model_file)) return kTensorrtNetwork;
  if (model_file.ends_with(".onnx")) return kBinaryOnnx;
  return onnx::is_onnx_file(model_file) ? kOnnx : kOpenvinoIr;
}

}  // namespace

bool is_model_file(const std::string& name) {
  return name.ends_with(".xml") || onnx::is_onnx_file(name) || tensorrt::is_network_file(name);
}

Result<void> make_case(const std::string& model_file, const std::string& inputs,
                       const std::string& case_dir) {
  const std::vector<InputFile> found = TRY(find_inputs(inputs));
  const LoadedModel model = TRY(load(model_file, with_inputs({}, found)));
  const std::vector<InputFile> files = in_data_set(found, model);
  const std::vector<ModelInput> parameters = model.inputs();
  Result<std::vector<Value>> values = read_inputs(parameters, files, std::nullopt, RunLimits().max_bytes);
  if (!values.ok())
    return with_parameters(values.take_error().at(model_file, 0), parameters, model.defaults());
  std::vector<Tensor> tensors;
  for (const Value& value : values.value()) {
    if (value.kind() != ValueKind::kTensor) return Error("CASE-1", "a case has no " + value.text());
    TRY(check_type(value.tensor()));
    tensors.push_back(value.tensor());
  }

  CaseRun run{.name = "recorded", .rules = {"STATE-1"}};
  std::vector<ExpectedTensor> goldens;
  for (const Tensor& output : TRY(backedge::run(model, tensors))) {
    TRY(check_type(output));
    goldens.push_back({output, {}});
  }
  const bool sets_variables = std::any_of(parameters.begin(), parameters.end(), [](const ModelInput& input) {
    return input.name.starts_with("variable:");
  });
  Inputs given;
  if (onnx::is_onnx_file(model_file) ||
      sets_variables) {  // by name: a list would name the first defaults  (ONNX-GRAPH-18, VAR-4)
    for (size_t k = 0; k < tensors.size(); ++k) given.named.emplace(parameters[k].name, tensors[k]);
  } else {
    given.listed = tensors;
  }
  run.inferences.push_back({std::move(given), {Answer(std::move(goldens))}});

  TestCase made;
  made.format = format_of(model_file);
  made.title =
      "Recorded: what the reference interpreter gives for " + fs::path(model_file).filename().string() + ".";
  made.kind = "combined";
  made.oracle = "reference-only";
  made.rules = run.rules;
  made.model = TRY(model_of_case(model_file));
  made.runs.push_back(std::move(run));
  if (made.format.name != kOpenvinoIr.name) {
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
