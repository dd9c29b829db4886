#include "interpreter/openvino/weights.h"

#include "conformance/shrink/graphs.h"
#include "interpreter/openvino/shape_text.h"
#include "interpreter/tensor/npy.h"

namespace backedge::shrink {
namespace {

// Appends bytes at a position that is aligned for every element type, and returns the position.
size_t append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  const size_t offset = (to.size() + 7) / 8 * 8;
  to.resize(offset);
  to.insert(to.end(), bytes.begin(), bytes.end());
  return offset;
}

std::optional<int64_t> integer_of(const openvino::Layer& layer, std::string_view name) {
  const openvino::Attribute* attribute = find_attribute(layer, name);
  if (attribute == nullptr) return std::nullopt;
  const Result<int64_t> integer = openvino::parse_integer(attribute->value);
  return integer.ok() ? std::optional(integer.value()) : std::nullopt;
}

}  // namespace

void set_constant(openvino::Model& model, openvino::Layer& layer, const Tensor& value) {
  const auto old = model.weights.view();
  std::vector<std::byte> all(old.begin(), old.end());
  const Tensor little = little_endian(value);
  const std::span bytes(little.bytes(), static_cast<size_t>(little.byte_count()));
  declare(layer, {value.type(), value.shape()});
  set_attribute(layer, "offset", std::to_string(append(all, bytes)));
  set_attribute(layer, "size", std::to_string(bytes.size()));
  model.weights = openvino::weights_of(all, model.weights.file);
}

void pack_weights(openvino::Model& model) {
  const std::span<const std::byte> all = model.weights.view();
  std::vector<std::byte> kept;
  openvino::Model packed = model;
  for (const GraphPlace& place : list_graphs(packed)) {
    for (openvino::Layer& layer : place.graph->layers) {
      if (!is_constant(layer)) continue;
      const std::optional<int64_t> offset = integer_of(layer, "offset"), size = integer_of(layer, "size");
      const int64_t most = std::ssize(all);
      if (!offset || !size || *offset < 0 || *size < 0 || *offset > most || *size > most - *offset) return;
      const auto bytes = all.subspan(static_cast<size_t>(*offset), static_cast<size_t>(*size));
      set_attribute(layer, "offset", std::to_string(append(kept, bytes)));
    }
  }
  packed.weights = openvino::weights_of(kept, model.weights.file);
  model = std::move(packed);
}

}  // namespace backedge::shrink
