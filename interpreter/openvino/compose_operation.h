#pragma once

#include <span>
#include <vector>

#include "interpreter/openvino/layer_writer.h"

namespace backedge::openvino {

/// Writes an operation whose options IR lacks as several operations, if there are any that give the same bits,
/// or an error in the same cases. Otherwise it writes nothing and returns an empty list.
///
/// inputs, known  the operands, and what is known of them
/// output         the only output
/// errors         IR-WRITE-1
Result<std::vector<LayerValue>> compose_operation(LayerWriter& ir, const Made& made,
                                                  std::span<const LayerValue> inputs,
                                                  std::span<const Operand> known, const Signature& output);

}  // namespace backedge::openvino
