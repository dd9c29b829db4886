#include "conformance/judge/propose_expectations.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/judge/compact_patterns.h"
#include "interpreter/base/number_text.h"

namespace backedge {
namespace {

using Names = std::set<std::string>;

std::string head_text(const Expectation& entry, int64_t count) {
  return entry.kind + ", " + entry.outcomes_text() + ", " + counted(count, "run") + ": " + entry.reason +
         "\n";
}

// The names that the patterns of an entry could match, without those in `ours`.
Names others(const Expectation& entry, const Names& ours, const std::vector<SelectedRun>& runs) {
  Names names;
  for (const SelectedRun& run : runs) {
    if (concerns(entry, run.run->survey) && !ours.contains(name_of(run))) names.insert(name_of(run));
  }
  return names;
}

std::string pattern_lines(const std::vector<std::string>& patterns) {
  std::string lines;
  for (const std::string& pattern : patterns) lines += "  " + pattern + "\n";
  return lines;
}

std::string new_entry(const Expectation& entry, const Names& names, const std::vector<SelectedRun>& runs) {
  return head_text(entry, names.size()) + pattern_lines(compact_patterns(names, others(entry, names, runs)));
}

// The changes to the lines of a list, by line number.
struct Edits {
  std::map<int64_t, std::string> instead;  // if empty, the line is removed
  std::map<int64_t, std::string> behind;
};

// The runs that an entry keeps, by the name of their outcome; the key "" is for all outcomes of the entry.
using Kept = std::map<std::string, Names>;

Expectation narrowed(const Expectation& entry, const std::string& outcome) {
  Expectation part = entry;
  if (!outcome.empty()) part.outcomes = {*outcome_named(outcome)};
  return part;
}

// Writes an entry for the runs that it keeps, followed by one more entry for each further outcome.
void rewrite(const Expectation& entry, const Kept& kept, const std::vector<SelectedRun>& runs, Edits& edits) {
  const auto first = kept.begin();
  const Names ours = first == kept.end() ? Names() : first->second;
  const Expectation part = first == kept.end() ? entry : narrowed(entry, first->first);
  edits.instead[entry.line] = ours.empty() ? "" : head_text(part, ours.size());
  Names unwanted = others(part, ours, runs), left = ours;
  for (const ExpectedPattern& pattern : entry.patterns) {
    const auto matches = [&](const std::string& name) { return pattern.filter.selects(name); };
    const bool strays = std::any_of(unwanted.begin(), unwanted.end(), matches);
    if (strays || std::erase_if(left, matches) == 0) edits.instead[pattern.line] = "";
  }
  // New patterns must not match the names that kept patterns match.
  for (const std::string& name : ours) {
    if (!left.contains(name)) unwanted.insert(name);
  }
  std::string& behind = edits.behind[entry.patterns.back().line];
  behind = pattern_lines(compact_patterns(left, unwanted));
  for (const auto& [outcome, names] : kept) {
    if (outcome == first->first) continue;
    const Expectation other = narrowed(entry, outcome);
    behind += new_entry(other, names, runs);
  }
}

std::string edited(Edits edits, std::string_view text) {
  std::string out;
  for (int64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto instead = edits.instead.find(number);
    const std::string now = instead == edits.instead.end() ? std::string(line) + "\n" : instead->second;
    const bool second_blank =
        now == "\n" && (out.empty() || out.ends_with("\n\n"));  // an entry was removed here
    if (!second_blank) out += now;
    out += edits.behind[number];
  }
  return out;
}

}  // namespace

std::string propose_expectations(const ExpectationList& list, const Corpus& corpus,
                                 const std::map<std::string, Outcome>& found, const Names& disturbed) {
  const std::vector<SelectedRun> runs = runs_of(corpus);
  std::map<const Expectation*, Kept> kept;
  std::map<std::pair<std::string, Outcome>, Names> unlisted;
  Names newly_disturbed;
  for (const SelectedRun& run : runs) {
    if (const Expectation* entry = find_disturbance(list, run)) {
      kept[entry][""].insert(name_of(run));
    } else if (disturbed.contains(name_of(run)) && !list.newer_cases.contains(run.test_case->path)) {
      newly_disturbed.insert(name_of(run));
    }
    const auto outcome = found.find(name_of(run));
    const Expectation* entry = find_expectation(list, run);
    if (outcome == found.end() || !hold_against(list, run, outcome->second, false).surprise) {
      if (entry == nullptr) continue;
      // An entry that lists several outcomes without saying why becomes one for each outcome.
      const bool whole = entry->outcomes.size() == 1 || is_called_unstable(*entry) || outcome == found.end();
      if (!whole && outcome->second == Outcome::kPassed) continue;
      kept[entry][whole ? "" : std::string(name_of(outcome->second))].insert(name_of(run));
    } else if (is_failure(outcome->second, run.run->survey)) {
      const std::string rule = run.run->rules.empty() ? "" : run.run->rules.front();
      unlisted[{rule, outcome->second}].insert(name_of(run));
    }
  }
  Edits edits;
  for (const Expectation& entry : list.entries) rewrite(entry, kept[&entry], runs, edits);
  std::string proposed = edited(std::move(edits), list.text);
  std::string rule;
  for (const auto& [key, names] : unlisted) {
    const Expectation entry{.kind = "bug", .outcomes = {key.second}, .reason = std::string(kUnexplained)};
    if (key.first != rule) proposed += (proposed.empty() ? "# " : "\n# ") + key.first + "\n";
    rule = key.first;
    proposed += new_entry(entry, names, runs);
  }
  if (!newly_disturbed.empty()) {
    const Expectation entry{.kind = "bug", .disturbed = true, .reason = std::string(kUnexplained)};
    proposed +=
        (proposed.empty() ? "# STATE-1\n" : "\n# STATE-1\n") + new_entry(entry, newly_disturbed, runs);
  }
  return proposed;
}

}  // namespace backedge
