#pragma once

#include "interpreter/openvino/model.h"

namespace backedge {

/// The model that a document of one TensorIterator or Loop layer stands for: a Parameter for each input port, a Result
/// for each output port.
///
/// Such a layer's input ports carry no element type: it is that of the body Parameter behind the port; a port
/// that no entry names is a Loop's trip count (i64), or its initial condition (boolean) at port 1.
openvino::Graph wire_ports(const openvino::Graph& single);

}  // namespace backedge
