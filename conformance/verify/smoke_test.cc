#include "conformance/verify/smoke.h"

#include <set>

#include "conformance/corpus/testing.h"

namespace backedge {
namespace {

// "a/b/1", or "a/b/1?" for a survey run, with its rules and the number of its input elements.
struct Given {
  std::string name;
  std::vector<std::string> rules;
  int64_t elements = 1;
  bool rejected = false;
};

std::vector<std::string> smoke_names(const std::vector<Given>& given) {
  std::vector<std::string> names;
  for (const Given& one : given) names.push_back(one.name);
  Corpus corpus = corpus_of(names);
  std::vector<SelectedRun> runs = runs_of(corpus);
  for (size_t k = 0; k < given.size(); ++k) {
    CaseRun& run = corpus.cases[0].runs[k];
    run.rules = given[k].rules;
    Inference inference;
    inference.inputs.listed.push_back(Tensor::zeros(ElementType::kU8, {given[k].elements}));
    inference.answers.push_back(given[k].rejected ? Answer(Rejection())
                                                  : Answer(std::vector<ExpectedTensor>()));
    run.inferences.push_back(std::move(inference));
  }
  std::vector<std::string> chosen;
  for (const SelectedRun& run : smoke_of(runs)) chosen.push_back(run.run->name);
  return chosen;
}

using Names = std::vector<std::string>;

TEST(Smoke, TouchesEveryRuleWithFewRuns) {
  EXPECT_EQ(
      smoke_names({{"a/b/1", {"A"}}, {"a/b/2", {"A", "B", "C"}}, {"a/b/3", {"C", "D"}}, {"a/b/4", {"B"}}}),
      (Names{"2", "3"}));
  EXPECT_EQ(smoke_names({}), Names());
}

TEST(Smoke, TouchesARuleOnBothSides) {
  EXPECT_EQ(smoke_names({{"a/b/1", {"A"}}, {"a/b/2", {"A"}}, {"a/b/3", {"A"}, 1, true}}), (Names{"1", "3"}));
}

TEST(Smoke, PrefersRequiredAndSmallRuns) {
  EXPECT_EQ(smoke_names({{"a/b/1?", {"A"}}, {"a/b/2", {"A"}, 9}, {"a/b/3", {"A"}, 5}, {"a/b/4", {"A"}, 5}}),
            Names{"3"});
  EXPECT_EQ(smoke_names({{"a/b/1?", {"A"}}, {"a/b/2?", {"B"}}, {"a/b/3", {"B"}, 9}}), (Names{"1", "3"}));
}

TEST(Smoke, PrefersASmallModel) {
  Corpus corpus = corpus_of({"a/long/1", "a/short/1"});
  const std::vector<SelectedRun> runs = runs_of(corpus);
  for (TestCase& test_case : corpus.cases) {
    test_case.model = test_case.path;
    test_case.runs[0].inferences.push_back({{}, {Rejection()}});
  }
  corpus.cases[0].model += " and more";
  const std::vector<SelectedRun> smoke = smoke_of(runs);
  ASSERT_EQ(smoke.size(), 1u);
  EXPECT_EQ(smoke[0].test_case->path, "a/short");
}

}  // namespace
}  // namespace backedge
