#include "conformance/shrink/write_model_files.h"

#include <filesystem>
#include <fstream>

namespace backedge {
namespace {

Result<void> write_file(const std::string& file, std::span<const std::byte> bytes) {
  std::ofstream stream(file, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
  stream.close();
  if (stream) return {};
  return Error("FILE-1", "the file cannot be written").at(file, 0);
}

}  // namespace

Result<void> write_model_files(const std::string& folder, const std::string& text,
                               std::span<const std::byte> weights) {
  TRY(write_file(folder + "/model.xml", std::as_bytes(std::span(text))));
  const std::string file = folder + "/model.bin";
  if (!weights.empty()) return write_file(file, weights);
  std::error_code failure;
  std::filesystem::remove(file, failure);
  if (failure) return Error("FILE-1", failure.message()).at(file, 0);
  return {};
}

}  // namespace backedge
