#pragma once

#include <span>
#include <vector>

#include "conformance/corpus/corpus.h"

namespace backedge {

/// A few of these runs that together touch every rule that all of them touch, on both of its sides: for each rule a run that
/// expects outputs and one that expects a rejection, as far as there are such runs.
///
/// Greedy: again and again the run that touches most of what is left; of equals a required one before one of the survey, the one
/// with fewer input elements, the first.
///
/// returns  them, in the order of `runs`
std::vector<SelectedRun> smoke_of(std::span<const SelectedRun> runs);

}  // namespace backedge
