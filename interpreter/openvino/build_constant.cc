#include "interpreter/openvino/build_constant.h"

#include <bit>
#include <cstdint>

#include "interpreter/openvino/lookup.h"
#include "interpreter/openvino/shape_text.h"
#include "interpreter/tensor/narrow_types.h"
#include "interpreter/tensor/stored_elements.h"

namespace backedge::openvino {
namespace {

Result<int64_t> required_integer(const Layer& layer, std::string_view name) {
  const Attribute* attribute = find_attribute(layer, name);
  if (attribute == nullptr)  // [OP-2]
    return Error("OP-2", "a Const needs the attribute " + std::string(name));
  Result<int64_t> integer = parse_integer(attribute->value);
  if (!integer.ok()) return integer.take_error().note("attribute " + std::string(name) + " of `data`");
  return integer;
}

bool usable_in_place(ElementType type, const std::byte* address) {
  return std::endian::native == std::endian::little && type != ElementType::kBoolean && !is_narrow(type) &&
         reinterpret_cast<uintptr_t>(address) % static_cast<uintptr_t>(size_of(type)) == 0;
}

}  // namespace

Result<std::optional<ElementType>> declared_type(const Layer& layer) {
  if (const Attribute* written = find_attribute(layer, "element_type"))  // [BODY-5]
    return parse_element_type(written->value);
  return layer.outputs.empty() ? std::nullopt : layer.outputs.front().precision;
}

Result<Signature> declared_signature(const Layer& layer, std::optional<ElementType> otherwise) {
  const Port* port = layer.outputs.empty() ? nullptr : &layer.outputs.front();
  Signature signature;
  std::optional<ElementType> type = TRY(declared_type(layer));
  if (!type) type = otherwise;  // [GRAPH-6]
  if (!type) {                  // [GRAPH-5]
    return Error("GRAPH-5", "neither `data` nor the output port gives an element type")
        .note("only a Parameter of a body that gets a value from outside may leave it open (GRAPH-6)");
  }
  signature.type = *type;
  if (const Attribute* shape = find_attribute(layer, "shape")) {  // [BODY-5]
    signature.shape = TRY(parse_shape(shape->value));
  } else if (port != nullptr) {
    signature.shape = PartialShape::of(port->dims);
  }
  return signature;
}

Result<Tensor> build_constant(const Layer& layer, const Weights& weights, BuildState& state) {
  const Signature signature = TRY(declared_signature(layer));
  const int64_t offset = TRY(required_integer(layer, "offset"));
  const int64_t size = TRY(required_integer(layer, "size"));
  const std::string span = "offset " + std::to_string(offset) + ", size " + std::to_string(size);

  const std::optional<int64_t> bytes = signature.shape.known()
                                           ? checked_bytes(signature.shape.shape(), size_of(signature.type))
                                           : std::nullopt;
  if (!bytes) {  // [WEIGHTS-4]
    return Error("WEIGHTS-4", "a Const of " + signature.text() + " has no known size in bytes");
  }
  const std::optional<int64_t> packed = packed_bytes(signature.type, *bytes / size_of(signature.type));
  if (!packed) {  // [WEIGHTS-6]
    return Error("WEIGHTS-6", signature.text() + " does not fill its last group of 3 bytes");
  }
  const bool empty = *bytes == 0 && size == 1;  // OpenVINO writes a Const without elements like this
  if (size != *packed && !empty) {              // [WEIGHTS-3]
    return Error("WEIGHTS-3", signature.text() + " takes " + std::to_string(*packed) + " bytes").note(span);
  }
  if (*bytes == 0) return Tensor::zeros(signature.type, signature.shape.shape());
  if (weights.bytes == nullptr && state.limits.weights_optional)
    return Tensor(signature.type, signature.shape.shape(), nullptr);
  if (weights.bytes == nullptr) {  // [WEIGHTS-1]
    return Error("WEIGHTS-1", "the Const needs a weights file, and there is none")
        .note("backedge looks for FILE.bin next to FILE.xml; --weights names another file");
  }
  if (offset < 0 || size > weights.size - offset) {  // [WEIGHTS-2]
    return Error("WEIGHTS-2", "the bytes are outside the weights")
        .note(span + "; " + weights.file + " has " + std::to_string(weights.size) + " bytes");
  }
  const std::byte* from = weights.bytes.get() + offset;
  if (!usable_in_place(signature.type, from)) {
    if (*bytes > state.limits.max_bytes - state.copied_bytes) {  // [LIMIT-1]
      return Error("LIMIT-1", "constants that have to be copied take more than the limit of " +
                                  std::to_string(state.limits.max_bytes) + " bytes")
          .note(
              "a Const is copied if it is boolean or narrow, or if its offset is not a multiple of its "
              "element's size");
    }
    state.copied_bytes += *bytes;
    return read_stored_elements(signature.type, signature.shape.shape(), from);
  }
  return Tensor(signature.type, signature.shape.shape(), weights.bytes).view(offset, signature.shape.shape());
}

}  // namespace backedge::openvino
