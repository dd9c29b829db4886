#include "interpreter/openvino/build_graph.h"

#include "interpreter/graph/infer_graph.h"
#include "interpreter/openvino/build_constant.h"
#include "interpreter/openvino/build_loop.h"
#include "interpreter/openvino/lookup.h"
#include "interpreter/openvino/single_layer.h"
#include "interpreter/openvino/wiring.h"

namespace backedge {
namespace {

constexpr int64_t kWorkOfALayer = 1024;  // in elements, as a Deadline counts

// A graph under construction.
struct Builder {
  const openvino::Graph& layers;
  const BuildContext& context;
  Wiring wiring;
  std::vector<std::vector<size_t>> slots;  // by layer, by output port
  std::vector<size_t> place;               // by layer: where a Parameter or Result stands in the graph
  std::shared_ptr<Graph> graph;
};

Error needs(const openvino::Layer& layer, const std::string& what) {
  return Error("OP-3", "a " + layer.type + " has " + what);  // [OP-3]
}

Result<void> check_wired(const Builder& builder, size_t index) {
  const openvino::Layer& layer = builder.layers.layers[index];
  for (size_t port = 0; port < layer.inputs.size(); ++port) {
    if (builder.wiring.sources[index][port]) continue;  // [GRAPH-4]
    return Error("GRAPH-4", "input port " + std::to_string(layer.inputs[port].id) + " is not wired");
  }
  return {};
}

// The slot that feeds an input port; none where it is not wired.
std::optional<size_t> slot_into(const Builder& builder, size_t layer, size_t port) {
  const std::optional<PortOf>& source = builder.wiring.sources[layer][port];
  if (!source) return std::nullopt;
  return builder.slots[source->layer][source->port];
}

Result<void> add_parameter(Builder& builder, size_t index) {
  const openvino::Layer& layer = builder.layers.layers[index];
  if (!layer.inputs.empty() || layer.outputs.size() != 1)
    return needs(layer, "no input port and one output port");
  const Signature declared = TRY(declared_signature(layer));
  builder.graph->parameters[builder.place[index]] = {.name = layer.name_or_id(),
                                                     .layer_id = layer.id,
                                                     .declared = declared,
                                                     .slot = builder.slots[index][0]};
  return {};
}

Result<void> add_constant(Builder& builder, size_t index) {
  const openvino::Layer& layer = builder.layers.layers[index];
  if (!layer.inputs.empty() || layer.outputs.size() != 1)
    return needs(layer, "no input port and one output port");
  builder.graph->constants.push_back(
      {builder.slots[index][0], TRY(build_constant(layer, builder.context.weights, builder.context.state))});
  return {};
}

Result<void> add_result(Builder& builder, size_t index) {
  const openvino::Layer& layer = builder.layers.layers[index];
  if (layer.inputs.size() != 1) return needs(layer, "one input port");
  const PortOf source = *builder.wiring.sources[index][0];
  const openvino::Port& written =
      layer.inputs[0].has_dims() ? layer.inputs[0] : builder.layers.layers[source.layer].outputs[source.port];
  builder.graph->results[builder.place[index]] = {
      .name = layer.name_or_id(),
      .layer_id = layer.id,
      .declared = written.has_dims() ? PartialShape::of(written.dims) : PartialShape::any(),
      .slot = *slot_into(builder, index, 0)};
  return {};
}

Attributes attributes_of(const openvino::Layer& layer) {
  std::vector<Attributes::Attribute> attributes;
  for (const openvino::Attribute& attribute : layer.attributes)
    attributes.push_back({attribute.name, attribute.value});
  return Attributes(std::move(attributes));
}

Result<decltype(Node::work)> make_work(const openvino::Layer& layer, const LoopPorts& ports,
                                       const BuildContext& context) {
  using Work = decltype(Node::work);
  // Any of these may stand in any graph.  [BODY-2]
  if (layer.type == "If") return Work(TRY(build_if(layer, ports, context)));
  if (is_loop(layer)) return Work(TRY(build_loop(layer, ports, context)));
  return Work(TRY(make_operation(layer.type, layer.version, attributes_of(layer),
                                 static_cast<int64_t>(layer.inputs.size()),
                                 static_cast<int64_t>(layer.outputs.size()))));
}

Result<void> add_node(Builder& builder, size_t index) {
  const openvino::Layer& layer = builder.layers.layers[index];
  Node node{.title = layer.title(),
            .type = layer.type,
            .name = layer.name_or_id(),
            .line = layer.line,
            .attributes = attributes_of(layer)};
  LoopPorts ports;
  for (size_t port = 0; port < layer.inputs.size(); ++port) {
    const std::optional<size_t> slot = slot_into(builder, index, port);
    if (!slot) continue;
    ports.inputs.emplace(layer.inputs[port].id, node.inputs.size());
    node.inputs.push_back(*slot);
    node.input_names.push_back(
        builder.layers.layers[builder.wiring.sources[index][port]->layer].name_or_id());
  }
  for (size_t port = 0; port < layer.outputs.size(); ++port)
    ports.outputs.emplace(layer.outputs[port].id, port);
  node.outputs = builder.slots[index];
  node.work = TRY(make_work(layer, ports, builder.context));
  builder.graph->nodes.push_back(std::move(node));
  return {};
}

Result<void> add_layer(Builder& builder, size_t index) {
  const openvino::Layer& layer = builder.layers.layers[index];
  // The draft leaves control inputs unwired: build_loop knows which.
  if (layer.dialect != openvino::Dialect::kLoop5Draft) TRY(check_wired(builder, index));
  if (layer.type == "Parameter") return add_parameter(builder, index);
  if (is_constant(layer)) return add_constant(builder, index);
  if (layer.type == "Result") return add_result(builder, index);
  return add_node(builder, index);
}

// Numbers output ports as slots, Parameters and Results in layer order.
void number(Builder& builder) {
  for (const openvino::Layer& layer : builder.layers.layers) {
    std::vector<size_t>& slots = builder.slots.emplace_back();
    for (size_t port = 0; port < layer.outputs.size(); ++port) slots.push_back(builder.graph->slot_count++);
    size_t& place = builder.place.emplace_back(0);
    if (layer.type == "Parameter") {
      place = builder.graph->parameters.size();
      builder.graph->parameters.emplace_back();
    } else if (layer.type == "Result") {
      place = builder.graph->results.size();
      builder.graph->results.emplace_back();
    }
  }
}

// Finds for every slot the node after which it is not read any more; Results and constants stay.
void find_last_reads(Graph& graph) {
  std::vector<bool> found(graph.slot_count, false);
  for (const GraphResult& result : graph.results) found[result.slot] = true;
  for (const Constant& constant : graph.constants) found[constant.slot] = true;
  for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
    for (const auto* slots : {&node->inputs, &node->outputs}) {
      for (const size_t slot : *slots) {
        if (!found[slot]) node->last_reads.push_back(slot);
        found[slot] = true;
      }
    }
  }
}

}  // namespace

Error placed(Error error, const Graph& graph, const Node& node) {
  return std::move(error).of(node.title).at(graph.file, node.line);
}

Result<std::shared_ptr<Graph>> build_graph(const openvino::Graph& layers, const BuildContext& context) {
  Builder builder{.layers = layers,
                  .context = context,
                  .wiring = {},
                  .slots = {},
                  .place = {},
                  .graph = std::make_shared<Graph>()};
  builder.graph->file = context.file;
  builder.wiring = TRY(resolve_edges(layers, context.file));
  number(builder);
  for (const size_t index : builder.wiring.order) {
    Result<void> added = add_layer(builder, index);
    const openvino::Layer& layer = layers.layers[index];
    if (!added.ok()) return added.take_error().of(layer.title()).at(context.file, layer.line);
    if (context.state.deadline.passed(kWorkOfALayer)) return time_is_over(context.state.deadline);
  }
  find_last_reads(*builder.graph);
  return builder.graph;
}

Result<std::shared_ptr<const Graph>> build_model(const openvino::Model& model, const BuildLimits& limits) {
  Deadline endless;
  BuildState state{.limits = limits, .deadline = limits.deadline == nullptr ? endless : *limits.deadline};
  const BuildContext context{.file = model.file, .weights = model.weights, .state = state, .depth = 0};
  const auto build = [&]() -> Result<std::shared_ptr<const Graph>> {
    std::shared_ptr<Graph> graph =
        TRY(build_graph(model.single_layer ? wire_ports(model.graph) : model.graph, context));
    std::vector<Signature> parameters;
    for (const GraphParameter& parameter : graph->parameters) parameters.push_back(parameter.declared);
    graph->result_signatures = TRY(infer_graph(*graph, parameters));
    graph->lacks_weights = state.lacks_weights;
    return std::shared_ptr<const Graph>(std::move(graph));
  };
  Result<std::shared_ptr<const Graph>> built = build();
  if (!built.ok()) return built.take_error().in(Phase::kLoad).at(model.file, 0);
  return built;
}

}  // namespace backedge
