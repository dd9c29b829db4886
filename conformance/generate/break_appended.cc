#include "conformance/generate/breakage.h"

// Small pieces that are wrong on their own, added to a correct model.
namespace backedge::generate {
namespace {

using When = Breakage::When;

LayerOutput constant(Scope& scope, const Tensor& tensor) { return add_constant(scope, tensor, {}); }

void add_wrong(Scope& scope, const std::string& type, int64_t version,
               std::vector<openvino::Attribute> attributes, const std::vector<LayerOutput>& operands) {
  const LayerOutput value =
      add_operation(scope, type, version, std::move(attributes), operands, operands.front());
  add_result(scope, value);
}

bool mix_types(BreakSubject& subject) {
  return append(subject, [](Scope& scope) {
    const LayerOutput a = constant(scope, Tensor::of<int32_t>({2}, {1, 2}));
    const LayerOutput b = constant(scope, Tensor::of<float>({2}, {1, 2}));
    add_wrong(scope, "Add", 1, {}, {a, b});
  });
}

bool mix_shapes(BreakSubject& subject) {
  return append(subject, [](Scope& scope) {
    const LayerOutput a = constant(scope, Tensor::of<int32_t>({2}, {1, 2}));
    const LayerOutput b = constant(scope, Tensor::of<int32_t>({3}, {1, 2, 3}));
    add_wrong(scope, "Add", 1, {}, {a, b});
  });
}

bool reshape_to_nothing(BreakSubject& subject) {
  return append(subject, [](Scope& scope) {
    const LayerOutput a = constant(scope, Tensor::zeros(ElementType::kI32, {2, 3}));
    add_wrong(scope, "Reshape", 1, {{"special_zero", "false"}},
              {a, constant(scope, Tensor::of<int64_t>({2}, {4, -1}))});
  });
}

bool divide_by_zero(BreakSubject& subject) {
  return append(subject, [](Scope& scope) {
    const LayerOutput a = constant(scope, Tensor::of<int32_t>({2}, {7, 8}));
    add_wrong(scope, "Divide", 1, {}, {a, constant(scope, Tensor::of<int32_t>({2}, {2, 0}))});
  });
}

void add_broadcast(Scope& scope, int64_t rows, int64_t columns) {
  const LayerOutput a = constant(scope, Tensor::scalar<double>(1));
  add_wrong(scope, "Broadcast", 3, {{"mode", "numpy"}},
            {a, constant(scope, Tensor::of<int64_t>({2}, {rows, columns}))});
}

bool ask_for_much_memory(BreakSubject& subject) {
  return append(subject, [](Scope& scope) { add_broadcast(scope, int64_t{1} << 29, int64_t{1} << 29); });
}

bool ask_for_too_many_bytes(BreakSubject& subject) {
  return append(subject, [](Scope& scope) { add_broadcast(scope, int64_t{1} << 31, int64_t{1} << 31); });
}

bool declare_13_dimensions(BreakSubject& subject) {
  return append(subject, [](Scope& scope) {
    LayerOutput a = add_parameter(scope, ElementType::kI32, {}, {});
    find_attribute(scope.graph.layers.back(), "shape")->value = "1,1,1,1,1,1,1,1,1,1,1,1,1";
    add_result(scope, a);
  });
}

// A body in a body, 65 times. Each body returns its value unchanged.
openvino::Layer nested_iterator(int64_t depth) {
  const LayerOutput value{.shape = {Size::exactly(1)}};
  openvino::Layer parameter{.id = 0, .name = "x", .type = "Parameter", .version = "opset1"};
  parameter.attributes = {{.name = "shape", .value = "1"}, {.name = "element_type", .value = "i32"}};
  parameter.outputs = {port_of(0, value)};
  openvino::Layer result{
      .id = 1, .name = "y", .type = "Result", .version = "opset1", .inputs = {port_of(0, value)}};
  openvino::LayerGraph graph{.layers = {parameter, result}};
  if (depth > 1) {
    graph.layers.push_back(nested_iterator(depth - 1));
    graph.layers.back().id = 2;
    graph.edges = {{.from_layer = 0, .from_port = 0, .to_layer = 2, .to_port = 0},
                   {.from_layer = 2, .from_port = 1, .to_layer = 1, .to_port = 0}};
  } else {
    graph.edges = {{.from_layer = 0, .from_port = 0, .to_layer = 1, .to_port = 0}};
  }
  openvino::Layer layer{.name = "deep", .type = "TensorIterator", .version = "opset1"};
  layer.inputs = {port_of(0, value)};
  layer.outputs = {port_of(1, value)};
  layer.dialect = openvino::Dialect::kTensorIterator1;
  openvino::Body body{.name = "body", .port_map = {}, .back_edges = {}, .graph = std::move(graph)};
  body.port_map.inputs = {{.external_port_id = 0, .internal_layer_id = 0}};
  body.port_map.outputs = {{.external_port_id = 1, .internal_layer_id = 1}};
  layer.bodies.push_back(std::move(body));
  return layer;
}

bool nest_too_deep(BreakSubject& subject) {
  return append(subject, [](Scope& scope) {
    const LayerOutput a = constant(scope, Tensor::of<int32_t>({1}, {5}));
    openvino::Layer layer = nested_iterator(65);
    layer.id = scope.next_id++;
    add_edge(scope, a, layer.id, 0);
    scope.graph.layers.push_back(std::move(layer));
  });
}

constexpr Breakage kAppendedBreakages[] = {
    {"OP-4", When::kLoad, false, mix_types},
    {"OP-5", When::kLoad, false, mix_shapes},
    {"OP-6", When::kLoad, false, reshape_to_nothing},
    {"NUM-8", When::kRun, true, divide_by_zero},
    {"LIMIT-1", When::kRun, true, ask_for_much_memory},
    {"LIMIT-2", When::kLoad, true, nest_too_deep},
    {"LIMIT-3", When::kLoad, true, declare_13_dimensions},
    {"LIMIT-4", When::kEither, true, ask_for_too_many_bytes},
};

}  // namespace

std::span<const Breakage> appended_breakages() { return kAppendedBreakages; }

}  // namespace backedge::generate
