#pragma once

#include <string>

#include "interpreter/openvino/model.h"

namespace backedge {

/// A model as it is written, for Graphviz: a box for each layer, a frame for each body, back edges dashed. The
/// model need not be valid. What an edge or an entry names, but the model does not have, is left out.
std::string draw_layers(const openvino::Model& model);

}  // namespace backedge
