#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/movement.h"

namespace backedge::ops {

/// The input itself.
///
/// source  OpenVINO's Identity-16
Operation make_identity() {
  const auto infer = [](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    outputs[0] = {inputs[0].type, inputs[0].shape};
    return {};
  };
  return made(__func__, {.infer = infer, .kernel = copy_input, .error = Moves{}});
}

/// The input itself, if it has the declared type and one of the declared shapes.
///
/// errors  VAR-2
Operation make_access_variable(const VariableAccess& access) {
  const auto infer = [declared = access.declared](std::span<const Operand> inputs,
                                                  std::span<Signature> outputs) -> Result<void> {
    const Operand& value = inputs[0];
    if (value.type != declared.type || !declared.shape.meets(value.shape)) {  // [VAR-2]
      return Error("VAR-2", "the value is " + describe(value.type, value.shape) +
                                ", and the variable is declared " + declared.text());
    }
    outputs[0] = {value.type, declared.shape.narrowed_by(value.shape)};
    return {};
  };
  return made(__func__, access, {.infer = infer, .kernel = copy_input, .error = Moves{}});
}

}  // namespace backedge::ops
