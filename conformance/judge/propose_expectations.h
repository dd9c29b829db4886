#pragma once

#include <map>
#include <set>
#include <string>

#include "conformance/judge/expectations.h"

namespace backedge {

/// The text of a list that agrees with the outcomes, for review. It keeps everything in the old list that
/// still holds: comments, reasons, entries, and patterns whose runs all have the listed outcome. The other
/// runs of an entry get new patterns. An entry that lists several outcomes but is not called unstable
/// becomes one entry for each outcome. Failures that were not listed come at the end, as a `bug` for each
/// rule and outcome, with the reason UNEXPLAINED. Disturbed runs that were not listed come last.
///
/// list       the old list
/// corpus     a whole corpus
/// found      outcomes by name; a run that is missing here has the outcome of the old list
/// disturbed  the names of the runs that were disturbed. Others may be disturbed next time, so the entries
///            that allow it stay
std::string propose_expectations(const ExpectationList& list, const Corpus& corpus,
                                 const std::map<std::string, Outcome>& found,
                                 const std::set<std::string>& disturbed);

}  // namespace backedge
