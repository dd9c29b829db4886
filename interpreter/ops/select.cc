#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/map_elements.h"

/// condition ? then : otherwise, every bit kept.
///
/// inputs   condition (boolean), then and otherwise of one type, with shapes that the Broadcasting admits.
///          According to the page, the condition broadcasts to the common shape of the others. Here, as in
///          OpenVINO, numpy broadcasts all three to each other. The result is the same wherever the page
///          allows it
/// errors   OP-4, OP-5
/// source   OpenVINO's Select-1
namespace backedge::ops {
namespace {

Result<void> infer_select(const Broadcasting& broadcasting, std::span<const Operand> inputs,
                          std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kBoolean));
  TRY(check_type(inputs, 1, Types::kAny));
  TRY(check_same_type(inputs, 2, 1));
  const PartialShape values = TRY(broadcast_shapes(broadcasting, inputs[1].shape, inputs[2].shape));
  const PartialShape shape = TRY(broadcast_shapes(broadcasting, values, inputs[0].shape));
  outputs[0] = {inputs[1].type, shape};
  return {};
}

template <class T>
void select_elements(const KernelCall& call, const Broadcasting& broadcasting) {
  const Tensor &condition = call.input(0), &then = call.input(1), &otherwise = call.input(2);
  Tensor& output = call.output();
  T* out = output.writable<T>();
  const bool* choose = condition.data<bool>();
  const T* a = then.data<T>();
  const T* b = otherwise.data<T>();
  const Shape& shape = output.shape();
  const ElementIterator<4> iterator(
      Layout::row_major(shape), second_repeated(broadcasting, condition.shape(), shape),
      first_repeated(then.shape(), shape), second_repeated(broadcasting, otherwise.shape(), shape));
  iterator.for_each_row(call.deadline, [&](const auto& offsets, const auto& steps, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      const bool first = choose[offsets[1] + i * steps[1]];
      out[offsets[0] + i] = first ? a[offsets[2] + i * steps[2]] : b[offsets[3] + i * steps[3]];
    }
  });
}

}  // namespace

Operation make_select(const Broadcasting& broadcasting) {
  const auto infer = [broadcasting](std::span<const Operand> inputs, std::span<Signature> outputs) {
    return infer_select(broadcasting, inputs, outputs);
  };
  const auto kernel = [broadcasting](const KernelCall& call) -> Result<void> {
    dispatch<Types::kAny>(call.output().type(),
                          [&]<class T>(TypeTag<T>) { select_elements<T>(call, broadcasting); });
    return {};
  };
  return made(__func__, broadcasting, {.infer = infer, .kernel = kernel, .error = Moves{}});
}

}  // namespace backedge::ops
