#include "conformance/judge/expectations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "conformance/corpus/read_text.h"
#include "interpreter/base/number_text.h"

namespace backedge {
namespace {

constexpr std::array<std::string_view, 3> kKinds = {"bug", "unsupported", "wont-fix"};
constexpr std::string_view kDisturbed = "disturbed";  // in the place of outcomes
constexpr std::string_view kBlank = " \t\r";

Error list_error(const std::string& file, int64_t line, std::string message) {
  return Error("EXPECT-1", std::move(message)).in(Phase::kRead).at(file, line);  // [EXPECT-1]
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

// Removes the text before `mark`, and the mark, and returns it; all the text if there is no mark.
std::string_view take_until(std::string_view& text, std::string_view mark) {
  const size_t at = std::min(text.find(mark), text.size());
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + mark.size(), text.size()));
  return trimmed(taken);
}

// Whether the text is digits with single dots between them.
bool is_version(std::string_view text) {
  bool after_digit = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit && (c != '.' || !after_digit)) return false;
    after_digit = is_digit;
  }
  return after_digit;
}

std::string parse_outcomes(std::string_view text, std::vector<Outcome>& outcomes) {
  while (!text.empty()) {
    const std::string_view name = take_until(text, " or ");
    const std::optional<Outcome> outcome = outcome_named(name);
    if (!outcome)
      return "no outcome: " + std::string(name) + "\nan outcome is a verdict, such as wrong value or crashed";
    outcomes.push_back(*outcome);
  }
  if (outcomes.empty()) return "no outcome";
  const bool fails = std::any_of(outcomes.begin(), outcomes.end(),
                                 [](Outcome outcome) { return outcome != Outcome::kPassed; });
  return fails ? "" : "passed is not a failure, so there is nothing to list";
}

std::string parse_count(std::string_view text, int64_t& count) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), count);
  const std::string_view unit = trimmed(text.substr(static_cast<size_t>(end - text.data())));
  const bool counts = failure == std::errc() && count > 0 && (unit == "runs" || unit == "run");
  return counts ? "" : "no number of runs: " + std::string(text);
}

// Parses `KIND, OUTCOME, COUNT runs: REASON`. Returns what is wrong with it.
std::string parse_head(std::string_view text, Expectation& entry) {
  std::string_view fields = take_until(text, ":");
  entry.reason = trimmed(text);
  entry.kind = take_until(fields, ",");
  if (std::find(kKinds.begin(), kKinds.end(), entry.kind) == kKinds.end())
    return "expected bug, unsupported or wont-fix instead of " + entry.kind;
  const std::string_view outcomes = take_until(fields, ",");
  entry.disturbed = outcomes == kDisturbed;
  std::string wrong = entry.disturbed ? "" : parse_outcomes(outcomes, entry.outcomes);
  if (wrong.empty()) wrong = parse_count(trimmed(fields), entry.count);
  if (wrong.empty() && entry.reason.empty()) wrong = "no reason";
  return wrong;
}

Error disagreement(const ExpectationList& list, int64_t line, std::string message) {
  return Error("EXPECT-2", std::move(message)).in(Phase::kRead).at(list.file, line);  // [EXPECT-2]
}

// Assigns the runs of a corpus to the entries that match them.
class Claims {
 public:
  Claims(const ExpectationList& list, const Corpus& corpus) : list_(list) {
    for (const SelectedRun& run : runs_of(corpus)) {
      if (!list.newer_cases.contains(run.test_case->path))  // [EXPECT-4]
        runs_.push_back({name_of(run), run.run->survey});
    }
    std::sort(runs_.begin(), runs_.end(), [](const Run& a, const Run& b) { return a.name < b.name; });
  }

  void check(const Expectation& entry, std::vector<Error>& wrong) {
    if (entry.reason == kUnexplained)
      wrong.push_back(disagreement(list_, entry.line, "expected a reason instead of " + entry.reason));
    if (entry.outcomes.size() > 1 && !is_called_unstable(entry))
      wrong.push_back(disagreement(
          list_, entry.line,
          "lists several outcomes, so that one could become another unnoticed: split it, or begin the reason "
          "with \"unstable:\" and say what they depend on"));
    if (entry.outcomes.size() > 2)
      wrong.push_back(disagreement(list_, entry.line, "lists more than two outcomes: split it"));
    int64_t count = 0;
    bool overlaps = false;
    for (const ExpectedPattern& pattern : entry.patterns) {
      int64_t added = 0;
      for (Run& run : runs_that_begin_with(pattern.filter.begin())) {
        const Expectation*& owner = entry.disturbed ? run.disturbance : run.owner;
        if (owner == &entry || !is_matched(entry, pattern, run)) continue;
        if (owner != nullptr && !std::exchange(overlaps, true))
          wrong.push_back(disagreement(
              list_, pattern.line,
              run.name + " is also matched by the entry in line " + std::to_string(owner->line)));
        owner = &entry;
        ++added;
      }
      if (added == 0) wrong.push_back(disagreement(list_, pattern.line, dead_text(entry, pattern)));
      count += added;
    }
    if (count != entry.count)
      wrong.push_back(disagreement(
          list_, entry.line, "matches " + counted(count, "run") + ", not " + counted(entry.count, "run")));
  }

 private:
  struct Run {
    std::string name;
    bool survey = false;
    const Expectation* owner = nullptr;        // the entry with its outcomes
    const Expectation* disturbance = nullptr;  // the entry that allows it to be disturbed
  };

  std::span<Run> runs_that_begin_with(std::string_view text) {
    const auto first =
        std::lower_bound(runs_.begin(), runs_.end(), text,
                         [](const Run& run, std::string_view begin) { return run.name < begin; });
    return {first, std::find_if_not(first, runs_.end(),
                                    [text](const Run& run) { return run.name.starts_with(text); })};
  }

  static bool is_matched(const Expectation& entry, const ExpectedPattern& pattern, const Run& run) {
    return concerns(entry, run.survey) && pattern.filter.selects(run.name);
  }

  std::string dead_text(const Expectation& entry, const ExpectedPattern& pattern) const {
    std::string why = "matches no run";
    for (const Run& run : runs_) {
      if (is_matched(entry, pattern, run))
        return "matches no run that the lines above do not match: " + pattern.filter.text();
      if (pattern.filter.selects(run.name))
        why = "matches only survey runs, and these do not fail by " + entry.outcomes_text();
    }
    return why + ": " + pattern.filter.text();
  }

  const ExpectationList& list_;
  std::vector<Run> runs_;  // sorted by name
};

const Expectation* find_entry(const ExpectationList& list, const SelectedRun& run, bool disturbed) {
  if (list.newer_cases.contains(run.test_case->path)) return nullptr;  // [EXPECT-4]
  const std::string name = name_of(run);
  for (const Expectation& entry : list.entries) {
    if (entry.disturbed != disturbed || !concerns(entry, run.run->survey)) continue;
    for (const ExpectedPattern& pattern : entry.patterns) {
      if (pattern.filter.selects(name)) return &entry;
    }
  }
  return nullptr;
}

}  // namespace

std::string Expectation::outcomes_text() const {
  std::string text(disturbed ? kDisturbed : "");
  for (const Outcome outcome : outcomes) text += (text.empty() ? "" : " or ") + std::string(name_of(outcome));
  return text;
}

bool is_called_unstable(const Expectation& entry) { return entry.reason.starts_with("unstable:"); }

Result<ExpectationList> parse_expectations(const std::string& text, const std::string& file) {
  ExpectationList list{file, text, {}};
  std::string_view rest = list.text;
  const auto without_patterns = [&list] {
    return !list.entries.empty() && list.entries.back().patterns.empty();
  };
  for (int64_t number = 1; !rest.empty(); ++number) {
    const std::string_view whole = rest.substr(0, rest.find('\n')), line = trimmed(whole);
    rest.remove_prefix(std::min(whole.size() + 1, rest.size()));
    if (line.empty() || line.starts_with('#')) continue;
    if (kBlank.find(whole.front()) != kBlank.npos) {
      if (list.entries.empty()) return list_error(file, number, "a pattern without an entry above it");
      list.entries.back().patterns.push_back({number, Filter(line)});
      continue;
    }
    if (without_patterns()) break;
    if (list.entries.empty() && list.version.empty() && line.starts_with("corpus ")) {
      list.version = trimmed(line.substr(line.find(' ')));
      if (!is_version(list.version))
        return list_error(file, number, "no version of the corpus: " + list.version);
      continue;
    }
    Expectation entry{.line = number};
    const std::string wrong = parse_head(line, entry);
    if (!wrong.empty())
      return list_error(file, number, wrong + "\nan entry is KIND, OUTCOME, COUNT runs: REASON");
    list.entries.push_back(std::move(entry));
  }
  if (without_patterns()) return list_error(file, list.entries.back().line, "no indented pattern below it");
  return list;
}

Result<ExpectationList> read_expectations(const std::string& file) {
  Result<std::string> text = read_text(file);
  if (!text.ok()) return Error("FILE-1", text.error().message()).at(file, 0);  // [FILE-1]
  return parse_expectations(text.value(), file);
}

bool concerns(const Expectation& entry, bool survey) {
  return entry.disturbed ||
         std::any_of(entry.outcomes.begin(), entry.outcomes.end(), [survey](Outcome outcome) {
           return outcome == Outcome::kSkipped || is_failure(outcome, survey);
         });
}

const Expectation* find_expectation(const ExpectationList& list, const SelectedRun& run) {
  return find_entry(list, run, false);
}

const Expectation* find_disturbance(const ExpectationList& list, const SelectedRun& run) {
  return find_entry(list, run, true);
}

std::vector<Error> check_expectations(const ExpectationList& list, const Corpus& corpus) {
  std::vector<Error> wrong;
  Claims claims(list, corpus);
  for (const Expectation& entry : list.entries) claims.check(entry, wrong);
  return wrong;
}

Listing hold_against(const ExpectationList& list, const SelectedRun& run, Outcome outcome, bool disturbed) {
  Listing listing{find_expectation(list, run), std::nullopt};
  if (list.newer_cases.contains(run.test_case->path)) return listing;  // [EXPECT-4]
  const Expectation* entry = listing.entry;
  const bool as_listed = entry == nullptr ? !is_failure(outcome, run.run->survey)
                                          : std::find(entry->outcomes.begin(), entry->outcomes.end(),
                                                      outcome) != entry->outcomes.end();
  const bool disturbance_is_new = disturbed && find_disturbance(list, run) == nullptr;
  if (as_listed && !disturbance_is_new) return listing;
  if (as_listed) {
    listing.surprise = Error("EXPECT-3", name_of(run) +
                                             ": disturbed (another outcome in a process that other "
                                             "runs had used), which no entry lists")
                           .in(Phase::kRun)
                           .at(list.file, 0);  // [EXPECT-3]
    return listing;
  }
  std::string message = name_of(run) + ": " + std::string(name_of(outcome)) + ", ";
  message += entry == nullptr ? "which no entry lists" : "but listed as " + entry->outcomes_text();
  if (outcome == Outcome::kPassed) message += "; remove it from the list";
  listing.surprise = Error("EXPECT-3", message).in(Phase::kRun);  // [EXPECT-3]
  listing.surprise = std::move(*listing.surprise).at(list.file, entry == nullptr ? 0 : entry->line);
  return listing;
}

}  // namespace backedge
