#include "conformance/corpus/corpus.h"
#include "conformance/shrink/explain_failure.h"
#include "conformance/shrink/shrink.h"
#include "conformance/shrink/testing.h"

namespace backedge::shrink {
namespace {

// Checks only that every model, however broken, can be examined. Other tests check the findings.
void look_at(const TestCase& given, const CaseRun& run, Backend& backend) {
  const Result<Shrunk> shrunk = shrink(given, run, backend, {.max_runs = 20});
  EXPECT_TRUE(shrunk.ok() || shrunk.error().rule() == "BACKEND-2") << shrunk.error().text();
  const Result<FailureExplanation> found = explain_failure(given, run, backend);
  EXPECT_TRUE(found.ok() || !shrunk.ok() || found.error().phase() == Phase::kRead) << found.error().text();
}

class AnyCaseTest : public testing::TestWithParam<std::string> {};

TEST_P(AnyCaseTest, CanBeShrunkAndExplained) {
  const TestCase given = corpus_case(GetParam());
  for (const CaseRun& run : given.runs) {
    SCOPED_TRACE(run.name);
    FailingBackend failing;
    look_at(given, run, failing);
    EchoBackend echo;
    look_at(given, run, echo);
  }
}

std::vector<std::string> cases() {
  std::vector<std::string> paths;
  for (const std::string& path : find_cases("testdata")) {
    const bool slow = path.find("depth_") != path.npos;
    if (path.starts_with("invalid/") && !slow) paths.push_back(path);
  }
  return paths;
}

std::string name_of_case(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, AnyCaseTest, testing::ValuesIn(cases()), name_of_case);

}  // namespace
}  // namespace backedge::shrink
