#pragma once

#include <string>
#include <vector>

#include "conformance/verify/process_backend.h"
#include "tools/cli/command_line.h"

/// The options that several commands on the corpus and on backends have.
namespace backedge {

/// The folder in the variable BACKEDGE_CORPUS, which the Python package sets; otherwise testdata.
std::string default_corpus();

/// The runs of a corpus that the command line names.
struct CorpusArguments {
  std::string corpus = default_corpus();
  std::vector<std::string> cases;  // filters as in conformance/corpus/select.h, or folders; if empty, all
};

/// The option that names this corpus: " --corpus DIR"; "" for the default.
std::string in_corpus(const std::string& corpus);

void add_corpus(Command& command, std::string& corpus);

/// Adds --corpus and CASE. Returns the option for CASE.
///
/// more  what else CASE can be
Option add_cases(Command& command, CorpusArguments& arguments, const std::string& more = "");

/// The backend that the command line names.
struct BackendArguments {
  std::string command;
  double timeout = 10;        // seconds for an answer
  int64_t max_memory = 8192;  // in MiB of address space; 0: no limit
};

void add_backend(Command& command, BackendArguments& backend);

/// The options that differ from the defaults, as words of a command line: "--timeout 60 --max-memory 0".
std::string options_text(const BackendArguments& backend);

/// --backend and these options: "--backend 'python3 mine.py' --timeout 60".
std::string backend_words(const BackendArguments& backend);

ProcessBackendOptions options_of(const BackendArguments& backend);

/// A failing run, and the backend that fails it.
struct FailureArguments {
  std::string corpus = default_corpus();
  std::string run;     // CASE/RUN, the folder of a case, or the file of a model
  std::string inputs;  // for a model: the folder of its inputs
  BackendArguments backend;
};

void add_failure(Command& command, FailureArguments& failure);

}  // namespace backedge
