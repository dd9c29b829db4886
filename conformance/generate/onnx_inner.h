#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "conformance/generate/onnx_graph.h"
#include "interpreter/base/joined.h"

namespace backedge::generate {

/// The most iterations of a generated Loop.
constexpr int64_t kMostOnnxIterations = 4;

/// The body of a Loop, Scan or SequenceMap, or a branch of an If.
struct Inner {
  OnnxGraph graph;
  std::string name;
  std::vector<std::string> inputs = {}, outputs = {};  // declarations
  std::set<std::string> given = {};                    // the names of outputs

  explicit Inner(OnnxGraph& around)
      : graph{.model = around.model, .around = &around, .depth = around.depth + 1},
        name(around.new_name("body")) {}

  bool is_named() { return graph.model.random.chance(30); }

  OnnxValue add_input(const OnnxValue& like) {
    OnnxValue value = like;
    value.name = graph.new_name("x");
    inputs.push_back(declaration(graph, value, is_named()));
    graph.values.push_back(value);
    return value;
  }

  // No two outputs are one value, and none is a value from around.
  void add_output(OnnxValue value) {
    const bool is_own = std::any_of(graph.values.begin(), graph.values.end(),
                                    [&](const OnnxValue& own) { return own.name == value.name; });
    if (!is_own || given.contains(value.name)) value = add_value(graph, value, "Identity", "", value.name);
    given.insert(value.name);
    outputs.push_back(declaration(graph, value, is_named()));
  }

  std::string text() const {
    const std::string indent(static_cast<size_t>(2 * graph.depth), ' ');
    return name + " (" + joined(inputs) + ") => (" + joined(outputs) + ") {\n" + graph.nodes + indent + "}";
  }
};

/// Names the outputs of a node, and adds it.
inline void add_with_outputs(OnnxGraph& graph, std::vector<OnnxValue> outputs, const std::string& op,
                             const std::string& attributes, const std::vector<std::string>& inputs) {
  std::vector<std::string> names;
  for (OnnxValue& output : outputs) names.push_back(output.name = graph.new_name("v"));
  add_node(graph, joined(names), op, attributes, joined(inputs));
  graph.values.insert(graph.values.end(), outputs.begin(), outputs.end());
}

}  // namespace backedge::generate
