#include "conformance/generate/generate_case.h"

#include <algorithm>

#include "conformance/generate/breakage.h"
#include "conformance/generate/model_features.h"
#include "conformance/judge/verdict.h"
#include "conformance/verify/check_run.h"
#include "conformance/verify/interpreter_backend.h"
#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/openvino/weights.h"
#include "interpreter/openvino/write_model.h"
#include "interpreter/tensor/decimal.h"

namespace backedge::generate {
namespace {

// Loads a model like load_text, but with weights from memory.
Result<LoadedModel> load_from_memory(const std::string& text, const std::vector<std::byte>& weights) {
  openvino::Model model = TRY(
      openvino::parse_model(openvino::Source("model.xml", text), openvino::ReadLimits().max_element_depth));
  model.weights = openvino::weights_of(weights, "model.bin");
  return LoadedModel(TRY(openvino::build_model(model)));
}

std::string name_in(std::string_view title) {
  const size_t begin = title.find('"') + 1;
  return std::string(title.substr(begin, title.find('"', begin) - begin));
}

// A model, its text, and how it was broken, if it was.
struct SeededModel {
  GeneratedModel model;
  std::string text;
  const Breakage* breakage = nullptr;
  std::optional<size_t> inference;  // the wrong inference; if none, all are wrong
};

bool is_of(std::span<const Breakage> breakages, const Breakage& breakage) {
  return std::any_of(breakages.begin(), breakages.end(),
                     [&](const Breakage& one) { return &one == &breakage; });
}

// Chooses a rule and a way to break it.
const Breakage* choose_breakage(Random& random) {
  std::map<std::string, std::vector<const Breakage*>> by_rule;
  for (const auto& breakages : {port_map_breakages(), control_breakages(), graph_breakages(),
                                appended_breakages(), input_breakages(), text_breakages()}) {
    for (const Breakage& breakage : breakages) by_rule[breakage.rule].push_back(&breakage);
  }
  auto rule = by_rule.begin();
  std::advance(rule, random.below(std::ssize(by_rule)));
  return random.one_of(rule->second);
}

// Breaks a model. Returns false if this one has nothing to break in this way.
bool make_broken(Random& random, const Breakage& breakage, SeededModel& seeded) {
  GeneratedModel& made = seeded.model;
  const bool input = is_of(input_breakages(), breakage), text = is_of(text_breakages(), breakage);
  if (!input) made.inferences.resize(1);
  BreakSubject subject{.made = made, .text = text ? openvino::write_model(made.model) : "", .random = random};
  subject.inference = static_cast<size_t>(random.below(std::ssize(made.inferences)));
  if (!breakage.change(subject)) return false;
  seeded.text = text ? subject.text : openvino::write_model(made.model);
  seeded.breakage = &breakage;
  if (input) seeded.inference = subject.inference;
  return true;
}

SeededModel make_model(uint64_t seed) {
  constexpr int64_t kBrokenPercent = 20;
  constexpr int64_t kMostAttempts = 300;
  Random random(seed_of(seed, -1));
  if (random.chance(kBrokenPercent)) {
    const Breakage& breakage = *choose_breakage(random);
    for (int64_t attempt = 0; attempt < kMostAttempts; ++attempt) {
      SeededModel broken{.model = generate_model(seed_of(seed, attempt))};
      if (make_broken(random, breakage, broken)) return broken;
    }
  }
  SeededModel valid{.model = generate_model(seed)};
  valid.text = openvino::write_model(valid.model.model);
  return valid;
}

std::vector<Answer> rejections(const Breakage& breakage) {
  std::vector<Answer> answers;
  if (breakage.when != Breakage::When::kRun) answers.push_back(Rejection{Phase::kLoad, {breakage.rule}});
  if (breakage.when != Breakage::When::kLoad) answers.push_back(Rejection{Phase::kRun, {breakage.rule}});
  return answers;
}

// Adds every inference with its correct answer: the rejection that the breakage must cause, or the
// interpreter's outputs. Returns what is wrong with the answer, or "".
std::string add_inferences(const SeededModel& seeded, CaseRun& run, IterationCounts& counts) {
  const Result<LoadedModel> model = load_from_memory(seeded.text, seeded.model.weights);
  RunOptions options = case_options();
  options.trace = [&counts](const TraceEvent& event) {
    if (event.kind == TraceEvent::Kind::kLoopEnd) counts[name_in(event.title)].insert(event.iteration);
  };
  for (size_t k = 0; k < seeded.model.inferences.size(); ++k) {
    Inference inference{.inputs = {.named = seeded.model.inferences[k]}, .answers = {}};
    Result<std::vector<Tensor>> outputs = model.ok() ? infer(model.value(), inference.inputs, options)
                                                     : Result<std::vector<Tensor>>(Error("", ""));
    const BackendAnswer answer = !model.ok()    ? rejected(model.error())
                                 : outputs.ok() ? BackendAnswer(Outputs{outputs.value()})
                                                : BackendAnswer(rejected(outputs.error()));
    const bool wrong = seeded.breakage != nullptr && seeded.inference.value_or(k) == k;
    if (wrong) {
      inference.answers = rejections(*seeded.breakage);
    } else if (outputs.ok() && model.ok()) {
      std::vector<ExpectedTensor> goldens;
      for (const Tensor& output : outputs.value()) goldens.push_back({output, {}});
      inference.answers.push_back(std::move(goldens));
    } else {
      return answer_text(answer);
    }
    const Verdict verdict = judge(inference.answers, answer);
    run.inferences.push_back(std::move(inference));
    if (!verdict.passed()) return verdict.text;
    if (!model.ok()) break;
  }
  return "";
}

}  // namespace

std::string name_of_seed(uint64_t seed) { return "seed_" + hexadecimal(seed); }

GeneratedCase generate_case(uint64_t seed) {
  const SeededModel seeded = make_model(seed);
  const GeneratedModel& made = seeded.model;
  GeneratedCase result{.seed = seed, .weights = made.weights, .features = made.notes.features};
  TestCase& test_case = result.test_case;
  test_case.path = name_of_seed(seed);
  test_case.title =
      "Generated from seed " + std::to_string(seed) +
      (seeded.breakage == nullptr ? "." : ", and broken: " + std::string(seeded.breakage->rule) + ".");
  test_case.kind = "combined";
  test_case.oracle = "reference-only";
  test_case.model = seeded.text;
  const std::set<std::string> features = features_of(made.model);
  test_case.dialect = dialect_of(features);
  test_case.features.assign(features.begin(), features.end());

  IterationCounts counts;
  CaseRun run{.name = "generated"};
  result.problem = add_inferences(seeded, run, counts);
  result.touched = resolve(made.notes, counts);
  if (seeded.breakage != nullptr) {
    // It is not certain that the run uses other parts of the model, but it may use a disputed one.
    const bool disputed = made.notes.features.contains("disputed");
    result.touched = {{seeded.breakage->rule}, seeded.breakage->survey || disputed};
    result.features = {"broken"};
  }
  if (result.touched.rules.empty()) result.touched.rules = {"BODY-1"};  // a case names at least one rule
  test_case.rules = run.rules = result.touched.rules;
  run.survey = result.touched.survey;
  test_case.runs.push_back(std::move(run));
  return result;
}

}  // namespace backedge::generate
