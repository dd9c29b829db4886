#pragma once

#include <string>

#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// The XML of a model. parse_model reads the same model from it, except for file names and line numbers. A
/// Loop of the first Loop-5 page is written in the words of that page, every other layer as OpenVINO writes
/// it. Weights stay in their file.
std::string write_model(const Model& model);

}  // namespace backedge::openvino
