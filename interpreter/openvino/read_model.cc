#include "interpreter/openvino/read_model.h"

#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/read_weights.h"

namespace backedge::openvino {
namespace {

Result<Model> read_model_source(Source source, const std::string& weights_file, const ReadLimits& limits) {
  const std::string file = source.file();
  Model model = TRY(parse_model(std::move(source), limits.max_element_depth));
  Deadline endless;
  Deadline& deadline = limits.deadline == nullptr ? endless : *limits.deadline;
  if (deadline.look()) return time_is_over(deadline).in(Phase::kRead).at(file, 0);
  model.weights = TRY(read_weights(file, weights_file, limits.max_weight_bytes, deadline));
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

}  // namespace backedge::openvino
