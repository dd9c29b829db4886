#include <optional>
#include <vector>

#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/text_numbers.h"
#include "interpreter/onnx/text_parser.h"

namespace backedge::onnx {

using Attribute = schema::AttributeProto;

Result<void> TextParser::read_attributes(schema::NodeProto& node) {
  return read_list(">", [&] { return read_attribute(*node.add_attribute()); });
}

// name = value, name: type = value, or name: type = @attribute of the function
Result<void> TextParser::read_attribute(schema::AttributeProto& attribute) {
  attribute.set_name(TRY(read_word("the name of an attribute")));
  return read_attribute_value(attribute);
}

Result<void> TextParser::read_attribute_value(schema::AttributeProto& attribute) {
  if (TRY(take_if(":"))) {
    const std::string word = TRY(read_word("the type of an attribute"));
    const std::optional<Attribute::AttributeType> type = attribute_type_named(word);
    if (!type) return scanner_.error("\"" + word + "\" is not the type of an attribute", next_.line);
    attribute.set_type(*type);
  }
  TRY(expect("="));
  if (TRY(take_if("@"))) {
    attribute.set_ref_attr_name(TRY(read_word("an attribute of the function")));
    return {};
  }
  if (attribute.type() == Attribute::TYPE_PROTO)
    return read_type(TRY(read_word("a type")), *attribute.mutable_tp());
  if (TRY(take_if("["))) return read_attribute_list(attribute);
  if (next_.kind == Token::Kind::kText) {
    attribute.set_type(Attribute::STRING);
    attribute.set_s(TRY(read_text()));
  } else if (next_.kind == Token::Kind::kInteger && attribute.type() != Attribute::FLOAT) {
    attribute.set_type(Attribute::INT);
    attribute.set_i(TRY(read_integer()));
  } else if (next_.kind == Token::Kind::kInteger || next_.kind == Token::Kind::kReal) {
    attribute.set_type(Attribute::FLOAT);
    attribute.set_f(static_cast<float>(TRY(read_real())));
  } else if (next_.kind == Token::Kind::kWord && data_type_named(next_.text)) {
    attribute.set_type(Attribute::TENSOR);
    schema::TypeProto type;
    TRY(read_type(TRY(read_word("a type")), type));
    if (next_.kind == Token::Kind::kWord) attribute.mutable_t()->set_name(TRY(read_name()));
    TRY(take_if("="));
    return read_elements(type, *attribute.mutable_t());
  } else {
    attribute.set_type(Attribute::GRAPH);
    return read_graph(*attribute.mutable_g());
  }
  return {};
}

// Texts, or numbers, which are integers unless one of them or the type says otherwise.
Result<void> TextParser::read_attribute_list(schema::AttributeProto& attribute) {
  std::vector<int64_t> integers;
  std::vector<double> reals;
  TRY(read_list("]", [&]() -> Result<void> {
    if (next_.kind == Token::Kind::kText) {
      attribute.add_strings(TRY(read_text()));
      return {};
    }
    if (const std::optional<int64_t> integer = integer_of(next_.text)) integers.push_back(*integer);
    reals.push_back(TRY(read_real()));
    return {};
  }));
  if (attribute.strings_size() > 0 && !reals.empty()) return expected("texts or numbers, not both");
  if (attribute.strings_size() > 0) {
    attribute.set_type(Attribute::STRINGS);
  } else if (attribute.type() == Attribute::FLOATS || integers.size() < reals.size()) {
    attribute.set_type(Attribute::FLOATS);
    for (const double number : reals) attribute.add_floats(static_cast<float>(number));
  } else {
    if (attribute.type() != Attribute::STRINGS) attribute.set_type(Attribute::INTS);
    for (const int64_t number : integers) attribute.add_ints(number);
  }
  return {};
}

}  // namespace backedge::onnx
