#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace backedge {

struct GenerateArguments {
  uint64_t seed = 0;
  int64_t count = 100;
  std::optional<uint64_t> model;  // the seed of one model, in place of `seed` and `count`
  std::string out;                // a folder; empty: no cases are written
  bool statistics = false;
};

struct FuzzArguments {
  std::string backend;  // a command
  uint64_t seed = 0;
  int64_t count = 0;   // of models; 0: until it is stopped
  double minutes = 0;  // 0: until it is stopped
  int64_t jobs = 1;
  double timeout = 10;               // seconds for an answer
  int64_t max_memory = 8192;         // MiB of address space; 0: no limit
  std::vector<std::string> without;  // features that no model may have
  std::string out;
  bool statistics = false;
};

}  // namespace backedge
