#include <cstring>

#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/elementwise_kernel.h"

namespace backedge {
namespace {

Result<void> infer_select(const AutoBroadcast& broadcast, std::span<const Operand> inputs,
                          std::span<Signature> outputs) {
  if (inputs[0].type != ElementType::kBoolean) {
    return Error("OP-4",
                 "the condition is of type " + std::string(name_of(inputs[0].type)) + ", expected boolean");
  }
  TRY(check_types(Types::kAny, inputs.subspan(1)));
  const PartialShape values = TRY(broadcast_shapes(broadcast, inputs[1].shape, inputs[2].shape));
  outputs[0] = {inputs[1].type, TRY(broadcast_shapes(broadcast, values, inputs[0].shape))};
  return {};
}

template <class T>
void select_elements(const KernelCall& call, const AutoBroadcast& broadcast) {
  const Tensor &condition = call.input(0), &then = call.input(1), &otherwise = call.input(2);
  Tensor& output = call.output();
  T* out = output.writable<T>();
  const bool* choose = condition.data<bool>();
  const T* a = then.data<T>();
  const T* b = otherwise.data<T>();
  const Shape& shape = output.shape();
  const ElementIterator<4> iterator(
      shape, {strides_of(shape), second_strides(broadcast, condition.shape(), shape),
              broadcast_strides(then.shape(), shape), second_strides(broadcast, otherwise.shape(), shape)});
  iterator.for_each_row(call.deadline, [&](const auto& offsets, const auto& steps, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      const bool first = choose[offsets[1] + i * steps[1]];
      out[offsets[0] + i] = first ? a[offsets[2] + i * steps[2]] : b[offsets[3] + i * steps[3]];
    }
  });
}

}  // namespace

/// The input itself, every bit kept.
///
/// source   Identity-16
Result<Operation> make_identity(Attributes&, int64_t, int64_t) {
  const auto kernel = [](const KernelCall& call) -> Result<void> {
    const Tensor& input = call.input(0);
    std::memcpy(call.output().writable_bytes(), input.bytes(), static_cast<size_t>(input.byte_count()));
    return {};
  };
  return Operation{infer_unary(Types::kAny), kernel, {}};
}

/// condition ? then : otherwise, every bit kept.
///
/// inputs   condition (boolean), then and otherwise of one type; shapes as auto_broadcast admits. By the page
///          the condition broadcasts to the common shape of the others; by numpy here all three broadcast to
///          each other, as in OpenVINO, which is the same wherever the page allows it
/// errors   OP-2, OP-4, OP-5
/// source   Select-1
Result<Operation> make_select(Attributes& attributes, int64_t, int64_t) {
  const AutoBroadcast broadcast = TRY(read_auto_broadcast(attributes, true));
  const auto infer = [broadcast](std::span<const Operand> inputs, std::span<Signature> outputs) {
    return infer_select(broadcast, inputs, outputs);
  };
  const auto kernel = [broadcast](const KernelCall& call) -> Result<void> {
    dispatch(call.output().type(), [&]<class T>(TypeTag<T>) { select_elements<T>(call, broadcast); });
    return {};
  };
  return Operation{infer, kernel, {}};
}

}  // namespace backedge
