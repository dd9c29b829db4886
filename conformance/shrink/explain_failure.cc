#include "conformance/shrink/explain_failure.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "conformance/judge/compare.h"
#include "conformance/protocol/scratch_folder.h"
#include "conformance/shrink/ask_backend.h"
#include "conformance/shrink/coarse_comparison.h"
#include "conformance/shrink/cost.h"
#include "conformance/shrink/explain_notes.h"
#include "conformance/shrink/explain_onnx_failure.h"
#include "conformance/shrink/same_failure.h"
#include "conformance/shrink/watch.h"
#include "interpreter/openvino/build_graph.h"

namespace backedge::shrink {
namespace {

constexpr size_t kMostLimitedRuns = 300;

class Explainer {
 public:
  Explainer(const TestCase& test_case, const CaseRun& run, Backend& backend, std::string folder,
            bool keep_values)
      : case_(test_case),
        run_(run),
        backend_(backend),
        folder_(std::move(folder)),
        keep_values_(keep_values) {}

  Result<FailureExplanation> explain() {
    found_.verdict = TRY(verify_failing(backend_, case_, run_));
    const bool is_onnx = case_.format.name == kOnnx.name;
    const Result<void> known = check_format(case_, run_);
    if (!known.ok()) return only_verdict(known.error().message());
    Result<Subject> subject = subject_of(case_, run_);
    if (!subject.ok() && is_onnx) return without_conversion(why_not_converted(subject.error()));
    subject_ = TRY(std::move(subject));
    if (!TRY(choose_history())) {
      if (is_onnx) return without_conversion(why_not_alike(subject_));
      note("when it is asked once, with exactly this model, the backend does not fail like this");
      return found_;
    }
    if (is_onnx) note("the layers are those of `backedge convert`; the backend got them as ONNX");
    const Result<std::vector<Watch>> watches = list_watches(subject_);
    if (!watches.ok()) {
      note("the model cannot be loaded, so there are no values to compare");
      return found_;
    }
    watches_ = found_.watches = watches.value();
    if (auto graph = openvino::build_model(subject_.model); graph.ok()) found_.graph = graph.value();
    found_.inputs = subject_.inferences.back();
    occurrences_ = observe(subject_, watches_, subject_.inferences.size() - 1);
    for (const std::vector<Occurrence>& occurrences : occurrences_) found_.values += !occurrences.empty();
    if (gives_outputs(found_.verdict.outcome)) {
      TRY(look_at_values());
    } else {
      TRY(look_for_complaint());
    }
    return found_;
  }

 private:
  void note(std::string text) { found_.notes.push_back(std::move(text)); }
  FailureExplanation only_verdict(std::string why) {
    found_.is_opaque = true;
    note(std::move(why));
    return found_;
  }

  // Takes a model in ONNX itself apart.
  Result<FailureExplanation> without_conversion(const std::string& why) {
    Result<OnnxSubject> subject = onnx_subject_of(case_, run_);
    if (!subject.ok() ||
        !TRY(explain_onnx_failure(std::move(subject).value(), backend_, folder_, keep_values_, found_)))
      return only_verdict(why);
    return found_;
  }

  // Chooses the inferences up to the wrong one. If the history matters, it also chooses a history.
  Result<bool> choose_history() {
    std::vector<std::vector<Tensor>>& inferences = subject_.inferences;
    inferences.resize(found_.verdict.inference + 1);
    const std::vector<std::vector<Tensor>> given = inferences;
    const std::optional<std::vector<Tensor>> before = std::exchange(subject_.before, std::nullopt);
    for (const openvino::Layer& layer : subject_.model.graph.layers) results_ += layer.type == "Result";
    if (fails_alike(TRY(ask(subject_)).verdict)) return true;
    if (gives_outputs(found_.verdict.outcome)) {
      inferences.insert(inferences.begin(), given.begin(), given.end());
      if (fails_alike(TRY(ask(subject_)).verdict)) return true;
      if (before) {
        inferences = {*before, given.back()};
        if (fails_alike(TRY(ask(subject_)).verdict)) return true;
      }
    }
    return false;
  }

  bool fails_alike(const Verdict& verdict) const {
    const Outcome outcome = found_.verdict.outcome;
    if (outcome == Outcome::kUnstable || outcome == Outcome::kStale) return gives_outputs(verdict.outcome);
    return same_failure(found_.verdict, verdict);
  }

  Result<Asked> ask(Subject& subject) { return ask_backend(backend_, subject, results_, folder_); }

  // Whether one value is computed before another in one run.
  bool is_earlier(size_t a, const Occurrence& at_a, size_t b, const Occurrence& at_b) const {
    return key_of(a, at_a) < key_of(b, at_b);
  }
  std::vector<int64_t> key_of(size_t watch, const Occurrence& occurrence) const {
    return time_of(watches_[watch], occurrence.iterations);
  }

  void report(size_t watch, const Occurrence& occurrence, const Tensor& actual, std::string text) {
    if (found_.first && !is_earlier(watch, occurrence, first_watch_, first_occurrence_)) return;
    const Watch& of = watches_[watch];
    first_watch_ = watch;
    first_occurrence_ = occurrence;
    found_.first = {.watch = watch,
                    .layer = of.title,
                    .loops = of.loops,
                    .iterations = occurrence.iterations,
                    .inputs = inputs_at(of, occurrence),
                    .expected = occurrence.value,
                    .actual = actual,
                    .text = std::move(text)};
  }

  // The interpreter's values at the inputs of a layer.
  std::vector<TitledTensor> inputs_at(const Watch& watch, const Occurrence& occurrence) {
    std::vector<TitledTensor> inputs;
    const openvino::LayerGraph& graph = *list_graphs(std::as_const(subject_.model))[watch.graph].graph;
    for (const openvino::Port& port : find_layer(graph, watch.output.layer)->inputs) {
      const std::optional<Output> source = source_of(graph, watch.output.layer, port.id);
      for (size_t k = 0; source && k < watches_.size(); ++k) {
        if (watches_[k].graph != watch.graph || watches_[k].output != *source) continue;
        for (const Occurrence& other : occurrences_[k]) {
          if (other.iterations == occurrence.iterations && other.value.has_value())
            inputs.push_back({watches_[k].title, other.value});
        }
      }
    }
    return inputs;
  }

  // Compares the values of all iterations, one after the other, with the interpreter's values.
  void compare_all(size_t watch, const Tensor& actual) {
    if (watches_[watch].loops.empty()) return compare_one(watch, occurrences_[watch].front(), actual);
    int64_t offset = 0;
    for (const Occurrence& occurrence : occurrences_[watch]) {
      // A value of the same size replaces the value of an If that took its other branch.
      const Tensor& expected = occurrence.value.has_value() ? occurrence.value : like(occurrences_[watch]);
      if (offset + expected.byte_count() > actual.byte_count() || actual.type() != expected.type())
        return report(watch, occurrence, actual,
                      "the backend has no value here; the values of all its iterations are shown");
      if (occurrence.value.has_value()) compare_one(watch, occurrence, actual.view(offset, expected.shape()));
      offset += expected.byte_count();
    }
  }
  static const Tensor& like(const std::vector<Occurrence>& occurrences) {
    const auto has_value = [](const Occurrence& occurrence) { return occurrence.value.has_value(); };
    return std::find_if(occurrences.begin(), occurrences.end(), has_value)->value;
  }
  void compare_one(size_t watch, const Occurrence& occurrence, const Tensor& actual) {
    const auto difference = compare({occurrence.value, coarse_comparison(occurrence.value)}, actual);
    if (keep_values_) found_.seen.push_back({watch, occurrence.iterations, actual, difference.has_value()});
    if (difference) report(watch, occurrence, actual, difference->text);
  }

  Result<void> look_at_values() {
    Subject all = subject_;
    std::vector<size_t> visible, rest;
    for (size_t k = 0; k < watches_.size(); ++k) {
      if (occurrences_[k].empty()) continue;
      Subject next = all;
      const bool exposed = expose_all(next, watches_[k], occurrences_[k]);
      (exposed ? visible : rest).push_back(k);
      if (exposed) all = std::move(next);
    }
    const Asked asked = TRY(ask(all));
    if (fails_alike(asked.verdict) && asked.outputs.size() == results_ + visible.size()) {
      for (size_t k = 0; k < visible.size(); ++k) compare_all(visible[k], asked.outputs[results_ + k]);
    } else {
      note(note_on_all_at_once(asked.verdict));
      TRY(look_at_each(visible, rest));
    }
    TRY(look_at_rest(rest));
    if (found_.first) return {};
    note("every compared value is right");
    note("either the backend assembles outputs wrongly, or making the values visible hides the failure");
    return {};
  }

  Result<void> look_at_each(const std::vector<size_t>& visible, std::vector<size_t>& rest) {
    size_t changed = 0;
    for (const size_t k : visible) {
      Subject one = subject_;
      expose_all(one, watches_[k], occurrences_[k]);
      const Asked asked = TRY(ask(one));
      if (asked.outputs.size() != results_ + 1) {
        rest.push_back(k);
      } else if (!fails_alike(asked.verdict)) {
        ++changed;
      } else {
        compare_all(k, asked.outputs.back());
      }
    }
    if (changed > 0) note(note_on_changed(changed));
    return {};
  }

  // Handles values whose shapes differ. They are joined, although few backends can do that; otherwise the
  // loop is cut off after each iteration.
  Result<void> look_at_rest(const std::vector<size_t>& rest) {
    size_t runs = 0, left_out = 0;
    for (const size_t k : rest) {
      Subject one = subject_;
      const Asked asked = expose_all(one, watches_[k], occurrences_[k], false) ? TRY(ask(one)) : Asked();
      if (asked.outputs.size() == results_ + 1 && fails_alike(asked.verdict)) {
        compare_all(k, asked.outputs.back());
      } else {
        left_out += !TRY(look_at_last_values(k, runs));
      }
    }
    if (left_out > 0) note(note_on_left_out(left_out));
    return {};
  }

  Result<bool> look_at_last_values(size_t watch, size_t& runs) {
    for (const Occurrence& occurrence : occurrences_[watch]) {
      if (!occurrence.value.has_value()) continue;
      if (found_.first && !is_earlier(watch, occurrence, first_watch_, first_occurrence_)) return true;
      Subject limited = subject_;
      if (!limit_iterations(limited, watches_[watch], occurrence.iterations) ||
          !expose_last(limited, watches_[watch]) || ++runs > kMostLimitedRuns)
        return false;
      const Asked asked = TRY(ask(limited));
      if (asked.outputs.size() != results_ + 1) return false;
      compare_one(watch, occurrence, asked.outputs.back());
    }
    return true;
  }

  // Looks for the value whose computation alone makes the backend complain in the same way, and that needs
  // the fewest layers. Among equals the innermost wins, then the first.
  Result<void> look_for_complaint() {
    std::optional<std::tuple<int64_t, size_t, std::vector<int64_t>>> least;
    for (size_t k = 0; k < watches_.size(); ++k) {
      Subject alone = subject_;
      if (occurrences_[k].empty() || !expose_at_all(alone, k)) continue;
      keep_last_result(alone);
      const ModelSize size = size_of_model(alone.model);
      const auto rank =
          std::make_tuple(size.layers + size.body_layers, SIZE_MAX - watches_[k].loops.size(), key_of(k, {}));
      if (least && *least <= rank) continue;
      const Asked asked = TRY(ask(alone));
      if (!same_failure(found_.verdict, asked.verdict)) continue;
      least = rank;
      found_.first = {
          .watch = k,
          .layer = watches_[k].title,
          .loops = watches_[k].loops,
          .text = "computing this value and what it needs is enough to get\n" + asked.verdict.text};
    }
    if (!found_.first) note("no single inner value reproduces the failure on its own");
    return {};
  }

  bool expose_at_all(Subject& subject, size_t watch) const {
    Subject joined = subject;
    if (!expose_all(joined, watches_[watch], occurrences_[watch]))
      return expose_last(subject, watches_[watch]);
    subject = std::move(joined);
    return true;
  }

  void keep_last_result(Subject& subject) const {
    std::vector<int64_t> results;
    for (const openvino::Layer& layer : subject.model.graph.layers) {
      if (layer.type == "Result") results.push_back(layer.id);
    }
    results.pop_back();
    for (const int64_t id : results) remove_layer(subject, 0, id);
    remove_unneeded(subject);
  }

  const TestCase& case_;
  const CaseRun& run_;
  Backend& backend_;
  const std::string folder_;
  const bool keep_values_;
  FailureExplanation found_;
  Subject subject_;
  size_t results_ = 0;  // of the given model
  std::vector<Watch> watches_;
  std::vector<std::vector<Occurrence>> occurrences_;  // by watch
  size_t first_watch_ = 0;
  Occurrence first_occurrence_;
};

}  // namespace

Result<FailureExplanation> explain_failure(const TestCase& test_case, const CaseRun& run, Backend& backend,
                                           bool keep_values) {
  const std::unique_ptr<ScratchFolder> folder = TRY(ScratchFolder::make());
  return Explainer(test_case, run, backend, folder->path(), keep_values).explain();
}

}  // namespace backedge::shrink
