#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/backend.h"
#include "conformance/case.h"
#include "conformance/compare.h"

namespace backedge {

enum class Outcome {
  kPassed,
  kWrongValue,
  kWrongShape,
  kWrongType,
  kMissingOutput,
  kExtraOutput,
  kRejected,  // what is right
  kAccepted,  // what is wrong
  kSkipped,
  kFailed,
  kCrashed,
  kTimedOut,
  kProtocolError,
  kUnstable,
  kStale,
};
inline constexpr size_t kOutcomes = 15;

/// "wrong value", "timed out".
std::string_view name_of(Outcome outcome);
std::optional<Outcome> outcome_named(std::string_view name);

/// Whether a run with this outcome is one that fails. Skipped ones are counted, but do not; runs of the survey
/// tier fail by what no reading of a rule excuses.
bool is_failure(Outcome outcome, bool survey);

/// An output that is not as expected.
struct WrongOutput {
  size_t output = 0;
  std::string name;  // of its Result, where it is known
  ExpectedTensor expected;
  Tensor actual;
  Difference difference;
};

/// What came of a run.
struct Verdict {
  Outcome outcome = Outcome::kPassed;
  size_t inference = 0;  // the first that went wrong
  std::string text;      // why, for people, over several lines; empty where all is as the case says
  std::vector<WrongOutput> wrong = {};  // where there are as many outputs as expected
  std::vector<Tensor> given = {};       // all outputs, where none, more or fewer are right
  bool passed() const { return outcome == Outcome::kPassed; }
};

/// Whether an answer to an inference, or to the load before it, is one of those that are right. A wrong model may
/// be rejected when it is run only, by a backend that names no rule; one that names a rule names the right
/// one, in the right phase.
///
/// names  of the outputs, as far as they are known
Verdict judge(const std::vector<Answer>& answers, const BackendAnswer& actual,
              std::span<const std::string> names = {});

/// Whether outputs are these, and what is wrong.
Verdict judge_outputs(const std::vector<ExpectedTensor>& expected, const std::vector<Tensor>& actual,
                      std::span<const std::string> names = {});

/// Whether two answers say the same: equal outputs to the bit but for NaNs, or both not any.
bool same_answer(const BackendAnswer& a, const BackendAnswer& b);

/// "outputs f32[2], i64[]", "rejected (load)\n  why", "failed: why".
std::string answer_text(const BackendAnswer& answer);

/// Every line behind `by`.
std::string indented(const std::string& text, const std::string& by);

}  // namespace backedge
