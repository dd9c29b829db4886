#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/tensor/signature.h"
#include "interpreter/tensor/tensor.h"

/// What a Graph does not keep, because no run needs it. `backedge convert` needs it to write a graph in another
/// language.
namespace backedge::tensorrt {

/// What is known of a value while a network is lowered. Its elements are known if they are computed from
/// constants.
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

/// What an operation is called in OpenVINO's operation sets.
struct OperationName {
  std::string type;  // "Add"
  int64_t opset = 1;
  std::vector<std::pair<std::string, std::string>> attributes = {};
};

struct GraphNames {
  std::vector<OperationName> operations = {};       // by node; of loops and conditionals without type
  std::vector<std::vector<GraphNames>> inner = {};  // by node: of a loop's body and gate, or of both branches
  std::vector<Known> values = {};                   // by slot
};

}  // namespace backedge::tensorrt
