#include <gtest/gtest.h>

#include "conformance/bounds/derive_tolerances.h"
#include "conformance/corpus/corpus.h"

/// Every tolerance of the corpus is the derived one, and no run with a tolerance is ill-conditioned.
namespace backedge::bounds {
namespace {

TEST(Corpus, TolerancesAreDerived) {
  const Corpus corpus = read_corpus("testdata");
  size_t tolerances = 0;
  for (const TestCase& test_case : corpus.cases) {
    for (const CaseRun& run : test_case.runs) {
      const Result<std::vector<Tolerance>> derived = derive_tolerances(test_case, run);
      ASSERT_TRUE(derived.ok()) << name_of(test_case, run) << "\n" << derived.error().text();
      tolerances += derived.value().size();
      for (const Tolerance& tolerance : derived.value())
        EXPECT_TRUE(tolerance.holds()) << name_of(test_case, run) << " " << tolerance.text();
    }
  }
  EXPECT_GT(tolerances, 50u);
}

}  // namespace
}  // namespace backedge::bounds
