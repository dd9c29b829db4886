#include "interpreter/onnx/read_text.h"

#include "interpreter/onnx/text_parser.h"

namespace backedge::onnx {

Result<schema::ModelProto> parse_text(std::string_view text, const std::string& file) {
  schema::ModelProto model;
  Result<void> read = TextParser(text, file).read_model(model);
  if (!read.ok()) return read.take_error().in(Phase::kRead);
  return model;
}

}  // namespace backedge::onnx
