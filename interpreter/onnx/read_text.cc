#include "interpreter/onnx/read_text.h"

#include "interpreter/onnx/read_model.h"
#include "interpreter/onnx/text_parser.h"

namespace backedge::onnx {

Result<std::shared_ptr<schema::ModelProto>> parse_text(std::string_view text, const std::string& file,
                                                       int64_t max_bytes) {
  Result<std::shared_ptr<schema::ModelProto>> model = read_within(
      max_bytes, [&](schema::ModelProto& empty) { return TextParser(text, file).read_model(empty); });
  if (!model.ok()) return model.take_error().at(file, 0).in(Phase::kRead);
  return model;
}

}  // namespace backedge::onnx
