#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/results.h"

namespace backedge {

/// What `verify` says at its end: by rule, by outcome, and what is not as an expectation list says.
struct VerifySummary {
  struct OfRule {
    int64_t runs = 0, failed = 0;
    std::string first;  // that failed
  };
  OutcomeCounts counts;
  std::map<std::string, OfRule> rules;
  std::vector<std::string> surprises;

  /// listing  none: there is no list
  void add(const RunRecord& record, const std::optional<Listing>& listing);
  std::string text() const;
};

}  // namespace backedge
