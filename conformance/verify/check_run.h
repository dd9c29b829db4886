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

/// Whether the interpreter gives the outputs that a run of a case expects, whatever its tier.
///
/// errors  CASE-1 no model can be made of the case
Result<Verdict> check_run(const TestCase& test_case, const CaseRun& run,
                          const RunOptions& options = case_options());

/// Compares the outputs of a run with those of the run called `pair` in its reference pair, each in the way
/// that the golden is compared.
///
/// golden  the golden of the run, which is not a rejection
Verdict judge_pair(const std::string& pair, const std::vector<Tensor>& wanted, const Answer& golden,
                   const std::vector<Tensor>& outputs, const std::vector<std::string>& names);

/// Whether the interpreter gives the same outputs for a run and for the run of the same name in the case's
/// reference pair. Each output is compared in the way that its golden is compared.
///
/// errors  CASE-1 the reference pair has no such run, or no model can be made of a case; those of load
Result<Verdict> check_pair(const TestCase& test_case, const CaseRun& run, const TestCase& pair,
                           const RunOptions& options = {});

/// The report of a failed run: case and run, rules, the difference, and the command that repeats the run.
///
/// command  the run's name is appended to it: "backedge check "
std::string failure_text(const TestCase& test_case, const CaseRun& run, const Verdict& verdict,
                         const std::string& command);

}  // namespace backedge
