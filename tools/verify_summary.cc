#include "tools/verify_summary.h"

#include <algorithm>

namespace backedge {
namespace {

constexpr size_t kMostSurprises = 20;

std::string padding(size_t width, const std::string& text) {
  return std::string(std::max(width, text.size()) - text.size(), ' ');
}

}  // namespace

void VerifySummary::add(const RunRecord& record, const std::optional<Listing>& listing) {
  const CaseRun& run = *record.run.run;
  const Outcome outcome = record.verdict.outcome;
  counts.add(record, listing);
  if (listing && listing->surprise) surprises.push_back(listing->surprise->text());
  for (const std::string& rule : run.rules) {
    OfRule& of = rules[rule];
    ++of.runs;
    if (!is_failure(outcome, run.survey) || of.failed++ > 0) continue;
    of.first = std::string(name_of(outcome)) + ": " + name_of(record.run);
  }
}

std::string VerifySummary::text() const {
  std::string text;
  for (const auto& [rule, of] : rules) {
    if (of.failed > 0)
      text += rule + padding(11, rule) + " " + std::to_string(of.failed) + " of " + std::to_string(of.runs) +
              " runs fail, first " + of.first + "\n";
  }
  if (!text.empty()) text += "\n";
  const size_t shown = std::min(kMostSurprises, surprises.size());
  for (size_t k = 0; k < shown; ++k) text += surprises[k] + "\n";
  if (shown < surprises.size())
    text += "and " + std::to_string(surprises.size() - shown) + " more that are not as listed\n";
  if (shown > 0) text += "\n";
  for (size_t k = 0; k < kOutcomes; ++k) {
    if (counts.of[k] == 0) continue;
    const std::string number = std::to_string(counts.of[k]);
    text += padding(8, number) + number + "  " + std::string(name_of(static_cast<Outcome>(k))) + "\n";
  }
  return text;
}

}  // namespace backedge
