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

TEST(CheckRun, JudgesAModelThatIsNotLoaded) {
  std::string broken = kIdentity;
  broken.replace(broken.find("from-layer=\"0\""), 14, "from-layer=\"9\"");
  const auto verdict = [&](const std::string& answer) {
    const TestCase read = make_case(case_json(R"("runs": [{"name": "a", "inputs": {"x": )" + pair_json(1, 2) +
                                              "}, " + answer + "}]"),
                                    broken)
                              .value();
    return check_run(read, read.runs[0]).value();
  };
  EXPECT_EQ(verdict(kRight).outcome, Outcome::kRejected);
  const std::string rule = [&] { return load_text(broken, "model.xml").error().rule(); }();
  EXPECT_TRUE(verdict(R"("rejected": {"phase": "load", "rule": ")" + rule + R"("})").passed());
  EXPECT_FALSE(verdict(R"("rejected": {"phase": "load", "rule": "OUT-1"})").passed());
  EXPECT_FALSE(verdict(R"("rejected": {"phase": "run", "rule": ")" + rule + R"("})").passed());
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

// A case of one run with these inferences.
TestCase case_with(const std::string& name, const std::vector<std::string>& inferences) {
  std::string members = inferences[0];
  if (inferences.size() > 1) {
    members = "\"sequence\": [";
    for (const std::string& each : inferences)
      members += (&each == &inferences[0] ? "{" : ", {") + each + "}";
    members += "]";
  }
  return make_case(case_json(R"("runs": [{"name": ")" + name + "\", " + members + "}]")).value();
}

std::string inference(const std::string& inputs, const std::string& answer) {
  return R"("inputs": {)" + inputs + "}, " + answer;
}

std::string named(int first, int second) { return R"("x": )" + pair_json(first, second); }

TEST(FailureText, CountsTheInferencesOfASequence) {
  const auto text = [](const std::vector<std::string>& inferences) {
    const TestCase read = case_with("a", inferences);
    return failure_text(read, read.runs[0], check_run(read, read.runs[0]).value(), "again ");
  };
  const std::string right = inference(named(1, 2), kRight), wrong = inference(named(1, 2), kWrong);
  EXPECT_NE(text({right, wrong}).find("#OUT-1\n  inference 1 of 2\n  output 0"), std::string::npos)
      << text({right, wrong});
  EXPECT_NE(text({wrong}).find("#OUT-1\n  output 0"), std::string::npos) << text({wrong});
}

TEST(FailureText, NeedsNoRule) {
  TestCase read = make_case(case_json(R"("runs": [{"name": "a", "inputs": {}, )" + kWrong + "}]")).value();
  read.runs[0].rules.clear();
  EXPECT_EQ(failure_text(read, read.runs[0], {.outcome = Outcome::kWrongValue, .text = "why"}, "check "),
            "area/name/a\n  T.\n  ; see docs/spec\n  why\n  again: check area/name/a");
}

Tensor real(float value) { return Tensor::of<float>({}, {value}); }

TEST(JudgePair, ComparesEachOutputAsItsGolden) {
  const Comparison within_half{Comparison::Mode::kBound, 0.5}, bits;
  const Answer golden = std::vector<ExpectedTensor>{{real(8), within_half}, {real(9), bits}};
  const std::vector<std::string> names = {"y", "z"};
  const auto verdict = [&](float first, float second) {
    return judge_pair("area/pair/a", {real(1), real(2)}, golden, {real(first), real(second)}, names);
  };
  EXPECT_TRUE(verdict(1.5F, 2).passed());
  EXPECT_EQ(verdict(1.5F, 2).text, "");
  EXPECT_EQ(verdict(1.75F, 2).outcome, Outcome::kWrongValue);
  EXPECT_EQ(verdict(1, 2.5F).outcome, Outcome::kWrongValue);
  EXPECT_TRUE(verdict(1, 2.5F).text.starts_with("unlike its reference pair, area/pair/a:\noutput 1 \"z\""))
      << verdict(1, 2.5F).text;
}

TEST(JudgePair, ComparesByBitsWhatHasNoGolden) {
  const Comparison within_half{Comparison::Mode::kBound, 0.5};
  const Answer golden = std::vector<ExpectedTensor>{{real(8), within_half}};
  const auto outcome = [&](const std::vector<Tensor>& outputs) {
    return judge_pair("area/pair/a", {real(1), real(2)}, golden, outputs, {}).outcome;
  };
  EXPECT_EQ(outcome({real(1.5F), real(2)}), Outcome::kPassed);
  EXPECT_EQ(outcome({real(1.5F), real(2.25F)}), Outcome::kWrongValue);
  EXPECT_EQ(outcome({real(1.5F)}), Outcome::kMissingOutput);
}

// The verdict of run `a` with these inferences. Its pair has a run of this name.
Result<Verdict> check_pair(const std::vector<std::string>& own, const std::vector<std::string>& of_pair,
                           const std::string& name = "a") {
  const TestCase test_case = case_with("a", own);
  TestCase pair = case_with(name, of_pair);
  pair.path = "area/pair";
  return check_pair(test_case, test_case.runs[0], pair);
}

const std::string kNoInput = R"("rejected": {"phase": "run", "rule": "INPUT-1"})";

TEST(CheckPair, NeedsTheRunInThePair) {
  const std::string one = inference(named(1, 2), kRight);
  const Result<Verdict> verdict = check_pair({one}, {one}, "b");
  ASSERT_FALSE(verdict.ok());
  EXPECT_EQ(verdict.error().rule(), "CASE-1");
  EXPECT_EQ(verdict.error().message(), "area/name/a: its reference pair area/pair has no run of this name");
}

TEST(CheckPair, SaysWhichInferenceDiffers) {
  const std::string one = inference(named(1, 2), kRight);
  const Verdict verdict = check_pair({one, one}, {one, inference(named(1, 3), kWrong)}).value();
  EXPECT_EQ(verdict.outcome, Outcome::kWrongValue);
  EXPECT_EQ(verdict.inference, 1u);
  EXPECT_TRUE(verdict.text.starts_with("unlike its reference pair, area/pair/a:\n")) << verdict.text;
  EXPECT_TRUE(check_pair({one, one}, {one, one}).value().passed());
}

TEST(CheckPair, ReportsARejectionThatThePairDoesNotHave) {
  const Verdict verdict = check_pair({inference("", kRight)}, {inference(named(1, 2), kRight)}).value();
  EXPECT_EQ(verdict.outcome, Outcome::kRejected);
  EXPECT_TRUE(verdict.text.starts_with("rejected (run")) << verdict.text;
}

TEST(CheckPair, LeavesOutAnInferenceThatOneOfThemRejects) {
  const std::string rejected = inference("", kNoInput), right = inference(named(1, 2), kRight),
                    wrong = inference(named(1, 3), kWrong);
  EXPECT_TRUE(check_pair({right}, {rejected}).value().passed());
  EXPECT_TRUE(check_pair({rejected}, {right}).value().passed());
  EXPECT_TRUE(check_pair({rejected}, {rejected}).value().passed());
  // The golden may be a rejection, although both give outputs.
  EXPECT_TRUE(check_pair({inference(named(1, 2), kNoInput)}, {wrong}).value().passed());
  // The next inference is compared.
  EXPECT_EQ(check_pair({right, right}, {rejected, wrong}).value().inference, 1u);
  EXPECT_EQ(check_pair({rejected, right}, {right, wrong}).value().inference, 1u);
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

// The problems of a corpus that consists of cases with these paths, each with one run.
std::vector<std::string> problems_of(const std::vector<std::string>& paths) {
  const std::string root = fresh_folder("corpus");
  std::string manifest;
  for (const std::string& path : paths) {
    manifest += path + " 1 " + kDigest + "\n";
    write_file(root + "/" + path + "/case.json", case_json(R"("runs": [{"name": "b", "outputs": []}])"));
    write_file(root + "/" + path + "/model.xml", kIdentity);
  }
  write_file(root + "/MANIFEST", manifest);
  return read_corpus(root).problems;
}

using Lines = std::vector<std::string>;

// Otherwise a/b would be both a run of the case a and a case.
TEST(Corpus, HasNoCaseWithinAnotherCase) {
  EXPECT_EQ(problems_of({"a", "a/b"}), Lines{"a/b is in the folder of the case a: move it out of there"});
  EXPECT_EQ(problems_of({"a/b", "a/b/c/d"}),
            Lines{"a/b/c/d is in the folder of the case a/b: move it out of there"});
  EXPECT_EQ(problems_of({"a", "a-b/c", "ab/c", "b/a", "b/c"}), Lines());
}

TEST(Corpus, HasOnlyPathsThatAFilterCanName) {
  for (const std::string path : {"a-a", "a-a/c", "a/c-a/c", "all-a/c", "-a/c", "a/c:c"}) {
    EXPECT_EQ(problems_of({path}),
              Lines{path + " has a - or : that splits it in a filter: rename its folder"});
  }
  EXPECT_EQ(problems_of({"a-b/c-d", "aa-a/c", "all/c", "c-all-a/c"}), Lines());
}

}  // namespace
}  // namespace backedge
