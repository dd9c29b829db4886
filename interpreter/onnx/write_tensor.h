#pragma once

#include "interpreter/onnx/schema.h"
#include "interpreter/tensor/tensor.h"

namespace backedge::onnx {

/// The tensor as a message, whose `raw_data` holds the elements; without a name.
///
/// tensor  of a type that ONNX has
schema::TensorProto write_tensor(const Tensor& tensor);

}  // namespace backedge::onnx
