#include "tools/cli/describe_graph.h"

#include "tools/cli/describe_layers.h"

namespace backedge {
namespace {

OrderedJson slicing_json(const Slicing& slicing) {
  OrderedJson json = {{"axis", slicing.axis}};
  if (slicing.start != 0) json["start"] = slicing.start;
  if (slicing.end != -1) json["end"] = slicing.end;
  if (slicing.stride != 1) json["stride"] = slicing.stride;
  if (slicing.part_size) json["part_size"] = *slicing.part_size;
  return json;
}

OrderedJson parameter_json(const Node& node, const BodyParameter& parameter, const std::string& name) {
  const std::optional<size_t> input = input_of(parameter);
  if (!input) return entry_json("current iteration", "0, 1, 2, ...", name);
  const SlicedInput* sliced = sliced_input(parameter);
  OrderedJson slicing = sliced == nullptr ? OrderedJson::object() : slicing_json(sliced->slicing);
  if (sliced != nullptr && sliced->drops_axis) slicing["drops_axis"] = true;
  const std::string role = merged_input(parameter) != nullptr ? "merged input"
                           : sliced != nullptr                ? "sliced input"
                                                              : "invariant input";
  return entry_json(role, node.input_names[*input], name, slicing);
}

OrderedJson joining_json(const Node& node, const Scan& scan) {
  OrderedJson json = slicing_json(scan.slicing);
  if (scan.adds_axis) json["adds_axis"] = true;
  if (scan.length) json["length"] = node.input_names[*scan.length];
  return json;
}

OrderedJson loop_json(const Node& node, const LoopNode& loop) {
  const LoopSpec& spec = loop.spec;
  const Graph& body = *loop.body;
  OrderedJson entries = OrderedJson::array();
  if (const auto* trip = std::get_if<TripCount>(&spec.bound))
    entries.push_back(entry_json("trip count", node.input_names[trip->input], ""));
  if (spec.gate) entries.push_back(entry_json("condition", loop.gate->results[0].name, ""));
  for (size_t p = 0; p < spec.parameters.size(); ++p)
    entries.push_back(parameter_json(node, spec.parameters[p], body.parameters[p].name));
  for (size_t k = 0; k < spec.outputs.size(); ++k) {
    const LoopOutput& output = spec.outputs[k];
    const Scan* scan = scan_of(output);
    entries.push_back(entry_json(scan == nullptr ? "last value" : "scan output",
                                 body.results[output.result].name, "output " + std::to_string(k),
                                 scan == nullptr ? OrderedJson::object() : joining_json(node, *scan)));
  }
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    const MergedInput* merged = merged_input(spec.parameters[p]);
    if (merged == nullptr) continue;
    entries.push_back(entry_json("back edge", body.results[merged->result].name, body.parameters[p].name));
  }
  OrderedJson json = {{"title", node.place.title}};
  if (node.place.line > 0) json["line"] = node.place.line;
  json["entries"] = entries;
  return json;
}

// Loops come before the loops in them.
void add_loops(const Graph& graph, OrderedJson& loops) {
  for (const Node& node : graph.nodes) {
    if (const auto* loop = std::get_if<LoopNode>(&node.work)) {
      loops.push_back(loop_json(node, *loop));
      add_loops(*loop->body, loops);
    } else if (const auto* branches = std::get_if<IfNode>(&node.work)) {
      add_loops(*branches->then_branch.body, loops);
      add_loops(*branches->else_branch.body, loops);
    }
  }
}

// The scan output of a loop of this graph that is a result of it.
OrderedJson scan_json(const Graph& graph, size_t result) {
  for (const Node& node : graph.nodes) {
    const auto* loop = std::get_if<LoopNode>(&node.work);
    for (size_t k = 0; loop != nullptr && k < node.outputs.size(); ++k) {
      const Scan* scan = scan_of(loop->spec.outputs[k]);
      if (scan == nullptr || node.outputs[k] != graph.results[result].slot) continue;
      OrderedJson width = nullptr;  // also if the output is padded: the padding belongs to no iteration
      if (scan->adds_axis && !scan->length) width = 1;
      if (!scan->adds_axis && scan->slicing.part_size) width = *scan->slicing.part_size;
      return {{"output", result},
              {"axis", scan->slicing.axis},
              {"width", width},
              {"backward", scan->slicing.stride < 0}};
    }
  }
  return nullptr;
}

}  // namespace

OrderedJson describe_graph(const Graph& graph) {
  OrderedJson loops = OrderedJson::array(), scans = OrderedJson::array();
  add_loops(graph, loops);
  for (size_t k = 0; k < graph.results.size(); ++k) {
    const OrderedJson scan = scan_json(graph, k);
    if (!scan.is_null()) scans.push_back(scan);
  }
  return {{"loops", loops}, {"scans", scans}};
}

}  // namespace backedge
