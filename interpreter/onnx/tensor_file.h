#pragma once

#include <string>

#include "interpreter/base/result.h"
#include "interpreter/tensor/value.h"

/// Values in files of ONNX: a TensorProto, a SequenceProto or an OptionalProto in protobuf's binary format. The
/// name of the file ends with .pb. The file does not say which one of them it is.
namespace backedge::onnx {

bool is_tensor_file(const std::string& file);

/// Reads a tensor. External data are in the folder of the file.
///
/// max_bytes  the most bytes that its elements may take
/// errors     phase input: INPUT-5 not a regular readable file, not a TensorProto; ONNX-GRAPH-7 type,
///            dimensions and number of elements; ONNX-GRAPH-8 external data; LIMIT-1, 3, 4
Result<Tensor> read_tensor_file(const std::string& file, int64_t max_bytes);

/// The same for a value of this kind.
///
/// errors  phase input: also INPUT-5 not a SequenceProto or OptionalProto with tensors
Result<Value> read_value_file(const std::string& file, ValueKind kind, int64_t max_bytes);

/// Checks that ONNX has the type.
///
/// errors  FILE-1
Result<void> check_data_type(ElementType type);

/// The bytes of a file with the tensor, which `raw_data` holds.
///
/// errors  FILE-1 ONNX does not have the type; more than 2 GiB
Result<std::string> tensor_file_bytes(const Tensor& tensor, const std::string& name);
Result<std::string> value_file_bytes(const Value& value, const std::string& name);

}  // namespace backedge::onnx
