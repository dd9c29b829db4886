#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds an operation whose result is rounded, to a model that may have wild values.
std::optional<LayerOutput> add_function(Scope& scope);

/// Notes the rules that wild operands can touch. They belong to the survey.
void touch_number_rules(Scope& scope, const LayerOutput& value, const std::string& type);

}  // namespace backedge::generate
