#pragma once

#include <span>
#include <string_view>

namespace backedge::generate {

/// A rule of docs/spec, and the reason why no generated model can touch it; empty if some models do.
struct RuleReach {
  std::string_view rule, out_of_reach;
};

/// All rules that are about OpenVINO models, in the order of docs/spec/README.md.
std::span<const RuleReach> rule_reaches();

}  // namespace backedge::generate
