#include "interpreter/onnx/formula.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operand_checks.h"

/// Dropout in an inference.
namespace backedge::onnx {
namespace {

// Whether it is known before a run that Dropout drops nothing.
bool drops_nothing(const NodeLowering& node, size_t ratio, size_t training) {
  if (node.count(ratio) != 1 || !is_real(node.type(ratio))) return false;
  if (node.count(training) != 1 || node.type(training) != ElementType::kBoolean) return false;
  const std::optional<Tensor>&share = node.known(ratio).value, &trains = node.known(training).value;
  return (trains && !*trains->data<bool>()) || (share && ops::real_at(*share, 0) == 0);
}

// Input 0, unless elements of it would be dropped. Input 1 is the ratio; input 2 says whether this is training.
// No other language has this operation.
Operation kept() {
  Operation identity = ops::make_identity();
  identity.made = {.maker = "unless_dropped"};
  const Kernel copy = identity.kernel;
  identity.infer = [infer = identity.infer](std::span<const Operand> inputs, std::span<Signature> outputs) {
    return infer(inputs.first(1), outputs);
  };
  identity.kernel = [copy](const KernelCall& call) -> Result<void> {
    const Tensor &ratio = call.input(1), &training = call.input(2);
    if (ratio.count() != 1 || training.count() != 1 || training.type() != ElementType::kBoolean ||
        !is_real(ratio.type()))
      return Error("OP-5", "ratio and training_mode are not a real and a boolean scalar");  // [OP-5]
    if (*training.data<bool>() && ops::real_at(ratio, 0) != 0)
      return Error("OP-6", "to drop elements at random is not supported");  // [OP-6]
    return copy(call);
  };
  return identity;
}

}  // namespace

// In an inference nothing is dropped: the mask is all true.
Lowered lower_dropout(NodeLowering& node) {
  node.attributes.has(node.version < 12 ? "ratio" : "seed");
  size_t x = node.in(0);
  if (node.version >= 12) {
    const size_t ratio = node.has(1) ? node.in(1) : node.number(ElementType::kF32, 0.5);
    if (node.has(2) && !drops_nothing(node, ratio, node.in(2)))
      x = TRY(node.apply(kept(), {x, ratio, node.in(2)}));
  }
  std::vector<size_t> outputs = {TRY(node.apply(ops::make_identity(), {x}))};
  if (node.outputs() < 2) return outputs;
  // Before version 10, the mask has the type of the data.
  const size_t kept = node.version < 10 ? node.number(node.type(node.in(0)), 1)
                                        : node.scope.graph.add_constant(Tensor::scalar(true));
  outputs.push_back(TRY(filled(node, kept, TRY(shape_of(node, node.in(0))))));
  return outputs;
}

}  // namespace backedge::onnx
