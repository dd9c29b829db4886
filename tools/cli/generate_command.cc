#include "tools/cli/generate_command.h"

#include <memory>

#include "conformance/generate/generate_onnx.h"
#include "conformance/generate/random.h"
#include "conformance/generate/statistics.h"
#include "interpreter/base/number_text.h"
#include "tools/cli/command_line.h"
#include "tools/cli/print.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/report_error.h"
#include "tools/cli/write_case.h"

namespace backedge {

namespace {

struct GenerateArguments {
  uint64_t seed = 0;
  int64_t count = 100;
  std::optional<uint64_t> model;  // the seed of one model, instead of `seed` and `count`
  std::string format;             // of the models; OpenVINO IR if empty
  std::string out;                // a folder; if empty, no cases are written
  bool statistics = false;
};

Result<bool> generate_command(const GenerateArguments& arguments) {
  const int64_t count = arguments.model ? 1 : arguments.count;
  const std::string of_all = "of " + std::to_string(count) + " models";
  generate::Statistics statistics;
  ProgressLine progress;
  int64_t problems = 0;
  for (int64_t number = 0; number < count; ++number) {
    const uint64_t seed = arguments.model.value_or(generate::seed_of(arguments.seed, number));
    const generate::GeneratedCase generated =
        arguments.format == kOnnx.name ? generate::generate_onnx_case(seed) : generate::generate_case(seed);
    statistics.add(generated);
    if (!generated.problem.empty()) {
      ++problems;
      progress.erase();
      TRY(print(generated.test_case.path + ": the interpreter contradicts the generator\n" +
                generated.problem + "\n\n"));
    }
    if (!arguments.out.empty())
      TRY(write_made_case(arguments.out + "/" + generated.test_case.path, generated.test_case,
                          generated.weights));
    if (progress.wanted()) progress.show(number + 1, of_all.c_str());
  }
  progress.erase();
  if (arguments.statistics) TRY(print(statistics.text() + "\n"));
  TRY(print(counted(count, "model") + ", " + std::to_string(problems) + " with a contradiction\n"));
  return problems == 0;
}

}  // namespace

void add_generate(CommandLine& program) {
  const auto generate = std::make_shared<GenerateArguments>();
  Command& command = program.add_command(
      "generate", "Generate models, with goldens from the interpreter, and cases of them (docs/fuzzing.md).");
  command.add_option("--seed", generate->seed, "the seed of the series [0]").value_name("SEED");
  command.add_option("--count", generate->count, "the number of models [100]").in_range(1, int64_t{1} << 40);
  command.add_option("--model", generate->model, "generate only the model that carries this seed")
      .value_name("SEED");
  command.add_option("--format", generate->format, "the format of the models [openvino-ir]")
      .one_of({std::string(kOpenvinoIr.name), std::string(kOnnx.name)});
  command.add_option("--out", generate->out, "write a folder for each model").value_name("DIR");
  command.add_flag("--statistics", generate->statistics,
                   "print how many of a thousand models touch each rule");
  command.check([generate] {
    const bool idle = generate->out.empty() && !generate->statistics;
    return Complaint(idle ? "generate: expected --out or --statistics" : "");
  });
  command.runs([generate] { return exit_code(generate_command(*generate)); });
}

}  // namespace backedge
