#include "conformance/verdict.h"

#include <algorithm>

namespace backedge {
namespace {

constexpr std::array<std::string_view, kOutcomes> kNames = {
    "passed",       "wrong value", "wrong shape",    "wrong type", "missing output",
    "extra output", "rejected",    "accepted",       "skipped",    "failed",
    "crashed",      "timed out",   "protocol error", "unstable",   "stale state"};

std::string outputs_text(std::span<const Tensor> outputs) {
  std::string text;
  for (const Tensor& output : outputs)
    text += (text.empty() ? "" : ", ") + describe(output.type(), output.shape());
  return "outputs " + (text.empty() ? "(none)" : text);
}

Outcome outcome_of(Difference::Kind kind) {
  switch (kind) {
    case Difference::Kind::kElementType:
      return Outcome::kWrongType;
    case Difference::Kind::kShape:
      return Outcome::kWrongShape;
    case Difference::Kind::kValue:
      break;
  }
  return Outcome::kWrongValue;
}

Outcome outcome_of(Broken::Kind kind) {
  switch (kind) {
    case Broken::Kind::kCrashed:
    case Broken::Kind::kStopped:
      return Outcome::kCrashed;
    case Broken::Kind::kTimedOut:
      return Outcome::kTimedOut;
    case Broken::Kind::kProtocolError:
      break;
  }
  return Outcome::kProtocolError;
}

Verdict judge_rejection(const Rejection& expected, const BackendAnswer& actual) {
  const auto* rejected = std::get_if<Rejected>(&actual);
  if (rejected != nullptr && rejected->rule.empty() && rejected->phase >= expected.phase) return {};
  if (rejected != nullptr && rejected->phase == expected.phase &&
      std::find(expected.rules.begin(), expected.rules.end(), rejected->rule) != expected.rules.end())
    return {};
  const auto* outputs = std::get_if<Outputs>(&actual);
  return {.outcome = rejected != nullptr ? Outcome::kRejected : Outcome::kAccepted,
          .text = "expected " + expected.text() + "\nactual   " + answer_text(actual),
          .given = outputs != nullptr ? outputs->tensors : std::vector<Tensor>()};
}

Verdict judge_one(const Answer& answer, const BackendAnswer& actual, std::span<const std::string> names) {
  if (const auto* rejection = std::get_if<Rejection>(&answer)) return judge_rejection(*rejection, actual);
  if (const auto* outputs = std::get_if<Outputs>(&actual))
    return judge_outputs(std::get<std::vector<ExpectedTensor>>(answer), outputs->tensors, names);
  return {Outcome::kRejected, 0, "expected outputs\nactual   " + answer_text(actual)};
}

bool same_tensors(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  const auto same = [](const Tensor& x, const Tensor& y) { return !compare({x, {}}, y); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

struct AnswerText {
  std::string operator()(const Done&) const { return "done"; }
  std::string operator()(const Outputs& outputs) const { return outputs_text(outputs.tensors); }
  std::string operator()(const Rejected& rejected) const {
    return "rejected (" + std::string(name_of(rejected.phase)) + ")\n" + indented(rejected.message, "  ");
  }
  std::string operator()(const Skipped& skipped) const { return "skipped: " + skipped.reason; }
  std::string operator()(const Failed& failed) const { return "failed: " + failed.message; }
  std::string operator()(const Broken& broken) const { return broken.message; }
};

}  // namespace

std::string_view name_of(Outcome outcome) { return kNames[static_cast<size_t>(outcome)]; }

std::optional<Outcome> outcome_named(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Outcome>(found - kNames.begin());
}

bool is_failure(Outcome outcome, bool survey) {
  if (outcome == Outcome::kPassed || outcome == Outcome::kSkipped) return false;
  return !survey || outcome >= Outcome::kCrashed;
}

std::string indented(const std::string& text, const std::string& by) {
  std::string out = by;
  for (const char c : text) {
    out += c;
    if (c == '\n') out += by;
  }
  return out;
}

std::string answer_text(const BackendAnswer& answer) { return std::visit(AnswerText(), answer); }

Verdict judge_outputs(const std::vector<ExpectedTensor>& expected, const std::vector<Tensor>& actual,
                      std::span<const std::string> names) {
  if (actual.size() != expected.size()) {
    return {.outcome = actual.size() < expected.size() ? Outcome::kMissingOutput : Outcome::kExtraOutput,
            .text = "expected " + std::to_string(expected.size()) + " outputs\nactual   " +
                    std::to_string(actual.size()) + ": " + outputs_text(actual),
            .given = actual};
  }
  Verdict verdict;
  for (size_t k = 0; k < actual.size(); ++k) {
    std::optional<Difference> difference = compare(expected[k], actual[k]);
    if (!difference) continue;
    const Outcome outcome = outcome_of(difference->kind);
    // Of several outputs the worst: a wrong type before a wrong shape before a wrong value.
    verdict.outcome = std::max(verdict.outcome, outcome);
    verdict.text += (verdict.text.empty() ? "" : "\n") + ("output " + std::to_string(k)) +
                    (k < names.size() ? " \"" + names[k] + "\"" : "") + ", compared by " +
                    expected[k].comparison.text() + ": " + difference->text;
    const std::string name = k < names.size() ? names[k] : "";
    verdict.wrong.push_back({k, name, expected[k], actual[k], *std::move(difference)});
  }
  return verdict;
}

Verdict judge(const std::vector<Answer>& answers, const BackendAnswer& actual,
              std::span<const std::string> names) {
  if (const auto* broken = std::get_if<Broken>(&actual))
    return {outcome_of(broken->kind), 0, broken->message};
  if (std::holds_alternative<Skipped>(actual)) return {Outcome::kSkipped, 0, answer_text(actual)};
  if (std::holds_alternative<Failed>(actual)) return {Outcome::kFailed, 0, answer_text(actual)};
  // Of several that are right, the first of the kind that was given says what is wrong with it.
  Verdict verdict;
  bool of_its_kind = false;
  for (size_t k = 0; k < answers.size(); ++k) {
    Verdict one = judge_one(answers[k], actual, names);
    if (one.passed()) return {};
    const bool fits =
        std::holds_alternative<Rejection>(answers[k]) == std::holds_alternative<Rejected>(actual);
    std::string text = verdict.text + (k == 0 ? "" : "\n") +
                       (answers.size() > 1 ? "answer " + std::to_string(k) + ":\n" : "") + one.text;
    if (k == 0 || (fits && !of_its_kind)) verdict = std::move(one);
    of_its_kind = of_its_kind || fits;
    verdict.text = std::move(text);
  }
  return verdict;
}

bool same_answer(const BackendAnswer& a, const BackendAnswer& b) {
  if (a.index() != b.index()) return false;
  const auto* outputs = std::get_if<Outputs>(&a);
  return outputs == nullptr || same_tensors(outputs->tensors, std::get<Outputs>(b).tensors);
}

}  // namespace backedge
