#include "conformance/generate/onnx_inner.h"

namespace backedge::generate {
namespace {

// A sequence whose elements have one type and shape.
struct OnnxSequence {
  std::string name;
  OnnxValue element;  // without a name
  int64_t length;
};

bool is_alike(const OnnxValue& a, const OnnxValue& b) { return a.type == b.type && a.dims == b.dims; }

// Some visible value of the type and shape of the elements, which the generator took from one.
OnnxValue choose_element(const OnnxGraph& graph, const OnnxSequence& sequence) {
  const std::vector<OnnxValue> all = graph.visible();
  return *graph.choose(all, [&](const OnnxValue& value) { return is_alike(value, sequence.element); });
}

OnnxSequence construct(OnnxGraph& graph) {
  OnnxSequence made{graph.new_name("s"), graph.model.random.one_of(graph.visible()),
                    graph.model.random.between(1, 3)};
  std::vector<std::string> elements;
  for (int64_t k = 0; k < made.length; ++k) {
    const OnnxValue element = choose_element(graph, made);
    made.element.most = std::max(made.element.most, element.most);
    elements.push_back(element.name);
  }
  made.element.most = std::max<int64_t>(made.element.most, 8);
  made.element.name.clear();
  add_node(graph, made.name, "SequenceConstruct", "", joined(elements));
  return made;
}

// A position from the front or the back.
std::string position(OnnxGraph& graph, int64_t from, int64_t to) {
  return add_constant(graph, ElementType::kI64, {graph.model.random.between(from, to)}, true);
}

// Inserts an element at the end, or at a position that exists whatever a loop has inserted.
void insert(OnnxGraph& graph, OnnxSequence& sequence, const OnnxValue& element) {
  const std::string name = graph.new_name("s");
  const bool appends = graph.model.random.chance(50);
  add_node(graph, name, "SequenceInsert", "",
           sequence.name + ", " + element.name +
               (appends ? "" : ", " + position(graph, -sequence.length, sequence.length)));
  sequence.name = name;
  sequence.element.most = std::max(sequence.element.most, element.most);
  ++sequence.length;
}

// SequenceAt does not say which shape an element has, and Reshape does.
OnnxValue take(OnnxGraph& graph, const OnnxSequence& sequence) {
  const std::string any = graph.new_name("t");
  add_node(graph, any, "SequenceAt", "",
           sequence.name + ", " + position(graph, -sequence.length, sequence.length - 1));
  return add_value(graph, sequence.element, "Reshape", "",
                   any + ", " + add_constant(graph, ElementType::kI64, sequence.element.dims, false));
}

std::string declaration_of(OnnxGraph& graph, const OnnxSequence& sequence) {
  std::string type = declaration(graph, sequence.element, false);
  type.pop_back();  // the space before the name
  return "seq(" + type + ") " + sequence.name;
}

// A Loop that inserts one element in each iteration.
void carry(OnnxGraph& graph, OnnxSequence& sequence) {
  Random& random = graph.model.random;
  Inner body(graph);
  const OnnxValue i = {body.graph.new_name("i"), ElementType::kI64, {}, kMostOnnxIterations};
  const std::string going = body.graph.new_name("b"), go = body.graph.new_name("b");
  OnnxSequence inside = sequence;
  inside.name = body.graph.new_name("s");
  body.inputs = {"int64 " + i.name, "bool " + going, declaration_of(body.graph, inside)};
  body.graph.values.push_back(i);
  take(body.graph, inside);
  fill_graph(body.graph, random.between(1, 3));
  add_node(body.graph, go, "Identity", "", going);
  OnnxValue element = choose_element(body.graph, inside);
  if (element.most > sequence.element.most) element = limited(body.graph, element, sequence.element.most);
  insert(body.graph, inside, element);
  body.outputs = {"bool " + go, declaration_of(body.graph, inside)};
  const int64_t count = random.below(kMostOnnxIterations + 1);
  const std::vector<std::string> operands = {control_input(graph, ElementType::kI64, count),
                                             control_input(graph, ElementType::kBoolean, true),
                                             sequence.name};
  sequence.name = graph.new_name("s");
  sequence.length += count;
  graph.model.rules.insert({"ONNX-LOOP-1", "ONNX-LOOP-2", "ONNX-LOOP-3", "ONNX-GRAPH-4"});
  add_node(graph, sequence.name, "Loop", "body = " + body.text(), joined(operands));
}

// A SequenceMap, perhaps with a tensor for all elements.
void map(OnnxGraph& graph, OnnxSequence& sequence) {
  Random& random = graph.model.random;
  Inner body(graph);
  std::vector<std::string> operands = {sequence.name};
  body.add_input(sequence.element);
  if (random.chance(40)) {
    const OnnxValue other = random.one_of(graph.visible());
    operands.push_back(other.name);
    body.add_input(other);
  }
  fill_graph(body.graph, random.between(1, 3));
  OnnxValue result = random.one_of(body.graph.values);
  body.add_output(result);
  result.name.clear();
  sequence = {graph.new_name("s"), result, sequence.length};
  graph.model.rules.insert({"ONNX-SEQ-1", "ONNX-GRAPH-4"});
  add_node(graph, sequence.name, "SequenceMap", "body = " + body.text(), joined(operands));
}

}  // namespace

void add_sequence(OnnxGraph& graph) {
  Random& random = graph.model.random;
  OnnxSequence sequence = construct(graph);
  if (random.chance(60)) insert(graph, sequence, choose_element(graph, sequence));
  if (random.chance(50)) carry(graph, sequence);
  if (random.chance(50)) map(graph, sequence);
  take(graph, sequence);
  if (random.chance(30))
    add_value(graph, {"", ElementType::kI64, {}, sequence.length}, "SequenceLength", "", sequence.name);
}

}  // namespace backedge::generate
