#include "tools/cli/corpus_arguments.h"

#include <CLI/CLI.hpp>

namespace backedge {

void add_corpus(CLI::App& command, std::string& corpus) {
  command.add_option("--corpus", corpus, "the folder of MANIFEST [testdata]")->type_name("DIR");
}

CLI::Option* add_cases(CLI::App& command, CorpusArguments& arguments) {
  add_corpus(command, arguments.corpus);
  return command.add_option("CASE", arguments.cases,
                            "AREA, CASE or CASE/RUN, with * for any characters, or folders of cases");
}

}  // namespace backedge
