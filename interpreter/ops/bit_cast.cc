#include <cstring>

#include "interpreter/ops/elementwise.h"
#include "interpreter/tensor/narrow_types.h"

/// The bits of the elements of input 0 as elements of another type with the same number of bits. A boolean is
/// true unless its byte is 0.  (OP-47)
///
/// returns  a tensor of that type and of the shape of input 0
/// errors   OP-4 another number of bits
/// source   ONNX's BitCast
namespace backedge::ops {
namespace {

int64_t bits_of(ElementType type) { return *packed_bytes(type, 8); }

Result<void> infer_bit_cast(ElementType type, std::span<const Operand> inputs, std::span<Signature> outputs) {
  if (bits_of(inputs[0].type) != bits_of(type)) {  // [OP-47]
    return Error("OP-4", std::string(name_of(inputs[0].type)) + " has " +
                             std::to_string(bits_of(inputs[0].type)) + " bits, and " +
                             std::string(name_of(type)) + " " + std::to_string(bits_of(type)));
  }
  outputs[0] = {type, inputs[0].shape};
  return {};
}

Result<void> bit_cast(const KernelCall& call) {
  const std::byte* const from = call.input(0).bytes();
  Tensor& output = call.output();
  const int64_t size = size_of(output.type());
  std::byte* const to = output.writable_bytes();
  call.deadline.in_blocks(output.count(), [&](int64_t begin, int64_t end) {
    const auto bytes = static_cast<size_t>((end - begin) * size);
    std::memcpy(to + begin * size, from + begin * size, bytes);
    if (is_narrow(output.type())) clear_unused_bits(output.type(), {to + begin, bytes});
    if (output.type() != ElementType::kBoolean) return;
    for (int64_t k = begin; k < end; ++k) to[k] = std::byte{to[k] != std::byte{0}};
  });
  return {};
}

}  // namespace

Operation make_bit_cast(ElementType type) {
  // Other bits of a real may be any other number. Nobody has derived how far away it is.
  ErrorClass error = Converts{};
  if (is_real(type)) error = NotDerived{};
  return made(__func__, type,
              {.infer = std::bind_front(infer_bit_cast, type), .kernel = bit_cast, .error = error});
}

}  // namespace backedge::ops
