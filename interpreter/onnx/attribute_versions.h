#pragma once

#include <cstdint>
#include <string_view>

namespace backedge::onnx {

/// Whether a version of an operator of ONNX's own has an attribute. True for attributes that no supported
/// version has: what reads a node knows nothing of them (Attributes::finish).
bool has_in_version(std::string_view op, std::string_view attribute, int64_t version);

}  // namespace backedge::onnx
