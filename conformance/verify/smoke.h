#pragma once

#include <span>
#include <vector>

#include "conformance/corpus/corpus.h"

namespace backedge {

/// A few of these runs that together touch every rule that all runs touch, on both of its sides. So for
/// each rule there is a run that expects outputs and a run that expects a rejection, if such runs exist.
///
/// The choice is greedy: it always takes the run that touches most of the remaining sides. Among equals, a
/// required run comes before a survey run, then the one whose model and inputs are smaller, then the first.
///
/// returns  the chosen runs, in the order of `runs`
std::vector<SelectedRun> smoke_of(std::span<const SelectedRun> runs);

}  // namespace backedge
