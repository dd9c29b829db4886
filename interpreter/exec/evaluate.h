#pragma once

#include "interpreter/exec/run_options.h"
#include "interpreter/graph/graph.h"

namespace backedge {

/// The value of every Result of a model.
///
/// inputs   a tensor for each Parameter, in layer order
/// returns  a tensor for each Result, in layer order; they hold no memory but their own
/// errors   INPUT-3, INPUT-4 (phase input); LIMIT-1, 4; whatever the operations and loops return (phase run)
Result<std::vector<Tensor>> evaluate(const Graph& graph, std::span<const Tensor> inputs,
                                     const RunOptions& options);

/// Whether a tensor fits the Parameter of a model that it is given for. What a file's header says can be asked before the
/// elements are read.
///
/// errors  INPUT-3 type, INPUT-4 shape
Result<void> check_input(const std::string& parameter, const Signature& declared, const Signature& given);

}  // namespace backedge
