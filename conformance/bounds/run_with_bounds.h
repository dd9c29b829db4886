#pragma once

#include <span>
#include <vector>

#include "conformance/bounds/bounded.h"
#include "interpreter/interpreter.h"

/// How far from its golden an implementation may be: running error analysis.
///
/// Beside every value stands an error: a number that |value of the implementation - golden| cannot pass,
/// element by element, in any implementation that is permitted. Permitted is one that runs the model by the
/// rules (slices, back edges, conditions: docs/spec) and whose every primitive operation, on the operands
/// that it has itself,
///
///     sums, differences, products     is within half an ulp of the exact result: so exact where that is a value of
///                                     the type
///     quotients, roots, exp, log      is within 3 ulp
///     sin, cos; tanh, sigmoid; pow    is within 4; 5; 16 ulp, as OpenCL C asks of f32
///     MatMul, reductions, CumSum      adds up in any order; each product and each sum is rounded or not
///     moves, comparisons, minima ...  is exact
///     composite operations            is their formula over these; a cell's gate is one sum of all its products and
///                                     biases, in any order
///
/// A value may be kept wider than its type and rounded later, but overflows as the type does. Not permitted
/// are narrower types inside (TF32 for f32) and flushing subnormals to zero. ulp: of the element type, at the
/// exact result. docs/bounds.md has the formula of each class and an example worked by hand.
namespace backedge::bounds {

/// One inference, as run() has it, and the error of each element of each output.
///
/// inputs   a tensor for each Parameter, in layer order; they carry no error
/// returns  the goldens, bit for bit those of run(), with their errors
/// errors   those of run(); CASE-3 a decision (comparison, rounding to integers, order of TopK) that some
///          permitted implementation takes otherwise, a value that may overflow, an operation without a rule
///          for its error
Result<std::vector<Bounded>> run_with_bounds(const LoadedModel& model, std::span<const Tensor> inputs,
                                             const RunOptions& options = {});

}  // namespace backedge::bounds
