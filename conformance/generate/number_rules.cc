#include "conformance/generate/number_rules.h"

namespace backedge::generate {

void touch_rule(Scope& scope, const std::string& rule) {
  scope.builder.notes.touches.push_back({.rule = rule, .loop = scope.loop, .least = 1, .survey = true});
}

void touch_number_rules(Scope& scope, const LayerOutput& value, const std::string& type) {
  std::vector<std::string> rules;
  const bool extreme = type == "Maximum" || type == "Minimum" || type.starts_with("Reduce");
  if (extreme && type != "ReduceSum" && is_real(value.type)) rules = {"NUM-9"};
  if (type == "ReduceSum") rules = {"NUM-3"};
  if (type == "Divide" && is_integer(value.type)) rules = {"NUM-8"};
  if (rules.empty()) rules = {is_integer(value.type) ? "NUM-2" : "NUM-1"};
  if (is_real(value.type)) rules.push_back("NUM-5");
  for (const std::string& rule : rules) touch_rule(scope, rule);
}

}  // namespace backedge::generate
