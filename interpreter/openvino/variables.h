#pragma once

#include <string>
#include <vector>

#include "interpreter/openvino/model.h"
#include "interpreter/tensor/signature.h"

namespace backedge::openvino {

/// A variable of the model, which ReadValue reads and Assign sets. Layers are positions in the file.
struct Variable {
  std::string id;
  size_t read_value = 0, assign = 0;
  Signature declared;
};

/// The variables of the outermost graph, in the order of their ReadValues.
///
/// errors  VAR-1; OP-1, OP-2, OP-3; GRAPH-5; READ-8, READ-9
Result<std::vector<Variable>> find_variables(const LayerGraph& graph, const std::string& file);

/// Whether this is a ReadValue or an Assign.
bool is_variable_access(const Layer& layer);

/// The name of a variable as an input and as an output of the model.  (VAR-4)
std::string port_of_variable(const Variable& variable);

}  // namespace backedge::openvino
