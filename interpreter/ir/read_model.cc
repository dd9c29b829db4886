#include "interpreter/ir/read_model.h"

#include "interpreter/ir/map_weights.h"
#include "interpreter/ir/parse_model.h"

namespace backedge::ir {

Result<Model> read_model(const std::string& file, const std::string& weights_file, const ReadLimits& limits) {
  Model model = TRY(parse_model(TRY(read_source(file, limits.max_file_bytes)), limits.max_element_depth));
  model.weights = TRY(map_weights(file, weights_file));
  return model;
}

}  // namespace backedge::ir
