#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace backedge::generate {

/// A note that a model touches a rule: it contains what the rule decides. The generator makes the note
/// where it makes the part.
struct Touch {
  std::string rule;
  std::string loop;  // the name of its layer; if empty, loading decides
  int64_t least = 0;
  int64_t most =
      std::numeric_limits<int64_t>::max();  // the note counts if the loop runs `least` to `most` iterations
  bool survey = false;                      // whether the rule is disputed or decided in this use
};

/// A loop of the outermost graph, for the functions that break it.
struct LoopFacts {
  std::string name;               // the name of its layer
  std::string trip_parameter;     // the Parameter of the model that is its trip count; empty if there is none
  int64_t least = 0;              // iterations
  bool runs_its_trips = false;    // whether no condition and no growing value ends it early
  bool sliced = false;            // whether it has sliced inputs
  bool unfed_last_value = false;  // whether a Result without a back edge has a last value
};

struct Notes {
  std::vector<Touch> touches;
  std::vector<LoopFacts> loops;
  std::set<std::string> features;  // "dialect:loop-5", "role:merged", "nesting:2", ...

  void touch(const std::string& rule) { touches.push_back({rule, "", 0, INT64_MAX, false}); }
};

/// The numbers of iterations that the loops of a model ran, by the names of their layers.
using IterationCounts = std::map<std::string, std::set<int64_t>>;

/// The rules that a model touched in its runs.
struct Touched {
  std::vector<std::string> rules;  // sorted, each once
  bool survey = false;
};

Touched resolve(const Notes& notes, const IterationCounts& counts);

}  // namespace backedge::generate
