#pragma once

#include <string>

#include "conformance/corpus/case.h"
#include "conformance/judge/verdict.h"
#include "conformance/verify/interpreter_backend.h"

namespace backedge {

/// The model of one run.
///
/// errors  CASE-1; those of load
Result<LoadedModel> load_run(const TestCase& test_case, const CaseRun& run);

/// Whether the interpreter gives what a run of a case says it should, survey or not.
///
/// errors  CASE-1 no model can be made of the case
Result<Verdict> check_run(const TestCase& test_case, const CaseRun& run,
                          const RunOptions& options = case_options());

/// Holds the outputs of a run against those of its twin, each compared as the golden in its place is.
///
/// twin    its name
/// golden  of the run; no rejection
Verdict judge_twin(const std::string& twin, const std::vector<Tensor>& twins, const Answer& golden,
                   const std::vector<Tensor>& outputs, const std::vector<std::string>& names);

/// Whether it gives for a run what it gives for the run of the same name of the case's twin, whatever that is;
/// each output is compared as its golden is.
///
/// errors  CASE-1 the twin has no such run, or no model can be made of a case; those of load
Result<Verdict> check_twin(const TestCase& test_case, const CaseRun& run, const TestCase& twin,
                           const RunOptions& options = {});

/// What a failed run is reported as: case and run, rules, what differs, and the command that repeats it.
///
/// command  what the run's name is appended to: "backedge check "
std::string failure_text(const TestCase& test_case, const CaseRun& run, const Verdict& verdict,
                         const std::string& command);

}  // namespace backedge
