#include <cstdint>
#include <cstring>
#include <random>
#include <string>

#include "conformance/fuzz/onnx_input.h"
#include "interpreter/onnx/lower_model.h"
#include "interpreter/onnx/testing/mutate_model.h"

/// Changes an ONNX model and its inputs for the fuzzer. Most changes of a model keep it a model. A text often
/// becomes binary first, because only the bytes of a text can be changed.

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace backedge {
namespace {

constexpr size_t kMostGrowth = 16;

void mutate_bytes(std::string& bytes) {
  const size_t size = bytes.size(), most = size + kMostGrowth;
  bytes.resize(most);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(bytes.data()), size, most));
}

void mutate(OnnxInput& input, unsigned seed) {
  std::mt19937 random(seed);
  const size_t choice = random() % 16;
  if (choice < 2) return mutate_bytes(input.values);
  if (choice == 2 || (input.is_text() && choice < 7)) return mutate_bytes(input.model);
  if (input.is_text()) {
    Result<std::string> binary = onnx::binary_of_text(input.model, "fuzz.onnxtxt");
    if (!binary.ok()) return mutate_bytes(input.model);
    input.model = std::move(binary).value();
  }
  input.model = onnx::testing::mutate_model(input.model, static_cast<unsigned>(random()), mutate_bytes);
}

}  // namespace
}  // namespace backedge

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  backedge::OnnxInput input(data, size);
  backedge::mutate(input, seed);
  const std::string whole = input.bytes();
  // What does not fit is left as it was: a part of a model is not a model.
  if (whole.size() > max_size) return size;
  std::memcpy(data, whole.data(), whole.size());
  return whole.size();
}
