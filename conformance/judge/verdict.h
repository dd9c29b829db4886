#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/corpus/case.h"
#include "conformance/judge/compare.h"
#include "conformance/protocol/backend.h"

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

/// What is true of every run with an outcome. Nothing follows from the order of the enumerators.
struct OutcomeTraits {
  std::string_view name;         // "wrong value", "timed out"
  bool fails = true;             // a required run
  bool fails_in_survey = false;  // a survey run: no reading of a rule excuses it
  bool broken = false;           // the process gave no answer
  int severity = 0;  // of several outputs the worst one gives the outcome, and summaries begin with it
};
const OutcomeTraits& traits_of(Outcome outcome);

std::string_view name_of(Outcome outcome);
std::optional<Outcome> outcome_named(std::string_view name);

/// Whether a run with this outcome counts as failed in its tier.
bool is_failure(Outcome outcome, bool survey);

/// An output that is not as expected.
struct WrongOutput {
  size_t output = 0;
  std::string name;  // of its Result, where it is known
  ExpectedTensor expected;
  Tensor actual;
  Difference difference;
};

/// One answer of the backend while a run was verified: docs/results_format.md says which ones are asked for.
struct Observation {
  enum class Moment {
    kLoad,         // the model was loaded for the first time
    kFirst,        // an inference for the first time, in order
    kRepeated,     // the same inference again
    kOther,        // an inference of another run of the case, on the model loaded again
    kAfterOther,   // the run's own inference behind that one
    kReloaded,     // the inference on the model loaded again
    kAlone,        // a later inference of a sequence, without those before it
    kPair,         // the inference of the reference pair, or of this run beside it
    kUnload,       // the model was unloaded
    kUsedProcess,  // the whole run, in a process that had loaded models of other runs
  };
  Moment moment = Moment::kFirst;
  size_t inference = 0;
  Outcome outcome = Outcome::kPassed;
  std::string text = {};   // why it is not as it should be
  std::string other = {};  // the other run that was asked, or is compared with
  bool counts = true;      // for this run; what another run does is that run's own affair
};

/// "first", "repeated", "reference pair".
std::string_view name_of(Observation::Moment moment);

/// What came of a run.
struct Verdict {
  Outcome outcome = Outcome::kPassed;
  size_t inference = 0;  // the first that went wrong
  std::string text;      // why, for people, over several lines; empty where all is as the case says
  std::vector<WrongOutput> wrong = {};         // where there are as many outputs as expected
  std::vector<Tensor> given = {};              // all outputs, where none, more or fewer are right
  std::vector<Observation> observations = {};  // in order; none where every one passed
  bool passed() const { return outcome == Outcome::kPassed; }
};

/// Whether the run came out otherwise in a process that had loaded models of other runs.
bool is_disturbed(const Verdict& verdict);

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
