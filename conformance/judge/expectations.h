#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/corpus/corpus.h"
#include "conformance/judge/verdict.h"
#include "interpreter/base/result.h"

/// What is known of a backend that fails: docs/expectations.md.
namespace backedge {

struct ExpectedPattern {
  int64_t line = 0;
  std::string filter;  // see is_selected
};

/// Runs that come out in one way for one reason.
struct Expectation {
  int64_t line = 0;
  std::string kind;               // "bug", "unsupported", "wont-fix"
  std::vector<Outcome> outcomes;  // one of these
  int64_t count = 0;              // of runs
  std::string reason;
  std::vector<ExpectedPattern> patterns;

  /// "wrong value or unstable".
  std::string outcomes_text() const;
};

struct ExpectationList {
  std::string file;
  std::string text;
  std::vector<Expectation> entries;
};

/// The reason of an entry that nobody has looked at.
inline constexpr std::string_view kUnexplained = "UNEXPLAINED";

/// Whether the reason of an entry begins with "unstable:": its runs come out in another way from time to time. Only such an
/// entry may list several outcomes.
bool is_called_unstable(const Expectation& entry);

/// errors  EXPECT-1
Result<ExpectationList> parse_expectations(const std::string& text, const std::string& file);

/// errors  EXPECT-1; FILE-1 cannot be read
Result<ExpectationList> read_expectations(const std::string& file);

/// Whether an entry speaks of survey runs, or others: of those that one of its outcomes fails, or skips. Its patterns match these alone.
bool concerns(const Expectation& entry, bool survey);

/// The first entry that matches a run; nullptr where none does.
const Expectation* find_expectation(const ExpectationList& list, const SelectedRun& run);

/// What is wrong with a list whatever the backend does: counts, dead patterns, runs that two entries match, reasons
/// that are not written, several outcomes without the reason for it.  (EXPECT-2)
///
/// corpus  a whole one
std::vector<Error> check_expectations(const ExpectationList& list, const Corpus& corpus);

/// An outcome beside what is expected.
struct Listing {
  const Expectation* entry = nullptr;  // that matches the run
  std::optional<Error> surprise;       // EXPECT-3 where the outcome is not as the list says
};

Listing hold_against(const ExpectationList& list, const SelectedRun& run, Outcome outcome);

}  // namespace backedge
