#pragma once

#include <string>

#include "interpreter/base/result.h"
#include "interpreter/onnx/schema.h"
#include "interpreter/tensor/tensor.h"

namespace backedge::onnx {

/// Where tensors come from, and how much they may take.
struct TensorSource {
  std::string folder;      // of the file: external data are in it
  int64_t bytes_left = 0;  // of the limit  (LIMIT-1)
};

/// The value of a TensorProto: of raw_data, of the field of its type, or of external data.
///
/// errors  ONNX-GRAPH-7 type, dimensions and number of elements; ONNX-GRAPH-8 external data; LIMIT-1, 3, 4
Result<Tensor> read_tensor(const schema::TensorProto& tensor, TensorSource& source);

/// The value of a SparseTensorProto with zeros in all other places.
///
/// errors  ONNX-GRAPH-7, 8; LIMIT-1, 3, 4
Result<Tensor> read_sparse_tensor(const schema::SparseTensorProto& tensor, TensorSource& source);

}  // namespace backedge::onnx
