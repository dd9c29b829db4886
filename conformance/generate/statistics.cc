#include "conformance/generate/statistics.h"

#include <algorithm>

#include "conformance/generate/rule_reach.h"

namespace backedge::generate {
namespace {

std::string line_of(std::string_view name, int64_t count, int64_t models, std::string_view note) {
  const int64_t tenths = models == 0 ? 0 : (count * 10000 + models / 2) / models;
  std::string number = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  number.insert(0, std::max<size_t>(8, number.size()) - number.size(), ' ');
  return number + "  " + std::string(name) + (note.empty() ? "" : "  (" + std::string(note) + ")") + "\n";
}

}  // namespace

void Statistics::add(const GeneratedCase& generated) {
  ++models;
  const CaseRun& run = generated.test_case.runs.front();
  survey += run.survey;
  for (const std::string& rule : generated.touched.rules) ++rules[rule];
  for (const std::string& feature : generated.features) ++features[feature];
}

std::string Statistics::text() const {
  std::string text = "models of a thousand that touch a rule\n";
  for (const RuleReach& reach : rule_reaches()) {
    const auto found = rules.find(std::string(reach.rule));
    text += line_of(reach.rule, found == rules.end() ? 0 : found->second, models, reach.out_of_reach);
  }
  text += "\nmodels of a thousand that have a feature\n";
  for (const auto& [feature, count] : features) text += line_of(feature, count, models, "");
  return text + line_of("survey tier", survey, models, "");
}

}  // namespace backedge::generate
