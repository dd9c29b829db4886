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

// A number of int32_data, as ONNX's parser reads it: an integer is stored as it is, also for a type whose
// elements are bits. A boolean may be a word, and a real of 16 bits a number with a point.
std::optional<int64_t> int32_of(ElementType type, const Token& token) {
  if (type == ElementType::kBoolean && (token.text == "true" || token.text == "false"))
    return token.text == "true";
  const bool is_half = type == ElementType::kF16 || type == ElementType::kBF16;
  if (is_half && token.kind != Token::Kind::kInteger) {  // [ONNX-TEXT-1]
    const std::optional<double> value = parse<double>(token.text);
    if (!value) return std::nullopt;
    return type == ElementType::kF16 ? round_to_f16(*value).bits : round_to_bf16(*value).bits;
  }
  return parse<int32_t>(token.text);
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
  const std::optional<int64_t> value = int32_of(type.value(), token);
  if (value) tensor.add_int32_data(static_cast<int32_t>(*value));
  return value.has_value();
}

}  // namespace backedge::onnx
