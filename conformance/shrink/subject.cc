#include "conformance/shrink/subject.h"

#include "conformance/corpus/json.h"
#include "conformance/verify/check_run.h"
#include "conformance/verify/interpreter_backend.h"
#include "conformance/verify/question.h"
#include "conformance/verify/verify_run.h"
#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/openvino/single_layer.h"
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

Answer answer_of(Result<std::vector<Tensor>> outputs) {
  if (!outputs.ok()) {
    const Rejected error = rejected(outputs.error());
    return Rejection{error.phase, {error.rule}};
  }
  std::vector<ExpectedTensor> expected;
  for (Tensor& output : outputs.value()) expected.push_back({std::move(output), {}});
  return expected;
}

CaseRun run_of(const char* name, const CaseRun& like) {
  return {.name = name, .survey = like.survey, .rules = like.rules};
}

}  // namespace

Result<Subject> subject_of(const TestCase& test_case, const CaseRun& run) {
  const ModelFiles files = TRY(model_files(test_case, run));
  if (files.format.name != kOpenvinoIr.name)
    return corpus_error("the model is a " + std::string(files.format.name) +
                        ", and only models in OpenVINO IR can be taken apart")
        .note("write it as OpenVINO IR: backedge convert");
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

Reference run_reference(const Subject& subject) {
  Reference reference;
  Result<std::shared_ptr<const Graph>> graph = openvino::build_model(subject.model);
  RunOptions options{.limits = kShrinkLimits};
  options.trace = [&reference](const TraceEvent& event) {
    if (event.kind == TraceEvent::Kind::kLoopEnd) reference.iterations += event.iteration;
  };
  if (!graph.ok()) {
    const Rejected error = rejected(graph.error());
    reference.answers.assign(subject.inferences.size(), Rejection{error.phase, {error.rule}});
    return reference;
  }
  const LoadedModel model(std::move(graph).value());
  for (const ModelOutput& output : model.outputs()) reference.output_names.push_back(output.name);
  for (const std::vector<Tensor>& inputs : subject.inferences)
    reference.answers.push_back(answer_of(infer(model, {.named = {}, .listed = inputs}, options)));
  return reference;
}

TestCase case_of(const Subject& subject, const Reference& reference, const TestCase& like,
                 const CaseRun& run) {
  TestCase made{.path = "shrunk", .title = "Shrunk from " + name_of(like, run) + ": " + like.title};
  made.dialect = like.dialect;
  made.kind = "combined";
  made.oracle = "reference-only";
  made.rules = run.rules;
  made.features = like.features;  // an upper bound
  made.model = openvino::write_model(subject.model);
  CaseRun& shrunk = made.runs.emplace_back(run_of("shrunk", run));
  for (size_t k = 0; k < subject.inferences.size(); ++k)
    shrunk.inferences.push_back({{{}, subject.inferences[k]}, {reference.answers[k]}});
  if (subject.before) {
    CaseRun& before = made.runs.emplace_back(run_of("before", run));
    const Reference other = run_reference({subject.model, {*subject.before}, {}});
    before.inferences.push_back({{{}, *subject.before}, other.answers});
  }
  return made;
}

std::vector<NamedTensor> named_inputs(const Subject& subject, size_t inference) {
  return in_parameter_order({.named = {}, .listed = subject.inferences[inference]},
                            parameter_names(subject.model.graph));
}

}  // namespace backedge::shrink
