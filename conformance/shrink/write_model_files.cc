#include "conformance/shrink/write_model_files.h"

#include <filesystem>
#include <fstream>

namespace backedge::shrink {
namespace {

Result<void> write_file(const std::string& file, std::span<const std::byte> bytes) {
  std::ofstream stream(file, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
  stream.close();
  if (stream) return {};
  return Error("FILE-1", "the file cannot be written").at(file, 0);
}

}  // namespace

Result<ModelFiles> write_model_files(const std::string& folder, std::string text,
                                     std::span<const std::byte> weights, const ModelFormat& format) {
  ModelFiles files = files_in(folder, std::move(text), true, format);
  TRY(write_file(files.path, std::as_bytes(std::span(files.text))));
  if (!weights.empty()) {
    TRY(write_file(files.weights, weights));
    return files;
  }
  std::error_code failure;
  std::filesystem::remove(files.weights, failure);
  if (failure) return Error("FILE-1", failure.message()).at(files.weights, 0);
  files.weights.clear();
  return files;
}

}  // namespace backedge::shrink
