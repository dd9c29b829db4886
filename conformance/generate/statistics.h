#pragma once

#include <map>
#include <string>

#include "conformance/generate/generate_case.h"

namespace backedge::generate {

/// Counts how often models touch rules and have features.
struct Statistics {
  int64_t models = 0, survey = 0, rejected = 0;
  std::map<std::string, int64_t> rules, features;

  void add(const GeneratedCase& generated);
  /// Models per thousand, for every rule of docs/spec and then for every feature.
  std::string text() const;
};

}  // namespace backedge::generate
