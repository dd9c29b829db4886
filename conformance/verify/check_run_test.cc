#include "conformance/verify/check_run.h"

#include "conformance/corpus/corpus.h"
#include "conformance/corpus/testing.h"

namespace backedge {
namespace {

// The verdict of a run of kIdentity on x = (1, 2).
Verdict check(const std::string& members) {
  const Result<TestCase> read = make_case(
      case_json(R"("runs": [{"name": "a", "inputs": {"x": )" + pair_json(1, 2) + "}, " + members + "}]"));
  if (!read.ok()) return {.outcome = Outcome::kFailed, .text = read.error().text()};
  return check_run(read.value(), read.value().runs[0]).value();
}

const std::string kRight = R"("outputs": [)" + pair_json(1, 2) + "]";
const std::string kWrong = R"("outputs": [)" + pair_json(1, 3) + "]";

TEST(CheckRun, PassesOnlyWhatIsRight) {
  EXPECT_TRUE(check(kRight).passed());
  EXPECT_FALSE(check(kWrong).passed());
  EXPECT_FALSE(check(R"("outputs": [{"type": "i64", "shape": [2], "values": [1, 2]}])").passed());
  EXPECT_FALSE(check(R"("outputs": [{"type": "i32", "shape": [1, 2], "values": [1, 2]}])").passed());
  EXPECT_FALSE(check(R"("outputs": [])").passed());
  EXPECT_FALSE(check(R"("outputs": [)" + pair_json(1, 2) + "," + pair_json(1, 2) + "]").passed());
  EXPECT_FALSE(check(R"("rejected": {"phase": "load", "rule": "OUT-1"})").passed());
}

TEST(CheckRun, ChecksTheValuesOfSurveysToo) {
  EXPECT_FALSE(check(R"("tier": "survey", )" + kWrong).passed());
}

TEST(CheckRun, TakesAnyOfItsAnswers) {
  EXPECT_TRUE(
      check(R"("any_of": [{"rejected": {"phase": "load", "rule": "OUT-1"}}, {)" + kRight + "}]").passed());
  EXPECT_FALSE(
      check(R"("any_of": [{"rejected": {"phase": "load", "rule": "OUT-1"}}, {)" + kWrong + "}]").passed());
}

TEST(CheckRun, SaysWhichInferenceOfASequence) {
  const std::string sequence =
      R"("sequence": [{)" + kRight + R"(}, {"inputs": {"x": )" + pair_json(7, 8) + "}, ";
  const auto verdict = [&](const std::string& second) {
    const TestCase read =
        make_case(case_json(R"("inputs": {"x": )" + pair_json(1, 2) + R"(}, "runs": [{"name": "a", )" +
                            sequence + R"("outputs": [)" + second + "]}]}]"))
            .value();
    return check_run(read, read.runs[0]).value();
  };
  EXPECT_TRUE(verdict(pair_json(7, 8)).passed());
  EXPECT_FALSE(verdict(pair_json(1, 2)).passed());
  EXPECT_EQ(verdict(pair_json(1, 2)).inference, 1u);
}

TEST(CheckRun, RequiresTheRuleAndThePhaseOfARejection) {
  const auto passes = [](const std::string& inputs, const std::string& rejected) {
    const TestCase read = make_case(case_json(R"("runs": [{"name": "a", "inputs": )" + inputs +
                                              R"(, "rejected": )" + rejected + "}]"))
                              .value();
    return check_run(read, read.runs[0]).value().passed();
  };
  EXPECT_TRUE(passes("{}", R"({"phase": "run", "rule": "INPUT-1"})"));
  EXPECT_TRUE(passes("{}", R"({"phase": "run", "rule": ["INPUT-2", "INPUT-1"]})"));
  EXPECT_FALSE(passes("{}", R"({"phase": "load", "rule": "INPUT-1"})"));
  EXPECT_FALSE(passes("{}", R"({"phase": "run", "rule": "INPUT-2"})"));
  const std::string pair = pair_json(1, 2);
  EXPECT_TRUE(passes("[" + pair + "," + pair + "]", R"({"phase": "run", "rule": "INPUT-2"})"));
  EXPECT_TRUE(
      passes(R"({"x": )" + pair + R"(, "z": )" + pair + "}", R"({"phase": "run", "rule": "INPUT-2"})"));
}

TEST(FailureText, SaysWhatDiffersAndHowToRepeatIt) {
  const TestCase read = make_case(case_json(R"("runs": [{"name": "a", "inputs": {"x": )" + pair_json(1, 2) +
                                            "}, " + kWrong + "}]"))
                            .value();
  EXPECT_EQ(failure_text(read, read.runs[0], check_run(read, read.runs[0]).value(), "backedge check "),
            "area/name/a\n"
            "  T.\n"
            "  OUT-1; see docs/spec/outputs.md#OUT-1\n"
            "  output 0 \"y\", compared by bits: first at [1] of i32[2]; 1 of 2 elements differ\n"
            "  expected 3  0x00000003\n"
            "  actual   2  0x00000002\n"
            "  again: backedge check area/name/a");
}

TEST(CheckPair, ComparesTheAnswersOfBoth) {
  const auto read = [](int second) {
    return make_case(case_json(R"("runs": [{"name": "a", "inputs": {"x": )" + pair_json(1, second) + "}, " +
                               kRight + "}]"))
        .value();
  };
  const TestCase first = read(2), other = read(3);
  EXPECT_TRUE(check_pair(first, first.runs[0], first).value().passed());
  EXPECT_FALSE(check_pair(first, first.runs[0], other).value().passed());
}

const std::string kDigest(64, 'a');

TEST(Manifest, IsPathRunsAndDigest) {
  const auto entries = parse_manifest("a/b 3 " + kDigest + "\nc 1 " + kDigest + "\n");
  ASSERT_TRUE(entries.ok());
  EXPECT_EQ(entries.value()[0].path, "a/b");
  EXPECT_EQ(entries.value()[0].runs, 3);
  for (const std::string& text :
       {std::string(), "a 3 " + kDigest + "\na 3 " + kDigest + "\n", "a 0 " + kDigest, "a x " + kDigest,
        std::string("a 3"), "a 3 " + kDigest + " ", std::string("\n")}) {
    const auto broken = parse_manifest(text);
    ASSERT_FALSE(broken.ok()) << text;
    EXPECT_EQ(broken.error().rule(), "CASE-2");
  }
}

// The problems of a corpus that consists of the case `there/c` with one run, and of this MANIFEST.
std::vector<std::string> problems(const std::string& manifest, const std::string& json) {
  const std::string root = fresh_folder("corpus");
  write_file(root + "/MANIFEST", manifest);
  write_file(root + "/there/c/case.json", json);
  write_file(root + "/there/c/model.xml", kIdentity);
  return read_corpus(root).problems;
}

TEST(Corpus, AgreesWithItsManifest) {
  const std::string good = case_json(R"("runs": [{"name": "a", "outputs": []}])");
  EXPECT_EQ(problems("there/c 1 " + kDigest + "\n", good).size(), 0u);
  EXPECT_EQ(problems("there/c 2 " + kDigest + "\n", good).size(), 1u);  // the number of runs differs
  EXPECT_EQ(problems("there/d 1 " + kDigest + "\n", good).size(), 2u);  // unlisted and missing
  EXPECT_EQ(problems("", good).size(), 2u);                             // no list, unlisted
  EXPECT_EQ(problems("there/c 1 " + kDigest + "\n", "{}").size(),
            2u);  // the case is broken, so no case is left
  EXPECT_EQ(problems("there/c 1 " + kDigest + "\n", case_json(R"("runs": [])")).size(), 2u);  // empty
}

}  // namespace
}  // namespace backedge
