#include "tools/cli/suite_arguments.h"

#include <algorithm>
#include <cstdlib>
#include <locale>
#include <sstream>

#include "tools/cli/make_case.h"
#include "tools/cli/started_as.h"

namespace backedge {

std::string default_corpus() {
  const char* folder = std::getenv("BACKEDGE_CORPUS");
  return folder == nullptr ? "testdata" : folder;
}

void add_corpus(Command& command, std::string& corpus) {
  command.add_option("--corpus", corpus, "the folder of MANIFEST [" + corpus + "]").value_name("DIR");
}

Option add_cases(Command& command, CorpusArguments& arguments, const std::string& more) {
  add_corpus(command, arguments.corpus);
  return command.add_option("CASE", arguments.cases,
                            "AREA, CASE or CASE/RUN, with * for any characters, or folders of cases" + more);
}

void add_backend(Command& command, BackendArguments& backend) {
  command.add_option("--backend", backend.command, "the command that starts the backend")
      .value_name("COMMAND")
      .required();
  command.add_option("--timeout", backend.timeout, "seconds for an answer [10]").in_real_range(0.01, 1e6);
  command
      .add_option("--max-memory", backend.max_memory,
                  "MiB of address space of a process, 0 for no limit [8192]")
      .in_range(0, 1 << 30);
}

std::string options_text(const BackendArguments& backend) {
  const BackendArguments defaults;
  std::ostringstream text;
  text.imbue(std::locale::classic());
  if (backend.timeout != defaults.timeout) text << "--timeout " << backend.timeout;
  if (backend.max_memory != defaults.max_memory)
    text << (text.tellp() > 0 ? " " : "") << "--max-memory " << backend.max_memory;
  return text.str();
}

std::string in_corpus(const std::string& corpus) {
  return corpus == default_corpus() ? "" : " --corpus " + quoted_for_shell(corpus);
}

std::string backend_words(const BackendArguments& backend) {
  const std::string options = options_text(backend);
  return "--backend " + quoted_for_shell(backend.command) + (options.empty() ? "" : " " + options);
}

ProcessBackendOptions options_of(const BackendArguments& backend) {
  ProcessBackendOptions options;
  options.process.command = backend.command;
  options.process.max_memory = backend.max_memory << 20;
  options.seconds = backend.timeout;
  options.hello_seconds = std::max(backend.timeout, options.hello_seconds);
  return options;
}

void add_failure(Command& command, FailureArguments& failure) {
  command
      .add_option("RUN", failure.run, "CASE/RUN, the folder of a case, or a MODEL: .xml, .onnx or .onnxtxt")
      .required();
  add_corpus(command, failure.corpus);
  command
      .add_option(
          "--inputs", failure.inputs,
          "for a MODEL: the folder with a .npy or .pb for each Parameter, by name or position, or input_K.pb")
      .value_name("DIR");
  add_backend(command, failure.backend);
  command.check([&failure] {
    const bool missing = is_model_file(failure.run) && failure.inputs.empty();
    return Complaint(missing ? "--inputs: required with a MODEL" : "");
  });
}

}  // namespace backedge
