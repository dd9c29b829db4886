#pragma once

#include <string>
#include <vector>

#include "conformance/shrink/graphs.h"

/// Makes values inside a model visible, as additional Results of bodies and of the model.
namespace backedge::shrink {

/// A value that can be made visible: an operation's output, or a Parameter of a body.
struct Watch {
  size_t graph = 0;
  Output output;
  std::string title;               // `layer 4 "sum" (Add-1)`
  std::vector<std::string> loops;  // loops and Ifs around it, the outermost first
  std::vector<size_t> bodies;      // which body of each has it: 1 is the else branch. Empty if titles tell
  /// The positions in the order of computation: of each layer around it and of its own layer, in their graphs.
  std::vector<size_t> order;
};

/// All such values of a model that can be loaded; other models have no order.
Result<std::vector<Watch>> list_watches(const Subject& subject);

/// A watched value in one iteration.
struct Occurrence {
  std::vector<int64_t> iterations;  // of the loops around it, the outermost first; 0 for an If
  Tensor value;                     // none if the other branch of an If was taken
};

/// The interpreter's occurrences of each value in one inference. If it stops with an error, the occurrences
/// until then.
std::vector<std::vector<Occurrence>> observe(const Subject& subject, const std::vector<Watch>& watches,
                                             size_t inference);

/// Makes a value a Result of the model. Every loop around it gets a scan output along axis 0, so that the
/// values of all iterations follow each other. Returns false if their shapes do not allow it.
///
/// alike  whether all parts must have the same width, which many backends require, or may differ along axis 0
bool expose_all(Subject& subject, const Watch& watch, const std::vector<Occurrence>& occurrences,
                bool alike = true);

/// The same with last values: the Result has the value of the last iteration.
bool expose_last(Subject& subject, const Watch& watch);

/// Ends the loops around a value after these iterations, by trip counts. Returns false if one of them has
/// no trip count.
bool limit_iterations(Subject& subject, const Watch& watch, const std::vector<int64_t>& iterations);

}  // namespace backedge::shrink
