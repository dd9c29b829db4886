#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/corpus/corpus.h"
#include "conformance/corpus/select.h"
#include "conformance/judge/verdict.h"
#include "interpreter/base/result.h"

/// The known failures of a backend: docs/expectations.md.
namespace backedge {

struct ExpectedPattern {
  int64_t line = 0;
  Filter filter;
};

/// Runs with one outcome and one reason.
struct Expectation {
  int64_t line = 0;
  std::string kind;               // "bug", "unsupported", "wont-fix"
  std::vector<Outcome> outcomes;  // each run has one of these; none if `disturbed`
  bool disturbed = false;         // instead: each run may have another outcome in a used process
  int64_t count = 0;              // the number of runs
  std::string reason;
  std::vector<ExpectedPattern> patterns;

  /// "wrong value or unstable", or "disturbed".
  std::string outcomes_text() const;
};

struct ExpectationList {
  std::string file;
  std::string text;
  std::vector<Expectation> entries;
  std::string version = "";                // of the corpus that the list is made for; empty if it names none
  std::set<std::string> newer_cases = {};  // their paths: see newer_cases.h
};

/// The reason of an entry that nobody has explained yet.
inline constexpr std::string_view kUnexplained = "UNEXPLAINED";

/// Whether the reason of an entry begins with "unstable:", which means that its runs change their outcome
/// from time to time. Only such an entry may list several outcomes.
bool is_called_unstable(const Expectation& entry);

/// errors  EXPECT-1
Result<ExpectationList> parse_expectations(const std::string& text, const std::string& file);

/// errors  EXPECT-1; FILE-1 the file cannot be read
Result<ExpectationList> read_expectations(const std::string& file);

/// Whether an entry is about survey runs, or about other runs: one of its outcomes must be a failure in
/// that tier, or skipped. The entry's patterns only match such runs. Any run can be disturbed.
bool concerns(const Expectation& entry, bool survey);

/// The first entry with outcomes that matches a run; nullptr if there is none. No entry matches a run of a
/// newer case.
const Expectation* find_expectation(const ExpectationList& list, const SelectedRun& run);

/// The first entry that allows a run to be disturbed; nullptr if there is none.
const Expectation* find_disturbance(const ExpectationList& list, const SelectedRun& run);

/// The defects of a list that do not depend on the backend: wrong counts, patterns that match nothing, runs
/// that two entries match, missing reasons, several outcomes without the reason for it.  (EXPECT-2)
///
/// corpus  a whole corpus
std::vector<Error> check_expectations(const ExpectationList& list, const Corpus& corpus);

/// How an outcome compares with the list.
struct Listing {
  const Expectation* entry = nullptr;  // the entry that matches the run
  std::optional<Error> surprise;       // EXPECT-3 if the list expects another outcome
};

/// A run of a newer case is never a surprise.
///
/// disturbed  whether the run had another outcome in a process that other runs had used: see is_disturbed
Listing hold_against(const ExpectationList& list, const SelectedRun& run, Outcome outcome, bool disturbed);

}  // namespace backedge
