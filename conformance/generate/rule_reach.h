#pragma once

#include <span>
#include <string_view>

namespace backedge::generate {

/// A rule of docs/spec, and why no generated model can touch it; empty if some do.
struct RuleReach {
  std::string_view rule, out_of_reach;
};

/// All of them but those of the chapters Files and Cases, which are not about models, in the order of docs/spec/README.md.
std::span<const RuleReach> rule_reaches();

}  // namespace backedge::generate
