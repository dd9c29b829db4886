#pragma once

#include <set>
#include <string>

#include "interpreter/openvino/model.h"

namespace backedge::generate {

/// What a backend must have to load a model, in the words of testdata/features.txt: "Loop", "op:Add-1", "type:f32".
std::set<std::string> features_of(const openvino::Model& model);

/// "loop-5", "loop-5-draft" or "tensor-iterator-1": what the front matter of a case says of a model with these features.
std::string dialect_of(const std::set<std::string>& features);

/// How a model is built, without its element types: its features, and words for the roles of Parameters and Results:
/// "sliced backward", "last value", "moved by a back edge". Two small models with the same words that fail in the
/// same way most likely do so for the same reason.
std::set<std::string> words_of(const openvino::Model& model);

}  // namespace backedge::generate
