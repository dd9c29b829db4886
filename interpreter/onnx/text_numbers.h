#pragma once

#include <optional>
#include <string_view>

#include "interpreter/onnx/schema.h"
#include "interpreter/onnx/text_scanner.h"

/// Numbers and names of types in ONNX's text syntax.
namespace backedge::onnx {

std::optional<int64_t> integer_of(std::string_view text);
/// Also inf and nan, with a sign or without.
std::optional<double> real_of(std::string_view text);
/// "ints", "graph"
std::optional<schema::AttributeProto::AttributeType> attribute_type_named(std::string_view name);

/// Appends an element to the field of the tensor's data type. Returns false if the token is no such number.
bool add_number(const Token& token, schema::TensorProto& tensor);

}  // namespace backedge::onnx
