#pragma once

#include <string>
#include <vector>

#include "interpreter/graph/graph_builder.h"
#include "interpreter/tensorrt/graph_names.h"
#include "interpreter/tensorrt/network.h"

namespace backedge::tensorrt {

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
  Result<std::vector<size_t>> apply(const ILayer& layer, OperationName name, Operation operation,
                                    std::vector<size_t> inputs, size_t outputs = 1);

  /// A loop or an If, whose inner graphs are finished.
  ///
  /// names  of its inner graphs
  std::vector<size_t> add_loop(std::string title, std::string name, std::vector<size_t> inputs, LoopNode loop,
                               std::vector<GraphNames> names, std::span<const Known> outputs);
  std::vector<size_t> add_if(std::string title, std::string name, std::vector<size_t> inputs, IfNode branches,
                             std::vector<GraphNames> names, std::span<const Known> outputs);

  const Known& known(size_t slot) const { return names_.values[slot]; }
  GraphNames take_names() { return std::move(names_); }
  GraphBuilder& builder() { return builder_; }
  const std::string& file() const { return file_; }

 private:
  size_t note(size_t slot, Known known);
  void note_all(std::span<const size_t> slots, std::span<const Known> known);

  std::string file_;
  GraphBuilder builder_;
  GraphNames names_;
};

}  // namespace backedge::tensorrt
