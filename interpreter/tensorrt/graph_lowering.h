#pragma once

#include <string>
#include <vector>

#include "interpreter/graph/inferring_builder.h"
#include "interpreter/tensorrt/network.h"

namespace backedge::tensorrt {

/// A graph under way.
class GraphLowering {
 public:
  explicit GraphLowering(std::string file) : file_(file), graph_(std::move(file)) {}

  size_t add_parameter(std::string name, const Signature& declared, int64_t id = 0) {
    return graph_.add_parameter(std::move(name), declared, id);
  }
  size_t add_constant(Tensor value, const std::string& name = "") {
    return graph_.add_constant(std::move(value), name);
  }
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

  const Known& known(size_t slot) const { return graph_.known(slot); }
  GraphBuilder& builder() { return graph_.builder(); }
  const std::string& file() const { return file_; }

 private:
  std::string file_;
  InferringBuilder graph_;
};

}  // namespace backedge::tensorrt
