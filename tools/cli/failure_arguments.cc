#include "tools/cli/failure_arguments.h"

#include <CLI/CLI.hpp>

namespace backedge {

void add_failure(CLI::App& command, FailureArguments& failure) {
  command.add_option("RUN", failure.run, "CASE/RUN, the folder of a case, or a MODEL.xml")->required();
  add_corpus(command, failure.corpus);
  command
      .add_option("--inputs", failure.inputs,
                  "for a MODEL.xml: the folder with a .npy for each Parameter, by name or position")
      ->type_name("DIR");
  add_backend(command, failure.backend);
  command.final_callback([&failure] {
    if (failure.run.ends_with(".xml") && failure.inputs.empty())
      throw CLI::ValidationError("--inputs", "required with a MODEL.xml");
  });
}

}  // namespace backedge
