#pragma once

#include <string>

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Notes a rule that the newest layer can touch and whose runs are in the survey tier.
void touch_rule(Scope& scope, const std::string& rule);

/// Notes the rules that wild operands can touch. They belong to the survey.
void touch_number_rules(Scope& scope, const LayerOutput& value, const std::string& type);

}  // namespace backedge::generate
