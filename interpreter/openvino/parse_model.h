#pragma once

#include "interpreter/base/result.h"
#include "interpreter/openvino/model.h"
#include "interpreter/openvino/source.h"

namespace backedge::openvino {

/// Does what read_model does, for a text that is already in memory, and without weights.
///
/// errors  READ-2..9, PORT-5, LIMIT-3
Result<Model> parse_model(Source source, int64_t max_element_depth);

}  // namespace backedge::openvino
