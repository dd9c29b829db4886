#include "conformance/shrink/subject.h"

#include <fstream>

#include "conformance/interpreter_backend.h"
#include "conformance/run_case.h"
#include "conformance/verify_run.h"
#include "interpreter/graph/build_graph.h"
#include "interpreter/graph/single_layer.h"
#include "interpreter/ir/read_model.h"
#include "interpreter/ir/write_model.h"

namespace backedge {
namespace {

// Enough for what is small; a candidate that takes more is none.
const RunLimits kLimits = {.max_iterations = 1'000'000, .max_bytes = int64_t{1} << 30, .max_seconds = 10};

std::string name_or_id(const ir::Layer& layer) {
  return layer.name.empty() ? layer.type + "_" + std::to_string(layer.id) : layer.name;
}

// By position; what no Parameter asks for stands behind, what is missing is left out.
std::vector<Tensor> in_layer_order(const ir::Graph& graph, Inputs inputs) {
  if (!inputs.listed.empty()) return inputs.listed;
  std::vector<Tensor> tensors;
  for (const ir::Layer& layer : graph.layers) {
    if (layer.type != "Parameter") continue;
    const auto named = inputs.named.find(name_or_id(layer));
    if (named == inputs.named.end()) continue;
    tensors.push_back(named->second);
    inputs.named.erase(named);
  }
  for (const auto& [name, tensor] : inputs.named) tensors.push_back(tensor);
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

Result<Subject> subject_of(const Case& the_case, const CaseRun& run) {
  const ModelFiles files = TRY(model_files(the_case, run));
  Subject subject{.model = TRY(ir::read_model_text(files.text, files.file, files.weights))};
  if (subject.model.single_layer) {
    subject.model.graph = wire_ports(subject.model.graph);
    subject.model.single_layer = false;
  }
  for (const Inference& inference : run.inferences)
    subject.inferences.push_back(in_layer_order(subject.model.graph, inference.inputs));
  const CaseRun* other = run.inferences.size() == 1 ? neighbour(the_case, run) : nullptr;
  if (other != nullptr) subject.before = in_layer_order(subject.model.graph, other->inferences[0].inputs);
  return subject;
}

Reference run_reference(const Subject& subject) {
  Reference reference;
  Result<std::shared_ptr<const Graph>> graph = build_model(subject.model, LoadOptions().max_depth);
  RunOptions options{.limits = kLimits};
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

Case case_of(const Subject& subject, const Reference& reference, const Case& like, const CaseRun& run) {
  Case made{.path = "shrunk", .title = "Shrunk from " + name_of(like, run) + ": " + like.title};
  made.dialect = like.dialect;
  made.kind = "combined";
  made.oracle = "reference-only";
  made.rules = run.rules;
  made.features = like.features;  // at most
  made.model = ir::write_model(subject.model);
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
  std::vector<NamedTensor> named;
  for (const Tensor& tensor : subject.inferences[inference]) named.push_back({"", tensor});
  size_t position = 0;
  for (const ir::Layer& layer : subject.model.graph.layers) {
    if (layer.type == "Parameter" && position < named.size()) named[position++].name = name_or_id(layer);
  }
  return named;
}

Result<void> write_model_files(const Subject& subject, const std::string& folder) {
  const auto write = [&](const std::string& name, const char* bytes, int64_t size) -> Result<void> {
    std::ofstream stream(folder + "/" + name, std::ios::binary);
    stream.write(bytes, size);
    stream.close();
    if (stream) return {};
    return Error("FILE-1", "the file cannot be written").at(folder + "/" + name, 0);
  };
  const std::string text = ir::write_model(subject.model);
  TRY(write("model.xml", text.data(), static_cast<int64_t>(text.size())));
  const ir::Weights& weights = subject.model.weights;
  return write("model.bin", reinterpret_cast<const char*>(weights.bytes.get()), weights.size);
}

}  // namespace backedge
