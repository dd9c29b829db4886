#pragma once

#include <string>

#include "interpreter/base/result.h"
#include "interpreter/tensor/tensor.h"

/// Tensors in files of ONNX: a TensorProto in protobuf's binary format, in a file whose name ends with .pb.
namespace backedge::onnx {

bool is_tensor_file(const std::string& file);

/// Reads a tensor. External data are in the folder of the file.
///
/// max_bytes  the most bytes that its elements may take
/// errors     phase input: INPUT-5 not a regular readable file, not a TensorProto; ONNX-GRAPH-7 type,
///            dimensions and number of elements; ONNX-GRAPH-8 external data; LIMIT-1, 3, 4
Result<Tensor> read_tensor_file(const std::string& file, int64_t max_bytes);

/// Checks that ONNX has the type.
///
/// errors  FILE-1
Result<void> check_data_type(ElementType type);

/// The bytes of a file with the tensor, which `raw_data` holds.
///
/// errors  FILE-1 ONNX does not have the type; more than 2 GiB
Result<std::string> tensor_file_bytes(const Tensor& tensor, const std::string& name);

}  // namespace backedge::onnx
