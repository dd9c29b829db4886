#include <algorithm>

#include "conformance/generate/onnx_inner.h"

namespace backedge::generate {
namespace {

constexpr int64_t kMostRank = 3;

std::string list_of(const std::vector<int64_t>& numbers) {
  return "[" + joined(numbers, ", ", [](int64_t number) { return std::to_string(number); }) + "]";
}

int64_t elements_of(const std::vector<int64_t>& dims) {
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  return count;
}

// A carried value keeps its shape, and its magnitude is limited at the end of each iteration.
struct Carried {
  OnnxValue inside;
  int64_t most;
};

// Values of the graph that a body can carry, and their parameters.
std::vector<Carried> add_carried(OnnxGraph& graph, Inner& inner, int64_t count,
                                 std::vector<std::string>& operands) {
  std::vector<Carried> carried;
  const std::vector<OnnxValue> all = graph.visible();
  for (int64_t k = 0; k < count; ++k) {
    OnnxValue initial = graph.model.random.one_of(all);
    operands.push_back(initial.name);
    initial.most = std::max<int64_t>(initial.most, 8);
    carried.push_back({inner.add_input(initial), initial.most});
  }
  return carried;
}

// Gives the next value of each: some value of the body that fits.
std::vector<OnnxValue> feed(Inner& inner, const std::vector<Carried>& carried) {
  std::vector<OnnxValue> last;
  for (const Carried& each : carried) {
    const OnnxValue& inside = each.inside;
    const std::vector<OnnxValue> own = inner.graph.values;
    OnnxValue next = *inner.graph.choose(
        own, [&](const OnnxValue& value) { return value.type == inside.type && value.dims == inside.dims; });
    if (next.most > each.most) next = limited(inner.graph, next, each.most);
    inner.add_output(next);
    last.push_back({"", inside.type, inside.dims, each.most});
  }
  return last;
}

// Values of the body that become scan outputs; `axis_of` chooses the new axis.
template <class AxisOf>
std::vector<OnnxValue> add_scans(Inner& inner, int64_t count, int64_t iterations, AxisOf&& axis_of) {
  std::vector<OnnxValue> scans;
  for (int64_t k = 0; k < count; ++k) {
    const std::vector<OnnxValue> own = inner.graph.values;
    // Without an iteration, a size that is not known before a run is 0, and the generator does not know which
    // sizes are known then.  (ONNX-LOOP-4)
    const OnnxValue* part = inner.graph.choose(own, [&](const OnnxValue& value) {
      return (iterations > 0 || value.dims.empty()) && std::ssize(value.dims) < kMostRank &&
             elements_of(value.dims) * iterations <= kMostOnnxElements;
    });
    if (part == nullptr) break;
    const OnnxValue value = *part;
    inner.add_output(value);
    std::vector<int64_t> dims = value.dims;
    dims.insert(dims.begin() + axis_of(std::ssize(dims) + 1), iterations);
    scans.push_back({"", value.type, dims, value.most});
  }
  return scans;
}

void add_loop(OnnxGraph& graph) {
  Random& random = graph.model.random;
  Inner body(graph);
  const bool has_condition = random.chance(60), has_count = !has_condition || random.chance(70);
  const bool begins = random.chance(85), ends_early = !has_count || random.chance(50);
  const int64_t count = random.below(kMostOnnxIterations + 1), stop = random.below(kMostOnnxIterations);
  std::vector<std::string> operands = {
      has_count ? control_input(graph, ElementType::kI64, count) : "\"\"",
      has_condition ? control_input(graph, ElementType::kBoolean, begins) : "\"\""};
  // The condition of the body is i < stop. It counts only if there is an initial one.
  int64_t iterations = has_count ? count : kMostOnnxIterations;
  if (has_condition && ends_early) iterations = std::min(iterations, stop + 1);
  if (has_condition && !begins) iterations = 0;

  const OnnxValue i = {body.graph.new_name("i"), ElementType::kI64, {}, kMostOnnxIterations};
  const std::string going = body.graph.new_name("b"), go = body.graph.new_name("b");
  body.inputs = {"int64 " + i.name, "bool " + going};
  body.graph.values.push_back(i);
  const std::vector<Carried> carried = add_carried(graph, body, random.between(1, 3), operands);
  fill_graph(body.graph, random.between(1, 4));
  if (ends_early) {
    add_node(body.graph, go, "Less", "", i.name + ", " + control_input(graph, ElementType::kI64, stop));
    body.outputs = {"bool " + go};
  } else if (random.chance(50)) {
    body.outputs = {"bool " + going};
  } else {
    add_node(body.graph, go, "Identity", "", going);
    body.outputs = {"bool " + go};
  }
  std::vector<OnnxValue> outputs = feed(body, carried);
  for (const OnnxValue& scan : add_scans(body, random.below(3), iterations, [](int64_t) { return 0; }))
    outputs.push_back(scan);
  graph.model.rules.insert({"ONNX-LOOP-1", "ONNX-LOOP-2", "ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-GRAPH-4"});
  add_with_outputs(graph, outputs, "Loop", "body = " + body.text(), operands);
}

void add_scan(OnnxGraph& graph) {
  Random& random = graph.model.random;
  const std::vector<OnnxValue> all = graph.visible();
  const OnnxValue* first = graph.choose(all, [](const OnnxValue& value) { return !value.dims.empty(); });
  if (first == nullptr) return add_loop(graph);
  const int64_t length = random.one_of(first->dims);
  if (length == 0) graph.model.is_survey = true;  // (ONNX-SCAN-2)
  Inner body(graph);
  std::vector<std::string> operands;
  const std::vector<Carried> carried = add_carried(graph, body, random.below(3), operands);
  std::vector<int64_t> axes, directions, out_axes, out_directions;
  for (int64_t k = random.between(1, 2); k > 0; --k) {
    const OnnxValue scanned = *graph.choose(all, [&](const OnnxValue& value) {
      return std::find(value.dims.begin(), value.dims.end(), length) != value.dims.end();
    });
    std::vector<int64_t> fitting;
    for (int64_t axis = 0; axis < std::ssize(scanned.dims); ++axis)
      if (scanned.dims[axis] == length) fitting.push_back(axis);
    const int64_t axis = random.one_of(fitting);
    axes.push_back(random.chance(30) ? axis - std::ssize(scanned.dims) : axis);
    directions.push_back(random.below(2));
    operands.push_back(scanned.name);
    OnnxValue element = scanned;
    element.dims.erase(element.dims.begin() + axis);
    body.add_input(element);
  }
  fill_graph(body.graph, random.between(1, 4));
  std::vector<OnnxValue> outputs = feed(body, carried);
  const auto axis_of = [&](int64_t rank) {
    const int64_t axis = random.below(rank);
    out_axes.push_back(random.chance(30) ? axis - rank : axis);
    out_directions.push_back(random.below(2));
    return axis;
  };
  for (const OnnxValue& scan : add_scans(body, random.between(carried.empty() ? 1 : 0, 2), length, axis_of))
    outputs.push_back(scan);
  if (outputs.empty()) return add_loop(graph);
  std::string attributes = "num_scan_inputs = " + std::to_string(axes.size());
  const auto add_list = [&](const char* name, const std::vector<int64_t>& numbers) {
    const bool is_default = std::all_of(numbers.begin(), numbers.end(), [](int64_t n) { return n == 0; });
    if (!is_default || (!numbers.empty() && random.chance(30)))
      attributes += std::string(", ") + name + " = " + list_of(numbers);
  };
  add_list("scan_input_axes", axes);
  add_list("scan_input_directions", directions);
  add_list("scan_output_axes", out_axes);
  add_list("scan_output_directions", out_directions);
  graph.model.rules.insert({"ONNX-SCAN-1", "ONNX-SCAN-2", "ONNX-GRAPH-4"});
  add_with_outputs(graph, outputs, "Scan", attributes + ", body = " + body.text(), operands);
}

// Both branches give values like one that is visible.
void add_if(OnnxGraph& graph) {
  Random& random = graph.model.random;
  const OnnxValue like = random.one_of(graph.visible());
  std::vector<std::string> branches;
  int64_t most = 0;
  for (int k = 0; k < 2; ++k) {
    Inner branch(graph);
    fill_graph(branch.graph, random.between(1, 3));
    const std::vector<OnnxValue> all = branch.graph.visible();
    const OnnxValue value = *branch.graph.choose(
        all, [&](const OnnxValue& each) { return each.type == like.type && each.dims == like.dims; });
    branch.add_output(value);
    most = std::max(most, value.most);
    branches.push_back(branch.text());
  }
  graph.model.rules.insert({"ONNX-IF-1", "ONNX-GRAPH-4"});
  add_with_outputs(graph, {{"", like.type, like.dims, most}}, "If",
                   "then_branch = " + branches[0] + ", else_branch = " + branches[1],
                   {control_input(graph, ElementType::kBoolean, random.below(2))});
}

// A function of FLOAT tensors with an attribute, or one that repeats an addition.
void add_call(OnnxGraph& graph) {
  Random& random = graph.model.random;
  const std::vector<OnnxValue> all = graph.visible();
  const OnnxValue* found = graph.choose(
      all, [](const OnnxValue& value) { return value.type == ElementType::kF32 && value.most <= 1 << 16; });
  if (found == nullptr) return add_operation(graph);
  const OnnxValue x = *found;
  const std::string name = graph.new_name("function");
  const std::string head = "<domain: \"local\", opset_import: [\"\" : 17]>\n" + name;
  graph.model.rules.insert("ONNX-GRAPH-11");
  if (random.chance(50)) {
    graph.model.functions += head +
                             " <factor> (a) => (b) {\n  f = Constant <value_float: float = @factor> ()\n"
                             "  b = Mul (a, f)\n}\n";
    graph.model.operators.insert({"Constant", "Mul"});
    const int64_t factor = random.between(-3, 3);
    add_value(graph, {"", x.type, x.dims, 3 * x.most}, "local." + name,
              "factor = " + std::to_string(factor) + ".0", x.name);
    return;
  }
  graph.model.functions +=
      head +
      " (a, n) => (b) {\n  b = Loop <body = step (int64 i, bool going, v) => (bool going, w) "
      "{ w = Add (v, a) }> (n, \"\", a)\n}\n";
  graph.model.operators.insert({"Loop", "Add"});
  graph.model.rules.insert({"ONNX-LOOP-3", "ONNX-GRAPH-4"});
  graph.model.is_survey = true;  // its body takes a condition without an initial one  (ONNX-LOOP-2)
  const int64_t count = random.below(kMostOnnxIterations + 1);
  add_value(graph, {"", x.type, x.dims, (kMostOnnxIterations + 1) * x.most}, "local." + name, "",
            x.name + ", " + control_input(graph, ElementType::kI64, count));
}

}  // namespace

void add_structure(OnnxGraph& graph) {
  const int64_t choice = graph.model.random.below(12);
  if (choice < 4) return add_loop(graph);
  if (choice < 7) return add_scan(graph);
  if (choice < 9) return add_if(graph);
  if (choice < 11) return add_sequence(graph);
  add_call(graph);
}

}  // namespace backedge::generate
