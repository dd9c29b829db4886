#include <algorithm>
#include <bit>
#include <cstring>

#include "conformance/shrink/graphs.h"
#include "interpreter/ir/shape_text.h"

namespace backedge {
namespace {

// Elements as a weights file has them: little-endian.
std::vector<std::byte> file_bytes(const Tensor& value) {
  std::vector<std::byte> bytes(value.bytes(), value.bytes() + value.byte_count());
  if constexpr (std::endian::native == std::endian::big) {
    const auto size = static_cast<std::ptrdiff_t>(size_of(value.type()));
    for (auto at = bytes.begin(); at != bytes.end(); at += size) std::reverse(at, at + size);
  }
  return bytes;
}

std::vector<std::byte> bytes_of(const ir::Weights& weights) {
  return {weights.bytes.get(), weights.bytes.get() + weights.size};
}

ir::Weights weights_of(const std::vector<std::byte>& bytes, const std::string& file) {
  // In blocks that are aligned for every element type.
  const size_t blocks = bytes.size() / sizeof(Tensor::Block) + 1;
  std::shared_ptr<Tensor::Block> memory(new Tensor::Block[blocks], std::default_delete<Tensor::Block[]>());
  std::memcpy(memory.get(), bytes.data(), bytes.size());
  std::byte* first = memory->bytes;
  return {.file = file,
          .bytes = std::shared_ptr<std::byte>(std::move(memory), first),
          .size = static_cast<int64_t>(bytes.size())};
}

// Puts bytes where every element type may stand; returns where.
size_t append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  const size_t offset = (to.size() + 7) / 8 * 8;
  to.resize(offset);
  to.insert(to.end(), bytes.begin(), bytes.end());
  return offset;
}

std::optional<int64_t> integer_of(const ir::Layer& layer, std::string_view name) {
  const std::string* text = find_attribute(layer, name);
  if (text == nullptr) return std::nullopt;
  const Result<int64_t> integer = ir::parse_integer(*text);
  return integer.ok() ? std::optional(integer.value()) : std::nullopt;
}

}  // namespace

void set_constant(ir::Model& model, ir::Layer& layer, const Tensor& value) {
  std::vector<std::byte> all = bytes_of(model.weights);
  const std::vector<std::byte> own = file_bytes(value);
  declare(layer, {value.type(), value.shape()});
  set_attribute(layer, "offset", std::to_string(append(all, own)));
  set_attribute(layer, "size", std::to_string(own.size()));
  model.weights = weights_of(all, model.weights.file);
}

void pack_weights(ir::Model& model) {
  const std::vector<std::byte> all = bytes_of(model.weights);
  std::vector<std::byte> kept;
  ir::Model packed = model;
  for (const GraphPlace& place : list_graphs(packed)) {
    for (ir::Layer& layer : place.graph->layers) {
      if (layer.type != "Const" && layer.type != "Constant") continue;
      const std::optional<int64_t> offset = integer_of(layer, "offset"), size = integer_of(layer, "size");
      const auto most = static_cast<int64_t>(all.size());
      if (!offset || !size || *offset < 0 || *size < 0 || *offset > most || *size > most - *offset) return;
      const std::span bytes =
          std::span(all).subspan(static_cast<size_t>(*offset), static_cast<size_t>(*size));
      set_attribute(layer, "offset", std::to_string(append(kept, bytes)));
    }
  }
  packed.weights = weights_of(kept, model.weights.file);
  model = std::move(packed);
}

}  // namespace backedge
