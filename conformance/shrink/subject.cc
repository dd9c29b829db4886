#include "conformance/shrink/subject.h"

#include "conformance/corpus/json.h"
#include "conformance/verify/check_run.h"
#include "conformance/verify/interpreter_backend.h"
#include "conformance/verify/question.h"
#include "conformance/verify/verify_run.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/writer/write_graph.h"
#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/openvino/single_layer.h"
#include "interpreter/openvino/write_graph.h"
#include "interpreter/openvino/write_model.h"

namespace backedge::shrink {
namespace {

std::vector<std::string> parameter_names(const openvino::LayerGraph& graph) {
  std::vector<std::string> names;
  for (const openvino::Layer& layer : graph.layers) {
    if (layer.type == "Parameter") names.push_back(layer.name_or_id());
  }
  return names;
}

std::vector<Tensor> in_layer_order(const openvino::LayerGraph& graph, const Inputs& inputs) {
  std::vector<Tensor> tensors;
  for (NamedTensor& input : in_parameter_order(inputs, parameter_names(graph)))
    tensors.push_back(std::move(input.tensor));
  return tensors;
}

// The inputs with a default to which a run gives values, the same ones in each inference.  (ONNX-GRAPH-18)
Result<std::vector<std::string>> overridden_by(const LoadedModel& model, const CaseRun& run) {
  std::vector<std::string> overridden;
  size_t position = model.inputs().size();
  for (const ModelInput& input : model.defaults()) {
    size_t given = 0;
    for (const Inference& inference : run.inferences)
      given += inference.inputs.named.contains(input.name) || position < inference.inputs.listed.size();
    ++position;
    if (given == run.inferences.size()) overridden.push_back(input.name);
    if (given > 0 && given < run.inferences.size())
      return corpus_error("only some inferences of the run give a value to the input \"" +
                          safe_line(input.name) + "\", which has a default");
  }
  return overridden;
}

// A model in ONNX as one in OpenVINO IR.
Result<Subject> converted(const TestCase& test_case, const CaseRun& run, const ModelFiles& files) {
  LoadedModel model = TRY(load_text(files.text, files.path));
  const std::vector<std::string> overridden = TRY(overridden_by(model, run));
  if (!overridden.empty()) model = TRY(load_text(files.text, files.path, {.overridden = overridden}));
  Subject subject{.model = TRY(openvino::write_graph(model.graph())), .format = kBinaryOnnx};
  for (const Inference& inference : run.inferences)
    subject.inferences.push_back(TRY(in_layer_order(model, inference.inputs)));
  const CaseRun* other = run.inferences.size() == 1 ? neighbour(test_case, run) : nullptr;
  if (other == nullptr) return subject;
  Result<std::vector<Tensor>> before = in_layer_order(model, other->inferences[0].inputs);
  if (before.ok()) subject.before = std::move(before).value();  // otherwise it replaces other defaults
  return subject;
}

// The model as the backend reads it, loaded from exactly these bytes.
Result<LoadedModel> load_written(const Subject& subject, Reference& reference) {
  if (subject.format.name == kOpenvinoIr.name) {
    reference.text = openvino::write_model(subject.model);
    return LoadedModel(TRY(openvino::build_model(subject.model)));
  }
  const std::shared_ptr<const Graph> graph = TRY(openvino::build_model(subject.model));
  reference.text = TRY(onnx::write_graph(*graph));
  return load_text(reference.text, std::string(subject.format.model_file));
}

CaseRun run_of(const char* name, const CaseRun& like) {
  return {.name = name, .survey = like.survey, .rules = like.rules};
}

}  // namespace

Answer answer_of(Result<std::vector<Tensor>> outputs) {
  if (!outputs.ok()) {
    const Rejected error = rejected(outputs.error());
    return Rejection{error.phase, {error.rule}};
  }
  std::vector<ExpectedTensor> expected;
  for (Tensor& output : outputs.value()) expected.push_back({std::move(output), {}});
  return expected;
}

Result<Subject> subject_of(const TestCase& test_case, const CaseRun& run) {
  const ModelFiles files = TRY(model_files(test_case, run));
  if (files.format.name == kOnnx.name) return converted(test_case, run, files);
  Subject subject{.model = TRY(openvino::read_model_text(files.text, files.path, files.weights))};
  if (subject.model.single_layer) {
    subject.model.graph = openvino::wire_ports(subject.model.graph);
    subject.model.single_layer = false;
  }
  for (const Inference& inference : run.inferences)
    subject.inferences.push_back(in_layer_order(subject.model.graph, inference.inputs));
  const CaseRun* other = run.inferences.size() == 1 ? neighbour(test_case, run) : nullptr;
  if (other != nullptr) subject.before = in_layer_order(subject.model.graph, other->inferences[0].inputs);
  return subject;
}

std::string why_not_converted(const Error& error) {
  return "the model cannot be converted to OpenVINO IR, in which models are taken apart:\n" + error.text();
}

std::string why_not_alike(const Subject& subject) {
  const Reference reference = run_reference(subject);
  if (reference.text.empty())
    return "the model, converted to OpenVINO IR, cannot be written as ONNX:\n" + reference.fault;
  return "the model does not fail in the same way after `backedge convert` to OpenVINO IR and back to ONNX";
}

void reject_all(Reference& reference, const Error& error, size_t inferences) {
  const Rejected answer = rejected(error);
  reference.fault = error.text();
  reference.answers.assign(inferences, Rejection{answer.phase, {answer.rule}});
}

Reference run_reference(const Subject& subject) {
  Reference reference;
  const Result<LoadedModel> loaded = load_written(subject, reference);
  RunOptions options{.limits = kShrinkLimits};
  options.trace = [&reference](const TraceEvent& event) {
    if (event.kind == TraceEvent::Kind::kLoopEnd) reference.iterations += event.iteration;
  };
  if (!loaded.ok()) {
    reject_all(reference, loaded.error(), subject.inferences.size());
    return reference;
  }
  const LoadedModel& model = loaded.value();
  for (const ModelInput& input : model.inputs()) reference.input_names.push_back(input.name);
  for (const ModelOutput& output : model.outputs()) reference.output_names.push_back(output.name);
  for (const std::vector<Tensor>& inputs : subject.inferences)
    reference.answers.push_back(answer_of(infer(model, {.named = {}, .listed = inputs}, options)));
  return reference;
}

TestCase shrunk_case(const TestCase& like, const CaseRun& run, const ModelFormat& format, std::string model) {
  TestCase made{.path = "shrunk", .title = "Shrunk from " + name_of(like, run) + ": " + like.title};
  made.dialect = like.dialect;
  made.format = format;
  made.kind = "combined";
  made.oracle = "reference-only";
  made.rules = run.rules;
  made.features = like.features;  // an upper bound
  made.model = std::move(model);
  made.runs.push_back(run_of("shrunk", run));
  return made;
}

TestCase case_of(const Subject& subject, const Reference& reference, const TestCase& like,
                 const CaseRun& run) {
  TestCase made = shrunk_case(like, run, subject.format, reference.text);
  for (size_t k = 0; k < subject.inferences.size(); ++k)
    made.runs[0].inferences.push_back({{{}, subject.inferences[k]}, {reference.answers[k]}});
  if (subject.before) {
    CaseRun& before = made.runs.emplace_back(run_of("before", run));
    const Reference other = run_reference({subject.model, {*subject.before}, {}, subject.format});
    before.inferences.push_back({{{}, *subject.before}, other.answers});
  }
  return made;
}

std::span<const std::byte> weights_of(const Subject& subject) {
  if (subject.format.name != kOpenvinoIr.name) return {};
  return subject.model.weights.view();
}

void add_to_key(std::string& key, const Tensor& tensor) {
  key += describe(tensor.type(), tensor.shape());
  key.append(reinterpret_cast<const char*>(tensor.bytes()), static_cast<size_t>(tensor.byte_count()));
}

std::string key_of(const Subject& subject) {
  std::string key = openvino::write_model(subject.model);
  const openvino::Weights& weights = subject.model.weights;
  key.append(reinterpret_cast<const char*>(weights.bytes.get()), static_cast<size_t>(weights.size));
  for (const std::vector<Tensor>& inputs : subject.inferences) {
    key += '|';
    for (const Tensor& tensor : inputs) add_to_key(key, tensor);
  }
  if (!subject.before) return key;
  key += '#';
  for (const Tensor& tensor : *subject.before) add_to_key(key, tensor);
  return key;
}

std::vector<NamedTensor> named_inputs(const Subject& subject, const Reference& reference, size_t inference) {
  const bool is_ir = subject.format.name == kOpenvinoIr.name;  // which may be one that cannot be loaded
  return in_parameter_order({.named = {}, .listed = subject.inferences[inference]},
                            is_ir ? parameter_names(subject.model.graph) : reference.input_names);
}

}  // namespace backedge::shrink
