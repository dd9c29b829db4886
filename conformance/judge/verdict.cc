#include "conformance/judge/verdict.h"

#include <algorithm>

#include "interpreter/base/check.h"
#include "interpreter/base/joined.h"
#include "interpreter/base/number_text.h"

namespace backedge {
namespace {

struct Row {
  Outcome outcome;
  OutcomeTraits traits;
};

// This is the only place that knows what an outcome means.
constexpr std::array<Row, kOutcomes> kTable = {{
    {Outcome::kPassed, {.name = "passed", .fails = false, .severity = 0}},
    {Outcome::kSkipped, {.name = "skipped", .fails = false, .severity = 1}},
    {Outcome::kWrongValue, {.name = "wrong value", .severity = 2}},
    {Outcome::kWrongShape, {.name = "wrong shape", .severity = 3}},
    {Outcome::kWrongType, {.name = "wrong type", .severity = 4}},
    {Outcome::kMissingOutput, {.name = "missing output", .severity = 5}},
    {Outcome::kExtraOutput, {.name = "extra output", .severity = 6}},
    {Outcome::kRejected, {.name = "rejected", .severity = 7}},
    {Outcome::kAccepted, {.name = "accepted", .severity = 8}},
    {Outcome::kFailed, {.name = "failed", .severity = 9}},
    {Outcome::kUnstable, {.name = "unstable", .fails_in_survey = true, .severity = 10}},
    {Outcome::kStale, {.name = "stale state", .fails_in_survey = true, .severity = 11}},
    {Outcome::kProtocolError,
     {.name = "protocol error", .fails_in_survey = true, .broken = true, .severity = 12}},
    {Outcome::kTimedOut, {.name = "timed out", .fails_in_survey = true, .broken = true, .severity = 13}},
    {Outcome::kCrashed, {.name = "crashed", .fails_in_survey = true, .broken = true, .severity = 14}},
}};

constexpr std::array<std::string_view, 10> kMoments = {
    "loaded",       "first", "repeated",       "other run", "after other run",
    "loaded again", "alone", "reference pair", "unloaded",  "used process"};

std::string outputs_text(std::span<const Tensor> outputs) {
  const std::string text =
      joined(outputs, ", ", [](const Tensor& output) { return describe(output.type(), output.shape()); });
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
  return {.outcome = Outcome::kRejected, .text = "expected outputs\nactual   " + answer_text(actual)};
}

void fill_unspecified(const ExpectedTensor& golden, Tensor& actual) {
  const bool fits = golden.tensor.type() == actual.type() && golden.tensor.shape() == actual.shape();
  if (!fits || golden.unspecified.empty()) return;
  std::byte* const to = actual.writable_bytes();
  const int64_t size = size_of(actual.type());
  int64_t k = 0;
  for (const bool unspecified : golden.unspecified) {
    if (unspecified) std::copy_n(golden.tensor.bytes() + k * size, size, to + k * size);
    ++k;
  }
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

const OutcomeTraits& traits_of(Outcome outcome) {
  const auto row = std::find_if(kTable.begin(), kTable.end(),
                                [outcome](const Row& each) { return each.outcome == outcome; });
  CHECK(row != kTable.end());
  return row->traits;
}

std::string_view name_of(Outcome outcome) { return traits_of(outcome).name; }

std::optional<Outcome> outcome_named(std::string_view name) {
  const auto row = std::find_if(kTable.begin(), kTable.end(),
                                [name](const Row& each) { return each.traits.name == name; });
  if (row == kTable.end()) return std::nullopt;
  return row->outcome;
}

std::string_view name_of(Observation::Moment moment) { return kMoments[static_cast<size_t>(moment)]; }

bool is_failure(Outcome outcome, bool survey) {
  const OutcomeTraits& traits = traits_of(outcome);
  return survey ? traits.fails_in_survey : traits.fails;
}

bool is_disturbed(const Verdict& verdict) { return disturbance_of(verdict) != nullptr; }

const Observation* disturbance_of(const Verdict& verdict) {
  const auto found =
      std::ranges::find(verdict.observations, Observation::Moment::kUsedProcess, &Observation::moment);
  return found == verdict.observations.end() ? nullptr : &*found;
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
            .text = "expected " + counted(std::ssize(expected), "output") + "\nactual   " +
                    std::to_string(actual.size()) + ": " + outputs_text(actual),
            .given = actual};
  }
  Verdict verdict;
  for (size_t k = 0; k < actual.size(); ++k) {
    std::optional<Difference> difference = compare(expected[k], actual[k]);
    if (!difference) continue;
    const Outcome outcome = outcome_of(difference->kind);
    // The worst output decides: a wrong type before a wrong shape before a wrong value.
    if (traits_of(outcome).severity > traits_of(verdict.outcome).severity) verdict.outcome = outcome;
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
    return {.outcome = outcome_of(broken->kind), .text = broken->message};
  if (std::holds_alternative<Skipped>(actual))
    return {.outcome = Outcome::kSkipped, .text = answer_text(actual)};
  if (std::holds_alternative<Failed>(actual))
    return {.outcome = Outcome::kFailed, .text = answer_text(actual)};
  // If several answers are correct, the text compares with the first one of the same kind as the actual
  // answer.
  Verdict verdict;
  bool of_its_kind = false;
  for (size_t k = 0; k < answers.size(); ++k) {
    Verdict one = judge_one(answers[k], actual, names);
    if (one.passed()) return {};
    const bool fits =
        std::holds_alternative<Rejection>(answers[k]) == std::holds_alternative<Rejected>(actual);
    std::string text = verdict.text + (k == 0 ? "" : "\n") +
                       (answers.size() > 1 ? "answer " + std::to_string(k) + ":\n" : "") + one.text;
    if (!of_its_kind) verdict = std::move(one);
    of_its_kind |= fits;
    verdict.text = std::move(text);
  }
  return verdict;
}

void fill_unspecified(const std::vector<Answer>& answers, BackendAnswer& actual) {
  auto* outputs = std::get_if<Outputs>(&actual);
  if (outputs == nullptr) return;
  const std::vector<ExpectedTensor>* meant = nullptr;
  for (const Answer& answer : answers) {
    const auto* goldens = std::get_if<std::vector<ExpectedTensor>>(&answer);
    if (goldens == nullptr) continue;
    if (meant == nullptr) meant = goldens;
    if (answers.size() == 1 || !judge_outputs(*goldens, outputs->tensors).passed()) continue;
    meant = goldens;
    break;
  }
  if (meant == nullptr) return;
  for (size_t k = 0; k < std::min(meant->size(), outputs->tensors.size()); ++k)
    fill_unspecified((*meant)[k], outputs->tensors[k]);
}

bool same_answer(const BackendAnswer& a, const BackendAnswer& b) {
  if (a.index() != b.index()) return false;
  const auto* outputs = std::get_if<Outputs>(&a);
  return outputs == nullptr || same_tensors(outputs->tensors, std::get<Outputs>(b).tensors);
}

}  // namespace backedge
