#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/graph/graph_builder.h"
#include "interpreter/tensorrt/network.h"

namespace backedge::tensorrt {

/// What is known of a value while a network is lowered. Its elements are known if they are
/// computed from constants.
struct Known {
  Signature signature;
  std::optional<Tensor> value = std::nullopt;

  bool is_scalar_of(ElementType type) const {
    return signature.type == type && signature.shape.rank_known() && signature.shape.rank() == 0;
  }
};

/// A GraphBuilder that infers types, shapes and constant values as values are added, because many rules of the
/// network's loops depend on them.
class GraphWriter {
 public:
  explicit GraphWriter(std::string file) : file_(file), builder_(std::move(file)) {}

  size_t add_parameter(std::string name, const Signature& declared, int64_t id = 0);
  size_t add_constant(Tensor value, const std::string& name = "");
  /// A vector of i64.
  size_t add_integers(std::span<const int64_t> values);
  size_t add_integer(int64_t value) { return add_constant(Tensor::scalar<int64_t>(value)); }

  /// errors  OP-3, 4, 5, 6
  Result<std::vector<size_t>> apply(const ILayer& layer, Operation operation, std::vector<size_t> inputs,
                                    size_t outputs = 1);

  /// A loop or an If, whose inner graphs are finished.
  std::vector<size_t> add_loop(std::string title, std::string name, std::vector<size_t> inputs, LoopNode loop,
                               std::span<const Known> outputs);
  std::vector<size_t> add_if(std::string title, std::string name, std::vector<size_t> inputs, IfNode branches,
                             std::span<const Known> outputs);

  const Known& known(size_t slot) const { return known_[slot]; }
  GraphBuilder& builder() { return builder_; }
  const std::string& file() const { return file_; }

 private:
  size_t note(size_t slot, Known known);
  void note_all(std::span<const size_t> slots, std::span<const Known> known);

  std::string file_;
  GraphBuilder builder_;
  std::vector<Known> known_;  // by slot
};

}  // namespace backedge::tensorrt
