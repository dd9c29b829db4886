#pragma once

#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// The model of a document that consists of one TensorIterator or Loop layer. It has a Parameter for each
/// input port and a Result for each output port.
///
/// The input ports of such a layer have no element type. It is taken from the body Parameter that the port
/// feeds. A port that no entry names is a Loop's trip count (i64), or at port 1 its initial condition
/// (boolean).
LayerGraph wire_ports(const LayerGraph& single);

}  // namespace backedge::openvino
