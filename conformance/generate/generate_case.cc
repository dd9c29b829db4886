#include "conformance/generate/generate_case.h"

#include <algorithm>

#include "conformance/generate/model_features.h"
#include "conformance/interpreter_backend.h"
#include "conformance/run_case.h"
#include "conformance/verdict.h"
#include "interpreter/graph/build_graph.h"
#include "interpreter/ir/parse_model.h"
#include "interpreter/ir/read_model.h"
#include "interpreter/ir/write_model.h"

namespace backedge {
namespace {

// As load_text reads it, with weights from memory.
Result<LoadedModel> load_from_memory(const std::string& text, const std::vector<std::byte>& weights) {
  ir::Model model = TRY(ir::parse_model(ir::Source("model.xml", text), ir::ReadLimits().max_element_depth));
  if (!weights.empty()) {
    const std::shared_ptr<Tensor::Block[]> blocks(
        new Tensor::Block[weights.size() / sizeof(Tensor::Block) + 1]);
    const std::shared_ptr<std::byte> bytes(blocks, blocks[0].bytes);
    std::copy(weights.begin(), weights.end(), bytes.get());
    model.weights = {.file = "model.bin", .bytes = bytes, .size = static_cast<int64_t>(weights.size())};
  }
  return LoadedModel(TRY(build_model(model, LoadOptions().max_depth)));
}

std::string name_in(std::string_view title) {
  const size_t begin = title.find('"') + 1;
  return std::string(title.substr(begin, title.find('"', begin) - begin));
}

std::string dialect_of(const std::set<std::string>& noted) {
  if (noted.contains("dialect:loop-5-draft")) return "loop-5-draft";
  return noted.contains("dialect:loop-5") ? "loop-5" : "tensor-iterator-1";
}

}  // namespace

std::string name_of_seed(uint64_t seed) {
  std::string text = "seed_";
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(seed >> shift) & 15];
  return text;
}

GeneratedCase generate_case(uint64_t seed) {
  GeneratedModel made = generate_model(seed);
  GeneratedCase result{.seed = seed, .weights = made.weights, .features = made.notes.features};
  Case& the_case = result.the_case;
  the_case.path = name_of_seed(seed);
  the_case.title = "Generated from seed " + std::to_string(seed) + ".";
  the_case.dialect = dialect_of(made.notes.features);
  the_case.kind = "combined";
  the_case.oracle = "reference-only";
  the_case.model = ir::write_model(made.model);
  const std::set<std::string> features = features_of(made.model);
  the_case.features.assign(features.begin(), features.end());

  const Result<LoadedModel> model = load_from_memory(the_case.model, made.weights);
  if (!model.ok()) result.problem = model.error().text();
  IterationCounts counts;
  RunOptions options = case_options();
  options.trace = [&counts](const TraceEvent& event) {
    if (event.kind == TraceEvent::Kind::kLoopEnd) counts[name_in(event.layer)].insert(event.iteration);
  };
  CaseRun run{.name = "generated"};
  for (const auto& inputs : made.inferences) {
    if (!model.ok()) break;
    Inference inference{.inputs = {.named = inputs}};
    Result<std::vector<Tensor>> outputs = infer(model.value(), inference.inputs, options);
    if (!outputs.ok()) {
      result.problem = outputs.error().text();
      break;
    }
    std::vector<ExpectedTensor> goldens;
    for (const Tensor& output : outputs.value()) goldens.push_back({output, {}});
    inference.answers.push_back(std::move(goldens));
    run.inferences.push_back(std::move(inference));
  }
  result.touched = resolve(made.notes, counts);
  the_case.rules = run.rules = result.touched.rules;
  run.survey = result.touched.survey;
  the_case.runs.push_back(std::move(run));
  return result;
}

}  // namespace backedge
