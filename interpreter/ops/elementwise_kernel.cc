#include "interpreter/ops/elementwise_kernel.h"

#include <array>

namespace backedge {
namespace {

std::string_view words_for(Types types) {
  constexpr std::array<std::string_view, 4> kWords = {"any", "a numeric one", "a floating-point one",
                                                      "boolean"};
  return kWords[static_cast<size_t>(types)];
}

}  // namespace

Result<void> check_types(Types types, std::span<const Operand> inputs) {
  for (size_t k = 0; k < inputs.size(); ++k) {
    const std::string name(name_of(inputs[k].type));
    if (!allows(types, inputs[k].type)) {
      return Error("OP-4", "input " + std::to_string(k) + " is of type " + name + ", expected " +
                               std::string(words_for(types)));
    }
    if (inputs[k].type != inputs[0].type) {  // [OP-4]
      return Error("OP-4", "inputs of types " + std::string(name_of(inputs[0].type)) + " and " + name +
                               ", expected one type");
    }
  }
  return {};
}

Infer infer_unary(Types types) {
  return [types](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_types(types, inputs.first(1)));
    outputs[0] = {inputs[0].type, inputs[0].shape};
    return {};
  };
}

Infer infer_binary(Types types, AutoBroadcast broadcast, bool compares) {
  return [types, broadcast, compares](std::span<const Operand> inputs,
                                      std::span<Signature> outputs) -> Result<void> {
    TRY(check_types(types, inputs));
    const PartialShape shape = TRY(broadcast_shapes(broadcast, inputs[0].shape, inputs[1].shape));
    outputs[0] = {compares ? ElementType::kBoolean : inputs[0].type, shape};
    return {};
  };
}

}  // namespace backedge
