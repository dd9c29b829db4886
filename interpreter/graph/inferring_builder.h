#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/graph/graph_builder.h"

namespace backedge {

/// What is known of a value while a graph is built. Its elements are known if they are computed from constants.
struct Known {
  Signature signature;
  std::optional<Tensor> value = std::nullopt;

  bool is_scalar_of(ElementType type) const {
    return signature.type == type && signature.shape.rank_known() && signature.shape.rank() == 0;
  }
  bool is_scalar_integer() const {
    return is_scalar_of(ElementType::kI32) || is_scalar_of(ElementType::kI64);
  }
};

/// How much an InferringBuilder infers of what it adds.
enum class Infers {
  kNothing,
  kSignatures,  // as far as they follow; `finish` reports the errors
  kValues,      // and reports errors
};

/// A GraphBuilder that infers types, shapes and constant values as values are added. A front end needs it if
/// what it builds depends on them.
class InferringBuilder {
 public:
  explicit InferringBuilder(std::string file, Infers infers = Infers::kValues)
      : builder_(std::move(file)), infers_(infers) {}

  size_t add_parameter(std::string name, const Signature& declared, int64_t id = 0);
  /// The same for a Parameter of which more is known than declared.
  size_t add_parameter(std::string name, const Signature& declared, int64_t id, const Signature& known);
  size_t add_constant(Tensor value, const std::string& name = "");

  /// errors  OP-3, 4, 5, 6
  Result<std::vector<size_t>> add_operation(Node node, Operation operation, size_t outputs);
  Result<std::vector<size_t>> add_operation(Node node, ValueOperation operation, size_t outputs);
  /// errors  those of infer_loop
  Result<std::vector<size_t>> add_loop(Node node, LoopNode loop);
  Result<std::vector<size_t>> add_if(Node node, IfNode branches);

  /// The same for what the front end knows already, without inference.
  std::vector<size_t> add_loop(Node node, LoopNode loop, std::span<const Known> outputs);
  std::vector<size_t> add_if(Node node, IfNode branches, std::span<const Known> outputs);

  const Known& known(size_t slot) const { return known_[slot]; }
  GraphBuilder& builder() { return builder_; }

 private:
  std::vector<Operand> operands_of(const std::vector<size_t>& slots) const;
  Result<std::vector<Known>> infer(const Node& node, size_t outputs) const;
  size_t note(size_t slot, Known known);
  std::vector<size_t> note_all(std::vector<size_t> slots, std::span<const Known> known);

  GraphBuilder builder_;
  Infers infers_;
  std::vector<Known> known_;  // by slot
};

}  // namespace backedge
