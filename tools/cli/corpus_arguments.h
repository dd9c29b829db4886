#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace backedge {

inline constexpr const char* kDefaultCorpus = "testdata";

/// Some runs of a corpus, as the command line names them.
struct CorpusArguments {
  std::string corpus = kDefaultCorpus;
  std::vector<std::string> cases;  // filters as in conformance/corpus/select.h, or folders; none: all
};

void add_corpus(CLI::App& command, std::string& corpus);

/// Adds --corpus and CASE. Returns the latter.
CLI::Option* add_cases(CLI::App& command, CorpusArguments& arguments);

}  // namespace backedge
