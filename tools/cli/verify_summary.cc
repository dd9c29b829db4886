#include "tools/cli/verify_summary.h"

#include <algorithm>
#include <tuple>

#include "conformance/judge/complaint.h"
#include "interpreter/base/number_text.h"

namespace backedge {
namespace {

// The most lines of each part. With headings, blank lines and the lines of the command, they fill two
// screens of 24 lines.
constexpr size_t kMostRules = 7, kMostFailures = 5, kMostSurprises = 3, kMostSkips = 3;
constexpr size_t kWidth = 79;

std::string padded(const std::string& text, size_t width) {
  return std::string(std::max(width, text.size()) - text.size(), ' ') + text;
}

std::string number(int64_t count, size_t width = 7) { return padded(std::to_string(count), width); }

// Text cut to one line of a terminal. Names of runs stay complete, so that they can be copied.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (text.size() <= kWidth) return text;
  size_t end = kWidth - 3;
  while (end > 0 && (text[end] & 0xc0) == 0x80) --end;  // never cut inside a character
  return text.substr(0, end) + "...";
}

std::string more_text(size_t shown, size_t all, const std::string& what) {
  if (shown >= all) return "";
  return "        and " + std::to_string(all - shown) + " more " + what + "\n";
}

// One part of the summary, with a heading before it and a blank line after it; empty if it has no lines.
std::string part(const std::string& heading, const std::string& lines) {
  return lines.empty() ? "" : heading + "\n" + lines + "\n";
}

}  // namespace

void VerifySummary::add(const RunRecord& record, const std::optional<Listing>& listing) {
  const CaseRun& run = *record.run.run;
  const Verdict& verdict = record.verdict;
  const std::string name = name_of(record.run);
  const bool fails = is_failure(verdict.outcome, run.survey);
  const bool is_surprise = listing && listing->surprise;
  counts_.add(record, listing);
  if (is_surprise) surprises_.push_back(listing->surprise->where() + ": " + listing->surprise->message());
  const Observation* used = disturbance_of(verdict);
  if (used != nullptr && first_disturbed_.empty()) {
    first_disturbed_ = name + ": " + std::string(name_of(used->outcome)) + " there, " +
                       std::string(name_of(verdict.outcome)) + " in a fresh process";
  }
  if (is_surprise && verdict.passed()) list_is_outdated_ = true;
  for (const std::string& rule : run.rules) {
    ++rules_[rule].runs;
    rules_[rule].failed += fails;
  }
  Group* group = nullptr;
  if (fails) group = &failures_[verdict.outcome][complaint_of(verdict)];
  if (verdict.outcome == Outcome::kSkipped) group = &skips_[complaint_of(verdict)];
  if (group != nullptr && group->runs++ == 0) group->first = name;
  if (fails && (!listing || is_surprise) && first_unlisted_.empty()) first_unlisted_ = name;
}

std::string VerifySummary::rules_text() const {
  // Sorted by the share of runs that fail. Among equals the rule with more runs comes first, then the name
  // decides.
  std::vector<std::tuple<double, int64_t, std::string>> failing;
  for (const auto& [rule, of] : rules_) {
    if (of.failed > 0)
      failing.emplace_back(-static_cast<double>(of.failed) / static_cast<double>(of.runs), -of.failed, rule);
  }
  std::sort(failing.begin(), failing.end());
  const size_t shown = std::min(kMostRules, failing.size());
  std::string lines;
  for (size_t k = 0; k < shown; ++k) {
    const auto& [share, failed, rule] = failing[k];
    // At least 1 %, and 100 % only if all fail.
    const int percent = share <= -1 ? 100 : std::clamp(static_cast<int>(-share * 100), 1, 99);
    lines += number(percent) + " %" + number(-failed) + " of " + number(rules_.at(rule).runs, 6) + "  " +
             rule + "\n";
  }
  return part("   share   runs that fail  rule", lines + more_text(shown, failing.size(), "rules"));
}

std::string VerifySummary::failures_text() const {
  // Most runs first, then the most severe outcome.
  std::vector<std::tuple<int64_t, int, std::string, std::string>> groups;
  for (const auto& [outcome, of] : failures_) {
    for (const auto& [complaint, group] : of) {
      const std::string what = std::string(name_of(outcome)) + (complaint.empty() ? "" : ": " + complaint);
      groups.emplace_back(-group.runs, -traits_of(outcome).severity, what, group.first);
    }
  }
  std::sort(groups.begin(), groups.end());
  const size_t shown = std::min(kMostFailures, groups.size());
  std::string lines;
  for (size_t k = 0; k < shown; ++k) {
    const auto& [runs, severity, what, first] = groups[k];
    lines += one_line(number(-runs) + "  " + what) + "\n         first " + first + "\n";
  }
  return part("   fails  how", lines + more_text(shown, groups.size(), "kinds of failures"));
}

std::string VerifySummary::surprises_text() const {
  const size_t shown = std::min(kMostSurprises, surprises_.size());
  std::string lines;
  for (size_t k = 0; k < shown; ++k) lines += surprises_[k] + "\n";
  if (!lines.empty()) lines += more_text(shown, surprises_.size(), "that are not as listed") + "\n";
  return lines;
}

std::string VerifySummary::skips_text() const {
  std::vector<std::pair<int64_t, std::string>> reasons;
  for (const auto& [reason, group] : skips_) reasons.emplace_back(-group.runs, reason);
  std::sort(reasons.begin(), reasons.end());
  const size_t shown = std::min(kMostSkips, reasons.size());
  std::string lines;
  for (size_t k = 0; k < shown; ++k)
    lines += one_line(number(-reasons[k].first) + "  " + reasons[k].second) + "\n";
  return part(" skipped  why", lines + more_text(shown, reasons.size(), "reasons"));
}

std::string VerifySummary::counts_text() const {
  std::vector<std::pair<int, Outcome>> order;
  for (size_t k = 0; k < kOutcomes; ++k)
    order.emplace_back(traits_of(static_cast<Outcome>(k)).severity, static_cast<Outcome>(k));
  std::sort(order.begin(), order.end());
  std::string text;
  for (const auto& [severity, outcome] : order) {
    const int64_t count = counts_.of[static_cast<size_t>(outcome)];
    if (count > 0)
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(name_of(outcome));
  }
  return text.empty() ? "" : text + "\n";
}

std::string VerifySummary::text() const {
  std::string text = rules_text() + failures_text() + surprises_text() + skips_text();
  if (counts_.disturbed > 0)
    text += counted(counts_.disturbed, "run") +
            " had another outcome in a process that other runs had used (STATE-1)\n         first " +
            first_disturbed_ + "\n";
  return text + counts_text();
}

}  // namespace backedge
