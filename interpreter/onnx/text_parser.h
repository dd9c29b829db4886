#pragma once

#include "interpreter/onnx/schema.h"
#include "interpreter/onnx/text_scanner.h"

namespace backedge::onnx {

/// Reads the parts of a model in ONNX's text syntax, one function for each rule of its grammar, always one
/// token ahead.
///
/// errors  ONNX-TEXT-1
class TextParser {
 public:
  /// file  its name in errors
  TextParser(std::string_view text, std::string file) : scanner_(text, std::move(file)) {}

  Result<void> read_model(schema::ModelProto& model);

 private:
  // Moves on. The token that was next is lost.
  Result<void> move_on();
  bool sees(std::string_view mark) const { return next_.is_mark(mark); }
  // Moves on if this mark is next, and says whether it was.
  Result<bool> take_if(std::string_view mark);
  Result<void> expect(std::string_view mark);
  Error expected(const std::string& what) const;

  Result<std::string> read_word(const char* what);
  Result<std::string> read_text();
  // The name of a value: a word, or a text, which may be empty.
  Result<std::string> read_name();
  Result<int64_t> read_integer();
  Result<double> read_real();

  // Reads items with commas between them, and the mark that ends them.
  template <class ReadItem>
  Result<void> read_list(std::string_view end, ReadItem read_item) {
    if (TRY(take_if(end))) return {};
    while (true) {
      TRY(read_item());
      if (TRY(take_if(end))) return {};
      TRY(expect(","));
    }
  }

  Result<void> read_opset(schema::OperatorSetIdProto& opset);
  Result<void> read_type(const std::string& word, schema::TypeProto& type);
  Result<void> read_dimensions(schema::TypeProto::Tensor& tensor);
  Result<void> read_value(schema::ValueInfoProto& value);
  Result<void> read_graph(schema::GraphProto& graph);
  Result<void> read_initializers(schema::GraphProto& graph);
  // The elements of a value.
  Result<void> read_initializer(const schema::ValueInfoProto& value, schema::GraphProto& graph);
  Result<void> read_elements(const schema::TypeProto& type, schema::TensorProto& tensor);
  Result<void> read_node(schema::NodeProto& node);
  // Operands or outputs. One before a comma may be left out. A comma before the end adds none.
  Result<void> read_names(std::string_view end, google::protobuf::RepeatedPtrField<std::string>& names);
  Result<void> read_attributes(schema::NodeProto& node);
  Result<void> read_attribute(schema::AttributeProto& attribute);
  // What comes after its name.
  Result<void> read_attribute_value(schema::AttributeProto& attribute);
  Result<void> read_attribute_list(schema::AttributeProto& attribute);
  Result<void> read_parameter(schema::FunctionProto& function);
  Result<void> read_function(schema::FunctionProto& function);

  TextScanner scanner_;
  Token next_;
  int64_t depth_ = 0;  // of graphs in each other
};

}  // namespace backedge::onnx
