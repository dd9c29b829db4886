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
  kRejected,  // a correct model or input was rejected
  kAccepted,  // a wrong model or input was accepted
  kSkipped,
  kFailed,
  kCrashed,
  kTimedOut,
  kProtocolError,
  kUnstable,
  kStale,
};
inline constexpr size_t kOutcomes = 15;

/// The properties of an outcome. The order of the enumerators has no meaning.
struct OutcomeTraits {
  std::string_view name;         // "wrong value", "timed out"
  bool fails = true;             // in a required run
  bool fails_in_survey = false;  // in a survey run: no reading of a rule excuses it
  bool broken = false;           // the process gave no answer
  int severity = 0;              // the worst output gives the outcome, and summaries list the worst first
};
const OutcomeTraits& traits_of(Outcome outcome);

std::string_view name_of(Outcome outcome);
std::optional<Outcome> outcome_named(std::string_view name);

/// Whether a run with this outcome counts as failed in its tier.
bool is_failure(Outcome outcome, bool survey);

/// An output that differs from its golden.
struct WrongOutput {
  size_t output = 0;
  std::string name;  // the name of its Result, if it is known
  ExpectedTensor expected;
  Tensor actual;
  Difference difference;
};

/// One answer of the backend during the verification of a run. docs/results_format.md lists the questions.
struct Observation {
  enum class Moment {
    kLoad,         // the model was loaded for the first time
    kFirst,        // an inference for the first time, in order
    kRepeated,     // the same inference again
    kOther,        // an inference of another run of the case, on the model loaded again
    kAfterOther,   // the run's own inference after that one
    kReloaded,     // the inference on the model loaded again
    kAlone,        // a later inference of a sequence, without those before it
    kPair,         // the inference of the reference pair, or of this run next to it
    kUnload,       // the model was unloaded
    kUsedProcess,  // the whole run, in a process that had loaded models of other runs
  };
  Moment moment = Moment::kFirst;
  size_t inference = 0;
  Outcome outcome = Outcome::kPassed;
  std::string text = {};   // why the answer is wrong
  std::string other = {};  // the other run that was asked, or compared with
  bool counts = true;      // for this run; the answer of another run counts only for that run
};

/// "first", "repeated", "reference pair".
std::string_view name_of(Observation::Moment moment);

/// The result of a run.
struct Verdict {
  Outcome outcome = Outcome::kPassed;
  size_t inference = 0;  // the first wrong inference
  std::string text;      // the reason, in several lines for people; empty if the run agrees with its case
  std::vector<WrongOutput> wrong = {};         // only if the number of outputs is right
  std::vector<Tensor> given = {};              // all outputs, if none were expected or their number is wrong
  std::vector<Observation> observations = {};  // in order; empty if every one passed
  bool passed() const { return outcome == Outcome::kPassed; }
};

/// Whether the run had another result in a process that had loaded models of other runs.
bool is_disturbed(const Verdict& verdict);

/// That other outcome; nullptr if there is none.
const Observation* disturbance_of(const Verdict& verdict);

/// Whether the answer to an inference, or to the load before it, is one of the correct answers. A backend
/// that names no rule may reject a wrong model only when it is run. A backend that names a rule must name
/// the right one in the right phase.
///
/// names  the names of the outputs, as far as they are known
Verdict judge(const std::vector<Answer>& answers, const BackendAnswer& actual,
              std::span<const std::string> names = {});

/// Compares outputs with the expected ones.
Verdict judge_outputs(const std::vector<ExpectedTensor>& expected, const std::vector<Tensor>& actual,
                      std::span<const std::string> names = {});

/// Gives the elements of outputs that no rule specifies the values that the goldens have there. If several
/// answers have outputs, it takes the goldens of the first one that is given, or of the first one.
void fill_unspecified(const std::vector<Answer>& answers, BackendAnswer& actual);

/// Whether two answers are of the same kind, and their outputs, if any, have equal bits except for NaNs.
bool same_answer(const BackendAnswer& a, const BackendAnswer& b);

/// "outputs f32[2], i64[]", "rejected (load)\n  why", "failed: why".
std::string answer_text(const BackendAnswer& answer);

/// Puts `by` before every line.
std::string indented(const std::string& text, const std::string& by);

}  // namespace backedge
