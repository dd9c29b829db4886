#pragma once

#include <tuple>

#include "interpreter/ops/operation.h"

namespace backedge {

/// An operation that belongs to no language: y[k] = function(a[k], b[k], ...), for f32 operands of one shape.
template <class Y, class... Operands>
Operation map_elements(Y (*function)(Operands...)) {
  Operation operation;
  operation.infer = [](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    outputs[0] = {element_type_of<Y>(), inputs[0].shape};
    return {};
  };
  operation.kernel = [function](const KernelCall& call) -> Result<void> {
    Y* to = call.output().writable<Y>();
    for (int64_t k = 0; k < call.output().count(); ++k) {
      size_t input = 0;
      to[k] = std::apply(
          function, std::tuple<Operands...>{static_cast<Operands>(call.input(input++).data<float>()[k])...});
    }
    return {};
  };
  return operation;
}

}  // namespace backedge
