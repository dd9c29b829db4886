#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/cli/backend_arguments.h"

/// Arguments of the commands that work on a corpus. `cases` are filters as in conformance/corpus/select.h, or folders.
namespace backedge {

struct ListArguments {
  std::string corpus = "testdata";
  std::vector<std::string> cases;  // none: all
  bool summary = false;
};

struct CheckArguments {
  std::string corpus = "testdata";
  std::vector<std::string> cases;
};

struct ExportArguments {
  std::string corpus = "testdata";
  std::vector<std::string> cases;  // none: all
  std::string out;
};

struct GoldenArguments {
  std::string corpus = "testdata";
  std::vector<std::string> cases;
  std::string inputs;    // with a model: the folder of its inputs
  std::string case_dir;  // and of the case that is made
};

struct VerifyArguments {
  std::string corpus = "testdata";
  std::vector<std::string> cases;  // none: all
  BackendArguments backend;
  std::string results;       // empty: none
  bool resume = false;       // them
  std::string report;        // a folder for them; empty: none
  std::string expectations;  // a list; empty: none
  bool update = false;       // it
  std::string tier;          // "required" or "survey"; empty: both
  bool smoke = false;        // few runs that touch every rule
  int64_t jobs = 1;
  int64_t max_timeouts = 30;  // 0: no limit
  int64_t max_failures = 0;   // 0: no limit
};

struct ServeArguments {};

}  // namespace backedge
