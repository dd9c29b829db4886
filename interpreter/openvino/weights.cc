#include "interpreter/openvino/weights.h"

#include <algorithm>

#include "interpreter/tensor/tensor.h"

namespace backedge::openvino {

Weights weights_of(std::span<const std::byte> bytes, std::string file) {
  Weights weights{.file = std::move(file), .bytes = nullptr, .size = std::ssize(bytes)};
  if (bytes.empty()) return weights;
  const std::shared_ptr<Tensor::Block[]> blocks(new Tensor::Block[bytes.size() / sizeof(Tensor::Block) + 1]);
  weights.bytes = std::shared_ptr<std::byte>(blocks, blocks[0].bytes);
  std::copy(bytes.begin(), bytes.end(), weights.bytes.get());
  return weights;
}

}  // namespace backedge::openvino
