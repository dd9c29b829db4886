#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/results/results.h"

namespace backedge {

/// The summary at the end of `verify`, on at most two screens of 24 lines. It has rules by the share of
/// their runs that fail, failures by complaint, contradictions to the expectation list, skips by reason,
/// and counts.
class VerifySummary {
 public:
  /// listing  nothing if there is no list
  void add(const RunRecord& record, const std::optional<Listing>& listing);

  /// The lines before the last one, which the command itself prints.
  std::string text() const;

  const OutcomeCounts& counts() const { return counts_; }

  /// The run to look at first: one that fails and is not listed; "" if there is none.
  const std::string& first_unlisted() const { return first_unlisted_; }

  /// Whether the list is out of date because of a run that passes: it is listed as failing, or it is disturbed
  /// and not listed as that.
  bool list_is_outdated() const { return list_is_outdated_; }

 private:
  struct OfRule {
    int64_t runs = 0, failed = 0;
  };
  struct Group {
    int64_t runs = 0;
    std::string first;  // the first of them
  };
  using Groups = std::map<std::string, Group>;

  std::string rules_text() const;
  std::string failures_text() const;
  std::string surprises_text() const;
  std::string skips_text() const;
  std::string counts_text() const;

  OutcomeCounts counts_;
  std::map<std::string, OfRule> rules_;
  std::map<Outcome, Groups> failures_;  // by complaint; "" if the backend gave outputs
  Groups skips_;                        // by reason
  std::vector<std::string> surprises_;
  std::string first_unlisted_;
  std::string first_disturbed_;  // with both of its outcomes
  bool list_is_outdated_ = false;
};

}  // namespace backedge
