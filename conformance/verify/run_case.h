#pragma once

#include <string>

#include "conformance/corpus/case.h"
#include "conformance/judge/verdict.h"
#include "interpreter/interpreter.h"

namespace backedge {

/// What a backend loads for a run.
///
/// errors  CASE-1
Result<ModelFiles> model_files(const Case& the_case, const CaseRun& run);

/// The model of one run.
///
/// errors  CASE-1; those of load
Result<LoadedModel> load_run(const Case& the_case, const CaseRun& run);

/// The tensors in the order of the Parameters, which have these names, and behind them what no Parameter asks for; what
/// is missing is left out.
std::vector<NamedTensor> in_parameter_order(const Inputs& inputs, const std::vector<std::string>& names);

/// The tensors for a model's Parameters, in layer order.
///
/// errors  INPUT-1 a Parameter without tensor; INPUT-2 a tensor without Parameter
Result<std::vector<Tensor>> in_layer_order(const LoadedModel& model, const Inputs& inputs);

/// One inference on tensors by name or in layer order.
///
/// errors  those of in_layer_order and of run
Result<std::vector<Tensor>> infer(const LoadedModel& model, const Inputs& inputs,
                                  const RunOptions& options = {});

/// Iterations enough for every case: a loop that would go on for ever ends with LIMIT-1.
inline RunOptions case_options() { return {.limits = {.max_iterations = 1'000'000}}; }

/// Whether the interpreter gives what a run of a case says it should, survey or not.
///
/// errors  CASE-1 no model can be made of the case
Result<Verdict> check_run(const Case& the_case, const CaseRun& run,
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
Result<Verdict> check_twin(const Case& the_case, const CaseRun& run, const Case& twin,
                           const RunOptions& options = {});

/// What a failed run is reported as: case and run, rules, what differs, and the command that repeats it.
///
/// command  what the run's name is appended to: "backedge check "
std::string failure_text(const Case& the_case, const CaseRun& run, const Verdict& verdict,
                         const std::string& command);

}  // namespace backedge
