#include "interpreter/onnx/data_types.h"

#include <algorithm>
#include <array>
#include <optional>

namespace backedge::onnx {
namespace {

struct DataType {
  int64_t number;
  const char* name;
  std::optional<ElementType> type;
};

// Numbers above 16 are newer than the schema of Debian 12.
constexpr std::array kDataTypes = {
    DataType{1, "FLOAT", ElementType::kF32},
    DataType{2, "UINT8", ElementType::kU8},
    DataType{3, "INT8", ElementType::kI8},
    DataType{4, "UINT16", ElementType::kU16},
    DataType{5, "INT16", ElementType::kI16},
    DataType{6, "INT32", ElementType::kI32},
    DataType{7, "INT64", ElementType::kI64},
    DataType{8, "STRING", std::nullopt},
    DataType{9, "BOOL", ElementType::kBoolean},
    DataType{10, "FLOAT16", ElementType::kF16},
    DataType{11, "DOUBLE", ElementType::kF64},
    DataType{12, "UINT32", ElementType::kU32},
    DataType{13, "UINT64", ElementType::kU64},
    DataType{14, "COMPLEX64", std::nullopt},
    DataType{15, "COMPLEX128", std::nullopt},
    DataType{16, "BFLOAT16", ElementType::kBF16},
    DataType{17, "FLOAT8E4M3FN", ElementType::kF8E4M3},
    DataType{18, "FLOAT8E4M3FNUZ", ElementType::kF8E4M3FNUZ},
    DataType{19, "FLOAT8E5M2", ElementType::kF8E5M2},
    DataType{20, "FLOAT8E5M2FNUZ", ElementType::kF8E5M2FNUZ},
    DataType{21, "UINT4", ElementType::kU4},
    DataType{22, "INT4", ElementType::kI4},
    DataType{23, "FLOAT4E2M1", ElementType::kF4E2M1},
    DataType{24, "FLOAT8E8M0", ElementType::kF8E8M0},
    DataType{25, "UINT2", ElementType::kU2},
    DataType{26, "INT2", ElementType::kI2},
};

const DataType* find_type(int64_t number) {
  const auto found = std::find_if(kDataTypes.begin(), kDataTypes.end(),
                                  [&](const DataType& type) { return type.number == number; });
  return found == kDataTypes.end() ? nullptr : &*found;
}

Result<Signature> tensor_signature(const schema::TypeProto::Tensor& tensor) {
  Signature signature{TRY(element_type_of(tensor.elem_type())), PartialShape::any()};
  if (!tensor.has_shape()) return signature;
  TRY(check_rank(tensor.shape().dim_size(), "the declared type"));
  signature.shape = Shape();
  for (const auto& dim : tensor.shape().dim()) {
    if (dim.has_dim_value() && dim.dim_value() < 0)  // [ONNX-GRAPH-9]
      return Error("ONNX-GRAPH-9", "a dimension of the declared type is " + std::to_string(dim.dim_value()));
    signature.shape.push_back(dim.has_dim_value() ? Dimension::exactly(dim.dim_value()) : Dimension::any());
  }
  return signature;
}

Error not_supported(const char* type) {  // [ONNX-GRAPH-9]
  return Error("ONNX-GRAPH-9", "the declared type is " + std::string(type) + "; this is not supported");
}

Result<Signature> sequence_signature(const schema::TypeProto& item) {
  if (!item.has_tensor_type()) return not_supported("a sequence of something else than tensors");
  Signature signature = TRY(tensor_signature(item.tensor_type()));
  signature.kind = ValueKind::kSequence;
  return signature;
}

Result<Signature> optional_signature(const schema::TypeProto& item) {
  if (!item.has_tensor_type() && !item.has_sequence_type())
    return not_supported("an optional of something else than a tensor or a sequence");
  Signature signature = TRY(item.has_tensor_type() ? tensor_signature(item.tensor_type())
                                                   : sequence_signature(item.sequence_type().elem_type()));
  signature.kind = optional_of(signature.kind);
  return signature;
}

}  // namespace

std::optional<int32_t> data_type_of(ElementType type) {
  const auto found = std::find_if(kDataTypes.begin(), kDataTypes.end(),
                                  [&](const DataType& known) { return known.type == type; });
  if (found == kDataTypes.end()) return std::nullopt;
  return static_cast<int32_t>(found->number);
}

std::optional<int32_t> data_type_named(std::string_view name) {
  const auto equal = [](char lower, char upper) {
    return (upper >= 'A' && upper <= 'Z' ? upper + 32 : upper) == lower;
  };
  for (const DataType& type : kDataTypes) {
    const std::string_view known = type.name;
    if (std::equal(name.begin(), name.end(), known.begin(), known.end(), equal))
      return static_cast<int32_t>(type.number);
  }
  return std::nullopt;
}

std::string data_type_text(int64_t data_type) {
  const DataType* type = find_type(data_type);
  return type == nullptr ? std::to_string(data_type) : type->name;
}

Result<ElementType> element_type_of(int64_t data_type) {
  const DataType* type = find_type(data_type);
  if (type != nullptr && type->type) return *type->type;
  return Error("ONNX-GRAPH-7",  // [ONNX-GRAPH-7]
               "the data type " + data_type_text(data_type) + " is not supported");
}

Result<Signature> declared_signature(const schema::TypeProto& type) {
  if (type.has_tensor_type()) return tensor_signature(type.tensor_type());
  if (type.has_sequence_type()) return sequence_signature(type.sequence_type().elem_type());
  if (type.has_optional_type()) return optional_signature(type.optional_type().elem_type());
  return Error("ONNX-GRAPH-9",  // [ONNX-GRAPH-9]
               "the declared type is not a tensor, a sequence or an optional");
}

std::optional<double> saturated_at(ElementType type) {
  if (type == ElementType::kF8E4M3) return 448;
  if (type == ElementType::kF8E4M3FNUZ) return 240;
  if (type == ElementType::kF8E5M2 || type == ElementType::kF8E5M2FNUZ) return 57344;
  return std::nullopt;
}

}  // namespace backedge::onnx
