#include "interpreter/tensorrt/graph_writer.h"

#include <algorithm>

#include "interpreter/tensorrt/nesting.h"

namespace backedge::tensorrt {
namespace {

// Longer constants are not computed while loading: no rule depends on their values.
constexpr int64_t kMostElements = 4096;

// The outputs of an operation whose operands are all known; none if it fails, since it may never run.
std::optional<std::vector<Tensor>> compute(const Operation& operation, std::span<const Operand> operands,
                                           std::span<const Signature> signatures) {
  std::vector<const Tensor*> inputs;
  for (const Operand& operand : operands) {
    if (operand.value == nullptr || operand.value->count() > kMostElements) return std::nullopt;
    inputs.push_back(operand.value);
  }
  std::vector<Tensor> outputs;
  for (const Signature& signature : signatures) {
    if (!signature.shape.known() || !checked_bytes(signature.shape.shape(), 8)) return std::nullopt;
    if (signature.shape.shape().count() > kMostElements) return std::nullopt;
    outputs.push_back(Tensor::zeros(signature.type, signature.shape.shape()));
  }
  const std::shared_ptr<Pool> pool = Pool::make(int64_t{1} << 24);
  Deadline endless;
  if (!operation.kernel({inputs, outputs, *pool, endless}).ok()) return std::nullopt;
  return outputs;
}

}  // namespace

size_t GraphWriter::note(size_t slot, Known known) {
  names_.values.resize(std::max(names_.values.size(), slot + 1));
  names_.values[slot] = std::move(known);
  return slot;
}

void GraphWriter::note_all(std::span<const size_t> slots, std::span<const Known> known) {
  for (size_t k = 0; k < slots.size(); ++k) note(slots[k], known[k]);
}

size_t GraphWriter::add_parameter(std::string name, const Signature& declared, int64_t id) {
  return note(builder_.add_parameter(std::move(name), declared, id), {declared});
}

size_t GraphWriter::add_constant(Tensor value, const std::string& name) {
  Known known{signature_of(value), value};
  return note(builder_.add_constant(std::move(value), name), std::move(known));
}

size_t GraphWriter::add_integers(std::span<const int64_t> values) {
  return add_constant(Tensor::of<int64_t>({static_cast<int64_t>(values.size())}, values));
}

Result<std::vector<size_t>> GraphWriter::apply(const ILayer& layer, OperationName name, Operation operation,
                                               std::vector<size_t> inputs, size_t outputs) {
  std::vector<Operand> operands;
  for (const size_t slot : inputs) {
    const Known& operand = known(slot);
    operands.push_back(
        {operand.signature.type, operand.signature.shape, operand.value ? &*operand.value : nullptr});
  }
  std::vector<Signature> signatures(outputs);
  Result<void> inferred = operation.infer(operands, signatures);
  if (!inferred.ok()) return inferred.take_error().of(title_of(layer));
  const std::optional<std::vector<Tensor>> values = compute(operation, operands, signatures);
  Node node{.place = {file_, 0, title_of(layer), name_of(*layer.getOutput(0))},
            .type = layer.data().kind,
            .inputs = std::move(inputs)};
  names_.operations.push_back(std::move(name));
  names_.inner.emplace_back();
  const std::vector<size_t> slots = builder_.add_operation(std::move(node), std::move(operation), outputs);
  for (size_t k = 0; k < outputs; ++k) {
    Known known{signatures[k]};
    if (values) known.value = (*values)[k];
    note(slots[k], std::move(known));
  }
  return slots;
}

std::vector<size_t> GraphWriter::add_loop(std::string title, std::string name, std::vector<size_t> inputs,
                                          LoopNode loop, std::vector<GraphNames> names,
                                          std::span<const Known> outputs) {
  Node node{
      .place = {file_, 0, std::move(title), std::move(name)}, .type = "Loop", .inputs = std::move(inputs)};
  names_.operations.emplace_back();
  names_.inner.push_back(std::move(names));
  const std::vector<size_t> slots = builder_.add_loop(std::move(node), std::move(loop));
  note_all(slots, outputs);
  return slots;
}

std::vector<size_t> GraphWriter::add_if(std::string title, std::string name, std::vector<size_t> inputs,
                                        IfNode branches, std::vector<GraphNames> names,
                                        std::span<const Known> outputs) {
  Node node{
      .place = {file_, 0, std::move(title), std::move(name)}, .type = "If", .inputs = std::move(inputs)};
  names_.operations.emplace_back();
  names_.inner.push_back(std::move(names));
  const std::vector<size_t> slots = builder_.add_if(std::move(node), std::move(branches));
  note_all(slots, outputs);
  return slots;
}

}  // namespace backedge::tensorrt
