#include "tools/cli/write_export.h"

#include <filesystem>
#include <optional>
#include <set>

#include "conformance/corpus/read_text.h"
#include "interpreter/onnx/lower_model.h"
#include "interpreter/version.h"
#include "tools/cli/json.h"
#include "tools/cli/output_files.h"
#include "tools/cli/sha256.h"
#include "tools/cli/tar_archive.h"
#include "tools/cli/write_case.h"

namespace backedge {
namespace {

// A folder or an archive that files are added to.
class Output {
 public:
  static Result<Output> create(const std::string& out) {
    Output output;
    output.out_ = out;
    if (is_archive(out)) {
      output.archive_ = TRY(TarArchive::create(out));
      return output;
    }
    TRY(check_new(out));
    TRY(make_folder(out));
    return output;
  }

  Result<void> add(const std::string& folder, const FileContents& files) {
    if (!archive_ && !folder.empty()) TRY(make_folder(out_ + "/" + folder));
    for (const auto& [name, content] : files) {
      const std::string path = folder.empty() ? name : folder + "/" + name;
      TRY(archive_ ? archive_->add(path, content) : write_text(out_ + "/" + path, content));
    }
    return {};
  }

  Result<void> finish() { return archive_ ? archive_->finish() : Result<void>(); }

 private:
  std::string out_;
  std::optional<TarArchive> archive_;
};

// The folder of a run in the output. The path of a case that was named by its folder may lead elsewhere: it may
// be absolute, or begin with "..".
std::string folder_of(const SelectedRun& selected) {
  namespace fs = std::filesystem;
  fs::path folder;
  for (const fs::path& part : fs::path(name_of(selected)).lexically_normal().relative_path()) {
    if (part != "..") folder /= part;
  }
  return folder.string();
}

Result<FileContents> files_of(const SelectedRun& selected, bool every_npy) {
  TestCase plain = *selected.test_case;
  plain.runs = {*selected.run};
  const ModelFiles model = TRY(model_files(*selected.test_case, *selected.run));
  plain.model = model.text;
  const std::string weights = model.weights.empty() ? "" : TRY(read_text(model.weights, INT64_MAX));
  FileContents files = case_files(plain, weights, every_npy);
  const std::string binary(plain.format.binary_file);
  if (!binary.empty()) files[binary] = TRY(onnx::binary_of_text(plain.model, model.path));
  return files;
}

OrderedJson entry_of(const SelectedRun& selected, const FileContents& files) {
  const TestCase& test_case = *selected.test_case;
  const ModelFormat& format = test_case.format;
  const std::string_view model = format.binary_file.empty() ? format.model_file : format.binary_file;
  OrderedJson entry = {
      {"run", name_of(selected)},       {"case", test_case.path},
      {"rules", selected.run->rules},   {"tier", selected.run->survey ? "survey" : "required"},
      {"features", test_case.features}, {"format", format.name},
      {"folder", folder_of(selected)},  {"model", model}};
  if (files.contains(std::string(format.weights_file))) entry["weights"] = format.weights_file;
  for (const auto& [name, content] : files) entry["files"][name] = sha256(content);
  return entry;
}

}  // namespace

bool is_archive(const std::string& out) { return out.ends_with(".tar.gz"); }

Result<void> write_export(const std::string& out, std::span<const SelectedRun> runs,
                          const std::string& digest, bool every_npy) {
  Output output = TRY(Output::create(out));
  std::string index =
      json_line({{"index", 1}, {"backedge", kVersion}, {"corpus", digest}, {"runs", runs.size()}}) + "\n";
  std::set<std::string> folders;
  for (const SelectedRun& selected : runs) {
    const FileContents files = TRY(files_of(selected, every_npy));
    const std::string folder = folder_of(selected);
    if (!folders.insert(folder).second)
      return Error("FILE-1", "two runs would have this folder").at(out + "/" + folder, 0);  // [FILE-1]
    TRY(output.add(folder, files));
    index += json_line(entry_of(selected, files)) + "\n";
  }
  TRY(output.add("", {{"index.jsonl", index}}));
  return output.finish();
}

}  // namespace backedge
