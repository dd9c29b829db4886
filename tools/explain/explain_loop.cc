#include "tools/explain/explain_loop.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "interpreter/base/safe_text.h"
#include "interpreter/tensor/decimal.h"
#include "tools/explain/explain_slicing.h"

namespace backedge {
namespace {

// A loop and its surroundings.
struct Scene {
  const Node& node;
  const LoopSpec& spec;
  std::span<const Operand> inputs;  // as many as the node has
  std::string indent;
  bool iterated = true;  // false for a branch of an If
};

std::string line(const Scene& scene, const std::string& head, const std::string& text) {
  return scene.indent + head + std::string(std::max<size_t>(head.size(), 12) - head.size() + 1, ' ') + text +
         "\n";
}

// `"trip"`, or the value of a constant of one element: `constant "trip" = 5`.
std::string explain_input(const Scene& scene, size_t input) {
  const std::string name = in_quotes(scene.node.input_names[input]);
  const Tensor* value = scene.inputs[input].value;
  return value != nullptr && value->count() == 1 ? "constant " + name + " = " + element_text(*value, 0)
                                                 : name;
}

std::string explain_parts(const Scene& scene) {
  for (const BodyParameter& parameter : scene.spec.parameters) {
    const SlicedInput* sliced = sliced_input(parameter);
    if (sliced == nullptr) continue;
    const PartialShape& shape = scene.inputs[*input_of(parameter)].shape;
    const std::string text = "the number of parts of the sliced inputs";
    const std::optional<int64_t> axis =
        shape.rank_known() ? normalize_axis(sliced->slicing.axis, shape.rank()) : std::nullopt;
    if (!axis || !shape[*axis].known()) return text + ", known at run time";
    const Result<Partition> parts = partition(shape[*axis].min, sliced->slicing);
    return parts.ok() ? std::to_string(parts.value().count) + ", " + text : text;
  }
  return "1, as no input is sliced";
}

std::string explain_trip_count(const Scene& scene) {
  if (std::holds_alternative<NoBound>(scene.spec.bound)) return "no bound: not connected";
  if (std::holds_alternative<NumberOfParts>(scene.spec.bound)) return explain_parts(scene);
  const auto& [input, may_be_i32, negative] = std::get<TripCount>(scene.spec.bound);
  const bool may_be_open = negative == TripCount::Negative::kMinusOneIsNoBound;
  const std::string text = "from input " + std::to_string(input) + ", " + explain_input(scene, input);
  const Tensor* value = scene.inputs[input].value;
  if (value == nullptr || value->count() != 1)
    return text + ", read at run time" + (may_be_open ? "; -1 means no bound" : "");
  return may_be_open && element_text(*value, 0) == "-1" ? text + ": no bound" : text;
}

// The first line of a loop or an If.
std::string explain_place(const Place& place) {
  return place.title + (place.line > 0 ? ", line " + std::to_string(place.line) : "") + "\n";
}

std::string explain_condition(const Scene& scene) {
  const auto& [initial, condition] = std::pair(scene.spec.initial_condition, scene.spec.condition);
  std::string text = "before iteration 0: ";
  text += initial ? "input " + std::to_string(*initial) + ", " + explain_input(scene, *initial)
                  : "true, not connected";
  return text + "; after each: " + (condition ? scene.spec.results[*condition].name : "true");
}

std::string explain_initial(const Scene& scene, const InvariantInput& input) {
  return explain_input(scene, input.input);
}

std::string explain_initial(const Scene& scene, const SlicedInput& input) {
  return explain_input(scene, input.input) + " " +
         explain_slicing(input.slicing, scene.inputs[input.input].shape);
}

struct ExplainSource {
  const Scene& scene;

  std::string operator()(const InvariantInput& input) const {
    return "invariant: " + explain_initial(scene, input);
  }
  std::string operator()(const SlicedInput& input) const {
    return "sliced: " + explain_initial(scene, input);
  }
  std::string operator()(const MergedInput& merged) const {
    const bool sliced = std::holds_alternative<SlicedInput>(merged.initial);
    const auto explain = [&](const auto& initial) { return explain_initial(scene, initial); };
    return std::string("merged: ") + (sliced ? "part 0 of " : "") + std::visit(explain, merged.initial) +
           ", then " + scene.spec.results[merged.result].name;
  }
  std::string operator()(const CurrentIteration&) const { return "current iteration: 0, 1, 2, ..."; }
};

std::string explain_scan(const Scene& scene, const Scan& scan, const PartialShape& part) {
  PartialShape joined = part;
  if (scan.adds_axis && part.rank_known()) joined = PartialShape::of_rank(part.rank() + 1);
  std::string text = explain_joining(scan.slicing, joined, scan.adds_axis);
  if (scan.length) text += ", padded to the length " + explain_input(scene, *scan.length);
  return text;
}

std::string explain_ports(const Scene& scene) {
  std::string text;
  for (const BodyParameter& parameter : scene.spec.parameters) {
    text += line(scene, "input",
                 parameter.name + " " + parameter.declared.text() + ", " +
                     std::visit(ExplainSource{scene}, parameter.source));
  }
  for (size_t k = 0; k < scene.spec.outputs.size(); ++k) {
    const LoopOutput& output = scene.spec.outputs[k];
    const BodyResult& result = scene.spec.results[output.result];
    std::string kind = scene.iterated ? ", last value" : "";
    if (const Scan* scan = scan_of(output)) {
      kind = ", scan: every iteration's value " + explain_scan(scene, *scan, result.declared);
    }
    text += line(scene, "output " + std::to_string(k), result.name + kind);
  }
  return text;
}

std::string explain_back_edges(const Scene& scene) {
  std::string text;
  for (const BodyParameter& parameter : scene.spec.parameters) {
    const MergedInput* merged = merged_input(parameter);
    if (merged == nullptr) continue;
    text += line(scene, "back edge", scene.spec.results[merged->result].name + " -> " + parameter.name);
  }
  return text;
}

}  // namespace

std::string explain_operations(const Graph& graph) {
  std::vector<std::pair<int64_t, std::string>> counts;  // negative, so that the largest come first
  // A node of the model may be several here, with the same type and place.
  std::set<std::tuple<std::string, int64_t, std::string>> seen;
  for (const Node& node : graph.nodes) {
    const bool is_new = seen.emplace(node.type, node.place.line, node.place.title).second;
    if (!is_new && !node.place.title.empty()) continue;
    const auto same = [&](const auto& count) { return count.second == node.type; };
    const auto found = std::find_if(counts.begin(), counts.end(), same);
    if (found == counts.end())
      counts.emplace_back(-1, node.type);
    else
      --found->first;
  }
  std::sort(counts.begin(), counts.end());
  std::string text;
  for (const auto& [count, type] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(-count) + " " + type;
  return text.empty() ? "no operations" : text;
}

std::string explain_loop(const Node& node, const LoopNode& loop, std::span<const Operand> inputs,
                         const std::string& indent) {
  const Scene scene{node, loop.spec, inputs, indent + "  "};
  std::string text = indent + explain_place(node.place);
  text += line(scene, "dialect", loop.dialect);
  text += line(scene, "trip count", explain_trip_count(scene));
  if (loop.gate != nullptr) {
    text +=
        line(scene, "condition", "before each iteration: \"" + safe_line(loop.gate->results[0].name) + "\"");
    text += line(scene, "", "computed by " + explain_operations(*loop.gate));
  }
  const bool has_no_condition =
      std::holds_alternative<NumberOfParts>(loop.spec.bound) || loop.gate != nullptr;
  if (loop.spec.initial_condition || loop.spec.condition || !has_no_condition)
    text += line(scene, "condition", explain_condition(scene));
  text += explain_ports(scene) + explain_back_edges(scene);
  return text + line(scene, "body", explain_operations(*loop.body));
}

std::string explain_if(const Node& node, const IfNode& branches, std::span<const Operand> inputs,
                       const std::string& indent) {
  std::string text = indent + explain_place(node.place);
  text += line({node, branches.then_branch.spec, inputs, indent + "  "}, "condition",
               in_quotes(node.input_names.front()));
  for (const auto& [name, branch] :
       {std::pair("then", &branches.then_branch), std::pair("else", &branches.else_branch)}) {
    const Scene scene{node, branch->spec, inputs, indent + "    ", false};
    text += indent + "  " + name + "\n" + explain_ports(scene);
    text += line(scene, "body", explain_operations(*branch->body));
  }
  return text;
}

}  // namespace backedge
