#include "tools/cli/export_command.h"

#include <memory>

#include "conformance/corpus/corpus.h"
#include "conformance/corpus/model_files.h"
#include "tools/cli/command_line.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"
#include "tools/cli/suite_arguments.h"
#include "tools/cli/write_case.h"

namespace backedge {

namespace {

struct ExportArguments : CorpusArguments {
  std::string out;
};

Result<void> export_command(const ExportArguments& arguments) {
  const Selection selection = TRY(select_runs(arguments.corpus, arguments.cases));
  for (const std::string& problem : selection.corpus.problems)
    return Error("CASE-2", problem).in(Phase::kRead);
  for (const SelectedRun& selected : selection.runs) {
    TestCase plain = *selected.test_case;
    plain.runs = {*selected.run};
    const ModelFiles files = TRY(model_files(*selected.test_case, *selected.run));
    plain.model = files.text;
    TRY(write_case(arguments.out + "/" + name_of(plain, plain.runs[0]), plain, files.weights));
  }
  return print(std::to_string(selection.runs.size()) + " runs below " + arguments.out + "\n");
}

}  // namespace

void add_export(CommandLine& program) {
  const auto exported = std::make_shared<ExportArguments>();
  Command& command =
      program.add_command("export", "Write a folder for each run, with a model that has no placeholders.");
  add_cases(command, *exported);
  command.add_option("--out", exported->out, "the folder to write to").value_name("DIR").required();
  command.runs([exported] { return exit_code(export_command(*exported)); });
}

}  // namespace backedge
