#pragma once

#include <string>
#include <utility>
#include <vector>

#include "interpreter/graph/inferring_builder.h"

/// What a Graph does not keep, because no run needs it. `backedge convert` needs it to write a graph in another
/// language.
namespace backedge::tensorrt {

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
