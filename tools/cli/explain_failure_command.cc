#include "tools/cli/explain_failure_command.h"

#include <memory>

#include "conformance/corpus/values_json.h"
#include "conformance/shrink/explain_failure.h"
#include "interpreter/base/number_text.h"
#include "interpreter/tensor/numpy_text.h"
#include "interpreter/tensor/signature.h"
#include "tools/cli/command_line.h"
#include "tools/cli/failed_run.h"
#include "tools/cli/failure_trace.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/cli/started_as.h"
#include "tools/cli/suite_error.h"

namespace backedge {
namespace {

struct ExplainFailureArguments {
  FailureArguments failure;
  bool json = false;
  TraceFiles trace;
};

std::string tensor_text(const Tensor& tensor) {
  return signature_of(tensor).text() + "\n" + indented(numpy_text(tensor), "    ") + "\n";
}

std::string deviation_text(const shrink::Deviation& first) {
  std::string text = "The backend first differs from the interpreter at\n  " + first.layer + "\n";
  for (size_t level = 0; level < first.loops.size(); ++level) {
    text += "  in " + first.loops[level];
    if (level < first.iterations.size()) text += ", iteration " + std::to_string(first.iterations[level]);
    text += "\n";
  }
  for (const shrink::TitledTensor& input : first.inputs)
    text += "  of       " + input.title + "\n    " + tensor_text(input.tensor);
  if (first.expected.has_value()) text += "  expected " + tensor_text(first.expected);
  if (first.actual.has_value()) text += "  actual   " + tensor_text(first.actual);
  return text + indented(first.text, "  ") + "\n";
}

std::string explanation_text(const std::string& run, const std::string& corpus, const FailedRun& failed,
                             const shrink::FailureExplanation& found) {
  std::string text = run + ": " + std::string(name_of(found.verdict.outcome)) + "\n" +
                     indented(found.verdict.text, "  ") + "\n\n" + errors_text(failed);
  if (found.first) {
    text += deviation_text(*found.first);
  } else if (!found.is_opaque) {
    text += "No value inside the model was found to differ.\n";
  }
  if (!found.is_opaque) text += "\nCompared " + counted(found.values, "value") + "\n";
  for (const std::string& note : found.notes) text += note + "\n";
  if (found.is_opaque)
    text += "its model, inputs and outputs: " + this_program() + " export " + quoted_for_shell(run) +
            in_corpus(corpus) + " --npy --out DIR\n";
  return text;
}

OrderedJson tensor_json(const Tensor& tensor) {
  if (!tensor.has_value()) return nullptr;
  return {{"type", name_of(tensor.type())},
          {"shape", std::vector<int64_t>(tensor.shape().begin(), tensor.shape().end())},
          {"values", values_json(tensor)}};
}

OrderedJson deviation_json(const shrink::Deviation& first) {
  OrderedJson json = {{"layer", first.layer},
                      {"loops", first.loops},
                      {"iterations", first.iterations},
                      {"inputs", OrderedJson::array()}};
  for (const shrink::TitledTensor& input : first.inputs) {
    OrderedJson entry = tensor_json(input.tensor);
    entry["title"] = input.title;
    json["inputs"].push_back(std::move(entry));
  }
  json["expected"] = tensor_json(first.expected);
  json["actual"] = tensor_json(first.actual);
  json["text"] = first.text;
  return json;
}

std::string explanation_json(const std::string& run, const FailedRun& failed,
                             const shrink::FailureExplanation& found) {
  const OrderedJson json = {{"run", run},
                            {"outcome", name_of(found.verdict.outcome)},
                            {"inference", found.verdict.inference},
                            {"text", found.verdict.text},
                            {"stderr", failed.errors},
                            {"first", found.first ? deviation_json(*found.first) : OrderedJson(nullptr)},
                            {"values", found.values},
                            {"notes", found.notes}};
  return json_line(json) + "\n";
}

Result<int> explain_failure_command(const ExplainFailureArguments& arguments) {
  const std::atomic<bool> stopped{false};  // nothing to end in order
  const FailedRun failed = TRY(find_failed_run(arguments.failure, stopped));
  const bool traced = !arguments.trace.html.empty();
  const shrink::FailureExplanation found =
      TRY(shrink::explain_failure(*failed.run.test_case, *failed.run.run, *failed.backend, traced));
  const std::string run = name_of(*failed.run.test_case, *failed.run.run);
  TRY(print(arguments.json ? explanation_json(run, failed, found)
                           : explanation_text(run, arguments.failure.corpus, failed, found)));
  if (traced) TRY(write_failure_trace(arguments.trace, run, failed.hello, found));
  return 0;
}

}  // namespace

void add_explain_failure(CommandLine& program) {
  const auto arguments = std::make_shared<ExplainFailureArguments>();
  Command& command = program.add_command("explain-failure",
                                         "Report at which iteration and layer a backend deviates from the "
                                         "interpreter, with the values of both.");
  add_failure(command, arguments->failure);
  command.add_flag("--json", arguments->json, "print one line of JSON instead");
  command
      .add_option("--html", arguments->trace.html,
                  "also write a page that shows both runs beside each other, iteration by iteration")
      .value_name("FILE.html");
  command.runs([arguments] { return suite_exit_code(explain_failure_command(*arguments)); });
}

}  // namespace backedge
