#pragma once

#include "interpreter/base/result.h"
#include "interpreter/openvino/model.h"
#include "interpreter/tensorrt/lower_network.h"

namespace backedge {

/// A TensorRT network as a model in OpenVINO IR: docs/tensorrt_network.md says what becomes what.
///
/// The model differs from the network in one way: a count of -1 means no bound there, but is an error here
/// (TRT-6).
///
/// errors  phase load, of the rule that IR cannot express: TRT-7 a condition that depends on an iterator;
///         TRT-24 a loop output of unknown rank
Result<openvino::Model> write_ir(const tensorrt::Lowered& network);

}  // namespace backedge
