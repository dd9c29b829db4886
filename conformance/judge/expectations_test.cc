#include "conformance/judge/expectations.h"

#include <sys/stat.h>

#include "conformance/corpus/testing.h"

namespace backedge {
namespace {

ExpectationList parsed(const std::string& text) {
  Result<ExpectationList> list = parse_expectations(text, "mine.txt");
  EXPECT_TRUE(list.ok()) << text << (list.ok() ? "" : list.error().text());
  return list.ok() ? std::move(list).value() : ExpectationList();
}

TEST(ParseExpectations, ReadsEntriesAndTheirPatterns) {
  const ExpectationList list = parsed(
      "# Root cause.\n"
      "bug, wrong value or unstable, 3 runs: why: because\n"
      "  a/b/*  \n"
      "\n"
      "\t# not a pattern\n"
      "\ta/c:a/d-*x\r\n"
      "wont-fix, timed out, 1 run: slow\n"
      " z/one\n");
  ASSERT_EQ(list.entries.size(), 2u);
  const Expectation& first = list.entries[0];
  EXPECT_EQ(first.line, 2);
  EXPECT_EQ(first.kind, "bug");
  EXPECT_EQ(first.outcomes, (std::vector<Outcome>{Outcome::kWrongValue, Outcome::kUnstable}));
  EXPECT_EQ(first.outcomes_text(), "wrong value or unstable");
  EXPECT_EQ(first.count, 3);
  EXPECT_EQ(first.reason, "why: because");
  ASSERT_EQ(first.patterns.size(), 2u);
  EXPECT_EQ(first.patterns[0].filter.text(), "a/b/*");
  EXPECT_EQ(first.patterns[1].filter.text(), "a/c:a/d-*x");
  EXPECT_EQ(first.patterns[1].line, 6);
  EXPECT_EQ(list.entries[1].outcomes, std::vector<Outcome>{Outcome::kTimedOut});
  EXPECT_EQ(list.entries[1].patterns[0].filter.text(), "z/one");
  EXPECT_EQ(parsed("").entries.size(), 0u);
  EXPECT_EQ(parsed("# nothing\n\n").entries.size(), 0u);
}

TEST(ReadExpectations, NeverWaitsForAFile) {
  const std::string fifo = fresh_folder("expectations") + "/fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const Result<ExpectationList> list = read_expectations(fifo);
  ASSERT_FALSE(list.ok());
  EXPECT_EQ(list.error().rule(), "FILE-1");
  EXPECT_EQ(list.error().message(), "is not a regular file");
}

TEST(ParseExpectations, ReadsTheVersionOfTheCorpus) {
  const std::string entry = "bug, wrong value, 1 run: why\n  a/b\n";
  EXPECT_EQ(parsed(entry).version, "");
  const ExpectationList list = parsed("# Ours.\ncorpus  0.12 \n" + entry);
  EXPECT_EQ(list.version, "0.12");
  EXPECT_EQ(list.entries.size(), 1u);
  EXPECT_EQ(parsed("corpus 1.10.2\n").version, "1.10.2");
  EXPECT_EQ(parsed("corpus 9.89\n").version, "9.89");
  EXPECT_EQ(parsed("corpus 12\n").version, "12");
}

// A version is the name of a file, so `..` would be another folder.
TEST(ParseExpectations, RefusesVersionsWithoutDigitsAroundEachDot) {
  for (const std::string version : {".", "..", "1.", ".1", "1..2", "1.2.", "0/1", "1:2", "1,2", "1.x"}) {
    const Result<ExpectationList> list = parse_expectations("corpus " + version + "\n", "mine.txt");
    ASSERT_FALSE(list.ok()) << version;
    EXPECT_EQ(list.error().rule(), "EXPECT-1");
    EXPECT_EQ(list.error().where(), "mine.txt:1");
    EXPECT_EQ(list.error().message(), "no version of the corpus: " + version);
  }
}

TEST(ParseExpectations, RefusesWhatIsNotAnEntry) {
  const std::string good = "bug, wrong value, 1 run: why\n  a/b\n";
  const std::pair<std::string, std::string> wrong[] = {
      {"  a/b\n", "mine.txt:1"},
      {good + "typo, wrong value, 1 run: why\n  a/b\n", "mine.txt:3"},
      {"bug, wrong, 1 run: why\n  a/b\n", "no outcome: wrong"},
      {"bug, wrong value or, 1 run: why\n  a/b\n", "no outcome: wrong value or"},
      {"bug, , 1 run: why\n  a/b\n", "no outcome"},
      {"bug, passed, 1 run: why\n  a/b\n", "nothing to list"},
      {"bug, wrong value: why\n  a/b\n", "no number of runs"},
      {"bug, wrong value: \n  a/b\n", "no number of runs"},
      {"bug, wrong value, 0 runs: why\n  a/b\n", "no number of runs: 0 runs"},
      {"bug, wrong value, -1 runs: why\n  a/b\n", "no number of runs"},
      {"bug, wrong value, 99999999999999999999 runs: why\n  a/b\n", "no number of runs"},
      {"bug, wrong value, 1: why\n  a/b\n", "no number of runs"},
      {"bug, wrong value, 1 run\n  a/b\n", "no reason"},
      {"bug, wrong value, 1 run: \n  a/b\n", "no reason"},
      {good + "bug, crashed, 1 run: why\n" + good, "mine.txt:3"},
      {"bug, crashed, 1 run: why\n", "no indented pattern"},
      {"what is this", "expected bug, unsupported or wont-fix"},
      {"corpus 0.1a\n", "no version of the corpus: 0.1a"},
      {"corpus 0.1\ncorpus 0.2\n", "mine.txt:2"},
      {good + "corpus 0.1\n", "mine.txt:3"},
  };
  for (const auto& [text, words] : wrong) {
    const Result<ExpectationList> list = parse_expectations(text, "mine.txt");
    ASSERT_FALSE(list.ok()) << text;
    EXPECT_EQ(list.error().rule(), "EXPECT-1");
    EXPECT_EQ(list.error().phase(), Phase::kRead);
    EXPECT_NE(list.error().text().find(words), std::string::npos) << list.error().text();
  }
}

// The defects of a list for these runs, one in each line: "line N: message".
std::vector<std::string> problems(const std::string& text) {
  const ExpectationList list = parsed(text);
  std::vector<std::string> lines;
  for (const Error& error :
       check_expectations(list, corpus_of({"a/b/x", "a/b/y", "a/c/x", "a/c/s?", "d/e/s?"}))) {
    EXPECT_EQ(error.rule(), "EXPECT-2");
    EXPECT_EQ(error.phase(), Phase::kRead);
    lines.push_back(error.where() + ": " + error.message());
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(CheckExpectations, FindsNothingWrongInACorrectList) {
  EXPECT_EQ(problems("bug, wrong value, 2 runs: why\n a/b/*\nbug, crashed, 1 run: why\n a/c/x\n"), Lines());
  EXPECT_EQ(problems("bug, wrong value, 3 runs: survey runs do not fail by it\n a/*\n"), Lines());
  EXPECT_EQ(problems("bug, crashed, 4 runs: they do by that\n a/*\n"), Lines());
  EXPECT_EQ(problems("unsupported, skipped, 1 run: they are skipped\n d/e\n"), Lines());
  EXPECT_EQ(problems("bug, wrong value, 2 runs: patterns may overlap\n a/b/x\n a/b\n"), Lines());
}

TEST(CheckExpectations, CountsTheRunsOfAnEntry) {
  EXPECT_EQ(problems("bug, wrong value, 3 runs: why\n a/b/*\n"),
            Lines{"mine.txt:1: matches 2 runs, not 3 runs"});
  EXPECT_EQ(problems("bug, wrong value, 1 run: why\n a/b/*\n"),
            Lines{"mine.txt:1: matches 2 runs, not 1 run"});
}

TEST(CheckExpectations, FindsDeadPatterns) {
  EXPECT_EQ(problems("bug, wrong value, 2 runs: why\n a/b\n a/d\n"),
            Lines{"mine.txt:3: matches no run: a/d"});
  EXPECT_EQ(problems("bug, wrong value, 2 runs: why\n a/b\n a/b/x\n"),
            Lines{"mine.txt:3: matches no run that the lines above do not match: a/b/x"});
  EXPECT_EQ(problems("bug, wrong value, 1 run: why\n d/e\n"),
            (Lines{"mine.txt:2: matches only survey runs, and these do not fail by wrong value: d/e",
                   "mine.txt:1: matches 0 runs, not 1 run"}));
}

TEST(CheckExpectations, FindsRunsThatTwoEntriesMatch) {
  EXPECT_EQ(problems("bug, wrong value, 2 runs: why\n a/b\nbug, crashed, 1 run: why\n a/b/y\n"),
            Lines{"mine.txt:4: a/b/y is also matched by the entry in line 1"});
  const std::string twice = "bug, wrong value, 2 runs: why\n a/b\n";
  EXPECT_EQ(problems(twice + twice), Lines{"mine.txt:4: a/b/x is also matched by the entry in line 1"});
}

TEST(CheckExpectations, RequiresReasons) {
  EXPECT_EQ(problems("bug, wrong value, 2 runs: UNEXPLAINED\n a/b\n"),
            Lines{"mine.txt:1: expected a reason instead of UNEXPLAINED"});
}

TEST(CheckExpectations, RequiresAReasonForSeveralOutcomes) {
  EXPECT_EQ(problems("bug, wrong value or crashed, 2 runs: unstable: what lies in memory\n a/b\n"), Lines());
  const Lines found = problems("bug, wrong value or crashed, 2 runs: why\n a/b\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].starts_with("mine.txt:1: lists several outcomes")) << found[0];
  const Lines three = problems("bug, wrong value or crashed or passed, 2 runs: unstable: why\n a/b\n");
  ASSERT_EQ(three.size(), 1u);
  EXPECT_TRUE(three[0].starts_with("mine.txt:1: lists more than two outcomes")) << three[0];
}

// How an outcome of a/b/RUN, or of the survey run a/b/s, differs from a list; "" if it does not.
std::string surprise(const std::string& run, Outcome outcome) {
  const ExpectationList list = parsed(
      "bug, wrong value, 1 run: why\n a/b/value\n"
      "bug, wrong value or unstable, 1 run: unstable: why\n a/b/either\n"
      "bug, passed or crashed, 2 runs: unstable: why\n a/b/flaky\n a/b/s\n"
      "unsupported, skipped, 1 run: why\n a/b/without\n"
      "bug, rejected, 1 run: why\n a/b/refused*\n");  // not refused_s, which is not a failure in the survey
  const Corpus corpus = corpus_of({"a/b/value", "a/b/either", "a/b/flaky", "a/b/s?", "a/b/t?", "a/b/without",
                                   "a/b/other", "a/b/refused", "a/b/refused_s?"});
  EXPECT_TRUE(check_expectations(list, corpus).empty());
  const SelectedRun selected{&corpus.cases[0], find_run(corpus.cases[0], run)};
  const std::optional<Error> error = hold_against(list, selected, outcome, false).surprise;
  if (!error) return "";
  EXPECT_EQ(error->rule(), "EXPECT-3");
  EXPECT_EQ(error->phase(), Phase::kRun);
  return error->where() + ": " + error->message();
}

TEST(CompareWithList, AcceptsWhatIsListed) {
  EXPECT_EQ(surprise("value", Outcome::kWrongValue), "");
  EXPECT_EQ(surprise("either", Outcome::kWrongValue), "");
  EXPECT_EQ(surprise("either", Outcome::kUnstable), "");
  EXPECT_EQ(surprise("flaky", Outcome::kPassed), "");
  EXPECT_EQ(surprise("flaky", Outcome::kCrashed), "");
  EXPECT_EQ(surprise("without", Outcome::kSkipped), "");
  EXPECT_EQ(surprise("other", Outcome::kPassed), "");
  EXPECT_EQ(surprise("other", Outcome::kSkipped), "");
  EXPECT_EQ(surprise("t", Outcome::kWrongValue), "");
}

TEST(CompareWithList, FindsUnlistedFailures) {
  EXPECT_EQ(surprise("other", Outcome::kWrongValue),
            "mine.txt: a/b/other: wrong value, which no entry lists");
  EXPECT_EQ(surprise("t", Outcome::kCrashed), "mine.txt: a/b/t: crashed, which no entry lists");
  EXPECT_EQ(surprise("refused_s", Outcome::kCrashed),
            "mine.txt: a/b/refused_s: crashed, which no entry lists");
}

TEST(CompareWithList, DisturbedRunsNeedAnEntryOfTheirOwn) {
  const std::string text =
      "bug, disturbed, 2 runs: what an earlier run overwrites\n a/b/left\n a/b/wrong\n"
      "bug, wrong value, 1 run: why\n a/b/wrong\n";
  const ExpectationList list = parsed(text);
  const Corpus corpus = corpus_of({"a/b/left", "a/b/wrong", "a/b/other", "a/b/s?"});
  for (const Error& error : check_expectations(list, corpus)) ADD_FAILURE() << error.text();
  EXPECT_EQ(list.entries[0].outcomes_text(), "disturbed");
  const auto message = [&](const std::string& run, Outcome outcome, bool disturbed) {
    const SelectedRun selected{&corpus.cases[0], find_run(corpus.cases[0], run)};
    const Listing listing = hold_against(list, selected, outcome, disturbed);
    return listing.surprise ? listing.surprise->message() : "";
  };
  for (const bool disturbed : {false, true}) {
    EXPECT_EQ(message("left", Outcome::kPassed, disturbed), "");
    EXPECT_EQ(message("wrong", Outcome::kWrongValue, disturbed), "");
    EXPECT_EQ(message("left", Outcome::kCrashed, disturbed), "a/b/left: crashed, which no entry lists");
    EXPECT_NE(message("wrong", Outcome::kPassed, disturbed).find("remove it from the list"),
              std::string::npos);
  }
  for (const std::string run : {"other", "s"}) {
    EXPECT_EQ(message(run, Outcome::kPassed, false), "");
    EXPECT_NE(message(run, Outcome::kPassed, true).find(": disturbed ("), std::string::npos);
  }
  // Two such entries for one run, and a dead pattern.
  EXPECT_EQ(check_expectations(parsed(text + "bug, disturbed, 1 run: why\n a/b/left\n"), corpus).size(), 1u);
  EXPECT_EQ(
      check_expectations(parsed(text + "bug, disturbed, 1 run: why\n a/b/other\n a/c\n"), corpus).size(), 1u);
  EXPECT_FALSE(parse_expectations("bug, disturbed or crashed, 1 run: why\n a/b\n", "mine.txt").ok());
}

TEST(CompareWithList, SaysWhichListHasNoEntryForADisturbedRun) {
  const Corpus corpus = corpus_of({"a/b/x"});
  const Listing listing = hold_against(parsed(""), runs_of(corpus)[0], Outcome::kPassed, true);
  ASSERT_TRUE(listing.surprise);
  EXPECT_EQ(listing.surprise->rule(), "EXPECT-3");
  EXPECT_EQ(listing.surprise->phase(), Phase::kRun);
  EXPECT_EQ(listing.surprise->where(), "mine.txt");
}

TEST(CompareWithList, LeavesOutNewerCases) {
  ExpectationList list =
      parsed("bug, crashed, 2 runs: why\n a/old:a/new\nbug, disturbed, 2 runs: memory\n a/old:a/new\n");
  const Corpus corpus = corpus_of({"a/new/x", "a/new/y", "a/old/x", "a/old/y"});
  EXPECT_EQ(check_expectations(list, corpus).size(), 2u);  // each entry matches 4 runs
  list.newer_cases = {"a/new"};
  EXPECT_TRUE(check_expectations(list, corpus).empty());
  const SelectedRun newer = runs_of(corpus)[0], older = runs_of(corpus)[2];
  EXPECT_EQ(find_expectation(list, older), &list.entries[0]);
  EXPECT_EQ(find_disturbance(list, older), &list.entries[1]);
  EXPECT_EQ(find_expectation(list, newer), nullptr);
  EXPECT_EQ(find_disturbance(list, newer), nullptr);
  for (const Outcome outcome : {Outcome::kPassed, Outcome::kWrongValue}) {
    EXPECT_TRUE(hold_against(list, older, outcome, true).surprise);
    EXPECT_FALSE(hold_against(list, newer, outcome, true).surprise);
  }
}

TEST(ReadExpectations, NeedsAFile) {
  const std::string file = testing::TempDir() + "/list.txt";
  std::ofstream(file) << "bug, crashed, 1 run: why\n  a/b\n";
  const Result<ExpectationList> list = read_expectations(file);
  ASSERT_TRUE(list.ok());
  EXPECT_EQ(list.value().file, file);
  EXPECT_EQ(list.value().entries.size(), 1u);
  const Result<ExpectationList> none = read_expectations(file + ".none");
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().rule(), "FILE-1");
  EXPECT_EQ(none.error().where(), file + ".none");
}

TEST(CompareWithList, FindsListedRunsThatPass) {
  EXPECT_EQ(surprise("value", Outcome::kPassed),
            "mine.txt:1: a/b/value: passed, but listed as wrong value; remove it from the list");
  EXPECT_EQ(surprise("without", Outcome::kPassed),
            "mine.txt:8: a/b/without: passed, but listed as skipped; remove it from the list");
}

TEST(CompareWithList, FindsOtherOutcomes) {
  EXPECT_EQ(surprise("value", Outcome::kCrashed),
            "mine.txt:1: a/b/value: crashed, but listed as wrong value");
  EXPECT_EQ(surprise("value", Outcome::kSkipped),
            "mine.txt:1: a/b/value: skipped, but listed as wrong value");
  EXPECT_EQ(surprise("either", Outcome::kWrongShape),
            "mine.txt:3: a/b/either: wrong shape, but listed as wrong value or unstable");
  EXPECT_EQ(surprise("s", Outcome::kWrongValue),
            "mine.txt:5: a/b/s: wrong value, but listed as passed or crashed");
}

}  // namespace
}  // namespace backedge
