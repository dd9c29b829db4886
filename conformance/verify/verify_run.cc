#include "conformance/verify/verify_run.h"

#include <algorithm>
#include <optional>

#include "conformance/corpus/features.h"
#include "conformance/corpus/read_text.h"
#include "conformance/verify/check_run.h"
#include "conformance/verify/question.h"

namespace backedge {
namespace {

using Moment = Observation::Moment;

bool same_inputs(const Inputs& a, const Inputs& b) {
  const auto same = [](const Tensor& x, const Tensor& y) { return x.same_bits(y); };
  const auto same_entry = [&](const auto& x, const auto& y) {
    return x.first == y.first && same(x.second, y.second);
  };
  return std::equal(a.listed.begin(), a.listed.end(), b.listed.begin(), b.listed.end(), same) &&
         std::equal(a.named.begin(), a.named.end(), b.named.begin(), b.named.end(), same_entry);
}

bool is_broken(const BackendAnswer& answer) { return std::holds_alternative<Broken>(answer); }

// One run with one backend.
class Verification {
 public:
  Verification(Backend& backend, const Question& own) : backend_(backend), own_(own) {}

  Result<Verdict> verify(const CaseRun* other, const Question* pair) {
    TRY(observe_first());
    if (!may_change_later(own_.test_case)) TRY(observe_more(other, pair));
    TRY(close());
    return verdict();
  }

 private:
  // An observation with all parts of a verdict.
  struct Seen {
    Moment moment;
    Verdict verdict;
    std::string other;
    bool counts;
  };

  Result<BackendAnswer> without_fault(BackendAnswer answer) {
    auto* broken = std::get_if<Broken>(&answer);
    if (broken != nullptr) loaded_ = false;
    if (broken != nullptr && broken->fault) return *std::move(broken->fault);
    return answer;
  }
  Result<BackendAnswer> load(const ModelFiles& files) {
    BackendAnswer answer = TRY(without_fault(backend_.load(files)));
    loaded_ = std::holds_alternative<Done>(answer);
    return answer;
  }
  // Returns whether the backend can go on.
  Result<bool> unload() {
    const BackendAnswer unloaded = TRY(without_fault(backend_.unload()));
    if (is_broken(unloaded)) note_broken(Moment::kUnload, 0, unloaded, "when it was unloaded");
    return !is_broken(unloaded);
  }
  // Elements that no rule specifies may differ from answer to answer, so they are left out of what follows.
  Result<BackendAnswer> infer(const Inference& inference, const std::vector<std::string>& parameters) {
    BackendAnswer answer =
        TRY(without_fault(backend_.infer(in_parameter_order(inference.inputs, parameters))));
    fill_unspecified(inference.answers, answer);
    return answer;
  }
  Result<BackendAnswer> infer(size_t k) { return infer(own_.run.inferences[k], own_.parameters); }

  Seen& note(Moment moment, Verdict verdict, std::string other = "", bool counts = true) {
    const Outcome outcome = verdict.outcome;
    if (counts && (outcome == Outcome::kSkipped || traits_of(outcome).broken)) over_ = true;
    return seen_.emplace_back(Seen{moment, std::move(verdict), std::move(other), counts});
  }
  void note_broken(Moment moment, size_t k, const BackendAnswer& answer, const std::string& when) {
    Verdict verdict = own_.judge_at(k, answer);
    verdict.text = when + ": " + verdict.text;
    note(moment, std::move(verdict));
  }

  // Runs every inference for the first time.
  Result<void> observe_first() {
    const BackendAnswer loaded = TRY(load(own_.files));
    if (!loaded_) {
      note(Moment::kLoad, own_.judge_at(0, loaded));
      over_ = true;
      return {};
    }
    for (size_t k = 0; k < own_.run.inferences.size() && !over_; ++k) {
      answers_.push_back(TRY(infer(k)));
      note(Moment::kFirst, own_.judge_at(k, answers_.back()));
    }
    return {};
  }

  Result<void> observe_more(const CaseRun* other, const Question* pair) {
    TRY(observe_repeated());
    if (!over_ && other != nullptr && !changed_) TRY(observe_after(*other));
    if (!over_) TRY(observe_alone());
    if (!over_ && pair != nullptr && decisive() == nullptr) TRY(observe_pair(*pair));
    return {};
  }

  Result<void> observe_repeated() {
    for (size_t k = 0; k < answers_.size() && !over_ && !changed_; ++k)
      TRY(observe_again(Moment::kRepeated, k, "when it was repeated", ""));
    return {};
  }

  Result<void> observe_after(const CaseRun& other) {
    if (!TRY(reload())) return {};
    const BackendAnswer first = TRY(infer(other.inferences[0], own_.parameters));
    // A backend that breaks here also breaks in the other run, where the failure is reported.
    note(Moment::kOther, judge(other.inferences[0].answers, first, own_.names), other.name, false);
    if (is_broken(first)) return {};
    return observe_again(Moment::kAfterOther, 0, "after inputs of " + other.name, other.name);
  }

  // Repeats a question that already has an answer.
  Result<void> observe_again(Moment moment, size_t k, const std::string& when, const std::string& other) {
    const BackendAnswer again = TRY(infer(k));
    if (is_broken(again)) {
      note_broken(moment, k, again, when);
    } else if (same_answer(answers_[k], again)) {
      note(moment, own_.judge_at(k, again), other);
    } else {
      TRY(observe_change(moment, k, again, when, other));
    }
    return {};
  }

  // Another answer to the same inference. The cause is an earlier run, or unknown.
  Result<void> observe_change(Moment moment, size_t k, const BackendAnswer& again, const std::string& when,
                              const std::string& other) {
    changed_ = true;
    const size_t at = seen_.size();
    note(moment, judge_change(k, again, when), other);
    // Ask twice, in case the answers alternate.
    for (int time = 0; time < 2; ++time) {
      if (!TRY(reload())) return {};
      for (size_t j = 0; j <= k; ++j) {
        const BackendAnswer fresh = TRY(infer(j));
        const std::string there = "on the model loaded again";
        if (is_broken(fresh)) {
          note_broken(Moment::kReloaded, j, fresh, there);
          return {};
        }
        const bool same = same_answer(answers_[j], fresh);
        note(Moment::kReloaded, same ? own_.judge_at(j, fresh) : judge_change(j, fresh, there));
        if (!same) return {};
      }
    }
    seen_[at].verdict.outcome = Outcome::kStale;
    return {};
  }

  // Unloads the model and loads it again. Returns whether it is loaded.
  Result<bool> reload() {
    if (!TRY(unload())) return false;
    const BackendAnswer loaded = TRY(load(own_.files));
    if (is_broken(loaded)) note_broken(Moment::kReloaded, 0, loaded, "when it was loaded again");
    if (!loaded_ && !is_broken(loaded)) {
      note(Moment::kReloaded,
           {.outcome = Outcome::kUnstable,
            .text = "loaded the first time; then\n" + indented(answer_text(loaded), "  ")});
    }
    return loaded_;
  }

  // Judges the second answer, with the first one as the expected answer.
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
      verdict = judge_outputs(expected, after->tensors, own_.names);
      text += "compared with the first answer:\n" + verdict.text;
    }
    verdict.outcome = Outcome::kUnstable;
    verdict.inference = k;
    verdict.text = std::move(text);
    return verdict;
  }

  // In a sequence, an inference may be right on its own, but wrong after the inferences before it.
  Result<void> observe_alone() {
    size_t at = 0;
    while (at < seen_.size() && seen_[at].verdict.passed()) ++at;
    const bool wrong_at_first = at < seen_.size() && seen_[at].moment == Moment::kFirst;
    if (!wrong_at_first || seen_[at].verdict.inference == 0) return {};
    const size_t k = seen_[at].verdict.inference;
    if (!TRY(reload())) return {};
    const BackendAnswer alone = TRY(infer(k));
    if (is_broken(alone)) {
      note_broken(Moment::kAlone, k, alone, "on its own");
    } else if (note(Moment::kAlone, own_.judge_at(k, alone)).verdict.passed()) {
      Verdict& verdict = seen_[at].verdict;
      verdict.outcome = Outcome::kStale;
      verdict.text = "right on its own, but wrong after the inferences before it:\n" + verdict.text;
    }
    return {};
  }

  // If the reference pair itself is wrong, breaks or gives no outputs, its own runs report that.
  Result<void> observe_pair(const Question& pair) {
    if (loaded_ && !TRY(unload())) return {};
    const std::string name = name_of(pair.test_case, pair.run);
    const BackendAnswer loaded = TRY(load(pair.files));
    pair_is_loaded_ = loaded_;
    if (!loaded_) note(Moment::kPair, pair.judge_at(0, loaded), name, false);
    for (size_t k = 0; loaded_ && k < std::min(answers_.size(), pair.run.inferences.size()); ++k) {
      const BackendAnswer answer = TRY(infer(pair.run.inferences[k], pair.parameters));
      note(Moment::kPair, pair.judge_at(k, answer), name, false);
      if (!seen_.back().verdict.passed()) continue;
      const auto* given = std::get_if<Outputs>(&answers_[k]);
      const auto* wanted = std::get_if<Outputs>(&answer);
      const Answer& golden = own_.run.inferences[k].answers[0];
      if (given == nullptr || wanted == nullptr || std::holds_alternative<Rejection>(golden)) continue;
      Verdict verdict = judge_pair(name, wanted->tensors, golden, given->tensors, own_.names);
      verdict.inference = k;
      if (!verdict.passed()) note(Moment::kPair, std::move(verdict), name);
    }
    return {};
  }

  Result<void> close() {
    if (!loaded_ || TRY(unload())) return {};
    seen_.back().counts = !pair_is_loaded_;
    return {};
  }

  // The observation that gives the verdict; nullptr if every one that counts passed.
  const Seen* decisive() const {
    const Seen* first = nullptr;
    for (const Seen& seen : seen_) {
      if (!seen.counts || seen.verdict.passed()) continue;
      if (is_failure(seen.verdict.outcome, own_.run.survey)) return &seen;
      if (first == nullptr) first = &seen;
    }
    return first;
  }

  Verdict verdict() const {
    const Seen* seen = decisive();
    Verdict verdict = seen == nullptr ? Verdict() : seen->verdict;
    const bool all_passed =
        std::all_of(seen_.begin(), seen_.end(), [](const Seen& each) { return each.verdict.passed(); });
    if (all_passed) return verdict;
    for (const auto& [moment, of, other, counts] : seen_)
      verdict.observations.push_back({moment, of.inference, of.outcome, of.text, other, counts});
    return verdict;
  }

  Backend& backend_;
  const Question& own_;
  std::vector<BackendAnswer> answers_;  // the first answer to each inference
  std::vector<Seen> seen_;
  bool loaded_ = false;          // whether a model is loaded
  bool pair_is_loaded_ = false;  // whether it is the model of the reference pair
  bool changed_ = false;         // whether an answer differed from the first one
  bool over_ = false;            // whether nothing more can be learned
};

Result<Verdict> verify_with_pair(Backend& backend, const SelectedRun& selected) {
  const auto& [test_case, run, pair] = selected;
  const Question own = TRY(question_of(*test_case, *run));
  const CaseRun* other = run->inferences.size() == 1 ? neighbour(*test_case, *run) : nullptr;
  if (pair == nullptr) return Verification(backend, own).verify(other, nullptr);
  const CaseRun* of_pair = find_run(*pair, run->name);
  if (of_pair == nullptr)
    return corpus_error("its reference pair " + pair->path + " has no run of this name");
  const Question question = TRY(question_of(*pair, *of_pair));
  return Verification(backend, own).verify(other, &question);
}

}  // namespace

const CaseRun* neighbour(const TestCase& test_case, const CaseRun& run) {
  const size_t count = test_case.runs.size();
  const size_t at = static_cast<size_t>(&run - test_case.runs.data());
  for (size_t step = 1; step < count; ++step) {
    const CaseRun& other = test_case.runs[(at + step) % count];
    const bool loads = !std::holds_alternative<Rejection>(other.inferences[0].answers[0]);
    if (loads && other.at == run.at && !same_inputs(other.inferences[0].inputs, run.inferences[0].inputs))
      return &other;
  }
  return nullptr;
}

Result<Verdict> verify_run(Backend& backend, const SelectedRun& selected) {
  Result<Verdict> verdict = verify_with_pair(backend, selected);
  if (!verdict.ok()) return verdict.take_error().note("in the run " + name_of(selected));
  return verdict;
}

}  // namespace backedge
