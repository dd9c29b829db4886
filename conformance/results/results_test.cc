#include "conformance/results/results.h"

#include "conformance/corpus/read_text.h"
#include "conformance/corpus/testing.h"
#include "conformance/results/read_results.h"

namespace backedge {
namespace {

TestCase case_of_one_run() {
  return make_case(case_json(R"("runs": [{"name": "a", "inputs": {"x": )" + pair_json(1, 2) +
                             R"(}, "outputs": [)" + pair_json(1, 2) + "]}]"))
      .value();
}

// The line for a run of kIdentity with this verdict.
std::string line_of(const Verdict& verdict) {
  const TestCase read = case_of_one_run();
  const std::string file = fresh_folder("results") + "/results.jsonl";
  ResultsFile results = ResultsFile::create(file, {}).value();
  EXPECT_TRUE(
      results.add(run_json({.run = {&read, &read.runs[0]}, .verdict = verdict, .seconds = 0.25}, {})).ok());
  EXPECT_TRUE(results.finish({}, true, 1).ok());
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  std::getline(stream, line);
  return line;
}

const std::string kHead = R"({"run":"area/name/a","rules":["OUT-1"],"tier":"required",)";

Tensor ramp(int64_t count, int64_t wrong) {
  Tensor tensor = Tensor::zeros(ElementType::kI32, {count});
  for (int64_t k = 0; k < count; ++k)
    tensor.writable<int32_t>()[k] = static_cast<int32_t>(k == wrong ? -1 : k);
  return tensor;
}

TEST(ResultsFile, SaysLittleOfWhatPassed) {
  EXPECT_EQ(line_of({}), kHead + R"("outcome":"passed","failed":false,"inference":0,"seconds":0.25})");
}

TEST(ResultsFile, HoldsBothSidesOfAWrongOutput) {
  const Verdict verdict =
      judge_outputs({{Tensor::of<float>({3}, {1, 2, 3}), {Comparison::Mode::kUlp, 2}}},
                    {Tensor::of<float>({3}, {1, -0.0f, 4})}, std::vector<std::string>{"y"});
  const std::string line = line_of(verdict);
  EXPECT_TRUE(line.ends_with(
      R"("title":"T.","wrong":[{"output":0,"name":"y","compare":"ulp 2",)"
      R"("expected":{"element_type":"f32","shape":[3],"values":[1,2,3]},)"
      R"("actual":{"element_type":"f32","shape":[3],"values":[1,"0x80000000",4]},"differ":2,"positions":[1,2]}]})"))
      << line;
}

TEST(ResultsFile, HoldsValuesAroundTheFirstThatDiffers) {
  const std::string line = line_of(judge_outputs({{ramp(1000, -1), {}}}, {ramp(1000, 500)}));
  EXPECT_NE(line.find(R"("actual":{"element_type":"i32","shape":[1000],"from":450,"values":[450,451,)"),
            line.npos);
  EXPECT_NE(line.find(R"(498,499,-1,501,)"), line.npos);
  EXPECT_NE(line.find(R"(648,649]},"differ":1,"positions":[500])"), line.npos);
  const std::string end = line_of(judge_outputs({{ramp(1000, -1), {}}}, {ramp(1000, 999)}));
  EXPECT_NE(end.find(R"("from":800,"values":[800,)"), end.npos);
}

TEST(ResultsFile, NamesTheFirst200PositionsThatDiffer) {
  const Verdict verdict = judge_outputs({{ramp(1000, -1), {}}}, {Tensor::zeros(ElementType::kI32, {1000})});
  const std::string line = line_of(verdict);
  EXPECT_NE(line.find(R"("differ":999,"positions":[1,2,)"), line.npos);
  EXPECT_NE(line.find(R"(,199,200]})"), line.npos);
}

TEST(ResultsFile, HasWhatShouldHaveBeenRejected) {
  const BackendAnswer answer = Outputs{{Tensor::of<int32_t>({2}, {7, 8})}};
  const std::string line = line_of(judge({Rejection{Phase::kLoad, {"OUT-1"}}}, answer));
  EXPECT_NE(line.find(R"("outcome":"accepted","failed":true)"), line.npos);
  EXPECT_NE(line.find(R"("given":[{"element_type":"i32","shape":[2],"values":[7,8]}])"), line.npos);
}

TEST(ResultsFile, CutsWhatABackendSays) {
  Verdict verdict{Outcome::kFailed, 0, std::string(1 << 20, 'x')};
  EXPECT_LT(line_of(verdict).size(), 5500u);  // 4 KB of the text, 1 KB of the signature
  verdict.text = "\xff and \"</script>\"\n";
  const std::string line = line_of(verdict);
  EXPECT_NE(line.find("\"text\":\"\xef\xbf\xbd and \\\"</script>\\\"\\n\""), line.npos) << line;
}

// A function that recurses over the value, such as its conversion to text, would need too much stack.
// A program that is killed leaves every finished run behind.
TEST(ResultsFile, WritesEachLineAtOnce) {
  const std::string file = fresh_folder("results") + "/results.jsonl";
  ResultsFile results = ResultsFile::create(file, {}).value();
  const TestCase read = case_of_one_run();
  EXPECT_TRUE(results.add(run_json({.run = {&read, &read.runs[0]}}, {})).ok());
  EXPECT_NE(read_text(file).value().find("\"outcome\":\"passed\""), std::string::npos);
}

TEST(EarlierResults, NestedTooDeepAreRefused) {
  const std::string file = fresh_folder("results") + "/results.jsonl";
  const size_t depth = 1'000'000;
  write_file(file, R"({"results":)" + std::string(depth, '[') + std::string(depth, ']') + "}\n");
  const Result<EarlierResults> read = read_results(file, {}, {});
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().rule(), "RESULTS-1");
  EXPECT_NE(read.error().message().find("64 deep"), std::string::npos) << read.error().text();
}

}  // namespace
}  // namespace backedge
