#pragma once

#include "onnx.pb.h"

/// The messages that ONNX's schema defines.
namespace backedge::onnx {

namespace schema = ::onnx;

}  // namespace backedge::onnx
