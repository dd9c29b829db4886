#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/numbers.h"

/// The elements of input 0 converted to another type, as numbers::convert defines it. The same type keeps
/// every bit.
///
/// inputs   a tensor of any type; ConvertLike: and a second one, whose type is the output's
/// returns  a tensor of that type and of the shape of input 0
/// source   OpenVINO's Convert-1, ConvertLike-1
namespace backedge::ops {
namespace {

Result<void> convert_elements(const KernelCall& call) {
  const ElementType from = call.input(0).type(), to = call.output().type();
  if (from == to) return copy_input(call);
  dispatch<Types::kAny>(from, [&]<class From>(TypeTag<From>) {
    dispatch<Types::kAny>(to, [&]<class To>(TypeTag<To>) {
      if constexpr (!std::is_same_v<From, To>) map_unary<From>(call, numbers::convert<To, From>);
    });
  });
  return {};
}

}  // namespace

Operation make_convert(ElementType type) {
  const auto infer = [type](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    outputs[0] = {type, inputs[0].shape};
    return {};
  };
  return {.infer = infer, .kernel = convert_elements, .error = Converts{}};
}

Operation make_convert_like() {
  const auto infer = [](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    outputs[0] = {inputs[1].type, inputs[0].shape};
    return {};
  };
  return {.infer = infer, .kernel = convert_elements, .error = Converts{}};
}

}  // namespace backedge::ops
