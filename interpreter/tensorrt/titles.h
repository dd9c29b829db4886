#pragma once

#include <string>

#include "interpreter/tensorrt/network.h"

/// What messages call the objects of a network.
namespace backedge::tensorrt {

/// `layer "next" (ElementWise)`, or `layer 7 (ElementWise)` for a layer without a name.
std::string title_of(const ILayer& layer);
/// `tensor "next"`.
std::string title_of(const ITensor& tensor);
/// `loop "outer"`.
std::string title_of(const ILoop& loop);
/// `conditional "c"`.
std::string title_of(const IIfConditional& conditional);
/// The tensor's own name, or that of its layer. An output of the network has this name too.
std::string name_of(const ITensor& tensor);

}  // namespace backedge::tensorrt
