#pragma once

#include "interpreter/base/result.h"
#include "interpreter/openvino/element.h"
#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// Checks that the layer has only sections of its type.
///
/// errors  READ-6
Result<void> check_sections(const Element& element, const Layer& layer);

/// Reads the dialect and the bodies of a TensorIterator, Loop or If, with port maps and back edges. Does
/// nothing for other types.
///
/// errors  READ-6, READ-7, PORT-5; those of read_graph
Result<void> read_bodies(const Element& element, Layer& layer);

}  // namespace backedge::openvino
