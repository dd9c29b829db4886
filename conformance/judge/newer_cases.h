#pragma once

#include <string>

#include "conformance/corpus/corpus.h"
#include "conformance/judge/expectations.h"

namespace backedge {

/// Finds the cases that the version of the corpus that a list names does not have: ROOT/versions/VERSION is
/// the MANIFEST of that version. A list that names no version is held against every case.
///
/// root    the folder of the corpus
/// errors  EXPECT-4 there is no such version; CASE-2 its MANIFEST is broken
Result<void> find_newer_cases(ExpectationList& list, const Corpus& corpus, const std::string& root);

}  // namespace backedge
