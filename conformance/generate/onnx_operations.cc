#include <algorithm>

#include "conformance/generate/onnx_graph.h"
#include "interpreter/base/joined.h"

namespace backedge::generate {
namespace {

constexpr int64_t kMost = int64_t{1} << 20;

std::string type_name(ElementType type) {
  switch (type) {
    case ElementType::kI32:
      return "int32";
    case ElementType::kI64:
      return "int64";
    default:
      return "float";
  }
}

int64_t count_of(const std::vector<int64_t>& dims) {
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  return count;
}

void add_unary(OnnxGraph& graph, const OnnxValue& x) {
  const std::vector<std::string> ops = {"Neg", "Abs", "Identity"};
  add_value(graph, {"", x.type, x.dims, x.most}, graph.model.random.one_of(ops), "", x.name);
}

// One operand may be a scalar.
void add_binary(OnnxGraph& graph, const OnnxValue& x) {
  const std::vector<OnnxValue> all = graph.visible();
  const OnnxValue* y = graph.choose(all, [&](const OnnxValue& value) {
    return value.type == x.type && (value.dims == x.dims || value.dims.empty());
  });
  const bool multiplies = graph.model.random.chance(25) && x.most * std::max<int64_t>(y->most, 1) <= kMost;
  const int64_t most = multiplies ? x.most * y->most : x.most + y->most;
  const std::string op = multiplies ? "Mul" : graph.model.random.chance(50) ? "Add" : "Sub";
  const bool swaps = graph.model.random.chance(50);
  const OnnxValue sum = add_value(graph, {"", x.type, x.dims, most}, op, "",
                                  (swaps ? y->name : x.name) + ", " + (swaps ? x.name : y->name));
  if (sum.most > kMost) limited(graph, sum, 100);
}

// A Clip that leaves out one limit.
void add_half_clip(OnnxGraph& graph, const OnnxValue& x) {
  const int64_t limit = graph.model.random.between(-3, 3);
  const std::string constant = add_constant(graph, x.type, {limit}, true);
  graph.model.rules.insert("ONNX-GRAPH-5");
  add_value(graph, {"", x.type, x.dims, std::max<int64_t>(x.most, 3)}, "Clip", "",
            x.name + (graph.model.random.chance(50) ? ", \"\", " : ", ") + constant);
}

void add_cast(OnnxGraph& graph, const OnnxValue& x) {
  const std::vector<std::pair<ElementType, std::string>> types = {
      {ElementType::kF32, "to = 1"}, {ElementType::kI32, "to = 6"}, {ElementType::kI64, "to = 7"}};
  const auto [type, attribute] = graph.model.random.one_of(types);
  add_value(graph, {"", type, x.dims, x.most}, "Cast", attribute, x.name);
}

void add_concat(OnnxGraph& graph, const OnnxValue& x, int64_t axis) {
  const std::vector<OnnxValue> all = graph.visible();
  const OnnxValue* y = graph.choose(all, [&](const OnnxValue& value) {
    if (value.type != x.type || value.dims.size() != x.dims.size()) return false;
    std::vector<int64_t> dims = value.dims;
    dims[axis] = x.dims[axis];
    return dims == x.dims;
  });
  std::vector<int64_t> dims = x.dims;
  dims[axis] += y->dims[axis];
  if (count_of(dims) > kMostOnnxElements) return;
  const bool negative = graph.model.random.chance(30);
  add_value(graph, {"", x.type, dims, std::max(x.most, y->most)}, "Concat",
            "axis = " + std::to_string(negative ? axis - std::ssize(dims) : axis), x.name + ", " + y->name);
}

void add_slice(OnnxGraph& graph, const OnnxValue& x, int64_t axis) {
  Random& random = graph.model.random;
  std::vector<int64_t> dims = x.dims;
  const bool backward = random.chance(30);
  const int64_t start = backward ? dims[axis] - 1 : random.between(0, dims[axis]);
  const int64_t end = backward ? -(dims[axis] + 1) : random.between(start, dims[axis]);
  if (!backward) dims[axis] = end - start;
  std::string inputs = x.name + ", " + add_constant(graph, ElementType::kI64, {start}, false) + ", " +
                       add_constant(graph, ElementType::kI64, {end}, false);
  const bool leaves_axes = axis == 0 && random.chance(50);
  inputs += leaves_axes ? ", \"\"" : ", " + add_constant(graph, ElementType::kI64, {axis}, false);
  if (backward) inputs += ", " + add_constant(graph, ElementType::kI64, {-1}, false);
  if (leaves_axes) graph.model.rules.insert("ONNX-GRAPH-5");
  add_value(graph, {"", x.type, dims, x.most}, "Slice", "", inputs);
}

void add_sum(OnnxGraph& graph, const OnnxValue& x, int64_t axis) {
  const int64_t most = x.most * std::max<int64_t>(x.dims[axis], 1);
  if (most > kMost) return add_unary(graph, x);
  std::vector<int64_t> dims = x.dims;
  const bool keeps = graph.model.random.chance(30);
  if (keeps) dims[axis] = 1;
  if (!keeps) dims.erase(dims.begin() + axis);
  add_value(graph, {"", x.type, dims, most}, "ReduceSum", keeps ? "" : "keepdims = 0",
            x.name + ", " + add_constant(graph, ElementType::kI64, {axis}, false));
}

}  // namespace

std::vector<OnnxValue> OnnxGraph::visible() const {
  std::vector<OnnxValue> all = values;
  for (const OnnxGraph* graph = around; graph != nullptr; graph = graph->around)
    all.insert(all.end(), graph->values.begin(), graph->values.end());
  return all;
}

void add_node(OnnxGraph& graph, const std::string& outputs, const std::string& op,
              const std::string& attributes, const std::string& inputs) {
  graph.nodes += std::string(static_cast<size_t>(2 + 2 * graph.depth), ' ') + outputs + " = " + op +
                 (attributes.empty() ? "" : " <" + attributes + ">") + " (" + inputs + ")\n";
  graph.model.operators.insert(op);
  --graph.model.nodes_left;
}

OnnxValue add_value(OnnxGraph& graph, OnnxValue result, const std::string& op, const std::string& attributes,
                    const std::string& inputs) {
  result.name = graph.new_name("v");
  add_node(graph, result.name, op, attributes, inputs);
  graph.values.push_back(result);
  return result;
}

std::string add_constant(OnnxGraph& graph, ElementType type, const std::vector<int64_t>& values,
                         bool is_scalar) {
  const std::string dimensions = is_scalar ? "" : "[" + std::to_string(values.size()) + "]";
  const std::string numbers = joined(values, ", ", [](int64_t value) { return std::to_string(value); });
  const std::string name = graph.new_name("c");
  add_node(graph, name, "Constant", "value = " + type_name(type) + dimensions + " {" + numbers + "}", "");
  ++graph.model.nodes_left;
  return name;
}

OnnxValue limited(OnnxGraph& graph, const OnnxValue& value, int64_t most) {
  const std::string low = add_constant(graph, value.type, {-most}, true),
                    high = add_constant(graph, value.type, {most}, true);
  return add_value(graph, {"", value.type, value.dims, most}, "Clip", "",
                   value.name + ", " + low + ", " + high);
}

void add_operation(OnnxGraph& graph) {
  Random& random = graph.model.random;
  const std::vector<OnnxValue> all = graph.visible();
  const std::vector<OnnxValue>& from = !graph.values.empty() && random.chance(70) ? graph.values : all;
  const OnnxValue x = random.one_of(from);
  const int64_t choice = random.below(x.dims.empty() ? 6 : 11);
  const int64_t axis = x.dims.empty() ? 0 : random.below(std::ssize(x.dims));
  if (choice < 1) return add_unary(graph, x);
  if (choice < 4) return add_binary(graph, x);
  if (choice < 5) return add_half_clip(graph, x);
  if (choice < 6) return add_cast(graph, x);
  if (choice < 8) return add_concat(graph, x, axis);
  if (choice < 10) return add_slice(graph, x, axis);
  add_sum(graph, x, axis);
}

void fill_graph(OnnxGraph& graph, int64_t count) {
  constexpr int64_t kMostDepth = 3;
  for (int64_t k = 0; k < count && graph.model.nodes_left > 0; ++k) {
    const bool nests = graph.depth < kMostDepth && graph.model.random.chance(graph.depth == 0 ? 45 : 20);
    nests ? add_structure(graph) : add_operation(graph);
  }
}

std::string declaration(OnnxGraph& graph, const OnnxValue& value, bool named) {
  std::string text = type_name(value.type);
  for (size_t k = 0; k < value.dims.size(); ++k) {
    text += (k == 0 ? "[" : ",") + (named ? graph.new_name("d") : std::to_string(value.dims[k]));
  }
  return text + (value.dims.empty() ? " " : "] ") + value.name;
}

std::string control_input(OnnxGraph& graph, ElementType type, int64_t value) {
  const std::string name = graph.new_name("m");
  graph.model.control[name] =
      type == ElementType::kBoolean ? Tensor::scalar<bool>(value != 0) : Tensor::scalar<int64_t>(value);
  return name;
}

}  // namespace backedge::generate
