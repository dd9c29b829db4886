#pragma once

namespace backedge {

class CommandLine;

/// `backedge convert`: writes a TensorRT network as OpenVINO IR.
void add_convert(CommandLine& program);

}  // namespace backedge
