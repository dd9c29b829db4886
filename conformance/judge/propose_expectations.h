#pragma once

#include <map>
#include <string>

#include "conformance/judge/expectations.h"

namespace backedge {

/// The text of a list that agrees with what was found, for review. What stands in the old one and still holds stays: comments, reasons,
/// entries, and patterns of which every run comes out as listed; the rest of an entry gets patterns of its own. An entry of several
/// outcomes that is not called unstable becomes one for each outcome that was found. What fails and was
/// not listed goes to the end, a `bug` for each rule and outcome, UNEXPLAINED.
///
/// list    the old one
/// corpus  a whole one
/// found   outcomes by name; a run that is not there is as the old list says
std::string propose_expectations(const ExpectationList& list, const Corpus& corpus,
                                 const std::map<std::string, Outcome>& found);

}  // namespace backedge
