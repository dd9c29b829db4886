#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "conformance/fuzz/fuzz_bytes.h"
#include "interpreter/onnx/tensor_file.h"

/// Fuzzes the reader of ONNX's .pb files. A tensor that is read and written is read as the same tensor.
namespace backedge {
namespace {

constexpr int64_t kMostBytes = 64 << 10;

// A file in a folder of its own, in which a tensor finds no external data.
class ScratchFile {
 public:
  ScratchFile() {
    const char* given = std::getenv("TEST_TMPDIR");
    folder_ = std::filesystem::path(given == nullptr ? "/tmp" : given) /
              ("tensor_file_fuzz." + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~ScratchFile() { std::filesystem::remove_all(folder_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  Result<Tensor> read(const std::string& bytes) const {
    const std::string file = (folder_ / "fuzz.pb").string();
    // ext4 waits for the disk if new text replaces the old text of a file.
    std::filesystem::remove(file);
    std::ofstream(file, std::ios::binary) << bytes;
    return onnx::read_tensor_file(file, kMostBytes);
  }

 private:
  std::filesystem::path folder_;
};

void check_file(const std::string& bytes) {
  static const ScratchFile file;
  const Result<Tensor> tensor = file.read(bytes);
  if (!tensor.ok()) {
    demand(tensor.error().phase() == Phase::kInput && !tensor.error().rule().empty(),
           "an error without phase or rule");
    return;
  }
  const Result<std::string> written = onnx::tensor_file_bytes(tensor.value(), "written");
  demand(written.ok(), "a tensor that was read cannot be written");
  const Result<Tensor> back = file.read(written.value());
  demand(back.ok(), "a tensor that was read is written as a file that is rejected");
  demand(back.value().same_bits(tensor.value()), "a tensor that is written and read has other bits");
}

}  // namespace
}  // namespace backedge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backedge::check_file(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
