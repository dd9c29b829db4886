#include "conformance/verify_run.h"

#include <algorithm>
#include <optional>

#include "conformance/run_case.h"

namespace backedge {
namespace {

bool same_inputs(const Inputs& a, const Inputs& b) {
  const auto same = [](const Tensor& x, const Tensor& y) { return x.same_bits(y); };
  const auto same_entry = [&](const auto& x, const auto& y) {
    return x.first == y.first && same(x.second, y.second);
  };
  return std::equal(a.listed.begin(), a.listed.end(), b.listed.begin(), b.listed.end(), same) &&
         std::equal(a.named.begin(), a.named.end(), b.named.begin(), b.named.end(), same_entry);
}

// One run against one backend.
class Verification {
 public:
  Verification(Backend& backend, const Case& the_case, const CaseRun& run) : backend_(backend), run_(run) {
    Result<ModelFiles> files = model_files(the_case, run);
    if (files.ok()) files_ = std::move(files).value();
    const Result<LoadedModel> model = load_run(the_case, run);
    if (!model.ok()) return;
    for (const ModelInput& input : model.value().inputs()) parameters_.push_back(input.name);
    for (const ModelOutput& output : model.value().outputs()) names_.push_back(output.name);
  }

  Verdict verify(const CaseRun* other, const Case* twin) {
    const BackendAnswer loaded = load(files_);
    if (!std::holds_alternative<Done>(loaded)) return judge(run_.inferences[0].answers, loaded);
    Verdict verdict = check_once();
    if (is_over(verdict)) return close(verdict);
    if (const std::optional<Verdict> changed = check_again()) return close(*changed);
    if (other != nullptr) {
      if (const std::optional<Verdict> changed = check_after(*other)) return close(*changed);
    }
    if (!verdict.passed() && verdict.inference > 0) verdict = blame_the_past(verdict);
    if (verdict.passed() && twin != nullptr) verdict = check_twin(*twin);
    return close(verdict);
  }

 private:
  static bool is_over(const Verdict& verdict) {
    return verdict.outcome == Outcome::kSkipped || is_broken(verdict);
  }
  static bool is_broken(const Verdict& verdict) {
    return verdict.outcome >= Outcome::kCrashed && verdict.outcome <= Outcome::kProtocolError;
  }

  BackendAnswer load(const ModelFiles& files) {
    BackendAnswer answer = backend_.load(files);
    loaded_ = std::holds_alternative<Done>(answer);
    return answer;
  }
  BackendAnswer unload() {
    loaded_ = false;
    return backend_.unload();
  }
  BackendAnswer infer(const Inputs& inputs) {
    BackendAnswer answer = backend_.infer(in_parameter_order(inputs, parameters_));
    if (std::holds_alternative<Broken>(answer)) loaded_ = false;
    return answer;
  }
  BackendAnswer infer(size_t k) { return infer(run_.inferences[k].inputs); }

  Verdict judge_at(size_t k, const BackendAnswer& answer) const {
    Verdict verdict = judge(run_.inferences[k].answers, answer, names_);
    verdict.inference = k;
    return verdict;
  }

  // Every inference, for the first time; the first that is wrong.
  Verdict check_once() {
    Verdict first;
    for (size_t k = 0; k < run_.inferences.size(); ++k) {
      answers_.push_back(infer(k));
      const Verdict verdict = judge_at(k, answers_.back());
      if (is_over(verdict)) return verdict;
      if (first.passed()) first = verdict;
    }
    return first;
  }

  std::optional<Verdict> check_again() {
    for (size_t k = 0; k < run_.inferences.size(); ++k) {
      const BackendAnswer again = infer(k);
      if (const std::optional<Verdict> broken = broken_at(k, again, "when it was repeated")) return broken;
      if (!same_answer(answers_[k], again)) return changed_at(k, again, "when it was repeated");
    }
    return std::nullopt;
  }

  std::optional<Verdict> check_after(const CaseRun& other) {
    const std::string when = "after inputs of " + other.name;
    if (const std::optional<Verdict> failed = reload()) return failed;
    const BackendAnswer first = infer(other.inferences[0].inputs);
    if (const std::optional<Verdict> broken = broken_at(0, first, "on " + other.name)) return broken;
    const BackendAnswer again = infer(0);
    if (const std::optional<Verdict> broken = broken_at(0, again, when)) return broken;
    if (!same_answer(answers_[0], again)) return changed_at(0, again, when);
    return std::nullopt;
  }

  std::optional<Verdict> broken_at(size_t k, const BackendAnswer& answer, const std::string& when) const {
    if (!std::holds_alternative<Broken>(answer)) return std::nullopt;
    Verdict verdict = judge_at(k, answer);
    verdict.text = when + ": " + verdict.text;
    return verdict;
  }

  // Loads the model again; what a Broken means.
  std::optional<Verdict> reload() {
    const BackendAnswer unloaded = unload();
    if (std::holds_alternative<Broken>(unloaded)) return broken_at(0, unloaded, "when it was unloaded");
    const BackendAnswer loaded = load(files_);
    if (std::holds_alternative<Done>(loaded)) return std::nullopt;
    if (std::holds_alternative<Broken>(loaded)) return broken_at(0, loaded, "when it was loaded again");
    return Verdict{Outcome::kUnstable, 0, "loaded at first; then\n" + indented(answer_text(loaded), "  ")};
  }

  // Another answer to the same inference: because of what ran before, or of nothing that is known.
  Verdict changed_at(size_t k, const BackendAnswer& again, const std::string& when) {
    Verdict verdict = judge_change(k, again, when);
    // Twice, for answers that take turns.
    for (int time = 0; time < 2; ++time) {
      if (const std::optional<Verdict> failed = reload()) return *failed;
      for (size_t j = 0; j <= k; ++j) {
        const BackendAnswer fresh = infer(j);
        if (const std::optional<Verdict> broken = broken_at(j, fresh, "on the model loaded again"))
          return *broken;
        if (same_answer(answers_[j], fresh)) continue;
        verdict.outcome = Outcome::kUnstable;
        return verdict;
      }
    }
    verdict.outcome = Outcome::kStale;
    return verdict;
  }

  // The second answer, with the first as what is expected.
  Verdict judge_change(size_t k, const BackendAnswer& again, const std::string& when) const {
    const auto* before = std::get_if<Outputs>(&answers_[k]);
    const auto* after = std::get_if<Outputs>(&again);
    std::string text = "another answer " + when + "\n";
    Verdict verdict;
    if (before == nullptr || after == nullptr) {
      text += "first " + answer_text(answers_[k]) + "\nthen  " + answer_text(again);
    } else {
      std::vector<ExpectedTensor> expected;
      for (const Tensor& tensor : before->tensors) expected.push_back({tensor, {}});
      verdict = judge_outputs(expected, after->tensors, names_);
      text += "with the first answer as what is expected:\n" + verdict.text;
    }
    verdict.inference = k;
    verdict.text = std::move(text);
    return verdict;
  }

  // Of a sequence: an inference that is right on its own was led astray by those before it.
  Verdict blame_the_past(Verdict verdict) {
    if (const std::optional<Verdict> failed = reload()) return *failed;
    const BackendAnswer alone = infer(verdict.inference);
    if (const std::optional<Verdict> broken = broken_at(verdict.inference, alone, "on its own"))
      return *broken;
    if (!judge_at(verdict.inference, alone).passed()) return verdict;
    verdict.outcome = Outcome::kStale;
    verdict.text = "right on its own, but after the inferences before it\n" + verdict.text;
    return verdict;
  }

  // Where the twin is wrong itself, or gives no outputs, its own runs say so.
  Verdict check_twin(const Case& twin) {
    const CaseRun* other = find_run(twin, run_.name);
    if (other == nullptr) return {Outcome::kFailed, 0, "its twin " + twin.path + " has no run of this name"};
    if (const std::optional<Verdict> broken = broken_at(0, unload(), "when it was unloaded")) return *broken;
    Verification there(backend_, twin, *other);
    loaded_ = std::holds_alternative<Done>(there.load(there.files_));
    for (size_t k = 0; loaded_ && k < std::min(answers_.size(), other->inferences.size()); ++k) {
      const BackendAnswer answer = there.infer(k);
      loaded_ = there.loaded_;
      const auto* given = std::get_if<Outputs>(&answers_[k]);
      const auto* wanted = std::get_if<Outputs>(&answer);
      const Answer& golden = run_.inferences[k].answers[0];
      if (given == nullptr || wanted == nullptr || std::holds_alternative<Rejection>(golden)) continue;
      if (!there.judge_at(k, answer).passed()) continue;
      Verdict verdict = judge_twin(name_of(twin, *other), wanted->tensors, golden, given->tensors, names_);
      verdict.inference = k;
      if (!verdict.passed()) return verdict;
    }
    return {};
  }

  Verdict close(const Verdict& verdict) {
    if (!loaded_) return verdict;
    const BackendAnswer unloaded = unload();
    const std::optional<Verdict> broken = broken_at(0, unloaded, "when it was unloaded");
    return broken.value_or(verdict);
  }

  Backend& backend_;
  const CaseRun& run_;
  ModelFiles files_;
  std::vector<std::string> parameters_, names_;  // those of inputs and outputs
  std::vector<BackendAnswer> answers_;
  bool loaded_ = false;
};

}  // namespace

const CaseRun* neighbour(const Case& the_case, const CaseRun& run) {
  const size_t count = the_case.runs.size();
  const size_t at = static_cast<size_t>(&run - the_case.runs.data());
  for (size_t step = 1; step < count; ++step) {
    const CaseRun& other = the_case.runs[(at + step) % count];
    const bool loads = !std::holds_alternative<Rejection>(other.inferences[0].answers[0]);
    if (loads && other.at == run.at && !same_inputs(other.inferences[0].inputs, run.inferences[0].inputs))
      return &other;
  }
  return nullptr;
}

Verdict verify_run(Backend& backend, const SelectedRun& selected) {
  const auto& [the_case, run, twin] = selected;
  const CaseRun* other = run->inferences.size() == 1 ? neighbour(*the_case, *run) : nullptr;
  return Verification(backend, *the_case, *run).verify(other, twin);
}

}  // namespace backedge
