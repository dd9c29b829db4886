#include "interpreter/openvino/build_loop.h"

#include <algorithm>

#include "interpreter/base/safe_text.h"
#include "interpreter/loop/count_parts.h"
#include "interpreter/openvino/build_constant.h"
#include "interpreter/openvino/lookup.h"
#include "interpreter/openvino/port_map.h"

namespace backedge::openvino {
namespace {

// A loop or a branch of an If while it is built.
struct Loop {
  const Layer& layer;
  const Body& body;
  const LoopPorts& ports;
  const std::string& file;
  std::shared_ptr<const Graph> graph = nullptr;
  BoundPortMap map = {};
  LoopSpec spec = {};
};

bool is_draft(const Loop& loop) { return loop.layer.dialect == Dialect::kLoop5Draft; }

std::string called(const char* kind, int64_t id, const std::string& name) {
  return std::string(kind) + " " + std::to_string(id) + " \"" + safe_line(name) + "\"";
}

Error in_entry(Error error, const Loop& loop, const PortMapEntry& entry) {
  return std::move(error).entry(entry.name).at(loop.file, entry.line);
}

// The Parameter that takes the number of the iteration; nothing if the body has none.
Result<std::optional<size_t>> find_current_iteration(const Loop& loop) {
  std::optional<size_t> marked, outside;
  for (size_t p = 0; p < loop.map.inputs.size(); ++p) {
    const PortMapEntry* entry = loop.map.inputs[p].entry;
    const bool is_marked = entry != nullptr && entry->purpose.has_value();
    std::optional<size_t>& found = is_marked ? marked : outside;
    if (!is_marked && (entry != nullptr || loop.layer.type != "Loop")) continue;
    if (found) {  // [ITER-2]
      return Error("ITER-2", "two Parameters would be the current iteration")
          .note("Parameters " + std::to_string(loop.graph->parameters[*found].id) + " and " +
                std::to_string(loop.graph->parameters[p].id) +
                (is_marked ? " are marked as the current iteration" : " have no port map entry"));
    }
    found = p;
  }
  return marked ? marked : outside;
}

// A Parameter that gets no value from outside has no type but its own.
Result<void> check_declares_type(const Loop& loop, size_t p) {
  const Layer* layer = find_layer(loop.body.graph, loop.graph->parameters[p].id);
  if (TRY(declared_type(*layer))) return {};
  return Error("GRAPH-5", "the Parameter of the current iteration declares no element type")  // [GRAPH-5]
      .note("it has no value outside whose type it could take (GRAPH-6)");
}

Result<void> check_current_iteration(const Loop& loop, size_t p) {
  const Signature& declared = loop.graph->parameters[p].declared;
  const bool integer = declared.type == ElementType::kI64 || declared.type == ElementType::kI32;
  if (!integer || !(declared.shape.meets(Shape{}) || declared.shape.meets(Shape{1}))) {  // [ITER-1]
    return Error("ITER-1", "the Parameter of the current iteration is " + declared.text() +
                               ", expected a scalar or [1] of type i64 or i32");
  }
  if (loop.map.back_edges[p] || loop.map.inputs[p].external) {  // [ITER-3]
    return Error("ITER-3",
                 "the Parameter of the current iteration also gets a value from outside or by a back edge");
  }
  return check_declares_type(loop, p);
}

// A Parameter of unknown rank gets a scalar, and one of shape [?] gets [1].  [ITER-1]
PartialShape shape_of_current_iteration(const PartialShape& declared) {
  return declared.meets(Shape{}) ? Shape{} : Shape{1};
}

// The source of a Parameter that has an entry.
Result<decltype(BodyParameter::source)> source_of(const Loop& loop, size_t p) {
  const BoundPortMap::Input& input = loop.map.inputs[p];
  if (input.entry == nullptr) {  // [PORT-1]
    return Error("PORT-1",
                 "no port map entry binds Parameter " + std::to_string(loop.graph->parameters[p].id));
  }
  const std::optional<Slicing> slicing = TRY(slicing_of_entry(*input.entry));
  const InvariantInput whole{*input.external};
  if (const std::optional<size_t> result = loop.map.back_edges[p]) {
    MergedInput merged{.initial = whole, .result = *result};
    if (slicing) merged.initial = SlicedInput{*input.external, *slicing};
    return decltype(BodyParameter::source)(merged);
  }
  if (slicing) return decltype(BodyParameter::source)(SlicedInput{*input.external, *slicing});
  return decltype(BodyParameter::source)(whole);
}

Result<void> add_parameters(Loop& loop) {
  const std::optional<size_t> current = TRY(find_current_iteration(loop));
  if (current) TRY(check_current_iteration(loop, *current));
  for (size_t p = 0; p < loop.graph->parameters.size(); ++p) {
    const GraphParameter& parameter = loop.graph->parameters[p];
    const PortMapEntry* entry = loop.map.inputs[p].entry;
    BodyParameter& added = loop.spec.parameters.emplace_back();
    added.declared = parameter.declared;
    added.name = called("Parameter", parameter.id, parameter.name);
    added.entry = entry == nullptr ? added.name : entry->name;
    added.source = CurrentIteration();
    if (p == current) {
      added.declared.shape = shape_of_current_iteration(parameter.declared.shape);
      continue;
    }
    auto source = source_of(loop, p);
    if (!source.ok())
      return entry == nullptr ? source.take_error() : in_entry(source.take_error(), loop, *entry);
    added.source = std::move(source).value();
  }
  return {};
}

Result<void> add_outputs(Loop& loop) {
  for (const GraphResult& result : loop.graph->results) {
    loop.spec.results.push_back({result.declared, called("Result", result.id, result.name)});
  }
  for (const auto& [id, port] : loop.ports.outputs) {
    if (loop.map.outputs[port].entry != nullptr) continue;
    const std::string message =
        "no entry of the " + loop.body.name + " binds the external output port " + std::to_string(id);
    if (loop.layer.type == "If") return Error("IF-2", message);  // [IF-2]
    return Error("PORT-2", message);                             // [PORT-2]
  }
  for (const BoundPortMap::Output& output : loop.map.outputs) {
    Result<std::optional<Slicing>> slicing = slicing_of_entry(*output.entry);
    if (!slicing.ok()) return in_entry(slicing.take_error(), loop, *output.entry);
    LoopOutput added{.result = output.result, .kind = LastValue(), .entry = output.entry->name};
    if (slicing.value()) added.kind = Scan{*slicing.value()};
    loop.spec.outputs.push_back(std::move(added));
  }
  return {};
}

// The draft may leave out its trip count and its condition, but no other input.
Result<void> check_wired_controls(const Loop& loop) {
  const std::vector<Port>& ports = loop.layer.inputs;
  const auto left_out = std::count_if(ports.begin(), ports.end(),
                                      [&](const Port& port) { return !loop.ports.inputs.contains(port.id); });
  const bool has_count = std::holds_alternative<TripCount>(loop.spec.bound);
  if (left_out + has_count + loop.spec.initial_condition.has_value() <= 2) return {};  // [GRAPH-4]
  return Error("GRAPH-4", std::to_string(left_out) + " input ports are not wired")
      .note("a draft Loop may leave out its trip count and its condition");
}

// The draft has the entry marked `condition`, and a trip count at the one input port without an entry.
Result<void> add_draft_controls(Loop& loop) {
  std::optional<size_t> condition;  // a Parameter
  for (size_t p = 0; p < loop.map.inputs.size(); ++p) {
    const PortMapEntry* entry = loop.map.inputs[p].entry;
    if (entry == nullptr || !entry->condition.value_or(false)) continue;
    condition = p;
  }
  if (condition) {                           // otherwise the body's condition is ignored  [COND-3]
    if (!loop.map.back_edges[*condition]) {  // [COND-4]
      return Error("COND-4",
                   "no back edge leads to the Parameter marked `condition`, so no Result is the condition");
    }
    loop.spec.initial_condition = loop.map.inputs[*condition].external;
    loop.spec.condition = loop.map.back_edges[*condition];
  }
  std::vector<bool> has_entry(loop.ports.inputs.size(), false);
  for (const BoundPortMap::Input& bound : loop.map.inputs) {
    if (bound.external) has_entry[*bound.external] = true;
  }
  for (const auto& [id, input] : loop.ports.inputs) {
    if (has_entry[input]) continue;
    if (std::holds_alternative<TripCount>(loop.spec.bound)) {  // [TRIP-5]
      return Error("TRIP-5", "two input ports have no entry; at most one is the trip count")
          .note("the second is port " + std::to_string(id));
    }
    loop.spec.bound = TripCount{.input = input, .may_be_i32 = false};
  }
  return check_wired_controls(loop);
}

// The shipped Loop-5 has ports 0 and 1, and the Result marked `execution_condition`.
Result<void> add_controls(Loop& loop) {
  const auto trip = loop.ports.inputs.find(0);
  const auto condition = loop.ports.inputs.find(1);
  if (trip == loop.ports.inputs.end() || condition == loop.ports.inputs.end()) {  // [TRIP-5]
    return Error("TRIP-5",
                 "input ports 0 and 1 are not both wired: the trip count and the initial condition");
  }
  if (!loop.map.execution_condition) {  // [COND-4]
    return Error("COND-4",
                 "no output entry has purpose=\"execution_condition\", so no Result is the condition");
  }
  loop.spec.bound = TripCount{trip->second};
  loop.spec.initial_condition = condition->second;
  loop.spec.condition = loop.map.execution_condition;
  return {};
}

// Rejects attributes of a Loop in the port map of another layer, and slicing in an If.
Result<void> check_loop_attributes(const Loop& loop) {
  for (const auto* entries : {&loop.body.port_map.inputs, &loop.body.port_map.outputs}) {
    for (const PortMapEntry& entry : *entries) {
      if (loop.layer.type != "Loop" && (entry.purpose || entry.condition)) {  // [PORT-6]
        return in_entry(Error("PORT-6", "the entry has `purpose` or `condition`, which only a Loop may have"),
                        loop, entry);
      }
      if (loop.layer.type == "If" && entry.axis)  // [IF-2]
        return in_entry(Error("IF-2", "the entry has an axis, but an If cannot slice or join"), loop, entry);
    }
  }
  return {};
}

// The part of a value that an entry brings; of any shape if that cannot be known.
Signature part_of(Signature value, size_t input, const PortMapEntry& entry) {
  const Result<std::optional<Slicing>> slicing = slicing_of_entry(entry);
  if (slicing.ok() && !slicing.value()) return value;
  const Signature whole = value;
  value.shape = PartialShape::any();
  if (!slicing.ok()) return value;
  const Result<SlicedShape> parts = measure_parts(whole, SlicedInput{input, *slicing.value()});
  if (parts.ok()) value.shape = parts.value().part;
  return value;
}

// What each Parameter has in every iteration, as far as the values from outside settle it. Faulty entries are
// left out here.
BroughtValues list_brought_values(const Loop& loop) {
  BroughtValues brought;
  if (loop.ports.values.empty()) return brought;
  for (const PortMapEntry& entry : loop.body.port_map.inputs) {
    const auto port = loop.ports.inputs.find(entry.external_port_id);
    if (port == loop.ports.inputs.end()) continue;
    brought.emplace(entry.internal_layer_id, part_of(loop.ports.values[port->second], port->second, entry));
  }
  for (const BackEdge& edge : loop.body.back_edges) {
    const auto merged = brought.find(edge.to_layer);
    if (merged != brought.end()) merged->second.shape = PartialShape::any();  // (BACK-4)
  }
  return brought;
}

Result<LoopNode> build(Loop& loop, const BuildContext& context) {
  if (context.depth >= context.state.limits.max_depth) {  // [LIMIT-2]
    return Error("LIMIT-2", "loops and Ifs are nested deeper than the limit of " +
                                std::to_string(context.state.limits.max_depth));
  }
  BuildContext inside = context;
  ++inside.depth;
  const BroughtValues brought = list_brought_values(loop);
  inside.brought = &brought;
  loop.graph = TRY(build_graph(loop.body.graph, inside));  // [BODY-1]
  TRY(check_loop_attributes(loop));
  loop.map = TRY(bind_port_map(loop.body, *loop.graph, loop.ports, loop.file));
  TRY(add_parameters(loop));
  TRY(add_outputs(loop));
  if (loop.layer.type != "Loop") {
    loop.spec.bound = NumberOfParts();
  } else {
    TRY(is_draft(loop) ? add_draft_controls(loop) : add_controls(loop));
  }
  return LoopNode{.dialect = std::string(name_of(loop.layer.dialect)),
                  .spec = std::move(loop.spec),
                  .body = std::move(loop.graph)};
}

Result<LoopNode> build_body(const Layer& layer, const char* name, const LoopPorts& ports,
                            const BuildContext& context) {
  const auto named = [name](const Body& body) { return body.name == name; };
  const auto body = std::find_if(layer.bodies.begin(), layer.bodies.end(), named);
  CHECK(body != layer.bodies.end());  // (READ-6)
  Loop loop{.layer = layer, .body = *body, .ports = ports, .file = context.file};
  return build(loop, context);
}

}  // namespace

Result<LoopNode> build_loop(const Layer& layer, const LoopPorts& ports, const BuildContext& context) {
  return build_body(layer, "body", ports, context);
}

Result<IfNode> build_if(const Layer& layer, const LoopPorts& ports, const BuildContext& context) {
  if (ports.inputs.empty())  // [IF-1]
    return Error("IF-1", "no input port is wired, expected the condition at the first one");
  IfNode node;
  node.then_branch = TRY(build_body(layer, "then_body", ports, context));
  node.else_branch = TRY(build_body(layer, "else_body", ports, context));
  return node;
}

}  // namespace backedge::openvino
