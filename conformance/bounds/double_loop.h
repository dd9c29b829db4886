#pragma once

#include <span>
#include <vector>

#include "conformance/bounds/bounded.h"
#include "interpreter/loop/loop_spec.h"
#include "interpreter/tensor/value.h"

/// A loop of values and their errors as one LoopSpec. It has every input, Parameter, Result and output
/// twice. The errors come after the values and are sliced, fed back and joined in the same way. So only
/// run_loop contains the rules of loops.
namespace backedge::bounds {

/// inputs  the number of the loop's inputs. The current iteration has no second Parameter, because it has
///         no error
LoopSpec double_loop(const LoopSpec& spec, size_t inputs);

/// All values, followed by all errors, which are f64 tensors of the same shapes.
std::vector<Value> side_by_side(std::span<const Bounded> values);
std::vector<Bounded> from_side_by_side(std::span<const Value> doubled);
std::vector<Signature> double_signatures(std::vector<Signature> signatures);

/// The Parameters of the body of `spec`, from the Parameters of its double.
std::vector<Bounded> parameters_of(const LoopSpec& spec, std::span<const Value> doubled);

}  // namespace backedge::bounds
