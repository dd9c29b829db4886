#include "conformance/judge/propose_expectations.h"

#include "conformance/corpus/testing.h"

namespace backedge {
namespace {

const Corpus& corpus() {
  static const Corpus corpus = corpus_of({"a/b/1", "a/b/2", "a/b/3", "a/b/4", "c/d/1", "c/d/2", "c/d/s?"});
  return corpus;
}

using Found = std::map<std::string, Outcome>;

// Outcomes in which every run passes, except these.
Found all_but(const Found& others, const Corpus& of = corpus()) {
  Found found = others;
  for (const SelectedRun& run : runs_of(of)) found.emplace(name_of(run), Outcome::kPassed);
  return found;
}

// Returns the new list, after a check that it agrees with the outcomes, apart from missing reasons.
std::string propose(const std::string& text, const Found& found, const Corpus& of = corpus()) {
  const std::string proposed = propose_expectations(parse_expectations(text, "old").value(), of, found, {});
  const Result<ExpectationList> list = parse_expectations(proposed, "new");
  EXPECT_TRUE(list.ok()) << proposed;
  if (!list.ok()) return proposed;
  for (const Error& error : check_expectations(list.value(), of))
    EXPECT_NE(error.message().find("a reason instead of"), std::string::npos) << error.text();
  for (const SelectedRun& run : runs_of(of)) {
    const auto outcome = found.find(name_of(run));
    if (outcome == found.end()) continue;
    EXPECT_FALSE(hold_against(list.value(), run, outcome->second, false).surprise) << name_of(run) << "\n"
                                                                                   << proposed;
  }
  return proposed;
}

const std::string kOld =
    "# Root cause.\n"
    "bug, wrong value, 3 runs: because\n"
    "  a/b/1:a/b/2\n"
    "  a/b/3\n"
    "\n"
    "# Another.\n"
    "wont-fix, timed out or crashed, 3 runs: unstable: slow\n"
    "  c/d\n";
const Found kAsListed = {{"a/b/1", Outcome::kWrongValue}, {"a/b/2", Outcome::kWrongValue},
                         {"a/b/3", Outcome::kWrongValue}, {"c/d/1", Outcome::kTimedOut},
                         {"c/d/2", Outcome::kCrashed},    {"c/d/s", Outcome::kTimedOut}};

Found as_listed_but(const Found& others) {
  Found found = others;
  found.insert(kAsListed.begin(), kAsListed.end());
  return all_but(found);
}

TEST(ProposeExpectations, SplitsAnEntryOfSeveralOutcomes) {
  const std::string old =
      "# Both.\nbug, wrong value or crashed or passed, 4 runs: because\n  a/b/1:a/b/2\n  a/b/3\n  a/b/4\n";
  const Found found = {
      {"a/b/1", Outcome::kWrongValue}, {"a/b/2", Outcome::kWrongValue}, {"a/b/3", Outcome::kCrashed}};
  EXPECT_EQ(propose(old, all_but(found)),
            "# Both.\n"
            "bug, crashed, 1 run: because\n  a/b/3\n"
            "bug, wrong value, 2 runs: because\n  a/b/1\n  a/b/2\n");
}

TEST(ProposeExpectations, LeavesAListThatAgrees) {
  EXPECT_EQ(propose(kOld, as_listed_but({})), kOld);
  EXPECT_EQ(propose(kOld, {}), kOld);  // no run has an outcome
  EXPECT_EQ(propose("", all_but({})), "");
}

TEST(ProposeExpectations, BeginsAList) {
  EXPECT_EQ(propose("", as_listed_but({{"c/d/s", Outcome::kWrongValue}})),
            "# OUT-1\n"
            "bug, wrong value, 3 runs: UNEXPLAINED\n"
            "  a/b/1\n  a/b/2\n  a/b/3\n"
            "bug, crashed, 1 run: UNEXPLAINED\n"
            "  c/d/2\n"
            "bug, timed out, 1 run: UNEXPLAINED\n"
            "  c/d/1\n");
}

TEST(ProposeExpectations, AddsWhatIsNew) {
  EXPECT_EQ(propose(kOld, as_listed_but({{"a/b/4", Outcome::kRejected}})),
            kOld + "\n# OUT-1\nbug, rejected, 1 run: UNEXPLAINED\n  a/b/4\n");
}

TEST(ProposeExpectations, RemovesWhatIsFixed) {
  EXPECT_EQ(propose(kOld, as_listed_but({{"a/b/3", Outcome::kPassed}})),
            "# Root cause.\nbug, wrong value, 2 runs: because\n  a/b/1:a/b/2\n\n# Another.\n"
            "wont-fix, timed out or crashed, 3 runs: unstable: slow\n  c/d\n");
  EXPECT_EQ(propose(kOld, as_listed_but({{"c/d/1", Outcome::kPassed},
                                         {"c/d/2", Outcome::kPassed},
                                         {"c/d/s", Outcome::kWrongValue}})),
            "# Root cause.\nbug, wrong value, 3 runs: because\n  a/b/1:a/b/2\n  a/b/3\n\n# Another.\n");
}

TEST(ProposeExpectations, RewritesTheRestOfAPattern) {
  EXPECT_EQ(propose(kOld, as_listed_but({{"a/b/2", Outcome::kPassed}})),
            "# Root cause.\nbug, wrong value, 2 runs: because\n  a/b/3\n  a/b/1\n\n# Another.\n"
            "wont-fix, timed out or crashed, 3 runs: unstable: slow\n  c/d\n");
}

TEST(ProposeExpectations, AsksAgainIfTheOutcomeHasChanged) {
  EXPECT_EQ(propose(kOld, as_listed_but({{"a/b/3", Outcome::kCrashed}})),
            "# Root cause.\nbug, wrong value, 2 runs: because\n  a/b/1:a/b/2\n\n# Another.\n"
            "wont-fix, timed out or crashed, 3 runs: unstable: slow\n  c/d\n"
            "\n# OUT-1\nbug, crashed, 1 run: UNEXPLAINED\n  a/b/3\n");
}

TEST(ProposeExpectations, KeepsTheReasonIfTheCorpusHasGrown) {
  const std::string before = "bug, wrong value, 3 runs: because\n  a/b\n";
  EXPECT_EQ(propose(before, all_but({{"a/b/1", Outcome::kWrongValue},
                                     {"a/b/2", Outcome::kWrongValue},
                                     {"a/b/3", Outcome::kWrongValue},
                                     {"a/b/4", Outcome::kWrongValue}})),
            "bug, wrong value, 4 runs: because\n  a/b\n");
}

TEST(ProposeExpectations, FixesAListThatContradictsItself) {
  EXPECT_EQ(
      propose("bug, crashed, 7 runs: one\n  a/b/1\n  x/y\nbug, crashed, 2 runs: two\n  a/b/1\n  a/b/2\n",
              all_but({{"a/b/1", Outcome::kCrashed}, {"a/b/2", Outcome::kCrashed}})),
      "bug, crashed, 1 run: one\n  a/b/1\nbug, crashed, 1 run: two\n  a/b/2\n");
}

TEST(ProposeExpectations, KeepsWhatHasNoOutcome) {
  const std::string one = "bug, wrong value, 2 runs: because\n  a/b/1:a/b/2\n";
  EXPECT_EQ(propose(one, {{"a/b/1", Outcome::kWrongValue}}), one);
  // This list lacks a reason for its two outcomes, but nothing was found that says how to split it.
  const std::string two = "bug, wrong value or crashed, 2 runs: because\n  a/b/1:a/b/2\n";
  EXPECT_EQ(propose_expectations(parse_expectations(two, "old").value(), corpus(), {}, {}), two);
}

TEST(ProposeExpectations, KeepsRunsThatPassNowAndThen) {
  const std::string old = "bug, wrong value or passed, 2 runs: unstable: a race\n  a/b/1:a/b/2\n";
  EXPECT_EQ(propose(old, all_but({{"a/b/1", Outcome::kWrongValue}})), old);
}

TEST(ProposeExpectations, LeavesNoGapWhereAnEntryWas) {
  const std::string first = "bug, crashed, 1 run: one\n  a/b/1\n",
                    second = "bug, crashed, 1 run: two\n  a/b/2\n",
                    third = "bug, crashed, 1 run: three\n  a/b/3\n", gap = "\n";
  const std::string old = first + gap + second + gap + third;
  const auto crashed = [](const std::string& a, const std::string& b) {
    return all_but({{a, Outcome::kCrashed}, {b, Outcome::kCrashed}});
  };
  EXPECT_EQ(propose(old, crashed("a/b/2", "a/b/3")), second + gap + third);
  EXPECT_EQ(propose(old, crashed("a/b/1", "a/b/3")), first + gap + third);
}

// The entry cannot match c/d/s, which is a survey run.
TEST(ProposeExpectations, APatternMayMatchRunsThatItsEntryDoesNotConcern) {
  EXPECT_EQ(propose("", all_but({{"c/d/1", Outcome::kWrongValue}, {"c/d/2", Outcome::kWrongValue}})),
            "# OUT-1\nbug, wrong value, 2 runs: UNEXPLAINED\n  c/d/*\n");
}

TEST(ProposeExpectations, NewPatternsDoNotMatchWhatKeptPatternsMatch) {
  const Corpus of = corpus_of({"a/b/g", "a/b/f_1", "a/b/f_2", "c/d/1"});
  EXPECT_EQ(propose("bug, crashed, 4 runs: because\n  a/b/g\n  a/b/f_1:a/b/f_2:c/d/1\n",
                    all_but({{"a/b/g", Outcome::kCrashed},
                             {"a/b/f_1", Outcome::kCrashed},
                             {"a/b/f_2", Outcome::kCrashed}},
                            of),
                    of),
            "bug, crashed, 3 runs: because\n  a/b/g\n  a/b/f_*\n");
}

TEST(ProposeExpectations, ListsDisturbedRunsAndKeepsThoseThatAreNotDisturbedNow) {
  const std::string old =
      "bug, crashed, 1 run: why\n  a/b/2\n\nbug, disturbed, 2 runs: memory\n  a/b/1:a/b/2\n";
  const ExpectationList list = parse_expectations(old, "old").value();
  const Found found = all_but({{"a/b/2", Outcome::kCrashed}});
  EXPECT_EQ(propose_expectations(list, corpus(), found, {}), old);
  EXPECT_EQ(propose_expectations(list, corpus(), found, {"a/b/1", "c/d/1", "c/d/2"}),
            old + "\n# STATE-1\nbug, disturbed, 2 runs: UNEXPLAINED\n  c/d/1\n  c/d/2\n");
  EXPECT_EQ(propose_expectations(parse_expectations("", "old").value(), corpus(), {}, {"a/b/1"}),
            "# STATE-1\nbug, disturbed, 1 run: UNEXPLAINED\n  a/b/1\n");
}

TEST(ProposeExpectations, LeavesOutNewerCases) {
  ExpectationList list = parse_expectations("corpus 0.1\n", "old").value();
  list.newer_cases = {"a/b"};
  const Found found = all_but({{"a/b/1", Outcome::kCrashed}, {"c/d/1", Outcome::kCrashed}});
  EXPECT_EQ(propose_expectations(list, corpus(), found, {"a/b/2", "c/d/2"}),
            "corpus 0.1\n\n# OUT-1\nbug, crashed, 1 run: UNEXPLAINED\n  c/d/1\n"
            "\n# STATE-1\nbug, disturbed, 1 run: UNEXPLAINED\n  c/d/2\n");
}

TEST(ProposeExpectations, RunsWithoutARuleComeFirst) {
  Corpus of = corpus_of({"a/b/1", "c/d/1"});
  of.cases[1].runs[0].rules.clear();
  EXPECT_EQ(
      propose("", {{"a/b/1", Outcome::kCrashed}, {"c/d/1", Outcome::kCrashed}}, of),
      "bug, crashed, 1 run: UNEXPLAINED\n  c/d/1\n\n# OUT-1\nbug, crashed, 1 run: UNEXPLAINED\n  a/b/1\n");
}

}  // namespace
}  // namespace backedge
