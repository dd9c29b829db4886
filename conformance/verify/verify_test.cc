#include "conformance/verify/verify.h"

#include <new>

#include "conformance/verify/testing.h"

namespace backedge {
namespace {

// A thread that throws would end the program.
TEST(Verify, ReportsMemoryThatRunsOutInItsThreads) {
  const TestCase test_case = case_of(kOne);
  const std::vector<SelectedRun> runs(20, {.test_case = &test_case, .run = &test_case.runs[0]});
  VerifyOptions options{.jobs = 2};
  options.backend.process.command = "python3 conformance/faulty_backends/faulty_backend.py none";
  std::atomic<bool> stopped{false};
  const Result<VerifyEnd> end = verify(
      runs, options, stopped, [](const Hello&) { return Result<void>(); },
      [](const RunRecord&) -> Result<void> { throw std::bad_alloc(); });
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().rule(), "LIMIT-5");
}

}  // namespace
}  // namespace backedge
