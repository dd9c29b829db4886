#include "tools/cli/draw_graph.h"

#include "interpreter/base/safe_text.h"
#include "tools/cli/explain_slicing.h"

namespace backedge {
namespace {

std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return quoted + "\"";
}

// The drawing so far, and the numbers of the next box and frame.
struct Drawing {
  std::string text;
  std::string indent = "  ";
  size_t boxes = 0, frames = 0;

  void line(const std::string& line) { text += indent + line + "\n"; }

  std::string box(const std::string& label, const std::string& shape) {
    const std::string id = "n" + std::to_string(boxes++);
    line(id + " [label=" + quoted(label) + ", shape=" + shape + "];");
    return id;
  }

  void arrow(const std::string& from, const std::string& to, const std::string& label = "") {
    line(from + " -> " + to + (label.empty() ? "" : " [label=" + quoted(label) + "]") + ";");
  }

  void back_edge(const std::string& from, const std::string& to) {
    line(from + " -> " + to + " [label=\"back edge\", style=dashed];");
  }

  void begin_frame(const std::string& label) {
    line("subgraph cluster" + std::to_string(frames++) + " {");
    indent += "  ";
    line("label=" + quoted(label) + ";");
  }

  void end_frame() {
    indent.resize(indent.size() - 2);
    line("}");
  }
};

using Sources = std::vector<std::string>;  // by slot: the box that makes the value

// The boxes of a graph's Parameters and Results.
struct Ends {
  Sources parameters, results;
};

Ends draw(const Graph& graph, Drawing& drawing);

std::string role_of(const BodyParameter& parameter) {
  const SlicedInput* sliced = sliced_input(parameter);
  const std::string cut = sliced == nullptr ? "" : explain_slicing(sliced->slicing, PartialShape::any());
  return merged_input(parameter) == nullptr ? cut : "iteration 0" + (cut.empty() ? "" : ": part 0 of " + cut);
}

// Draws one body, and the arrows into and out of it. Returns the boxes of the loop's outputs.
Sources draw_body(const std::string& title, const LoopNode& loop, const Sources& inputs, Drawing& drawing) {
  const LoopSpec& spec = loop.spec;
  drawing.begin_frame(title);
  const Ends ends = draw(*loop.body, drawing);
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    const MergedInput* merged = merged_input(spec.parameters[p]);
    if (merged != nullptr) drawing.back_edge(ends.results[merged->result], ends.parameters[p]);
    if (std::holds_alternative<CurrentIteration>(spec.parameters[p].source)) {
      drawing.arrow(drawing.box("current iteration", "plaintext"), ends.parameters[p]);
    }
  }
  Sources outputs;
  for (const LoopOutput& output : spec.outputs) {
    const Scan* scan = scan_of(output);
    const std::string label =
        scan == nullptr ? "last value" : explain_joining(scan->slicing, spec.results[output.result].declared);
    outputs.push_back(drawing.box(label, "plaintext"));
    drawing.arrow(ends.results[output.result], outputs.back());
  }
  const auto draw_control = [&](const char* label, const std::string& from) {
    const std::string control = drawing.box(label, "diamond");
    drawing.arrow(from, control);
  };
  if (const auto* trip = std::get_if<TripCount>(&spec.bound)) draw_control("trip count", inputs[trip->input]);
  if (spec.initial_condition) draw_control("initial condition", inputs[*spec.initial_condition]);
  if (spec.condition) draw_control("condition", ends.results[*spec.condition]);
  drawing.end_frame();
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    const std::optional<size_t> input = input_of(spec.parameters[p]);
    if (input) drawing.arrow(inputs[*input], ends.parameters[p], role_of(spec.parameters[p]));
  }
  return outputs;
}

Sources draw_node(const Node& node, const Sources& inputs, Drawing& drawing) {
  if (const auto* loop = std::get_if<LoopNode>(&node.work))
    return draw_body(node.place.title, *loop, inputs, drawing);
  const std::string box = drawing.box(safe_line(node.type) + "\n" + safe_line(node.place.name), "box");
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

Ends draw(const Graph& graph, Drawing& drawing) {
  Sources sources(graph.slot_count);
  Ends ends;
  for (const GraphParameter& parameter : graph.parameters) {
    ends.parameters.push_back(
        drawing.box(safe_line(parameter.name) + "\n" + parameter.declared.text(), "ellipse"));
    sources[parameter.slot] = ends.parameters.back();
  }
  for (const Constant& constant : graph.constants) {
    sources[constant.slot] = drawing.box(signature_of(constant.value).text(), "note");
  }
  for (const Node& node : graph.nodes) {
    Sources inputs;
    for (const size_t slot : node.inputs) inputs.push_back(sources[slot]);
    const Sources outputs = draw_node(node, inputs, drawing);
    for (size_t k = 0; k < outputs.size(); ++k) sources[node.outputs[k]] = outputs[k];
  }
  for (const GraphResult& result : graph.results) {
    ends.results.push_back(drawing.box(safe_line(result.name), "ellipse"));
    drawing.arrow(sources[result.slot], ends.results.back());
  }
  return ends;
}

}  // namespace

std::string draw_graph(const Graph& graph) {
  Drawing drawing;
  drawing.text = "digraph " + quoted(graph.file) + " {\n";
  draw(graph, drawing);
  return drawing.text + "}\n";
}

}  // namespace backedge
