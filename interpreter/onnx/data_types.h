#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interpreter/base/result.h"
#include "interpreter/onnx/schema.h"
#include "interpreter/tensor/signature.h"

namespace backedge::onnx {

/// The element type of a TensorProto.DataType.
///
/// errors  ONNX-GRAPH-7 a type that the interpreter does not have
Result<ElementType> element_type_of(int64_t data_type);

/// The number of the data type; none if ONNX does not have it.
std::optional<int32_t> data_type_of(ElementType type);

/// The largest number of a type to which Cast saturates unless `saturate` is 0. What is above it, infinity too,
/// becomes this number. None for other types.
std::optional<double> saturated_at(ElementType type);

/// The number of a data type by its name in the text syntax, "float"; none if there is no such type.
std::optional<int32_t> data_type_named(std::string_view name);

/// "FLOAT", as the schema calls it.
std::string data_type_text(int64_t data_type);

/// What a TypeProto declares: a tensor, a sequence of tensors, or an optional one of these. A dimension with a
/// name may have any size.
///
/// errors  ONNX-GRAPH-7; ONNX-GRAPH-9 another type, a negative size; LIMIT-3
Result<Signature> declared_signature(const schema::TypeProto& type);

}  // namespace backedge::onnx
