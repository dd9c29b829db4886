#pragma once

#include <string>
#include <vector>

#include "conformance/corpus/model_files.h"

namespace backedge {

/// The names of a model's Parameters and Results, in layer order.
struct ModelPorts {
  std::vector<std::string> parameters, results;
};

/// Reads the names from the text of a model in any format. It looks at nothing else, so the model need not be
/// valid.
///
/// errors  those of the reader of its format
Result<ModelPorts> read_ports(const ModelFiles& files);

}  // namespace backedge
