#include "interpreter/onnx/text_parser.h"

#include <optional>
#include <vector>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/text_numbers.h"

namespace backedge::onnx {
namespace {

constexpr int64_t kMostNestedGraphs = 256;

}  // namespace

Error TextParser::expected(const std::string& what) const {
  return scanner_.error("expected " + what + ", found " + describe(next_), next_.line);
}

Result<void> TextParser::move_on() {
  next_ = TRY(scanner_.next());
  return {};
}

Result<bool> TextParser::take_if(std::string_view mark) {
  const bool is_there = sees(mark);
  if (is_there) TRY(move_on());
  return is_there;
}

Result<void> TextParser::expect(std::string_view mark) {
  if (!TRY(take_if(mark))) return expected("\"" + std::string(mark) + "\"");
  return {};
}

Result<std::string> TextParser::read_word(const char* what) {
  if (next_.kind != Token::Kind::kWord) return expected(what);
  std::string word = next_.text;
  TRY(move_on());
  return word;
}

Result<std::string> TextParser::read_text() {
  if (next_.kind != Token::Kind::kText) return expected("a text in quotes");
  std::string text = next_.text;
  TRY(move_on());
  return text;
}

Result<std::string> TextParser::read_name() {
  return next_.kind == Token::Kind::kText ? read_text() : read_word("the name of a value");
}

Result<int64_t> TextParser::read_integer() {
  const std::optional<int64_t> value =
      next_.kind == Token::Kind::kInteger ? integer_of(next_.text) : std::nullopt;
  if (!value) return expected("an integer of 64 bits");
  TRY(move_on());
  return *value;
}

Result<double> TextParser::read_real() {
  const std::optional<double> value = real_of(next_.text);
  if (!value || next_.kind == Token::Kind::kText) return expected("a number");
  TRY(move_on());
  return *value;
}

Result<void> TextParser::read_opset(schema::OperatorSetIdProto& opset) {
  opset.set_domain(TRY(read_text()));
  TRY(expect(":"));
  opset.set_version(TRY(read_integer()));
  return {};
}

// float is a scalar, float[] a tensor of any rank.
Result<void> TextParser::read_type(const std::string& word, schema::TypeProto& type) {
  if (word == "seq" || word == "optional") {
    TRY(expect("("));
    schema::TypeProto& item = word == "seq" ? *type.mutable_sequence_type()->mutable_elem_type()
                                            : *type.mutable_optional_type()->mutable_elem_type();
    if (++depth_ > kMostNestedGraphs) return scanner_.error("types are nested too deeply", next_.line);
    TRY(read_type(TRY(read_word("a type")), item));
    --depth_;
    return expect(")");
  }
  const std::optional<int32_t> number = data_type_named(word);
  if (!number) return scanner_.error("\"" + word + "\" is not a type", next_.line);
  type.mutable_tensor_type()->set_elem_type(*number);
  return read_dimensions(*type.mutable_tensor_type());
}

Result<void> TextParser::read_dimensions(schema::TypeProto::Tensor& tensor) {
  if (!TRY(take_if("["))) {
    tensor.mutable_shape();
    return {};
  }
  return read_list("]", [&]() -> Result<void> {
    auto& dimension = *tensor.mutable_shape()->add_dim();
    if (TRY(take_if("?"))) return {};
    if (next_.kind == Token::Kind::kInteger) {
      dimension.set_dim_value(TRY(read_integer()));
    } else {
      dimension.set_dim_param(TRY(next_.kind == Token::Kind::kText ? read_text() : read_word("a dimension")));
    }
    return {};
  });
}

// A name, or a type and a name.
Result<void> TextParser::read_value(schema::ValueInfoProto& value) {
  if (next_.kind == Token::Kind::kWord) {
    const std::string word = TRY(read_word("a type"));
    const bool is_type = next_.kind == Token::Kind::kWord || next_.kind == Token::Kind::kText || sees("[") ||
                         (sees("(") && (word == "seq" || word == "optional"));
    if (!is_type) {
      value.set_name(word);
      return {};
    }
    TRY(read_type(word, *value.mutable_type()));
  }
  value.set_name(TRY(read_name()));
  return {};
}

Result<void> TextParser::read_elements(const schema::TypeProto& type, schema::TensorProto& tensor) {
  tensor.set_data_type(type.tensor_type().elem_type());
  for (const auto& dim : type.tensor_type().shape().dim()) {
    if (!dim.has_dim_value()) return scanner_.error("a tensor with values has known dimensions", next_.line);
    tensor.add_dims(dim.dim_value());
  }
  TRY(expect("{"));
  return read_list("}", [&]() -> Result<void> {
    if (!add_number(next_, tensor)) return expected("an element of the tensor");
    return move_on();
  });
}

// Values with elements are initializers; the others only have a type.
Result<void> TextParser::read_initializers(schema::GraphProto& graph) {
  return read_list(">", [&]() -> Result<void> {
    schema::ValueInfoProto value;
    TRY(read_value(value));
    if (TRY(take_if("="))) return read_initializer(value, graph);
    *graph.add_value_info() = value;
    return {};
  });
}

Result<void> TextParser::read_initializer(const schema::ValueInfoProto& value, schema::GraphProto& graph) {
  if (!value.type().has_tensor_type()) return expected("a tensor with a type");
  schema::TensorProto& tensor = *graph.add_initializer();
  tensor.set_name(value.name());
  return read_elements(value.type(), tensor);
}

Result<void> TextParser::read_graph(schema::GraphProto& graph) {
  if (++depth_ > kMostNestedGraphs) return scanner_.error("graphs are nested too deeply", next_.line);
  graph.set_name(TRY(read_name()));
  TRY(expect("("));
  TRY(read_list(")", [&]() -> Result<void> {
    schema::ValueInfoProto& input = *graph.add_input();
    TRY(read_value(input));
    if (TRY(take_if("="))) return read_initializer(input, graph);  // its default
    return {};
  }));
  TRY(expect("=>"));
  TRY(expect("("));
  TRY(read_list(")", [&] { return read_value(*graph.add_output()); }));
  if (TRY(take_if("<"))) TRY(read_initializers(graph));
  TRY(expect("{"));
  while (!TRY(take_if("}"))) TRY(read_node(*graph.add_node()));
  --depth_;
  return {};
}

// [label] a, b = domain.Operator:overload <attributes> (inputs); the attributes may also be after the inputs.
Result<void> TextParser::read_node(schema::NodeProto& node) {
  if (TRY(take_if("["))) {
    node.set_name(TRY(read_name()));
    TRY(expect("]"));
  }
  TRY(read_names("=", *node.mutable_output()));
  std::string domain, name = TRY(read_word("an operator"));
  while (TRY(take_if("."))) {
    domain += (domain.empty() ? "" : ".") + name;
    name = TRY(read_word("an operator"));
  }
  node.set_domain(domain);
  node.set_op_type(name);
  if (TRY(take_if(":"))) node.set_overload(TRY(read_word("an overload")));
  if (TRY(take_if("<"))) TRY(read_attributes(node));
  TRY(expect("("));
  TRY(read_names(")", *node.mutable_input()));
  if (TRY(take_if("<"))) TRY(read_attributes(node));
  return {};
}

Result<void> TextParser::read_names(std::string_view end,
                                    google::protobuf::RepeatedPtrField<std::string>& names) {
  return read_list(end, [&]() -> Result<void> {
    if (!sees(end)) names.Add(sees(",") ? std::string() : TRY(read_name()));
    return {};
  });
}

// name, or name: type = value, which is the attribute's default
Result<void> TextParser::read_parameter(schema::FunctionProto& function) {
  const std::string name = TRY(read_word("the name of an attribute"));
  if (!sees(":") && !sees("=")) {
    function.add_attribute(name);
    return {};
  }
  schema::AttributeProto& attribute = *function.add_attribute_proto();
  attribute.set_name(name);
  return read_attribute_value(attribute);
}

Result<void> TextParser::read_function(schema::FunctionProto& function) {
  TRY(expect("<"));
  TRY(read_list(">", [&]() -> Result<void> {
    const std::string key = TRY(read_word("a property"));
    TRY(expect(":"));
    if (key == "domain") {
      function.set_domain(TRY(read_text()));
    } else if (key == "overload") {
      function.set_overload(TRY(read_text()));
    } else if (key == "opset_import") {
      TRY(expect("["));
      return read_list("]", [&] { return read_opset(*function.add_opset_import()); });
    } else {
      TRY(read_text());
    }
    return {};
  }));
  function.set_name(TRY(read_name()));
  const auto add_names = [&](auto add) {
    return [this, add]() -> Result<void> {
      schema::ValueInfoProto value;  // its type is not used
      TRY(read_value(value));
      add(value.name());
      return {};
    };
  };
  if (TRY(take_if("<"))) TRY(read_list(">", [&] { return read_parameter(function); }));
  TRY(expect("("));
  TRY(read_list(")", add_names([&](const std::string& name) { function.add_input(name); })));
  TRY(expect("=>"));
  TRY(expect("("));
  TRY(read_list(")", add_names([&](const std::string& name) { function.add_output(name); })));
  if (TRY(take_if("<"))) TRY(read_list(">", add_names([](const std::string&) {})));
  TRY(expect("{"));
  while (!TRY(take_if("}"))) TRY(read_node(*function.add_node()));
  return {};
}

Result<void> TextParser::read_model(schema::ModelProto& model) {
  TRY(move_on());
  TRY(expect("<"));
  TRY(read_list(">", [&]() -> Result<void> {
    const std::string key = TRY(read_word("a property"));
    TRY(expect(":"));
    if (key == "ir_version") {
      model.set_ir_version(TRY(read_integer()));
    } else if (key == "opset_import") {
      TRY(expect("["));
      return read_list("]", [&] { return read_opset(*model.add_opset_import()); });
    } else if (key == "metadata_props") {
      TRY(expect("["));
      return read_list("]", [&]() -> Result<void> {
        TRY(read_text());
        TRY(expect(":"));
        TRY(read_text());
        return {};
      });
    } else if (key == "model_version") {
      TRY(read_integer());
    } else if (key == "producer_name" || key == "producer_version" || key == "domain" ||
               key == "doc_string") {
      TRY(read_text());
    } else {
      return scanner_.error(in_quotes(key) + " is not a property of a model", next_.line);
    }
    return {};
  }));
  TRY(read_graph(*model.mutable_graph()));
  while (next_.kind != Token::Kind::kEnd) TRY(read_function(*model.add_functions()));
  return {};
}

}  // namespace backedge::onnx
