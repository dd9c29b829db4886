#pragma once

#include <string>
#include <vector>

#include "conformance/shrink/graphs.h"

/// Values inside a model, made visible: as further Results of bodies and of the model.
namespace backedge::shrink {

/// A value that can be looked at: an operation's output, or a Parameter of a body.
struct Watch {
  size_t graph = 0;
  Output output;
  std::string title;               // `layer 4 "sum" (Add-1)`
  std::vector<std::string> loops;  // and Ifs around it, the outermost first
  std::vector<size_t>
      order;  // of the layers around it and of its own, each in its graph: who is computed first
};

/// Every such value of a model that can be loaded; nothing else has an order.
Result<std::vector<Watch>> list_watches(const Subject& subject);

/// What a watched value is, one iteration after the other.
struct Occurrence {
  std::vector<int64_t> iterations;  // of the loops around it, the outermost first; 0 in an If
  Tensor value;                     // none if the other branch of an If was taken
};

/// What the interpreter has for each of the values in one inference; up to where it stops, if it stops with an error.
std::vector<std::vector<Occurrence>> observe(const Subject& subject, const std::vector<Watch>& watches,
                                             size_t inference);

/// Makes a value a Result of the model: of every loop around it a scan output along axis 0, so that all iterations stand behind
/// each other. False where they cannot, as their shapes differ.
///
/// alike  whether parts are to be equally wide, as many backends have it, or may differ along axis 0
bool expose_all(Subject& subject, const Watch& watch, const std::vector<Occurrence>& occurrences,
                bool alike = true);

/// The same with last values: what it is in the last iteration.
bool expose_last(Subject& subject, const Watch& watch);

/// Ends the loops around a value with these iterations, by trip counts; false where one of them has none.
bool limit_iterations(Subject& subject, const Watch& watch, const std::vector<int64_t>& iterations);

}  // namespace backedge::shrink
