#include "tools/cli/model_inputs.h"

#include <charconv>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/tensor_file.h"
#include "interpreter/tensor/narrow_types.h"
#include "interpreter/tensor/npy.h"
#include "interpreter/tensor/random_tensor.h"
#include "interpreter/tensor/signature.h"

namespace backedge {
namespace {

std::string title_of(size_t index, const ModelInput& parameter) {
  return std::to_string(index) + " \"" + safe_line(parameter.name) + "\" " + parameter.signature().text();
}

std::optional<size_t> position_in(const std::string& text) {
  size_t position = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), position);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return position;
}

// The Parameter with the name `text`. If there is none, `text` is a position.
Result<size_t> find_parameter(std::span<const ModelInput> parameters, const std::string& text) {
  std::optional<size_t> found;
  for (size_t p = 0; p < parameters.size(); ++p) {
    if (parameters[p].name != text) continue;
    if (found)
      return Error("INPUT-2",  // [INPUT-2]
                   "several Parameters are called \"" + safe_line(text) + "\"; give a position instead");
    found = p;
  }
  if (!found) found = position_in(text);
  if (found && *found < parameters.size()) return *found;
  return Error("INPUT-2", "the model has no Parameter \"" + safe_line(text) + "\"");  // [INPUT-2]
}

Result<Tensor> fill(const std::string& title, const ModelInput& parameter, size_t index, uint64_t seed,
                    int64_t& bytes_left) {
  if (parameter.kind != ValueKind::kTensor)
    return Error("INPUT-1", "Parameter " + title + " is not a tensor: it needs an --input");  // [INPUT-1]
  if (!parameter.shape.known()) {
    return Error("INPUT-1",  // [INPUT-1]
                 "Parameter " + title + " has open dimensions, so it cannot be filled: it needs an --input");
  }
  const Shape shape = parameter.shape.shape();
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(parameter.type));
  if (!bytes || *bytes > bytes_left) {
    return Error("LIMIT-1", "Parameter " + title + " cannot be filled within the limit of bytes: " +
                                std::to_string(bytes_left) + " are left");
  }
  bytes_left -= *bytes;
  return random_tensor(parameter.type, shape, seed, index);
}

// If the header of a .npy does not fit, nothing else of the file is read.
Result<Value> read_fitting_npy(const ModelInput& parameter, const std::string& file, int64_t bytes_left) {
  if (parameter.kind != ValueKind::kTensor) {
    return Error("INPUT-3", "a .npy holds a tensor, and \"" + safe_line(parameter.name) + "\" is declared " +
                                parameter.signature().text());  // [INPUT-3]
  }
  if (file.ends_with(".npz")) {
    return Error("INPUT-5",
                 "a .npz is an archive of several arrays; numpy.save writes one as .npy")  // [INPUT-5]
        .at(file, 0);
  }
  const std::optional<ElementType> narrow =
      is_narrow(parameter.type) ? std::optional(parameter.type) : std::nullopt;
  const Signature given = TRY(read_npy_signature(file, narrow));
  TRY(check_input(parameter, given.type, given.shape.shape()));
  return Value(TRY(read_npy(file, bytes_left, narrow)));
}

Result<Value> read_fitting_pb(const ModelInput& parameter, const std::string& file, int64_t bytes_left) {
  Value value = TRY(onnx::read_value_file(file, parameter.kind, bytes_left));
  if (parameter.kind == ValueKind::kTensor)
    TRY(check_input(parameter, value.tensor().type(), value.tensor().shape()));
  return value;
}

Result<std::vector<Value>> collect(std::span<const ModelInput> parameters, std::span<const InputFile> files,
                                   std::optional<uint64_t> seed, int64_t bytes_left) {
  std::vector<Value> values(parameters.size());
  for (const InputFile& input : files) {
    Result<size_t> found = find_parameter(parameters, input.parameter);
    if (!found.ok()) return found.take_error().note("it is given " + safe_line(input.file));
    const size_t p = found.value();
    if (values[p].has_value())
      return Error("INPUT-2", "Parameter " + title_of(p, parameters[p]) + " is given twice");  // [INPUT-2]
    values[p] = TRY(read_input(parameters[p], input.file, bytes_left));
  }
  for (size_t p = 0; p < parameters.size(); ++p) {
    if (values[p].has_value()) continue;
    const std::string title = title_of(p, parameters[p]);
    if (!seed) return Error("INPUT-1", "Parameter " + title + " is given no tensor");  // [INPUT-1]
    values[p] = TRY(fill(title, parameters[p], p, *seed, bytes_left));
  }
  return values;
}

}  // namespace

Result<Value> read_input(const ModelInput& parameter, const std::string& file, int64_t& bytes_left) {
  const auto read = onnx::is_tensor_file(file) ? read_fitting_pb : read_fitting_npy;
  Value value = TRY(read(parameter, file, bytes_left));
  bytes_left -= value.byte_count();
  return value;
}

Error with_parameters(Error error, std::span<const ModelInput> parameters,
                      std::span<const ModelInput> defaults) {
  error =
      std::move(error).note(parameters.empty() ? "the model has no Parameters" : "the model's Parameters:");
  for (size_t p = 0; p < parameters.size(); ++p)
    error = std::move(error).note("  " + title_of(p, parameters[p]));
  if (!defaults.empty()) error = std::move(error).note("inputs with a default:");
  for (const ModelInput& input : defaults)
    error = std::move(error).note("  \"" + safe_line(input.name) + "\" " + input.signature().text());
  return error;
}

Result<std::vector<Value>> read_inputs(std::span<const ModelInput> parameters,
                                       std::span<const InputFile> files, std::optional<uint64_t> seed,
                                       int64_t max_bytes) {
  auto values = collect(parameters, files, seed, max_bytes);
  if (!values.ok()) return values.take_error().in(Phase::kInput);
  return values;
}

}  // namespace backedge
