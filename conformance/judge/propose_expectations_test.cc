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
Found all_but(const Found& others) {
  Found found = others;
  for (const SelectedRun& run : runs_of(corpus())) found.emplace(name_of(run), Outcome::kPassed);
  return found;
}

// Returns the new list, after a check that it agrees with the outcomes, apart from missing reasons.
std::string propose(const std::string& text, const Found& found) {
  const std::string proposed = propose_expectations(parse_expectations(text, "old").value(), corpus(), found);
  const Result<ExpectationList> list = parse_expectations(proposed, "new");
  EXPECT_TRUE(list.ok()) << proposed;
  if (!list.ok()) return proposed;
  for (const Error& error : check_expectations(list.value(), corpus()))
    EXPECT_NE(error.message().find("a reason instead of"), std::string::npos) << error.text();
  for (const SelectedRun& run : runs_of(corpus())) {
    const auto outcome = found.find(name_of(run));
    if (outcome == found.end()) continue;
    EXPECT_FALSE(hold_against(list.value(), run, outcome->second).surprise) << name_of(run) << "\n"
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

}  // namespace
}  // namespace backedge
