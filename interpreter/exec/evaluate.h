#pragma once

#include "interpreter/exec/run_options.h"
#include "interpreter/graph/graph.h"

namespace backedge {

/// Computes the value of every Result of a model.
///
/// inputs   a value for each Parameter
/// returns  a value for each Result, which keeps no other memory alive
/// errors   INPUT-3, INPUT-4 (phase input); LIMIT-1, 4; whatever the operations and loops return (phase run)
Result<std::vector<Value>> evaluate(const Graph& graph, std::span<const Value> inputs,
                                    const RunOptions& options);

/// Whether a tensor fits the Parameter of a model. A caller can ask with the header of a file, before it
/// reads the elements.
///
/// errors  INPUT-3 type, INPUT-4 shape
Result<void> check_input(const std::string& parameter, const Signature& declared, const Signature& given);

}  // namespace backedge
