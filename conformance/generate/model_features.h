#pragma once

#include <set>
#include <string>

#include "interpreter/openvino/model.h"

namespace backedge::generate {

/// The features that a backend needs to load a model, in the words of testdata/features.txt: "Loop",
/// "op:Add-1", "type:f32".
std::set<std::string> features_of(const openvino::Model& model);

/// "loop-5", "loop-5-draft" or "tensor-iterator-1": the dialect in the front matter of a case with these
/// features.
std::string dialect_of(const std::set<std::string>& features);

/// The structure of a model without its element types: its features, and words for the roles of Parameters
/// and Results, such as "sliced backward", "last value", "moved by a back edge". If two small models with
/// the same words fail in the same way, the reason is most likely the same.
std::set<std::string> words_of(const openvino::Model& model);

}  // namespace backedge::generate
