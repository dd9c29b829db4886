#include "conformance/shrink/shrink.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include "conformance/protocol/scratch_folder.h"
#include "conformance/shrink/coarse_comparison.h"
#include "conformance/shrink/cost.h"
#include "conformance/shrink/derived_tolerances.h"
#include "conformance/shrink/edits.h"
#include "conformance/shrink/graphs.h"
#include "conformance/shrink/onnx_edits.h"
#include "conformance/shrink/onnx_subject.h"
#include "conformance/shrink/same_failure.h"
#include "conformance/shrink/write_model_files.h"
#include "conformance/verify/check_run.h"
#include "conformance/verify/verify_run.h"

namespace backedge::shrink {
namespace {

using Pass = std::vector<Edit> (*)(const Subject&);
using OnnxPass = std::vector<OnnxEdit> (*)(const OnnxSubject&);

// Passes that remove most come first. Each pass is repeated until none finds anything.
constexpr Pass kPasses[] = {list_inference_edits, list_result_edits, list_loop_edits,  list_layer_edits,
                            list_port_edits,      list_size_edits,   list_value_edits, list_spelling_edits};
constexpr OnnxPass kOnnxPasses[] = {list_onnx_edits};

std::span<const Pass> passes_for(const Subject&) { return kPasses; }
std::span<const OnnxPass> passes_for(const OnnxSubject&) { return kOnnxPasses; }

// A subject that fails like the given run.
template <class T>
struct Failing {
  T subject;
  Reference reference;
  Verdict verdict;
  int64_t cost = 0;
};

// What all searches for one run share.
struct Given {
  const TestCase& test_case;
  const CaseRun& run;
  Backend& backend;
  const ShrinkOptions& options;
  const std::string folder;
  Verdict before;
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  int64_t runs = 0;
};

// Takes a subject of one kind apart.
template <class T>
class Search {
 public:
  explicit Search(Given& given) : given_(given) {}

  // Nothing if no other text of the model fails in the same way.
  Result<std::optional<Shrunk>> shrink(const T& subject) {
    Shrunk shrunk{.before = given_.before};
    shrunk.size_before = size_of_model(subject);
    for (const bool fresh : {false, true}) {
      fresh_ = fresh;
      if (!TRY(begin(subject))) return std::optional<Shrunk>();
      shrunk.finished = TRY(run_passes());
      if (fresh || TRY(holds_in_fresh_process())) break;
    }
    shrunk.test_case = TRY(final_case());
    const auto weights = weights_of(best_.subject);
    shrunk.weights.assign(weights.begin(), weights.end());
    shrunk.after = best_.verdict;
    shrunk.inputs = named_inputs(best_.subject, best_.reference, best_.verdict.inference);
    shrunk.size = size_of_model(best_.subject);
    shrunk.runs = given_.runs;
    return std::optional(std::move(shrunk));
  }

 private:
  // For speed, one process runs many candidates. State that it keeps from one candidate may make another
  // one fail.
  Result<bool> holds_in_fresh_process() {
    fresh_ = true;
    for (int attempt = 0; attempt < attempts(); ++attempt) {
      if (TRY(fails_alike_now(best_))) return true;
    }
    return false;
  }

  // The given model, compared coarsely and put in order, if the failure survives that.
  Result<bool> begin(const T& given) {
    best_.cost = std::numeric_limits<int64_t>::max();
    for (const bool coarse : {true, false}) {
      for (const bool orderly : {true, false}) {
        coarse_ = coarse;
        orderly_ = orderly;
        tried_.clear();
        if (TRY(keep_if_failing(given))) return true;
      }
    }
    return false;
  }

  // Runs the passes. Returns whether nothing is left to try.
  Result<bool> run_passes() {
    int64_t cost = 0;
    do {
      cost = best_.cost;
      for (const auto pass : passes_for(best_.subject)) {
        auto edits = pass(best_.subject);
        for (size_t k = 0; k < edits.size();) {
          if (is_over()) return false;
          T candidate = best_.subject;
          if (edits[k](candidate) && TRY(keep_if_failing(std::move(candidate)))) {
            edits = pass(best_.subject);  // the edit at k no longer exists
          } else {
            ++k;
          }
        }
      }
    } while (best_.cost < cost);
    return true;
  }

  bool is_over() const {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - given_.begin).count();
    const ShrinkOptions& options = given_.options;
    return given_.runs >= options.max_runs || seconds > options.max_seconds ||
           (options.stopped != nullptr && *options.stopped);
  }

  Result<bool> keep_if_failing(T candidate) {
    if (orderly_) put_in_order(candidate);
    if (!tried_.insert(key_of(candidate)).second) return false;
    Reference reference = run_reference(candidate);
    const int64_t cost = cost_of(candidate, reference);
    if (cost >= best_.cost || !may_fail_alike(reference)) return false;
    loosen(reference);
    Failing<T> failing{std::move(candidate), std::move(reference), {}, cost};
    if (!TRY(fails_alike(failing))) return false;
    best_ = std::move(failing);
    return true;
  }

  // A check before the backend is asked: a model that must be rejected still breaks the same rule, and a
  // model with outputs still has outputs.
  bool may_fail_alike(const Reference& reference) const {
    const Answer& wanted = given_.run.inferences[given_.before.inference].answers[0];
    const auto* rejection = std::get_if<Rejection>(&wanted);
    const auto fits = [&](const Answer& answer) {
      const auto* other = std::get_if<Rejection>(&answer);
      if (rejection == nullptr) return other == nullptr;
      return other != nullptr && other->phase == rejection->phase && shares_rule(*other, *rejection);
    };
    const auto is_limit = [](const Answer& answer) {
      const auto* other = std::get_if<Rejection>(&answer);
      return other != nullptr && other->rules[0].starts_with("LIMIT");
    };
    return std::any_of(reference.answers.begin(), reference.answers.end(), fits) &&
           std::none_of(reference.answers.begin(), reference.answers.end(), is_limit);
  }

  static bool shares_rule(const Rejection& a, const Rejection& b) {
    return std::find_first_of(a.rules.begin(), a.rules.end(), b.rules.begin(), b.rules.end()) !=
           a.rules.end();
  }

  void loosen(Reference& reference) const {
    if (!coarse_) return;
    for (Answer& answer : reference.answers) {
      if (auto* outputs = std::get_if<std::vector<ExpectedTensor>>(&answer)) {
        for (ExpectedTensor& output : *outputs) output.comparison = coarse_comparison(output.tensor);
      }
    }
  }

  // A failure that depends on memory or on time may need several attempts.
  int attempts() const { return given_.before.outcome == Outcome::kUnstable ? 3 : 1; }

  Result<bool> fails_alike(Failing<T>& failing) {
    for (int attempt = 0; attempt < attempts(); ++attempt) {
      ++given_.runs;
      const bool alike = TRY(fails_alike_now(failing));
      if (given_.options.progress)
        given_.options.progress({given_.runs, total(size_of_model(failing.subject))});
      if (alike) return true;
    }
    return false;
  }

  Result<bool> fails_alike_now(Failing<T>& failing) {
    return fails_alike_now(failing, TRY(written_case(failing)));
  }

  Result<bool> fails_alike_now(Failing<T>& failing, const TestCase& candidate) {
    if (fresh_) given_.backend.stop();
    failing.verdict = TRY(verify_run(given_.backend, {.test_case = &candidate, .run = &candidate.runs[0]}));
    return same_failure(given_.before, failing.verdict) && fails_where_expected(failing);
  }

  Result<TestCase> written_case(const Failing<T>& failing) const {
    TestCase made = case_of(failing.subject, failing.reference, given_.test_case, given_.run);
    made.folder = given_.folder;
    TRY(write_model_files(made.folder, made.model, weights_of(failing.subject), made.format));
    return made;
  }

  // The case of the smallest failure, with the tolerances that it needs if it fails with them too.
  Result<TestCase> final_case() {
    TestCase made = TRY(written_case(best_));
    std::optional<TestCase> derived = with_derived_tolerances(made);
    Failing<T> failing = best_;
    if (derived && TRY(fails_alike_now(failing, *derived))) {
      made = *std::move(derived);
      best_.verdict = std::move(failing.verdict);
    }
    made.folder.clear();
    return made;
  }

  // Whether it fails at an inference with the same kind of answer as the first failure.
  bool fails_where_expected(const Failing<T>& failing) const {
    const bool rejection =
        std::holds_alternative<Rejection>(given_.run.inferences[given_.before.inference].answers[0]);
    return std::holds_alternative<Rejection>(failing.reference.answers[failing.verdict.inference]) ==
           rejection;
  }

  static int64_t total(const ModelSize& size) { return size.layers + size.body_layers; }

  Given& given_;
  Failing<T> best_;
  bool coarse_ = true, orderly_ = true;
  bool fresh_ = false;  // whether every candidate gets a new process
  std::set<std::string> tried_;
};

// The run as it is, with the reason.
Result<Shrunk> as_given(const Given& given, std::string why) {
  Shrunk shrunk{.before = given.before, .after = given.before, .unchanged = std::move(why)};
  const ModelFiles files = TRY(model_files(given.test_case, given.run));
  shrunk.test_case = given.test_case;
  shrunk.test_case.folder.clear();
  shrunk.test_case.columns.clear();
  shrunk.test_case.pair.clear();
  shrunk.test_case.model = files.text;
  shrunk.test_case.runs = {given.run};
  shrunk.test_case.runs[0].at.clear();
  std::ifstream weights(files.weights, std::ios::binary);
  for (std::istreambuf_iterator<char> at(weights), end; at != end; ++at)
    shrunk.weights.push_back(static_cast<std::byte>(*at));
  shrunk.runs = given.runs;
  shrunk.finished = true;
  return shrunk;
}

}  // namespace

Result<Shrunk> shrink(const TestCase& test_case, const CaseRun& run, Backend& backend,
                      const ShrinkOptions& options) {
  TRY(check_format(test_case, run));
  const std::unique_ptr<ScratchFolder> folder = TRY(ScratchFolder::make());
  const Verdict before = TRY(verify_failing(backend, test_case, run));
  Given given{test_case, run, backend, options, folder->path(), before};
  const Result<Subject> subject = subject_of(test_case, run);
  if (subject.ok()) {
    std::optional<Shrunk> found = TRY(Search<Subject>(given).shrink(subject.value()));
    if (found) return *std::move(found);
  }
  if (test_case.format.name != kOnnx.name)
    return as_given(given, subject.ok() ? "no other text of the model fails in the same way"
                                        : "the model cannot be read:\n" + subject.error().text());
  const Result<OnnxSubject> itself = onnx_subject_of(test_case, run);
  if (!itself.ok()) return as_given(given, "the model cannot be read:\n" + itself.error().text());
  std::optional<Shrunk> found = TRY(Search<OnnxSubject>(given).shrink(itself.value()));
  if (found) return *std::move(found);
  return as_given(given, subject.ok() ? why_not_alike(subject.value()) : why_not_converted(subject.error()));
}

}  // namespace backedge::shrink
