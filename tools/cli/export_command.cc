#include "conformance/corpus/corpus.h"
#include "conformance/corpus/model_files.h"
#include "tools/cli/corpus_commands.h"
#include "tools/cli/print.h"
#include "tools/cli/write_case.h"

namespace backedge {

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

}  // namespace backedge
