#pragma once

#include <string>

#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// The XML of a model: parse_model reads the same model from it, but for files and lines. A Loop of the first
/// Loop-5 page is written in that page's words, every other layer as OpenVINO writes it. Weights stay in
/// their file.
std::string write_model(const Model& model);

}  // namespace backedge::openvino
