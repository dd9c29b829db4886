#include "tools/make_case.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "interpreter/graph/graph.h"
#include "interpreter/interpreter.h"
#include "tools/model_inputs.h"
#include "tools/write_case.h"

namespace backedge {
namespace {

namespace fs = std::filesystem;

Result<std::vector<InputFile>> find_inputs(const std::string& folder) {
  std::vector<InputFile> files;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
    if (at->path().extension() == ".npy") files.push_back({at->path().stem().string(), at->path().string()});
  }
  if (failure)
    return Error("INPUT-5", "the folder cannot be read: " + failure.message())
        .in(Phase::kInput)
        .at(folder, 0);
  std::sort(files.begin(), files.end(),
            [](const InputFile& a, const InputFile& b) { return a.file < b.file; });
  return files;
}

// What the nodes of a graph and its bodies are.
struct Content {
  std::set<std::string> features;
  std::set<ir::Dialect> dialects;
};

void collect(const Graph& graph, Content& content) {
  const auto add_body = [&](const LoopNode& body) { collect(*body.body, content); };
  for (const Node& node : graph.nodes) {
    const auto* loop = std::get_if<LoopNode>(&node.work);
    const auto* branches = std::get_if<IfNode>(&node.work);
    content.features.insert(loop != nullptr ? node.type : "op:" + node.type);
    if (loop != nullptr) {
      content.dialects.insert(loop->dialect);
      add_body(*loop);
    }
    if (branches != nullptr) {
      add_body(branches->then_branch);
      add_body(branches->else_branch);
    }
  }
}

std::string dialect_of(const Content& content) {
  if (content.dialects.contains(ir::Dialect::kLoop5Draft)) return "loop-5-draft";
  return content.dialects.contains(ir::Dialect::kLoop5) ? "loop-5" : "tensor-iterator-1";
}

std::string text_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

Result<void> make_case(const std::string& model_file, const std::string& inputs,
                       const std::string& case_dir) {
  const LoadedModel model = TRY(load(model_file));
  const std::vector<ModelInput> parameters = model.inputs();
  const std::vector<InputFile> files = TRY(find_inputs(inputs));
  Result<std::vector<Tensor>> tensors = read_inputs(parameters, files, std::nullopt, RunLimits().max_bytes);
  if (!tensors.ok()) return with_parameters(tensors.take_error(), parameters);

  CaseRun run{.name = "recorded", .rules = {"STATE-1"}};
  std::vector<ExpectedTensor> goldens;
  for (const Tensor& output : TRY(backedge::run(model, tensors.value()))) goldens.push_back({output, {}});
  run.inferences.push_back({{{}, tensors.value()}, {Answer(std::move(goldens))}});

  Content content;
  collect(model.graph(), content);
  Case made;
  made.title =
      "Recorded: what the reference interpreter gives for " + fs::path(model_file).filename().string() + ".";
  made.dialect = dialect_of(content);
  made.kind = "combined";
  made.oracle = "reference-only";
  made.rules = run.rules;
  made.features.assign(content.features.begin(), content.features.end());
  made.model = text_of(model_file);
  made.runs.push_back(std::move(run));
  const std::string weights = fs::path(model_file).replace_extension(".bin").string();
  return write_case(case_dir, made, fs::exists(weights) ? weights : "");
}

}  // namespace backedge
