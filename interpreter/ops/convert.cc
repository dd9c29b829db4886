#include <cstring>

#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/elementwise_kernel.h"
#include "interpreter/ops/numbers.h"

/// The elements of input 0 as another type, as numbers::convert has it; the same type keeps every bit.
///
/// inputs   a tensor of any type; ConvertLike: and one whose type is taken
/// returns  a tensor of that type, of the shape of input 0
/// errors   OP-2
/// source   Convert-1, ConvertLike-1
namespace backedge {
namespace {

Result<void> convert_elements(const KernelCall& call) {
  const Tensor& input = call.input(0);
  Tensor& output = call.output();
  if (input.type() == output.type()) {
    std::memcpy(output.writable_bytes(), input.bytes(), static_cast<size_t>(input.byte_count()));
    return {};
  }
  dispatch(input.type(), [&]<class From>(TypeTag<From>) {
    dispatch(output.type(), [&]<class To>(TypeTag<To>) {
      if constexpr (!std::is_same_v<From, To>) map_unary<From>(call, numbers::convert<To, From>);
    });
  });
  return {};
}

}  // namespace

Result<Operation> make_convert(Attributes& attributes, int64_t, int64_t) {
  const ElementType type = TRY(attributes.element_type("destination_type"));
  const auto infer = [type](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    outputs[0] = {type, inputs[0].shape};
    return {};
  };
  return Operation{infer, convert_elements, {}};
}

Result<Operation> make_convert_like(Attributes&, int64_t, int64_t) {
  const auto infer = [](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    outputs[0] = {inputs[1].type, inputs[0].shape};
    return {};
  };
  return Operation{infer, convert_elements, {}};
}

}  // namespace backedge
