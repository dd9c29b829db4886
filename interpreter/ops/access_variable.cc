#include "interpreter/ops/access_variable.h"

#include "interpreter/ops/copy_elements.h"

namespace backedge::ops {

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
