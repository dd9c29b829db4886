#include "interpreter/ir/read_model.h"

#include "interpreter/ir/map_weights.h"
#include "interpreter/ir/parse_model.h"

namespace backedge::ir {
namespace {

Result<Model> read_model_source(Source source, const std::string& weights_file, const ReadLimits& limits) {
  const std::string file = source.file();
  Model model = TRY(parse_model(std::move(source), limits.max_element_depth));
  model.weights = TRY(map_weights(file, weights_file));
  return model;
}

}  // namespace

Result<Model> read_model(const std::string& file, const std::string& weights_file, const ReadLimits& limits) {
  return read_model_source(TRY(read_source(file, limits.max_file_bytes)), weights_file, limits);
}

Result<Model> read_model_text(std::string text, const std::string& file, const std::string& weights_file,
                              const ReadLimits& limits) {
  return read_model_source(Source(file, std::move(text)), weights_file, limits);
}

}  // namespace backedge::ir
