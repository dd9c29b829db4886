#include "conformance/shrink/onnx_subject.h"

#include "conformance/shrink/cost.h"
#include "conformance/verify/interpreter_backend.h"
#include "interpreter/onnx/lower_model.h"
#include "interpreter/onnx/read_model.h"

namespace backedge::shrink {
namespace {

namespace schema = onnx::schema;

Result<Inputs> by_name(const Inputs& inputs, const onnx::PortNames& names) {
  if (inputs.listed.empty()) return inputs;
  Inputs named;
  for (size_t k = 0; k < std::min(inputs.listed.size(), names.inputs.size()); ++k)
    named.named.emplace(names.inputs[k], inputs.listed[k]);
  if (named.named.size() == inputs.listed.size()) return named;
  return Error("INPUT-1", "two inputs of the model have one name");
}

int64_t count_nodes(const schema::GraphProto& graph) {
  int64_t count = graph.node_size();
  for (const schema::NodeProto& node : graph.node()) {
    for (const schema::AttributeProto& attribute : node.attribute()) {
      if (attribute.has_g()) count += count_nodes(attribute.g());
      for (const schema::GraphProto& inner : attribute.graphs()) count += count_nodes(inner);
    }
  }
  return count;
}

}  // namespace

Result<OnnxSubject> onnx_subject_of(const TestCase& test_case, const CaseRun& run) {
  const ModelFiles files = TRY(model_files(test_case, run));
  const std::string bytes = files.format.is_text ? TRY(onnx::binary_of_text(files.text, files.path))
                                                 : TRY(onnx::with_data_inside(files.text, files.path));
  OnnxSubject subject;
  subject.model = *TRY(onnx::parse_model(bytes, files.path, kShrinkLimits.max_bytes));
  const onnx::PortNames names = TRY(onnx::port_names(bytes, std::string(kBinaryOnnx.model_file)));
  for (const Inference& inference : run.inferences)
    subject.inferences.push_back(TRY(by_name(inference.inputs, names)));
  return subject;
}

ModelFiles files_of(const OnnxSubject& subject) {
  ModelFiles files{.format = kBinaryOnnx, .text = subject.model.SerializeAsString()};
  files.path = kBinaryOnnx.model_file;
  return files;
}

Reference run_reference(const OnnxSubject& subject) {
  const ModelFiles files = files_of(subject);
  Reference reference{.text = files.text};
  const Result<LoadedModel> loaded = load_text(files.text, files.path);
  if (!loaded.ok()) {
    reject_all(reference, loaded.error(), subject.inferences.size());
    return reference;
  }
  RunOptions options{.limits = kShrinkLimits};
  options.trace = [&reference](const TraceEvent& event) {
    if (event.kind == TraceEvent::Kind::kLoopEnd) reference.iterations += event.iteration;
  };
  for (const Inputs& inputs : subject.inferences)
    reference.answers.push_back(answer_of(infer(loaded.value(), files, inputs, options)));
  return reference;
}

int64_t cost_of(const OnnxSubject& subject, const Reference& reference) {
  int64_t cost = std::ssize(reference.text) + 8 * std::min<int64_t>(reference.iterations, 1000);
  for (const Inputs& inputs : subject.inferences) {
    for (const auto& [name, tensor] : inputs.named) cost += std::ssize(name) + cost_of_tensor(tensor);
  }
  return cost;
}

ModelSize size_of_model(const OnnxSubject& subject) {
  const schema::GraphProto& graph = subject.model.graph();
  return {graph.node_size(), count_nodes(graph) - graph.node_size()};
}

TestCase case_of(const OnnxSubject& subject, const Reference& reference, const TestCase& like,
                 const CaseRun& run) {
  TestCase made = shrunk_case(like, run, kBinaryOnnx, reference.text);
  for (size_t k = 0; k < subject.inferences.size(); ++k)
    made.runs[0].inferences.push_back({subject.inferences[k], {reference.answers[k]}});
  return made;
}

std::string key_of(const OnnxSubject& subject) {
  std::string key = subject.model.SerializeAsString();
  for (const Inputs& inputs : subject.inferences) {
    key += '|';
    for (const auto& [name, tensor] : inputs.named) add_to_key(key, tensor);
  }
  return key;
}

std::vector<NamedTensor> named_inputs(const OnnxSubject& subject, const Reference&, size_t inference) {
  std::vector<NamedTensor> inputs;
  const auto& named = subject.inferences[inference].named;
  for (const schema::ValueInfoProto& input : subject.model.graph().input()) {
    if (const auto found = named.find(input.name()); found != named.end())
      inputs.push_back({found->first, found->second});
  }
  return inputs;
}

}  // namespace backedge::shrink
