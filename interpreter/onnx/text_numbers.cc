#include "interpreter/onnx/text_numbers.h"

#include <charconv>
#include <utility>

#include "interpreter/onnx/data_types.h"

namespace backedge::onnx {
namespace {

template <class T>
std::optional<T> parse(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  T value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class T>
bool add(std::string_view text, google::protobuf::RepeatedField<T>& field) {
  const std::optional<T> value = parse<T>(text);
  if (value) field.Add(*value);
  return value.has_value();
}

// The numbers of int32_data: integers of at most 32 bits, booleans, and the bits of 16-bit reals.
std::optional<int64_t> int32_of(ElementType type, std::string_view text) {
  if (type == ElementType::kF16 || type == ElementType::kBF16) {
    const std::optional<double> value = parse<double>(text);
    if (!value) return std::nullopt;
    return type == ElementType::kF16 ? round_to_f16(*value).bits : round_to_bf16(*value).bits;
  }
  if (type == ElementType::kBoolean && (text == "true" || text == "false")) return text == "true";
  const std::optional<int64_t> value = parse<int64_t>(text);
  if (!value) return std::nullopt;
  const auto fits = [&]<class T>(TypeTag<T>) { return std::in_range<T>(*value); };
  switch (type) {
    case ElementType::kBoolean:
      return *value == 0 || *value == 1 ? value : std::nullopt;
    case ElementType::kI8:
      return fits(TypeTag<int8_t>()) ? value : std::nullopt;
    case ElementType::kI16:
      return fits(TypeTag<int16_t>()) ? value : std::nullopt;
    case ElementType::kI32:
      return fits(TypeTag<int32_t>()) ? value : std::nullopt;
    case ElementType::kU8:
      return fits(TypeTag<uint8_t>()) ? value : std::nullopt;
    case ElementType::kU16:
      return fits(TypeTag<uint16_t>()) ? value : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<int64_t> integer_of(std::string_view text) { return parse<int64_t>(text); }
std::optional<double> real_of(std::string_view text) { return parse<double>(text); }

std::optional<schema::AttributeProto::AttributeType> attribute_type_named(std::string_view name) {
  constexpr std::pair<std::string_view, schema::AttributeProto::AttributeType> kTypes[] = {
      {"float", schema::AttributeProto::FLOAT},
      {"int", schema::AttributeProto::INT},
      {"string", schema::AttributeProto::STRING},
      {"tensor", schema::AttributeProto::TENSOR},
      {"graph", schema::AttributeProto::GRAPH},
      {"floats", schema::AttributeProto::FLOATS},
      {"ints", schema::AttributeProto::INTS},
      {"strings", schema::AttributeProto::STRINGS},
      {"type_proto", schema::AttributeProto::TYPE_PROTO},
  };
  for (const auto& [known, type] : kTypes) {
    if (known == name) return type;
  }
  return std::nullopt;
}

bool add_number(const Token& token, schema::TensorProto& tensor) {
  if (token.kind == Token::Kind::kText || token.kind == Token::Kind::kMark) return false;
  const Result<ElementType> type = element_type_of(tensor.data_type());
  if (!type.ok()) return false;
  switch (type.value()) {
    case ElementType::kF32:
      return add(token.text, *tensor.mutable_float_data());
    case ElementType::kF64:
      return add(token.text, *tensor.mutable_double_data());
    case ElementType::kI64:
      return add(token.text, *tensor.mutable_int64_data());
    case ElementType::kU32:
    case ElementType::kU64:
      return add(token.text, *tensor.mutable_uint64_data());
    default:
      break;
  }
  const std::optional<int64_t> value = int32_of(type.value(), token.text);
  if (value) tensor.add_int32_data(static_cast<int32_t>(*value));
  return value.has_value();
}

}  // namespace backedge::onnx
