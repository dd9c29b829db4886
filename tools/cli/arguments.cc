#include "tools/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "interpreter/base/safe_text.h"
#include "tools/cli/add_commands.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"

namespace backedge {
namespace {

constexpr int kWrongUsage = 2;

// A number that fills `text` from end to end.
template <class T>
T number_in(const std::string& option, const std::string& text) {
  T number{};
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, number);
  const bool in_range = std::isfinite(static_cast<double>(number)) && number >= T{0};
  if (failure == std::errc() && stop == end && in_range) return number;
  throw CLI::ValidationError(option, "'" + text + "' is not a number from 0 on");
}

template <class T>
CLI::Option* add_number(CLI::App& command, const std::string& option, T& number, const std::string& help) {
  const auto take = [option, &number](const std::string& text) { number = number_in<T>(option, text); };
  return command.add_option_function<std::string>(option, take, help)
      ->type_name(std::is_integral_v<T> ? "INTEGER" : "NUMBER");
}

void add_model(CLI::App& command, std::string& model, LoadOptions& load, bool& json_errors) {
  command.add_option("MODEL", model, "the model's .xml")->required();
  command.add_option("--weights", load.weights, "the weights [the .bin beside the model]")->type_name("FILE");
  add_number(command, "--max-depth", load.max_depth, "loops and Ifs within each other [64]");
  const auto choose = [&json_errors](const std::string& format) { json_errors = format == "json"; };
  command
      .add_option_function<std::string>(
          "--error-format", choose,
          "how the standard error says why a model or an input is rejected: text, or json: one "
          "line {\"phase\",\"rule\",\"where\",\"message\"}")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("FORMAT");
}

CLI::App* add_run(CLI::App& app, RunArguments& run) {
  CLI::App* command = app.add_subcommand("run", "Runs a model once.");
  add_model(*command, run.model, run.load, run.json_errors);
  const auto add_input = [&run](const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
      const size_t equals = input.find('=');
      if (equals == input.npos)
        throw CLI::ValidationError("--input", "'" + input + "' is not NAME=FILE or INDEX=FILE");
      run.inputs.push_back({input.substr(0, equals), input.substr(equals + 1)});
    }
  };
  command
      ->add_option_function<std::vector<std::string>>(
          "--input", add_input,
          "the tensor for a Parameter, by its name or its position in layer order; once a Parameter")
      ->allow_extra_args(false)
      ->type_name("NAME=FILE.npy");
  const auto fill = [&run](const std::string& text) {
    if (!text.starts_with("random:"))
      throw CLI::ValidationError("--fill", "'" + text + "' is not random:SEED");
    run.seed = number_in<uint64_t>("--fill", text.substr(7));
  };
  command->add_option_function<std::string>("--fill", fill, "values for the Parameters that no --input names")
      ->type_name("random:SEED");
  command
      ->add_option("--output-dir", run.output_dir,
                   "write a .npy for each Result, and outputs.json [print the values]")
      ->type_name("DIR");
  command
      ->add_option("--trace", run.trace,
                   "write a JSON line for each loop, iteration, Parameter and Result; of tensors with more "
                   "than 64 elements "
                   "a hash: FNV-1a, 64 bits, of the little-endian bytes")
      ->type_name("FILE.jsonl");
  add_number(*command, "--max-iterations", run.limits.max_iterations, "of all loops together [10^9]");
  add_number(*command, "--max-bytes", run.limits.max_bytes,
             "of live tensors, the inputs among them, and of the weights [2^33]");
  add_number(*command, "--max-seconds", run.limits.max_seconds,
             "of wall time, for loading and for the run each [no limit]");
  return command;
}

CLI::App* add_explain(CLI::App& app, ExplainArguments& explain) {
  CLI::App* command = app.add_subcommand("explain", "Says in words what a model does, loop by loop.");
  add_model(*command, explain.model, explain.load, explain.json_errors);
  command->add_flag("--dot", explain.dot, "a drawing for Graphviz instead");
  return command;
}

}  // namespace

AnyArguments parse_arguments(int count, const char* const* words) {
  RunArguments run;
  ExplainArguments explain;
  ListArguments list;
  CheckArguments check;
  ExportArguments exported;
  GoldenArguments golden;
  VerifyArguments verify;
  ShrinkArguments shrink;
  ExplainFailureArguments explain_failure;
  GenerateArguments generate;
  FuzzArguments fuzz;
  CLI::App app(
      "Runs and explains inference graphs with loops, and the cases they are verified with.\n"
      "Ends with 0: done; 1: the model or an input was rejected, a limit was reached, a file could not be "
      "written, "
      "or a case failed; "
      "2: wrong usage.",
      "backedge");
  app.require_subcommand(1);
  const CLI::App* run_command = add_run(app, run);
  const CLI::App* explain_command = add_explain(app, explain);
  const CLI::App* list_command = add_list(app, list);
  const CLI::App* check_command = add_check(app, check);
  const CLI::App* export_command = add_export(app, exported);
  const CLI::App* golden_command = add_golden(app, golden);
  const CLI::App* verify_command = add_verify(app, verify);
  const CLI::App* shrink_command = add_shrink(app, shrink);
  const CLI::App* explain_failure_command = add_explain_failure(app, explain_failure);
  const CLI::App* generate_command = add_generate(app, generate);
  const CLI::App* fuzz_command = add_fuzz(app, fuzz);
  add_serve(app);
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    std::ostringstream help, complaint;
    const bool asked_for = app.exit(error, help, complaint) == 0;
    std::fputs(safe_text(complaint.str()).c_str(), stderr);
    const Result<void> printed = print(help.str());
    if (!printed.ok()) report_error(printed.error(), false);
    return Exit{!asked_for ? kWrongUsage : printed.ok() ? 0 : 1};
  }
  if (run_command->parsed()) return run;
  if (explain_command->parsed()) return explain;
  if (list_command->parsed()) return list;
  if (check_command->parsed()) return check;
  if (export_command->parsed()) return exported;
  if (golden_command->parsed()) return golden;
  if (verify_command->parsed()) return verify;
  if (shrink_command->parsed()) return shrink;
  if (explain_failure_command->parsed()) return explain_failure;
  if (generate_command->parsed()) return generate;
  if (fuzz_command->parsed()) return fuzz;
  return ServeArguments();
}

}  // namespace backedge
