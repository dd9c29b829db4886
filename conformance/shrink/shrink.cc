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
#include "conformance/shrink/same_failure.h"
#include "conformance/shrink/write_model_files.h"
#include "conformance/verify/check_run.h"
#include "conformance/verify/verify_run.h"
#include "interpreter/openvino/write_model.h"

namespace backedge::shrink {
namespace {

using Pass = std::vector<Edit> (*)(const Subject&);

// Passes that remove most come first. Each pass is repeated until none finds anything.
constexpr Pass kPasses[] = {list_inference_edits, list_result_edits, list_loop_edits,  list_layer_edits,
                            list_port_edits,      list_size_edits,   list_value_edits, list_spelling_edits};

// A subject that fails like the given run.
struct Failing {
  Subject subject;
  Reference reference;
  Verdict verdict;
  int64_t cost = 0;
};

class Shrinker {
 public:
  Shrinker(const TestCase& test_case, const CaseRun& run, Backend& backend, const ShrinkOptions& options,
           std::string folder)
      : case_(test_case), run_(run), backend_(backend), options_(options), folder_(std::move(folder)) {}

  Result<Shrunk> shrink() {
    TRY(check_format(case_, run_));
    const bool is_onnx = case_.format.name == kOnnx.name;
    before_ = TRY(verify_failing(backend_, case_, run_));
    Shrunk shrunk{.before = before_};
    Result<Subject> given = subject_of(case_, run_);
    if (given.ok()) shrunk.size_before = shrunk.size = size_of_model(given.value().model);
    if (!given.ok())
      return as_given(std::move(shrunk), is_onnx ? why_not_converted(given.error())
                                                 : "the model cannot be read:\n" + given.error().text());
    for (const bool fresh : {false, true}) {
      fresh_ = fresh;
      if (!TRY(begin(given.value())))
        return as_given(std::move(shrunk), is_onnx ? why_not_alike(given.value())
                                                   : "no other text of the model fails in the same way");
      shrunk.finished = TRY(run_passes());
      if (fresh || TRY(holds_in_fresh_process())) break;
    }
    shrunk.test_case = TRY(final_case());
    const auto weights = weights_of(best_.subject);
    shrunk.weights.assign(weights.begin(), weights.end());
    shrunk.after = best_.verdict;
    shrunk.inputs = named_inputs(best_.subject, best_.reference, best_.verdict.inference);
    shrunk.size = size_of_model(best_.subject.model);
    shrunk.runs = runs_;
    return shrunk;
  }

 private:
  using Clock = std::chrono::steady_clock;

  // A model that cannot be read or converted, or that only fails in its original text, stays unchanged.
  Result<Shrunk> as_given(Shrunk shrunk, std::string why) const {
    shrunk.unchanged = std::move(why);
    const ModelFiles files = TRY(model_files(case_, run_));
    shrunk.test_case = case_;
    shrunk.test_case.folder.clear();
    shrunk.test_case.columns.clear();
    shrunk.test_case.pair.clear();
    shrunk.test_case.model = files.text;
    shrunk.test_case.runs = {run_};
    shrunk.test_case.runs[0].at.clear();
    std::ifstream weights(files.weights, std::ios::binary);
    for (std::istreambuf_iterator<char> at(weights), end; at != end; ++at)
      shrunk.weights.push_back(static_cast<std::byte>(*at));
    shrunk.after = before_;
    shrunk.runs = runs_;
    shrunk.finished = true;
    return shrunk;
  }

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
  Result<bool> begin(Subject given) {
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
      for (const Pass pass : kPasses) {
        std::vector<Edit> edits = pass(best_.subject);
        for (size_t k = 0; k < edits.size();) {
          if (is_over()) return false;
          Subject candidate = best_.subject;
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
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    return runs_ >= options_.max_runs || seconds > options_.max_seconds ||
           (options_.stopped != nullptr && *options_.stopped);
  }

  Result<bool> keep_if_failing(Subject candidate) {
    if (orderly_) put_in_order(candidate.model);
    if (!is_new(candidate)) return false;
    Reference reference = run_reference(candidate);
    const int64_t cost = cost_of(candidate, reference);
    if (cost >= best_.cost || !may_fail_alike(reference)) return false;
    loosen(reference);
    Failing failing{std::move(candidate), std::move(reference), {}, cost};
    if (!TRY(fails_alike(failing))) return false;
    best_ = std::move(failing);
    return true;
  }

  bool is_new(const Subject& subject) {
    std::string key = openvino::write_model(subject.model);
    const auto add = [&key](const void* bytes, int64_t size) {
      key.append(static_cast<const char*>(bytes), static_cast<size_t>(size));
    };
    add(subject.model.weights.bytes.get(), subject.model.weights.size);
    const auto add_tensors = [&](const std::vector<Tensor>& tensors) {
      key += '|';
      for (const Tensor& tensor : tensors) {
        key += describe(tensor.type(), tensor.shape());
        add(tensor.bytes(), tensor.byte_count());
      }
    };
    for (const std::vector<Tensor>& inputs : subject.inferences) add_tensors(inputs);
    key += '#';
    if (subject.before) add_tensors(*subject.before);
    return tried_.insert(std::move(key)).second;
  }

  // A check before the backend is asked: a model that must be rejected still breaks the same rule, and a
  // model with outputs still has outputs.
  bool may_fail_alike(const Reference& reference) const {
    const Answer& wanted = run_.inferences[before_.inference].answers[0];
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
  int attempts() const { return before_.outcome == Outcome::kUnstable ? 3 : 1; }

  Result<bool> fails_alike(Failing& failing) {
    for (int attempt = 0; attempt < attempts(); ++attempt) {
      ++runs_;
      const bool alike = TRY(fails_alike_now(failing));
      if (options_.progress) options_.progress({runs_, total(size_of_model(failing.subject.model))});
      if (alike) return true;
    }
    return false;
  }

  Result<bool> fails_alike_now(Failing& failing) {
    return fails_alike_now(failing, TRY(written_case(failing)));
  }

  Result<bool> fails_alike_now(Failing& failing, const TestCase& candidate) {
    if (fresh_) backend_.stop();
    failing.verdict = TRY(verify_run(backend_, {.test_case = &candidate, .run = &candidate.runs[0]}));
    return same_failure(before_, failing.verdict) && fails_where_expected(failing);
  }

  Result<TestCase> written_case(const Failing& failing) const {
    TestCase made = case_of(failing.subject, failing.reference, case_, run_);
    made.folder = folder_;
    TRY(write_model_files(folder_, made.model, weights_of(failing.subject), made.format));
    return made;
  }

  // The case of the smallest failure, with the tolerances that it needs if it fails with them too.
  Result<TestCase> final_case() {
    TestCase made = TRY(written_case(best_));
    std::optional<TestCase> derived = with_derived_tolerances(made);
    Failing failing = best_;
    if (derived && TRY(fails_alike_now(failing, *derived))) {
      made = *std::move(derived);
      best_.verdict = std::move(failing.verdict);
    }
    made.folder.clear();
    return made;
  }

  // Whether it fails at an inference with the same kind of answer as the first failure.
  bool fails_where_expected(const Failing& failing) const {
    const bool rejection = std::holds_alternative<Rejection>(run_.inferences[before_.inference].answers[0]);
    return std::holds_alternative<Rejection>(failing.reference.answers[failing.verdict.inference]) ==
           rejection;
  }

  static int64_t total(const ModelSize& size) { return size.layers + size.body_layers; }

  const TestCase& case_;
  const CaseRun& run_;
  Backend& backend_;
  const ShrinkOptions& options_;
  const std::string folder_;
  const Clock::time_point begin_ = Clock::now();
  Verdict before_;
  Failing best_;
  bool coarse_ = true, orderly_ = true;
  bool fresh_ = false;  // whether every candidate gets a new process
  int64_t runs_ = 0;
  std::set<std::string> tried_;
};

}  // namespace

Result<Shrunk> shrink(const TestCase& test_case, const CaseRun& run, Backend& backend,
                      const ShrinkOptions& options) {
  const std::unique_ptr<ScratchFolder> folder = TRY(ScratchFolder::make());
  return Shrinker(test_case, run, backend, options, folder->path()).shrink();
}

}  // namespace backedge::shrink
