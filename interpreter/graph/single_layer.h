#pragma once

#include "interpreter/ir/model.h"

namespace backedge {

/// The model that a document of one TensorIterator or Loop layer stands for: a Parameter for each input port, a Result
/// for each output port.
///
/// Such a layer's input ports carry no element type: it is that of the body Parameter behind the port; a port
/// that no entry names is a Loop's trip count (i64), or its initial condition (boolean) at port 1.
ir::Graph wire_ports(const ir::Graph& single);

}  // namespace backedge
