#pragma once

#include <span>
#include <string_view>

namespace backedge {

/// A rule of docs/spec, and why no generated model can touch it; empty where some do.
struct RuleReach {
  std::string_view rule, out_of_reach;
};

/// All of them, in the order of docs/spec/README.md.
std::span<const RuleReach> rule_reaches();

}  // namespace backedge
