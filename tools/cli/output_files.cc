#include "tools/cli/output_files.h"

#include <filesystem>

#include "interpreter/base/new_file.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/tensor_file.h"
#include "interpreter/tensor/npy.h"
#include "tools/cli/json.h"

namespace backedge {
namespace {

constexpr size_t kMaxName = 100;  // the limit of file systems, with room for prefix and suffix

bool is_safe(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.';
}

Result<NewFile> new_pb(const std::string& file, const std::string& name, const Value& value) {
  NewFile created = TRY(NewFile::create(file));
  TRY(created.write(TRY(onnx::value_file_bytes(value, name))));
  return created;
}

OrderedJson entry_of(size_t index, const std::string& name, const Value& value, const std::string& file) {
  OrderedJson entry = {{"index", index}, {"name", name}};
  if (value.kind() == ValueKind::kTensor) {
    const Shape& shape = value.tensor().shape();
    entry["element_type"] = name_of(value.tensor().type());
    entry["shape"] = OrderedJson(std::vector<int64_t>(shape.begin(), shape.end()));
  } else {
    entry["kind"] = name_of(value.kind());
  }
  entry["file"] = file;
  return entry;
}

}  // namespace

Result<void> write_text(const std::string& file, const std::string& text) {
  NewFile created = TRY(NewFile::create(file));
  TRY(created.write(text));
  return created.commit();
}

Result<void> make_folder(const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (!failure && std::filesystem::is_directory(folder, failure)) return {};
  const std::string reason = failure ? failure.message() : "it is not a directory";
  return Error("FILE-1", "the folder cannot be created: " + reason).at(folder, 0);  // [FILE-1]
}

bool is_same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code failure;
  if (fs::equivalent(a, b, failure)) return true;
  const auto whole = [](const std::string& name) {
    std::error_code unknown;  // then the path is empty
    const fs::path absolute = fs::absolute(name, unknown);
    return unknown ? fs::path() : fs::weakly_canonical(absolute, unknown);
  };
  const fs::path whole_a = whole(a);
  return !whole_a.empty() && whole_a == whole(b);
}

Result<void> check_new(const std::string& folder) {
  std::error_code failure;
  if (!std::filesystem::exists(folder, failure) || std::filesystem::is_empty(folder, failure)) return {};
  return Error("FILE-1", "already exists; existing files are not overwritten").at(folder, 0);
}

Result<void> check_writable(const ModelOutput& output, OutputFormat format) {
  if (format == OutputFormat::kPb) return onnx::check_data_type(output.type);
  if (output.kind == ValueKind::kTensor) return {};
  return Error("FILE-1", "a .npy holds a tensor, and the output \"" + safe_line(output.name) + "\" is " +
                             output.signature().text() + "; use --output-format pb");  // [FILE-1]
}

std::string output_file_name(size_t index, const std::string& name) {
  std::string number = std::to_string(index);
  if (number.size() < 3) number.insert(0, 3 - number.size(), '0');
  std::string safe = name.substr(0, kMaxName);
  for (char& c : safe) c = is_safe(c) ? c : '_';
  return number + "_" + safe + ".npy";
}

std::vector<std::string> output_file_names(std::span<const ModelOutput> outputs, OutputFormat format) {
  std::vector<std::string> names;
  for (size_t k = 0; k < outputs.size(); ++k) {
    names.push_back(format == OutputFormat::kNpy ? output_file_name(k, outputs[k].name)
                                                 : "output_" + std::to_string(k) + ".pb");
  }
  names.push_back("outputs.json");
  return names;
}

Result<void> write_outputs(const std::string& folder, std::span<const ModelOutput> outputs,
                           std::span<const Value> values, OutputFormat format) {
  OrderedJson list = OrderedJson::array();
  const std::vector<std::string> names = output_file_names(outputs, format);
  std::vector<NewFile> files;  // they get their names only when all of them are written
  for (size_t k = 0; k < values.size(); ++k) {
    const bool is_npy = format == OutputFormat::kNpy;
    const std::string path = folder + "/" + names[k];
    files.push_back(
        TRY(is_npy ? new_npy(path, values[k].tensor()) : new_pb(path, outputs[k].name, values[k])));
    TRY(files.back().close());
    list.push_back(entry_of(k, outputs[k].name, values[k], names[k]));
  }
  files.push_back(TRY(NewFile::create(folder + "/" + names.back())));
  TRY(files.back().write(json_line({{"outputs", list}}) + "\n"));
  TRY(files.back().close());
  for (NewFile& file : files) TRY(file.commit());
  return {};
}

}  // namespace backedge
