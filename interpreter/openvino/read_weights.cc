#include "interpreter/openvino/read_weights.h"

#include <filesystem>

#include "interpreter/base/open_file.h"
#include "interpreter/tensor/tensor.h"

namespace backedge::openvino {
namespace {

constexpr int64_t kPiece = 16 << 20;  // bytes to read between two looks at the clock

Result<void> read_bytes(const OpenFile& file, int64_t max_bytes, Deadline& deadline, Weights& weights) {
  if (!file.fault().empty()) return Error("WEIGHTS-1", "the weights file " + file.fault());  // [WEIGHTS-1]
  if (file.size() > max_bytes) {                                                             // [LIMIT-1]
    return Error("LIMIT-1", "the weights file has " + std::to_string(file.size()) + " bytes, the limit is " +
                                std::to_string(max_bytes));
  }
  const size_t blocks = static_cast<size_t>(file.size()) / sizeof(Tensor::Block) + 1;
  const auto memory = std::make_shared_for_overwrite<Tensor::Block[]>(blocks);
  weights.bytes = std::shared_ptr<std::byte>(memory, memory[0].bytes);
  weights.size = file.size();
  for (int64_t done = 0; done < file.size();) {
    const Result<int64_t> read = file.read(weights.bytes.get() + done, std::min(kPiece, file.size() - done));
    // [WEIGHTS-1]
    if (!read.ok()) return Error("WEIGHTS-1", "the weights file " + read.error().message());
    if (read.value() == 0) return Error("WEIGHTS-1", "the weights file became shorter while it was read");
    done += read.value();
    if (deadline.passed(read.value())) return time_is_over(deadline);
  }
  return {};
}

}  // namespace

Result<Weights> read_weights(const std::string& model_file, const std::string& weights_file,
                             int64_t max_bytes, Deadline& deadline) {
  Weights weights;
  weights.file = weights_file;
  if (weights_file.empty())
    weights.file = std::filesystem::path(model_file).replace_extension(".bin").string();
  const OpenFile file(weights.file);
  if (weights_file.empty() && file.missing()) return weights;
  Result<void> done = read_bytes(file, max_bytes, deadline, weights);
  if (!done.ok()) return done.take_error().in(Phase::kRead).at(weights.file, 0);
  return weights;
}

}  // namespace backedge::openvino
