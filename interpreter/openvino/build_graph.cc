#include "interpreter/openvino/build_graph.h"

#include <algorithm>

#include "interpreter/graph/inferring_builder.h"
#include "interpreter/openvino/build_constant.h"
#include "interpreter/openvino/build_loop.h"
#include "interpreter/openvino/lookup.h"
#include "interpreter/openvino/op_table.h"
#include "interpreter/openvino/single_layer.h"
#include "interpreter/openvino/variables.h"
#include "interpreter/openvino/wiring.h"
#include "interpreter/ops/access_variable.h"

namespace backedge::openvino {
namespace {

constexpr int64_t kWorkOfALayer = 1024;  // in elements, as a Deadline counts

// Adds the layers of a graph to a builder.
struct Lowering {
  const LayerGraph& layers;
  const BuildContext& context;
  Wiring wiring;
  InferringBuilder builder;
  std::vector<std::vector<size_t>> slots;  // by layer, by output port
  std::vector<Variable> variables;
  std::unordered_map<size_t, size_t> variable_of;  // by layer
  std::vector<std::optional<size_t>> given;        // by variable: the slot of its input
  std::vector<size_t> assigned;                    // by variable: the slot of its new value

  // The slot that feeds an input port. The port is wired.
  size_t slot_into(size_t layer, size_t port) const {
    const PortOf& source = *wiring.sources[layer][port];
    return slots[source.layer][source.port];
  }
};

Error needs(const Layer& layer, const std::string& what) {
  return Error("OP-3", "a " + layer.type + " has " + what);  // [OP-3]
}

Result<void> check_wired(const Lowering& lowering, size_t index) {
  const Layer& layer = lowering.layers.layers[index];
  for (size_t port = 0; port < layer.inputs.size(); ++port) {
    if (lowering.wiring.sources[index][port]) continue;  // [GRAPH-4]
    return Error("GRAPH-4", "input port " + std::to_string(layer.inputs[port].id) + " is not wired");
  }
  return {};
}

Result<void> check_source(const Layer& layer) {
  if (layer.inputs.empty() && layer.outputs.size() == 1) return {};
  return needs(layer, "no input port and one output port");
}

Node node_of(const Lowering& lowering, const Layer& layer) {
  return {.place = {lowering.context.file, layer.line, layer.title(), layer.name_or_id()},
          .type = layer.type};
}

// Adds an operation, a loop or an If, which may be in any graph, and returns its slots.  [BODY-2]
Result<std::vector<size_t>> add_node(Lowering& lowering, size_t index) {
  const Layer& layer = lowering.layers.layers[index];
  Node node = node_of(lowering, layer);
  LoopPorts ports;
  for (size_t port = 0; port < layer.inputs.size(); ++port) {
    if (!lowering.wiring.sources[index][port]) continue;
    ports.inputs.emplace(layer.inputs[port].id, node.inputs.size());
    node.inputs.push_back(lowering.slot_into(index, port));
  }
  for (size_t port = 0; port < layer.outputs.size(); ++port)
    ports.outputs.emplace(layer.outputs[port].id, port);
  if (lowering.context.state.has_open_types) {
    for (const size_t slot : node.inputs) ports.values.push_back(lowering.builder.known(slot).signature);
  }
  if (layer.type == "If") {
    IfNode branches = TRY(build_if(layer, ports, lowering.context));
    return lowering.builder.add_if(std::move(node), std::move(branches));
  }
  if (is_loop(layer)) {
    LoopNode loop = TRY(build_loop(layer, ports, lowering.context));
    return lowering.builder.add_loop(std::move(node), std::move(loop));
  }
  Operation operation = TRY(make_operation(layer.type, layer.version, Attributes(layer.attributes),
                                           std::ssize(layer.inputs), std::ssize(layer.outputs)));
  return lowering.builder.add_operation(std::move(node), std::move(operation), layer.outputs.size());
}

// The type of a Parameter that leaves it open is that of the value from outside.
Result<size_t> add_parameter(Lowering& lowering, const Layer& layer) {
  const BroughtValues* values = lowering.context.brought;
  if (values == nullptr)
    return lowering.builder.add_parameter(layer.name_or_id(), TRY(declared_signature(layer)), layer.id);
  // Without a value it may be the current iteration. build_loop rejects it if it has no type of its own.
  const auto found = values->find(layer.id);
  const Signature brought = found == values->end()
                                ? Signature{.type = ElementType::kI64, .shape = PartialShape::any()}
                                : found->second;
  const Signature declared = TRY(declared_signature(layer, brought.type));  // [GRAPH-6]
  Signature known = declared;
  known.shape = known.shape.narrowed_by(brought.shape);
  return lowering.builder.add_parameter(layer.name_or_id(), declared, layer.id, known);
}

// The value of a variable that no Assign has set and that has no init_value.  [VAR-3]
Result<size_t> add_zeros(Lowering& lowering, const Layer& layer, const Signature& declared) {
  if (!declared.shape.rank_known())
    return Error("VAR-3", "there is no init_value, and the rank of the variable is not known");
  Shape shape;
  for (int64_t axis = 0; axis < declared.shape.rank(); ++axis) shape.push_back(declared.shape[axis].min);
  BuildState& state = lowering.context.state;
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(declared.type));
  if (!bytes || *bytes > state.limits.max_bytes - state.copied_bytes) {  // [LIMIT-1]
    return Error("LIMIT-1", "the zeros of a variable of " + declared.text() +
                                " take more than the limit of " + std::to_string(state.limits.max_bytes) +
                                " bytes");
  }
  state.copied_bytes += *bytes;
  return lowering.builder.add_constant(Tensor::zeros(declared.type, shape), layer.name_or_id());
}

// Adds a ReadValue or an Assign. What a run reads, it reads before it assigns anything.  [VAR-3]
Result<std::vector<size_t>> access_variable(Lowering& lowering, size_t index) {
  const Layer& layer = lowering.layers.layers[index];
  const size_t v = lowering.variable_of.at(index);
  const Variable& variable = lowering.variables[v];
  const bool reads = variable.read_value == index;
  if (reads && lowering.given[v]) return std::vector{*lowering.given[v]};  // [VAR-4]
  Node node = node_of(lowering, layer);
  node.inputs = {layer.inputs.empty() ? TRY(add_zeros(lowering, layer, variable.declared))
                                      : lowering.slot_into(index, 0)};
  const ops::VariableAccess access{.id = variable.id, .sets = !reads, .declared = variable.declared};
  const std::vector<size_t> slots =
      TRY(lowering.builder.add_operation(std::move(node), ops::make_access_variable(access), 1));
  if (!reads) lowering.assigned[v] = slots.front();
  return slots;
}

// Adds the inputs of variables, after all Parameters.  [VAR-4]
void add_variable_inputs(Lowering& lowering) {
  const std::span<const std::string> given = lowering.context.state.variable_ports.inputs;
  for (size_t v = 0; v < lowering.variables.size(); ++v) {
    const Variable& variable = lowering.variables[v];
    const std::string name = port_of_variable(variable);
    if (std::find(given.begin(), given.end(), name) == given.end()) {
      lowering.builder.builder().add_default(name, variable.declared);
    } else {
      lowering.given[v] = lowering.builder.add_parameter(name, variable.declared,
                                                         lowering.layers.layers[variable.read_value].id);
    }
  }
}

// Adds a layer and returns the slots of its output ports.
Result<std::vector<size_t>> add_layer(Lowering& lowering, size_t index) {
  const Layer& layer = lowering.layers.layers[index];
  // The draft may leave out control inputs. build_loop knows how many.
  if (layer.dialect != Dialect::kLoop5Draft) TRY(check_wired(lowering, index));
  if (layer.type == "Parameter") {
    TRY(check_source(layer));
    return std::vector{TRY(add_parameter(lowering, layer))};
  }
  if (is_constant(layer)) {
    TRY(check_source(layer));
    Tensor value = TRY(build_constant(layer, lowering.context.weights, lowering.context.state));
    return std::vector{lowering.builder.add_constant(std::move(value), layer.name_or_id())};
  }
  if (is_variable_access(layer)) return access_variable(lowering, index);
  if (layer.type != "Result") return add_node(lowering, index);
  if (layer.inputs.size() == 1 && layer.outputs.empty()) return std::vector<size_t>();
  return needs(layer, "one input port and no output port");
}

// Adds the Results in the order of the file, whatever the order of the layers that they read.
void add_results(Lowering& lowering) {
  for (size_t index = 0; index < lowering.layers.layers.size(); ++index) {
    const Layer& layer = lowering.layers.layers[index];
    if (layer.type != "Result") continue;
    const PortOf source = *lowering.wiring.sources[index][0];
    const Port& behind = lowering.layers.layers[source.layer].outputs[source.port];
    const Port& written = layer.inputs[0].has_dims() ? layer.inputs[0] : behind;
    lowering.builder.builder().add_result(
        layer.name_or_id(), lowering.slot_into(index, 0),
        written.has_dims() ? PartialShape::of(written.dims) : PartialShape::any(), layer.id);
  }
}

// Adds the outputs of variables, after all Results.  [VAR-4]
void add_variable_outputs(Lowering& lowering) {
  for (size_t v = 0; v < lowering.variables.size(); ++v) {
    const Variable& variable = lowering.variables[v];
    lowering.builder.builder().add_result(port_of_variable(variable), lowering.assigned[v],
                                          variable.declared.shape,
                                          lowering.layers.layers[variable.assign].id);
  }
}

Result<std::vector<Variable>> variables_of(const LayerGraph& layers, const BuildContext& context) {
  if (context.depth == 0) return find_variables(layers, context.file);
  for (const Layer& layer : layers.layers) {
    if (!is_variable_access(layer)) continue;
    return Error("VAR-1", "variables in a body are not supported")  // [VAR-1]
        .of(layer.title())
        .at(context.file, layer.line);
  }
  return std::vector<Variable>();
}

// Parameters read nothing, so they can be added first. They are added in the order of the file.
Result<GraphBuilder> lower(const LayerGraph& layers, const BuildContext& context) {
  std::vector<Variable> variables = TRY(variables_of(layers, context));
  Wiring wiring = TRY(resolve_edges(layers, context.file));
  const Infers infers = context.state.has_open_types ? Infers::kSignatures : Infers::kNothing;
  Lowering lowering{.layers = layers,
                    .context = context,
                    .wiring = std::move(wiring),
                    .builder = InferringBuilder(context.file, infers),
                    .slots = {},
                    .variables = std::move(variables)};
  lowering.slots.resize(layers.layers.size());
  lowering.given.resize(lowering.variables.size());
  lowering.assigned.resize(lowering.variables.size());
  for (size_t v = 0; v < lowering.variables.size(); ++v) {
    for (const size_t layer : {lowering.variables[v].read_value, lowering.variables[v].assign})
      lowering.variable_of.emplace(layer, v);
  }
  const auto add_layers = [&](auto is_selected) -> Result<void> {
    for (const size_t index : lowering.wiring.order) {
      const Layer& layer = layers.layers[index];
      if (!is_selected(layer)) continue;
      Result<std::vector<size_t>> added = add_layer(lowering, index);
      if (!added.ok()) return added.take_error().of(layer.title()).at(context.file, layer.line);
      lowering.slots[index] = std::move(added).value();
      if (context.state.deadline.passed(kWorkOfALayer)) return time_is_over(context.state.deadline);
    }
    return {};
  };
  // The inputs of variables come after the Parameters. Without variables, slots are in the order of the layers.
  const auto comes_first = [&](const Layer& layer) {
    return !lowering.variables.empty() && layer.type == "Parameter";
  };
  TRY(add_layers(comes_first));
  add_variable_inputs(lowering);
  TRY(add_layers([&](const Layer& layer) { return !comes_first(layer); }));
  add_results(lowering);
  if (context.state.variable_ports.outputs) add_variable_outputs(lowering);
  return std::move(lowering.builder.builder());
}

// Whether a Parameter of a body here, at any depth, leaves its element type open.
bool has_open_types(const LayerGraph& graph) {
  const auto is_open = [](const Layer& layer) {
    if (layer.type != "Parameter") return false;
    const Result<std::optional<ElementType>> type = declared_type(layer);
    return type.ok() && !type.value();
  };
  return std::any_of(graph.layers.begin(), graph.layers.end(), [&](const Layer& layer) {
    return std::any_of(layer.bodies.begin(), layer.bodies.end(), [&](const Body& body) {
      const std::vector<Layer>& layers = body.graph.layers;
      return std::any_of(layers.begin(), layers.end(), is_open) || has_open_types(body.graph);
    });
  });
}

}  // namespace

Result<std::shared_ptr<const Graph>> build_graph(const LayerGraph& layers, const BuildContext& context) {
  return TRY(lower(layers, context)).finish_body();
}

Result<std::shared_ptr<const Graph>> build_model(const Model& model, const BuildLimits& limits,
                                                 const VariablePorts& variable_ports) {
  Deadline endless;
  BuildState state{.limits = limits, .deadline = limits.deadline == nullptr ? endless : *limits.deadline};
  state.has_open_types = has_open_types(model.graph);
  state.variable_ports = variable_ports;
  const BuildContext context{.file = model.file, .weights = model.weights, .state = state, .depth = 0};
  const auto build = [&]() -> Result<std::shared_ptr<const Graph>> {
    return TRY(lower(model.single_layer ? wire_ports(model.graph) : model.graph, context)).finish();
  };
  Result<std::shared_ptr<const Graph>> built = build();
  if (!built.ok()) return built.take_error().in(Phase::kLoad).at(model.file, 0);
  return built;
}

}  // namespace backedge::openvino
