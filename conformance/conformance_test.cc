// Runs a corpus against the interpreter: one test for each run, in a suite called after its case, and one for
// the corpus itself.  usage: conformance_test --corpus=.../MANIFEST

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "conformance/corpus.h"
#include "conformance/run_case.h"
#include "conformance/select.h"

namespace backedge {
namespace {

class RunTest : public testing::Test {
 public:
  RunTest(const Case& the_case, const CaseRun& run, const Case* twin)
      : case_(the_case), run_(run), twin_(twin) {}

  void TestBody() override {
    const char* target = std::getenv("TEST_TARGET");
    const std::string command =
        "bazel test " + std::string(target ? target : "//conformance") + " --test_filter=";
    Verdict verdict = check_run(case_, run_);
    if (verdict.passed() && twin_ != nullptr) verdict = check_twin(case_, run_, *twin_);
    EXPECT_TRUE(verdict.passed()) << failure_text(case_, run_, verdict, command);
  }

 private:
  const Case& case_;
  const CaseRun& run_;
  const Case* twin_;
};

class CorpusTest : public testing::Test {
 public:
  explicit CorpusTest(const std::vector<std::string>& problems) : problems_(problems) {}

  void TestBody() override {
    for (const std::string& problem : problems_) ADD_FAILURE() << problem;
  }

 private:
  const std::vector<std::string>& problems_;
};

template <class Make>
void add_test(const std::string& suite, const std::string& name, Make&& make) {
  testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                        std::forward<Make>(make));
}

// The number of runs that the filter selects. They alone are registered, so GoogleTest's shards share these.
int64_t add_tests(const Corpus& corpus, const std::string& filter) {
  int64_t selected = 0;
  for (const Case& the_case : corpus.cases) {
    const Case* twin = find_case(corpus, the_case.twin);
    for (const CaseRun& run : the_case.runs) {
      if (!is_selected(filter, name_of(the_case, run))) continue;
      add_test(the_case.path, run.name,
               [&, twin]() -> testing::Test* { return new RunTest(the_case, run, twin); });
      ++selected;
    }
  }
  add_test("corpus", "agrees_with_manifest",
           [&]() -> testing::Test* { return new CorpusTest(corpus.problems); });
  return selected;
}

}  // namespace
}  // namespace backedge

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  const std::string option = "--corpus=";
  const std::string manifest =
      count == 2 && std::string(words[1]).starts_with(option) ? words[1] + option.size() : "";
  if (manifest.empty()) {
    std::fprintf(stderr, "usage: %s --corpus=.../MANIFEST [GoogleTest options]\n", words[0]);
    return 2;
  }
  const std::string filter = testing::GTEST_FLAG(filter);
  testing::GTEST_FLAG(filter) = "*";
  const std::string root = std::filesystem::path(manifest).parent_path().string();
  const backedge::Corpus corpus = backedge::read_corpus(root.empty() ? "." : root);
  if (backedge::add_tests(corpus, filter) == 0) {
    for (const std::string& problem : corpus.problems) std::fprintf(stderr, "%s\n", problem.c_str());
    std::fprintf(stderr, "the filter \"%s\" selects none of %zu cases\n", filter.c_str(),
                 corpus.cases.size());
    return 1;
  }
  return RUN_ALL_TESTS();
}
