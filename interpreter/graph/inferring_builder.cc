#include "interpreter/graph/inferring_builder.h"

#include <algorithm>

#include "interpreter/graph/infer_graph.h"

namespace backedge {
namespace {

// Longer constants are not computed while loading: no rule depends on their values.
constexpr int64_t kMostElements = 4096;
// Neither are those that take long, however few they are. The limit is not one of time, because a model is
// always lowered in the same way.
constexpr int64_t kMostWork = int64_t{1} << 24;

// The outputs of an operation whose operands are all known; none if it fails, since it may never run.
std::optional<std::vector<Tensor>> compute(const Operation& operation, std::span<const Operand> operands,
                                           std::span<const Known> outputs) {
  if (operation.allocates) return std::nullopt;
  std::vector<const Tensor*> inputs;
  for (const Operand& operand : operands) {
    if (operand.value == nullptr || operand.value->count() > kMostElements) return std::nullopt;
    inputs.push_back(operand.value);
  }
  std::vector<Tensor> values;
  for (const Known& output : outputs) {
    const auto& [type, shape, kind] = output.signature;
    if (!shape.known() || !checked_bytes(shape.shape(), 8)) return std::nullopt;
    if (shape.shape().count() > kMostElements) return std::nullopt;
    values.push_back(Tensor::zeros(type, shape.shape()));
  }
  const std::shared_ptr<Pool> pool = Pool::make(int64_t{1} << 24);
  Deadline deadline = Deadline::of_work(kMostWork);
  if (!operation.kernel({inputs, values, *pool, deadline}).ok() || deadline.look()) return std::nullopt;
  return values;
}

}  // namespace

size_t InferringBuilder::note(size_t slot, Known known) {
  known_.resize(std::max(known_.size(), slot + 1));
  known_[slot] = std::move(known);
  return slot;
}

std::vector<size_t> InferringBuilder::note_all(std::vector<size_t> slots, std::span<const Known> known) {
  for (size_t k = 0; k < slots.size(); ++k) note(slots[k], known[k]);
  return slots;
}

std::vector<Operand> InferringBuilder::operands_of(const std::vector<size_t>& slots) const {
  std::vector<Operand> operands;
  for (const size_t slot : slots) {
    const auto& [signature, value] = known(slot);
    operands.push_back({signature.type, signature.shape, value ? &*value : nullptr, signature.kind});
  }
  return operands;
}

Result<std::vector<Known>> InferringBuilder::infer(const Node& node, size_t outputs) const {
  if (infers_ == Infers::kNothing) return std::vector<Known>(outputs);
  const std::vector<Operand> operands = operands_of(node.inputs);
  std::vector<Signature> signatures(outputs);
  Result<void> inferred = infer_node(node, operands, signatures, Iterations::kAll);
  if (!inferred.ok() && infers_ == Infers::kSignatures) return std::vector<Known>(outputs);
  if (!inferred.ok()) return at_place(inferred.take_error(), node.place);
  std::vector<Known> known;
  for (const Signature& signature : signatures) known.push_back({signature});
  const auto* operation = std::get_if<Operation>(&node.work);
  if (operation == nullptr || infers_ != Infers::kValues) return known;
  if (const auto values = compute(*operation, operands, known)) {
    for (size_t k = 0; k < outputs; ++k) known[k].value = (*values)[k];
  }
  return known;
}

size_t InferringBuilder::add_parameter(std::string name, const Signature& declared, int64_t id) {
  return add_parameter(std::move(name), declared, id, declared);
}

size_t InferringBuilder::add_parameter(std::string name, const Signature& declared, int64_t id,
                                       const Signature& known) {
  return note(builder_.add_parameter(std::move(name), declared, id), {known});
}

size_t InferringBuilder::add_constant(Tensor value, const std::string& name) {
  Known known{signature_of(value), value};
  return note(builder_.add_constant(std::move(value), name), std::move(known));
}

Result<std::vector<size_t>> InferringBuilder::add_operation(Node node, Operation operation, size_t outputs) {
  node.work = operation;
  const std::vector<Known> known = TRY(infer(node, outputs));
  return note_all(builder_.add_operation(std::move(node), std::move(operation), outputs), known);
}

Result<std::vector<size_t>> InferringBuilder::add_operation(Node node, ValueOperation operation,
                                                            size_t outputs) {
  node.work = operation;
  const std::vector<Known> known = TRY(infer(node, outputs));
  return note_all(builder_.add_operation(std::move(node), std::move(operation), outputs), known);
}

Result<std::vector<size_t>> InferringBuilder::add_loop(Node node, LoopNode loop) {
  node.work = loop;
  const std::vector<Known> known = TRY(infer(node, loop.spec.outputs.size()));
  return add_loop(std::move(node), std::move(loop), known);
}

Result<std::vector<size_t>> InferringBuilder::add_if(Node node, IfNode branches) {
  node.work = branches;
  const std::vector<Known> known = TRY(infer(node, branches.then_branch.spec.outputs.size()));
  return add_if(std::move(node), std::move(branches), known);
}

std::vector<size_t> InferringBuilder::add_loop(Node node, LoopNode loop, std::span<const Known> outputs) {
  return note_all(builder_.add_loop(std::move(node), std::move(loop)), outputs);
}

std::vector<size_t> InferringBuilder::add_if(Node node, IfNode branches, std::span<const Known> outputs) {
  return note_all(builder_.add_if(std::move(node), std::move(branches)), outputs);
}

}  // namespace backedge
