#pragma once

#include <span>

#include "interpreter/graph/graph.h"

namespace backedge {

/// What is known of a value as an operand, without the value itself.
inline Signature signature_of(const Operand& operand) { return {operand.type, operand.shape, operand.kind}; }

/// Which iterations of the loops in a graph the inferred shapes hold for.
enum class Iterations {
  kAll,
  kFirst,  // where `element_0_exists`: merged inputs have the shapes of their initial values  (TRT-17)
};

/// The Results' types and shapes, as far as those of the Parameters settle them. On the way it proves all
/// that can be proved without values.
///
/// parameters  in the graph's order; no wider than declared
/// errors      whatever rule a type or shape breaks
Result<std::vector<Signature>> infer_graph(const Graph& graph, std::span<const Signature> parameters,
                                           Iterations iterations = Iterations::kAll);

/// Types and shapes of a body's Results if no iteration runs, according to what is known of the Parameters'
/// shapes.
std::vector<Signature> infer_body(const Graph& body, std::span<const PartialShape> shapes);

/// What is known of every slot. For constants this includes the value.
Result<std::vector<Operand>> infer_slots(const Graph& graph, std::span<const Signature> parameters,
                                         Iterations iterations = Iterations::kAll);

/// The same for the outputs of one node.
///
/// errors  whatever rule a type or shape breaks
Result<void> infer_node(const Node& node, std::span<const Operand> inputs, std::span<Signature> outputs,
                        Iterations iterations);

/// The same for the outputs of a loop.
///
/// errors  SLICE-1, 2, 3, 6, 7; TRIP-1; COND-1, 4, 5; BACK-5; BODY-4; OUT-3, 4, 9; TYPE-2; whatever the
///         body breaks
Result<void> infer_loop(const LoopNode& loop, std::span<const Operand> inputs, std::span<Signature> outputs,
                        Iterations iterations);

}  // namespace backedge
