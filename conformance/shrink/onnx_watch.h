#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/shrink/onnx_subject.h"
#include "conformance/shrink/watch.h"
#include "interpreter/tensor/signature.h"

/// Makes values inside a model in ONNX visible, as additional outputs of bodies and of the model.
namespace backedge::shrink {

/// A value that can be made visible: an output of a node, or an input of a body. Values in functions and in
/// bodies of a SequenceMap are not among them.
struct OnnxWatch {
  std::vector<std::pair<int, int>> path;  // to its graph: a node and its attribute, the outermost first
  std::string value;
  std::string maker;                // `node "sum" (Add)`, or `input "x"` of a body
  int output = 0, outputs = 1;      // its place among the outputs of the node
  std::vector<std::string> loops;   // Loops, Scans and Ifs around it, the outermost first
  std::vector<bool> is_branch;      // which of them are Ifs
  std::vector<size_t> bodies;       // as in Watch
  std::vector<std::string> inputs;  // of the node
  /// The positions in the order of computation: of each node around it and of its own node, in their graphs.
  std::vector<size_t> order;

  /// `node "parts" (Split), output 1`
  std::string title() const { return maker + (outputs > 1 ? ", output " + std::to_string(output) : ""); }
};

std::vector<OnnxWatch> list_watches(const OnnxSubject& subject);

/// The signature of each watched value when it was last computed; nothing for others and for sequences. It
/// comes from titles in a trace, so it is a hint: with a wrong one the interpreter rejects what expose() makes.
std::vector<std::optional<Signature>> observe(const OnnxSubject& subject,
                                              const std::vector<OnnxWatch>& watches);

/// A value with the titles that it and the loops around it have in a trace. It has no place in OpenVINO IR.
Watch watch_in_trace(const OnnxWatch& watch);

/// Makes a value the last output of the model. Each Loop and Scan around it stacks the values of its iterations
/// along a new first axis. In the other branch of an If, the value is zeros.
///
/// number  unique in the model
void expose(OnnxSubject& subject, const OnnxWatch& watch, const Signature& like, size_t number);

/// Removes all outputs of the model but the last one, and the nodes of the main graph that it does not need.
void keep_last_output(OnnxSubject& subject);

}  // namespace backedge::shrink
