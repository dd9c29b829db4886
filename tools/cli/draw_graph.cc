#include "tools/cli/draw_graph.h"

#include "tools/cli/drawing.h"
#include "tools/explain/explain_slicing.h"

namespace backedge {
namespace {

using Sources = std::vector<std::string>;  // by slot: the box that makes the value

// The boxes of a graph's Parameters and Results.
struct GraphEnds {
  Sources parameters, results;
};

GraphEnds draw(const Graph& graph, Drawing& drawing);

std::string role_of(const BodyParameter& parameter) {
  const SlicedInput* sliced = sliced_input(parameter);
  const std::string cut = sliced == nullptr ? "" : explain_slicing(sliced->slicing, PartialShape::any());
  return merged_input(parameter) == nullptr ? cut : "iteration 0" + (cut.empty() ? "" : ": part 0 of " + cut);
}

// Draws the graph that decides whether an iteration runs, and the arrows into it.
//
// parameters  the boxes of the body's Parameters
void draw_gate(const LoopNode& loop, const Sources& parameters, Drawing& drawing) {
  drawing.begin_frame("before each iteration");
  const GraphEnds ends = draw(*loop.gate, drawing);
  drawing.arrow(ends.results[0], drawing.box("diamond", "control", {"condition"}));
  drawing.end_frame();
  for (size_t k = 0; k < ends.parameters.size(); ++k)
    drawing.arrow(parameters[loop.spec.gate->parameters[k]], ends.parameters[k]);
}

// Draws one body, and the arrows into and out of it. Returns the boxes of the loop's outputs.
Sources draw_body(const std::string& title, const LoopNode& loop, const Sources& inputs, Drawing& drawing) {
  const LoopSpec& spec = loop.spec;
  drawing.begin_frame(title);
  const GraphEnds ends = draw(*loop.body, drawing);
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    const MergedInput* merged = merged_input(spec.parameters[p]);
    if (merged != nullptr) drawing.back_edge(ends.results[merged->result], ends.parameters[p]);
    if (std::holds_alternative<CurrentIteration>(spec.parameters[p].source)) {
      drawing.arrow(drawing.box("plaintext", "control", {"0, 1, 2, ..."}), ends.parameters[p]);
    }
  }
  Sources outputs;
  for (const LoopOutput& output : spec.outputs) {
    const Scan* scan = scan_of(output);
    const std::string label =
        scan == nullptr
            ? "last value"
            : explain_joining(scan->slicing, spec.results[output.result].declared, scan->adds_axis);
    outputs.push_back(drawing.box("plaintext", "control", {label}));
    drawing.arrow(ends.results[output.result], outputs.back());
  }
  if (spec.gate) draw_gate(loop, ends.parameters, drawing);
  if (spec.condition)
    drawing.arrow(ends.results[*spec.condition], drawing.box("diamond", "control", {"condition"}));
  std::vector<std::pair<size_t, std::string>> controls;  // by input: its box
  const auto add_control = [&](size_t input, const char* label) {
    controls.emplace_back(input, drawing.box("diamond", "control", {label}));
  };
  if (const auto* trip = std::get_if<TripCount>(&spec.bound)) add_control(trip->input, "trip count");
  if (spec.initial_condition) add_control(*spec.initial_condition, "initial condition");
  drawing.end_frame();
  // Graphviz moves a box into the frame in which an arrow names it: arrows from outside come after it.
  for (const auto& [input, box] : controls) drawing.arrow(inputs[input], box);
  for (size_t k = 0; k < spec.outputs.size(); ++k) {
    const Scan* scan = scan_of(spec.outputs[k]);
    if (scan != nullptr && scan->length) drawing.arrow(inputs[*scan->length], outputs[k], "length");
  }
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    const std::optional<size_t> input = input_of(spec.parameters[p]);
    if (input) drawing.arrow(inputs[*input], ends.parameters[p], role_of(spec.parameters[p]));
  }
  return outputs;
}

Sources draw_node(const Node& node, const Sources& inputs, Drawing& drawing) {
  if (const auto* loop = std::get_if<LoopNode>(&node.work))
    return draw_body(node.place.title, *loop, inputs, drawing);
  const std::string box = drawing.box("box", "operation", {node.type, node.place.name});
  if (const auto* branches = std::get_if<IfNode>(&node.work)) {
    drawing.arrow(inputs.front(), box, "condition");
    for (const auto& [name, branch] :
         {std::pair("then", &branches->then_branch), std::pair("else", &branches->else_branch)}) {
      for (const std::string& output : draw_body(node.place.title + ": " + name, *branch, inputs, drawing)) {
        drawing.arrow(output, box, name);
      }
    }
  } else {
    for (const std::string& input : inputs) drawing.arrow(input, box);
  }
  return Sources(node.outputs.size(), box);
}

// By slot: whether a node or a Result reads it. A front end may give a graph constants that it does not need.
std::vector<bool> reads_of(const Graph& graph) {
  std::vector<bool> is_read(graph.slot_count);
  for (const Node& node : graph.nodes) {
    for (const size_t slot : node.inputs) is_read[slot] = true;
  }
  for (const GraphResult& result : graph.results) is_read[result.slot] = true;
  return is_read;
}

GraphEnds draw(const Graph& graph, Drawing& drawing) {
  const std::vector<bool> is_read = reads_of(graph);
  Sources sources(graph.slot_count);
  GraphEnds ends;
  for (const GraphParameter& parameter : graph.parameters) {
    ends.parameters.push_back(drawing.box("ellipse", "end", {parameter.name, parameter.declared.text()}));
    sources[parameter.slot] = ends.parameters.back();
  }
  for (const Constant& constant : graph.constants) {
    if (!is_read[constant.slot]) continue;
    sources[constant.slot] = drawing.box("note", "constant", {signature_of(constant.value).text()});
  }
  for (const Node& node : graph.nodes) {
    Sources inputs;
    for (const size_t slot : node.inputs) inputs.push_back(sources[slot]);
    const Sources outputs = draw_node(node, inputs, drawing);
    for (size_t k = 0; k < outputs.size(); ++k) sources[node.outputs[k]] = outputs[k];
  }
  for (const GraphResult& result : graph.results) {
    ends.results.push_back(drawing.box("ellipse", "end", {result.name}));
    drawing.arrow(sources[result.slot], ends.results.back());
  }
  return ends;
}

}  // namespace

std::string draw_graph(const Graph& graph) {
  Drawing drawing;
  draw(graph, drawing);
  return drawing.text(graph.file);
}

}  // namespace backedge
