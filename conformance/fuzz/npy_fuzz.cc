#include "conformance/fuzz/fuzz_bytes.h"
#include "interpreter/tensor/npy.h"

/// Fuzzes the reader of .npy files. A tensor that is read and written is read as the same tensor.
namespace backedge {
namespace {

void check_npy(std::span<const std::byte> file) {
  const Result<Tensor> tensor = decode_npy(file);
  if (!tensor.ok()) {
    demand(tensor.error().phase() == Phase::kInput && !tensor.error().message().empty(),
           "an error without phase or message");
    return;
  }
  const Tensor little = little_endian(tensor.value());
  std::string written = npy_header(little.type(), little.shape());
  demand(written.size() % 64 == 0, "a header of " + std::to_string(written.size()) + " bytes");
  written.append(reinterpret_cast<const char*>(little.bytes()), static_cast<size_t>(little.byte_count()));
  const Result<Tensor> back = decode_npy(std::as_bytes(std::span(written)));
  demand(back.ok(), "a tensor that was read is written as a file that is rejected");
  demand(back.value().same_bits(tensor.value()), "a tensor that is written and read has other bits");
}

}  // namespace
}  // namespace backedge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backedge::check_npy(std::as_bytes(std::span(data, size)));
  return 0;
}
