#pragma once

#include <span>
#include <vector>

#include "conformance/bounds/bounded.h"
#include "interpreter/interpreter.h"

/// How far an implementation may be from a golden: a running error analysis.
///
/// Every value has an error. In every permitted implementation, |value of the implementation - golden| is
/// at most this error, for each element. An implementation is permitted if it follows the rules of the
/// specification (slices, back edges, conditions: docs/spec), and if each of its primitive operations meets
/// this table for the operands that it gets there:
///
///     sums, differences, products     within half an ulp of the exact result; so exact if that is a
///                                     value of the type
///     quotients, roots, exp, log      within 3 ulp
///     sin, cos; tanh, sigmoid; pow    within 4; 5; 16 ulp, which OpenCL C requires for f32
///     MatMul, reductions, CumSum      summed in any order; each product and each sum is rounded or not
///     moves, comparisons, minima ...  exact
///     composite operations            their formula over these; a cell's gate is one sum of all its
///                                     products and biases, in any order
///
/// A value may be kept in a wider type and rounded later, but it overflows like its own type. Narrower
/// types inside an operation (TF32 for f32) and flushing subnormals to zero are not permitted. An ulp is
/// that of the element type at the exact result. docs/bounds.md has the formula of each class and an
/// example computed by hand.
namespace backedge::bounds {

/// Runs one inference like run(), and derives the error of each element of each output.
///
/// inputs   a tensor for each Parameter, in layer order; they have no error
/// returns  the goldens, with the same bits as those of run(), and their errors
/// errors   those of run(); CASE-3 a decision (comparison, rounding to integers, order of TopK) that is
///          different in some permitted implementation, a value that may overflow, an operation without a
///          rule for its error
Result<std::vector<Bounded>> run_with_bounds(const LoadedModel& model, std::span<const Tensor> inputs,
                                             const RunOptions& options = {});

}  // namespace backedge::bounds
