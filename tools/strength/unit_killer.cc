// Kills mutants with the GoogleTest cases that are linked into this program.
// usage: unit_killer HIGHEST_NUMBER < NUMBERS

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>

#include "tools/strength/killer.h"

namespace backedge {
namespace {

// The tests in the order in which GoogleTest runs them.
struct Tests {
  std::vector<std::string> names;
  std::map<const testing::TestInfo*, int> places;
};

Tests list_tests() {
  Tests tests;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const testing::TestInfo* test = suite.GetTestInfo(t);
      tests.places.emplace(test, static_cast<int>(tests.names.size()));
      tests.names.push_back(std::string(suite.name()) + "." + test->name());
    }
  }
  return tests;
}

class Listener : public testing::EmptyTestEventListener {
 public:
  explicit Listener(const Tests& tests) : tests_(tests) {}

  void OnTestStart(const testing::TestInfo& test) override { begin_unit(tests_.places.at(&test)); }
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "%s\n", result.message());
    _exit(1);  // the current unit has failed
  }

 private:
  const Tests& tests_;
};

}  // namespace
}  // namespace backedge

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  if (count != 2) return std::fprintf(stderr, "usage: unit_killer HIGHEST_NUMBER < NUMBERS\n"), 2;
  const backedge::Tests tests = backedge::list_tests();
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new backedge::Listener(tests));
  backedge::KillerSuite suite;
  suite.units = tests.names;
  // GoogleTest runs the tests of one filter in its own order, and a long filter takes it long to match.
  suite.run = [&](const std::vector<int>& units) {
    for (const int unit : units) {
      testing::GTEST_FLAG(filter) = tests.names[static_cast<size_t>(unit)];
      if (RUN_ALL_TESTS() != 0) return unit;
    }
    return -1;
  };
  return backedge::kill_mutants(suite, std::atoi(words[1]));
}
