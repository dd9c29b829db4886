#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/cli/backend_arguments.h"

namespace backedge {

struct GenerateArguments {
  uint64_t seed = 0;
  int64_t count = 100;
  std::optional<uint64_t> model;  // the seed of one model, in place of `seed` and `count`
  std::string out;                // a folder; empty: no cases are written
  bool statistics = false;
};

struct FuzzArguments {
  BackendArguments backend;
  uint64_t seed = 0;
  int64_t count = 0;   // of models; 0: until it is stopped
  double minutes = 0;  // 0: until it is stopped
  int64_t jobs = 1;
  std::vector<std::string> without;  // features that no model may have
  std::string out;
  bool statistics = false;
};

}  // namespace backedge
