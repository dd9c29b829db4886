#include "conformance/corpus/corpus.h"
#include "conformance/corpus/expand_model.h"
#include "conformance/corpus/json.h"
#include "tools/cli/corpus_commands.h"
#include "tools/cli/print.h"
#include "tools/cli/write_case.h"

namespace backedge {
namespace {

std::string weights_of(const Case& the_case) {
  const std::string file = the_case.folder + "/model.bin";
  return file_exists(file) ? file : "";
}

}  // namespace

Result<void> export_command(const ExportArguments& arguments) {
  const Selection selection = TRY(select_runs(arguments.corpus, arguments.cases));
  for (const std::string& problem : selection.corpus.problems)
    return Error("CASE-2", problem).in(Phase::kRead);
  for (const SelectedRun& selected : selection.runs) {
    Case plain = *selected.the_case;
    plain.runs = {*selected.run};
    plain.model = TRY(expand_model(plain.model, plain.parameters, selected.run->at));
    TRY(write_case(arguments.out + "/" + name_of(plain, plain.runs[0]), plain,
                   weights_of(*selected.the_case)));
  }
  return print(std::to_string(selection.runs.size()) + " runs below " + arguments.out + "\n");
}

}  // namespace backedge
