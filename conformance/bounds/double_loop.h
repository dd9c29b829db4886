#pragma once

#include <span>
#include <vector>

#include "conformance/bounds/bounded.h"
#include "interpreter/loop/loop_spec.h"
#include "interpreter/tensor/value.h"

/// A loop of values and their errors as one LoopSpec: every input, Parameter, Result and output a second
/// time, the errors after the values, sliced, fed back and joined alike. So the rules of loops stand in
/// run_loop alone.
namespace backedge::bounds {

/// inputs  how many the loop has; the current iteration has no second Parameter: it has no error
LoopSpec double_loop(const LoopSpec& spec, size_t inputs);

/// All values, then all errors, which are f64 of the same shapes.
std::vector<Value> side_by_side(std::span<const Bounded> values);
std::vector<Bounded> from_side_by_side(std::span<const Value> doubled);
std::vector<Signature> double_signatures(std::vector<Signature> signatures);

/// The Parameters of the body of `spec`, from those of its double.
std::vector<Bounded> parameters_of(const LoopSpec& spec, std::span<const Value> doubled);

}  // namespace backedge::bounds
