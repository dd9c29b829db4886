#include "interpreter/ops/map_elements.h"

namespace backedge::ops {

Infer infer_unary(Types types) {
  return [types](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_type(inputs, 0, types));
    outputs[0] = {inputs[0].type, inputs[0].shape};
    return {};
  };
}

Infer infer_predicate(Types types) {
  return [types](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_type(inputs, 0, types));
    outputs[0] = {ElementType::kBoolean, inputs[0].shape};
    return {};
  };
}

Infer infer_binary(Types types, const Broadcasting& broadcasting, bool compares) {
  return [types, broadcasting, compares](std::span<const Operand> inputs,
                                         std::span<Signature> outputs) -> Result<void> {
    TRY(check_types(inputs, types));
    const PartialShape shape = TRY(broadcast_shapes(broadcasting, inputs[0].shape, inputs[1].shape));
    outputs[0] = {compares ? ElementType::kBoolean : inputs[0].type, shape};
    return {};
  };
}

}  // namespace backedge::ops
