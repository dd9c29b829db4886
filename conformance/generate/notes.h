#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace backedge::generate {

/// That a model touches a rule: it holds what the rule decides. Noted where the generator makes it.
struct Touch {
  std::string rule;
  std::string loop;  // its layer's name; empty: loading decides
  int64_t least = 0;
  int64_t most = std::numeric_limits<int64_t>::max();  // it counts where that loop runs so many iterations
  bool survey = false;                                 // the rule, in this use, is disputed or decided
};

/// A loop of the outermost graph, for those who break it.
struct LoopFacts {
  std::string name;               // of its layer
  std::string trip_parameter;     // the Parameter of the model that is its trip count; empty: none
  int64_t least = 0;              // iterations
  bool runs_its_trips = false;    // neither a condition ends it, nor a value that grows out of its bounds
  bool sliced = false;            // it has sliced inputs
  bool unfed_last_value = false;  // of a Result without back edge
};

struct Notes {
  std::vector<Touch> touches;
  std::vector<LoopFacts> loops;
  std::set<std::string> features;  // "dialect:loop-5", "role:merged", "nesting:2", ...

  void touch(const std::string& rule) { touches.push_back({rule, "", 0, INT64_MAX, false}); }
};

/// How many iterations the loops of a model ran, by their layers' names.
using IterationCounts = std::map<std::string, std::set<int64_t>>;

/// What the notes come to for a model that ran so.
struct Touched {
  std::vector<std::string> rules;  // sorted, each once
  bool survey = false;
};

Touched resolve(const Notes& notes, const IterationCounts& counts);

}  // namespace backedge::generate
