#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "conformance/results/results.h"

namespace backedge {

/// JUnit XML of a verification: a testsuite for each case, a testcase for each run. tools/report/junit.py makes
/// the same elements from a results file.
///
/// With an expectation list, only runs that differ from it are failures, and listed failures are skipped.
/// Survey runs that only differ are skipped too.
class JunitReport {
 public:
  /// header  the backend, and how to repeat a run
  explicit JunitReport(const ResultsHeader& header);

  /// line  of a run, from run_json
  void add(const OrderedJson& line);

  std::string text() const;

 private:
  struct Suite {
    std::string testcases;
    int64_t tests = 0;
    std::map<std::string, int64_t> elements;  // by their tag
    double seconds = 0;
  };

  std::string backend_;
  std::string program_,
      options_;  // the words before and after the name of a run in the command that repeats it
  bool has_list_ = false;
  std::map<std::string, Suite> suites_;  // by case
};

}  // namespace backedge
