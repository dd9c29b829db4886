#pragma once

#include <string>

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Notes a rule of the survey that the newest layer can touch.
void touch_rule(Scope& scope, const std::string& rule);

/// Notes the rules that wild operands can touch. They belong to the survey.
void touch_number_rules(Scope& scope, const LayerOutput& value, const std::string& type);

}  // namespace backedge::generate
