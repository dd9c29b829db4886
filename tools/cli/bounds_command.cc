#include "tools/cli/bounds_command.h"

#include <memory>

#include "conformance/bounds/run_with_bounds.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/base/within_memory.h"
#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/npy.h"
#include "interpreter/tensor/signature.h"
#include "tools/cli/command_line.h"
#include "tools/cli/model_arguments.h"
#include "tools/cli/model_inputs.h"
#include "tools/cli/output_files.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"

namespace backedge {
namespace {

struct BoundsArguments : ModelArguments {
  std::vector<InputFile> inputs;
  std::string output_dir;  // if empty, only the largest errors are printed
  RunLimits limits;
};

// Three digits, rounded up.
std::string bound_text(double number) {
  return number == 0 ? "0" : decimal_text(nearest_decimal(number * 1.005, 2), true);
}

Result<std::vector<Tensor>> tensors_of(const std::vector<Value>& values) {
  std::vector<Tensor> tensors;
  for (const Value& value : values) {
    if (value.kind() != ValueKind::kTensor)
      return Error("INPUT-6", "bounds can only be derived for inputs that are tensors").in(Phase::kInput);
    tensors.push_back(value.tensor());
  }
  return tensors;
}

Result<void> bounds_command(const BoundsArguments& arguments) {
  const LoadOptions options = with_inputs(with_limits(arguments.load, arguments.limits), arguments.inputs);
  const LoadedModel model = TRY(load(arguments.model, options));
  const std::vector<ModelInput> parameters = model.inputs();
  Result<std::vector<Value>> values =
      read_inputs(parameters, arguments.inputs, std::nullopt, arguments.limits.max_bytes);
  if (!values.ok())
    return with_parameters(values.take_error().at(arguments.model, 0), parameters, model.defaults());
  const std::vector<Tensor> inputs = TRY(tensors_of(values.value()));
  const std::vector<bounds::Bounded> outputs =
      TRY(bounds::run_with_bounds(model, inputs, {.limits = arguments.limits, .trace = {}, .progress = {}}));
  if (!arguments.output_dir.empty()) TRY(make_folder(arguments.output_dir));
  const std::vector<ModelOutput> names = model.outputs();
  for (size_t k = 0; k < outputs.size(); ++k) {
    TRY(print(safe_line(names[k].name) + " " + signature_of(outputs[k].value).text() + ": at most " +
              bound_text(bounds::largest_error(outputs[k])) + "\n"));
    if (arguments.output_dir.empty()) continue;
    const std::string file = arguments.output_dir + "/" + std::to_string(k);
    TRY(write_npy(file + ".value.npy", outputs[k].value));
    TRY(write_npy(file + ".error.npy", outputs[k].error));
  }
  return {};
}

}  // namespace

void add_bounds(CommandLine& program) {
  const auto bounds = std::make_shared<BoundsArguments>();
  Command& command = program.add_command(
      "bounds",
      "Run a model once, and derive how far another correct implementation may be from each output: "
      "docs/bounds.md.");
  add_model(command, *bounds);
  add_inputs(command, bounds->inputs);
  command
      .add_option("--output-dir", bounds->output_dir,
                  "write 0.value.npy and 0.error.npy for Result 0, and so on")
      .value_name("DIR");
  add_limits(command, bounds->limits);
  command.runs([bounds] {
    return exit_code(within_memory([&] { return bounds_command(*bounds); }), bounds->json_errors);
  });
}

}  // namespace backedge
