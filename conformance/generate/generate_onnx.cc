#include "conformance/generate/generate_onnx.h"

#include <algorithm>

#include "conformance/generate/onnx_graph.h"
#include "conformance/verify/check_run.h"
#include "interpreter/tensor/decimal.h"

namespace backedge::generate {
namespace {

constexpr int64_t kLargest = 5;  // magnitude of an input

// The features of testdata/features.txt that a model needs.
std::vector<std::string> features_of(const std::set<std::string>& operators) {
  std::vector<std::string> features;
  for (const std::string& op : operators)
    if (!op.starts_with("local.")) features.push_back("onnx:" + op);
  for (const char* type : {"type:boolean", "type:f32", "type:i32", "type:i64"}) features.emplace_back(type);
  return features;
}

Tensor make_tensor(Random& random, const OnnxValue& value) {
  Tensor tensor = Tensor::zeros(value.type, Shape(value.dims));
  dispatch(value.type, [&]<class T>(TypeTag<T>) {
    for (T& element : std::span(tensor.writable<T>(), static_cast<size_t>(tensor.count())))
      element = element_of<T>(static_cast<double>(random.between(-kLargest, kLargest)));
  });
  return tensor;
}

void add_inputs(OnnxGraph& graph) {
  Random& random = graph.model.random;
  const std::vector<ElementType> types = {ElementType::kF32, ElementType::kF32, ElementType::kI64,
                                          ElementType::kI32};
  for (int64_t count = random.between(2, 4); count > 0; --count) {
    OnnxValue input{graph.new_name("x"), random.one_of(types), {}, kLargest};
    for (int64_t rank = random.below(4); rank > 0; --rank)
      input.dims.push_back(random.chance(5) ? 0 : random.between(1, 3));
    graph.values.push_back(input);
    graph.model.inputs.push_back(input);
  }
}

std::string type_and_name(const std::string& name, const Tensor& control) {
  return (control.type() == ElementType::kBoolean ? "bool " : "int64 ") + name;
}

// Some values of the graph, the last ones first: they depend on most of it.
std::vector<OnnxValue> choose_outputs(OnnxGraph& graph) {
  std::vector<OnnxValue> outputs;
  const auto inputs = std::ssize(graph.model.inputs);
  for (int64_t k = std::ssize(graph.values) - 1; k >= inputs && std::ssize(outputs) < 4; --k)
    if (outputs.empty() || graph.model.random.chance(60))
      outputs.push_back(graph.values[static_cast<size_t>(k)]);
  return outputs;
}

std::string model_text(OnnxGraph& graph, const std::vector<OnnxValue>& outputs) {
  std::string inputs, results;
  for (const OnnxValue& input : graph.model.inputs)
    inputs += (inputs.empty() ? "" : ", ") + declaration(graph, input, graph.model.random.chance(20));
  for (const auto& [name, control] : graph.model.control)
    inputs += (inputs.empty() ? "" : ", ") + type_and_name(name, control);
  for (const OnnxValue& output : outputs)
    results += (results.empty() ? "" : ", ") + declaration(graph, output, true);
  return "<ir_version: 8, opset_import: [\"\" : 17, \"local\" : 1]>\ngenerated (" + inputs + ") => (" +
         results + ") {\n" + graph.nodes + "}\n" + graph.model.functions;
}

// Runs the model, and compares types and shapes with those that the generator computed. Returns what is wrong.
std::string add_inference(const TestCase& test_case, CaseRun& run, const std::vector<OnnxValue>& outputs,
                          const std::map<std::string, Tensor>& inputs) {
  const auto model = load_text(test_case.model, "model.onnxtxt");
  if (!model.ok()) return model.error().text();
  const Result<std::vector<Tensor>> values =
      infer(model.value(), {.named = inputs, .listed = {}}, case_options());
  if (!values.ok()) return values.error().text();
  std::vector<ExpectedTensor> goldens;
  for (size_t k = 0; k < outputs.size(); ++k) {
    const Tensor& value = values.value()[k];
    if (value.type() != outputs[k].type || value.shape() != Shape(outputs[k].dims))
      return "output " + outputs[k].name + " is " + describe(value.type(), value.shape());
    goldens.push_back({value, {}});
  }
  run.inferences.push_back({{.named = inputs, .listed = {}}, {Answer(std::move(goldens))}});
  return "";
}

}  // namespace

GeneratedCase generate_onnx_case(uint64_t seed) {
  OnnxModelParts parts{.random = Random(seed_of(seed, 0))};
  OnnxGraph graph{.model = parts};
  add_inputs(graph);
  while (std::ssize(graph.values) == std::ssize(parts.inputs)) fill_graph(graph, parts.random.between(3, 7));
  const std::vector<OnnxValue> outputs = choose_outputs(graph);

  GeneratedCase result{.seed = seed};
  TestCase& test_case = result.test_case;
  test_case.format = kOnnx;
  test_case.path = name_of_seed(seed);
  test_case.title = "Generated from seed " + std::to_string(seed) + ".";
  test_case.kind = "combined";
  test_case.oracle = "reference-only";
  test_case.dialect = "onnx";
  test_case.model = model_text(graph, outputs);
  test_case.features = features_of(parts.operators);
  CaseRun run{.name = "generated", .survey = parts.is_survey};
  for (int64_t count = parts.random.between(1, 2); count > 0 && result.problem.empty(); --count) {
    std::map<std::string, Tensor> inputs = parts.control;
    for (const OnnxValue& input : parts.inputs) inputs.emplace(input.name, make_tensor(parts.random, input));
    result.problem = add_inference(test_case, run, outputs, inputs);
  }
  parts.rules.insert("ONNX-GRAPH-12");
  test_case.rules = run.rules = {parts.rules.begin(), parts.rules.end()};
  result.touched = {test_case.rules, parts.is_survey};
  test_case.runs.push_back(std::move(run));
  return result;
}

}  // namespace backedge::generate
