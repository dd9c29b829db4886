#include "conformance/generate/generate_case.h"
#include "conformance/generate/random.h"
#include "conformance/generate/statistics.h"
#include "tools/cli/generate_commands.h"
#include "tools/cli/print.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/write_case.h"

namespace backedge {

Result<bool> generate_command(const GenerateArguments& arguments) {
  const int64_t count = arguments.model ? 1 : arguments.count;
  const std::string of_all = "of " + std::to_string(count) + " models";
  Statistics statistics;
  ProgressLine progress;
  int64_t problems = 0;
  for (int64_t number = 0; number < count; ++number) {
    const GeneratedCase generated = generate_case(arguments.model.value_or(seed_of(arguments.seed, number)));
    statistics.add(generated);
    if (!generated.problem.empty()) {
      ++problems;
      progress.erase();
      TRY(print(generated.test_case.path +
                ": the interpreter does not give what the generator says it must\n" + generated.problem +
                "\n\n"));
    }
    if (!arguments.out.empty())
      TRY(write_made_case(arguments.out + "/" + generated.test_case.path, generated.test_case,
                          generated.weights));
    if (progress.wanted()) progress.show(number + 1, of_all.c_str());
  }
  progress.erase();
  if (arguments.statistics) TRY(print(statistics.text() + "\n"));
  TRY(print(std::to_string(count) + (count == 1 ? " model, " : " models, ") + std::to_string(problems) +
            " not as they must be\n"));
  return problems == 0;
}

}  // namespace backedge
