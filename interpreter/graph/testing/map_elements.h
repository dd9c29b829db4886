#pragma once

#include <utility>

#include "interpreter/ops/operation.h"

namespace backedge {

/// An operation that belongs to no language: y[k] = function(a[k], b[k], ...), for f32 operands of one shape.
template <class Y, class... Operands>
Operation map_elements(Y (*function)(Operands...)) {
  const auto infer = [](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    outputs[0] = {element_type_of<Y>(), inputs[0].shape};
    return {};
  };
  const auto kernel = [function](const KernelCall& call) -> Result<void> {
    const auto value_at = [&]<size_t... I>(int64_t k, std::index_sequence<I...>) {
      return function(call.input(I).data<float>()[k]...);
    };
    Y* to = call.output().writable<Y>();
    for (int64_t k = 0; k < call.output().count(); ++k)
      to[k] = value_at(k, std::index_sequence_for<Operands...>());
    return {};
  };
  return {.infer = infer, .kernel = kernel, .error = ops::NotDerived{}, .made = {.maker = "function"}};
}

}  // namespace backedge
