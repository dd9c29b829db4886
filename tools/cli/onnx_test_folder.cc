#include "tools/cli/onnx_test_folder.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "interpreter/base/number_text.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/base/within_memory.h"
#include "interpreter/onnx/tensor_file.h"
#include "tools/cli/model_arguments.h"
#include "tools/cli/model_inputs.h"

namespace backedge {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDataSet = "test_data_set_";

std::vector<fs::path> entries_of(const std::string& folder) {
  std::vector<fs::path> entries;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure))
    entries.push_back(at->path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

// The numbers N of the entries PREFIX N SUFFIX of a folder.
std::set<size_t> numbers_in(const std::string& folder, std::string_view prefix, std::string_view suffix) {
  std::set<size_t> numbers;
  for (const fs::path& entry : entries_of(folder)) {
    const std::string name = entry.filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) continue;
    const char* end = name.data() + name.size() - suffix.size();
    size_t number = 0;
    const auto [stop, failure] = std::from_chars(name.data() + prefix.size(), end, number);
    if (failure == std::errc() && stop == end) numbers.insert(number);
  }
  return numbers;
}

bool is_test(const std::string& folder) {
  std::error_code failure;
  if (fs::exists(folder + "/case.json", failure)) return false;
  return fs::exists(folder + "/model.onnx", failure) || !numbers_in(folder, kDataSet, "").empty();
}

std::string pb_file(const std::string& folder, const char* kind, size_t number) {
  return folder + "/" + kind + "_" + std::to_string(number) + ".pb";
}

Result<std::vector<Value>> read_inputs(const std::vector<ModelInput>& parameters, const std::string& folder,
                                       int64_t bytes_left) {
  const std::set<size_t> numbers = numbers_in(folder, "input_", ".pb");
  if (!numbers.empty() && *numbers.rbegin() >= parameters.size()) {
    return Error("INPUT-2", "the model has only " + counted(std::ssize(parameters), "input"))
        .at(pb_file(folder, "input", *numbers.rbegin()), 0);
  }
  std::vector<Value> inputs;
  for (size_t k = 0; k < parameters.size(); ++k) {
    const std::string file = pb_file(folder, "input", k);
    if (!numbers.contains(k)) {
      const std::string name = "input " + std::to_string(k) + " \"" + safe_line(parameters[k].name) + "\"";
      return Error("INPUT-1", name + " is given no tensor").at(file, 0);
    }
    Result<Value> input = read_input(parameters[k], file, bytes_left);
    if (!input.ok()) return input.take_error().at(file, 0);
    inputs.push_back(std::move(input).value());
  }
  return inputs;
}

// What differs; "" if nothing does.
Result<std::string> compare_outputs(const LoadedModel& model, const std::vector<Value>& actual,
                                    const std::string& folder, const OnnxTestOptions& options) {
  const size_t expected_count = numbers_in(folder, "output_", ".pb").size();
  if (expected_count != actual.size()) {
    return "the model has " + counted(std::ssize(actual), "output") + ", expected " +
           std::to_string(expected_count);
  }
  const std::vector<ModelOutput> outputs = model.outputs();
  for (size_t k = 0; k < actual.size(); ++k) {
    const std::string file = pb_file(folder, "output", k);
    const Value expected = TRY(onnx::read_value_file(file, actual[k].kind(), options.limits.max_bytes));
    const std::string difference = difference_of(expected, actual[k], options.tolerance);
    if (difference.empty()) continue;
    return "output " + std::to_string(k) + " \"" + safe_line(outputs[k].name) + "\": " + difference;
  }
  return std::string();
}

// The model, read again if there are files for inputs with a default, which come after the others.
Result<LoadedModel> load_for(const LoadedModel& model, const std::string& file, const std::string& folder,
                             const OnnxTestOptions& options) {
  const std::set<size_t> numbers = numbers_in(folder, "input_", ".pb");
  LoadOptions open = with_limits({}, options.limits);
  size_t position = model.inputs().size();
  for (const ModelInput& input : model.defaults()) {
    if (!numbers.empty() && position++ <= *numbers.rbegin())  // (ONNX-GRAPH-18)
      open.overridden.push_back(input.name);
  }
  if (open.overridden.empty()) return model;
  return load(file, open);
}

Result<std::string> run_data_set(const LoadedModel& closed, const std::string& file,
                                 const std::string& folder, const OnnxTestOptions& options) {
  const LoadedModel model = TRY(load_for(closed, file, folder, options));
  const std::vector<Value> inputs = TRY(read_inputs(model.inputs(), folder, options.limits.max_bytes));
  Result<std::vector<Value>> actual =
      run_values(model, inputs, {.limits = options.limits, .trace = {}, .progress = {}});
  if (!actual.ok()) return actual.take_error().at(folder, 0);
  return compare_outputs(model, actual.value(), folder, options);
}

Result<std::string> run_data_sets(const std::string& folder, const OnnxTestOptions& options) {
  const std::string file = folder + "/model.onnx";
  const LoadedModel model = TRY(load(file, with_limits({}, options.limits)));
  const std::set<size_t> sets = numbers_in(folder, kDataSet, "");
  if (sets.empty()) return std::string("no folder test_data_set_N");
  for (const size_t number : sets) {
    const std::string set = kDataSet + std::to_string(number);
    const std::string difference = TRY(run_data_set(model, file, folder + "/" + set, options));
    if (!difference.empty()) return set + ": " + difference;
  }
  return std::string();
}

// Place, rule and message in one line. Places in the folder are named from there.
std::string line_of(const Error& error, const std::string& folder) {
  std::string place = error.where(), message = error.message();
  const std::string prefix = safe_line(folder) + "/";
  if (place.starts_with(prefix)) place.erase(0, prefix.size());
  for (size_t end = message.find('\n'); end != message.npos; end = message.find('\n', end))
    message.replace(end, 1, "; ");
  return place + (place.empty() ? "" : ": ") + error.rule() + ": " + message;
}

}  // namespace

std::vector<std::string> find_onnx_tests(const std::string& folder) {
  if (is_test(folder)) return {folder};
  std::vector<std::string> tests;
  for (const fs::path& entry : entries_of(folder)) {
    if (is_test(entry.string())) tests.push_back(entry.string());
  }
  return tests;
}

OnnxTestResult run_onnx_test(const std::string& folder, const OnnxTestOptions& options) {
  using enum OnnxTestResult::Kind;
  const Result<std::string> difference = within_memory([&] { return run_data_sets(folder, options); });
  if (difference.ok()) return {difference.value().empty() ? kOk : kFailed, difference.value()};
  return {is_not_supported(difference.error()) ? kNotSupported : kFailed,
          line_of(difference.error(), folder)};
}

bool is_not_supported(const Error& error) {
  std::string outside;
  bool quoted = false;
  for (const char c : error.message().substr(0, error.message().find('\n'))) {
    if (c == '"') quoted = !quoted;
    if (!quoted) outside += c;
  }
  return outside.find("supported") != outside.npos;
}

}  // namespace backedge
