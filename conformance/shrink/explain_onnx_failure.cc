#include "conformance/shrink/explain_onnx_failure.h"

#include <algorithm>
#include <tuple>

#include "conformance/judge/compare.h"
#include "conformance/shrink/ask_backend.h"
#include "conformance/shrink/coarse_comparison.h"
#include "conformance/shrink/cost.h"
#include "conformance/shrink/explain_notes.h"
#include "conformance/shrink/onnx_watch.h"
#include "conformance/shrink/same_failure.h"
#include "interpreter/onnx/lower_model.h"

namespace backedge::shrink {
namespace {

// A value that can be looked at.
struct Visible {
  OnnxWatch watch;
  Signature like;
  size_t number;    // unique
  Tensor expected;  // of all iterations; none until a model with this output has run
};

// The interpreter's outputs of the last inference; nothing if it gives none.
std::optional<std::vector<Tensor>> outputs_of(const OnnxSubject& subject) {
  const Reference reference = run_reference(subject);
  const auto* expected = std::get_if<std::vector<ExpectedTensor>>(&reference.answers.back());
  if (expected == nullptr) return std::nullopt;
  std::vector<Tensor> outputs;
  for (const ExpectedTensor& output : *expected) outputs.push_back(output.tensor);
  return outputs;
}

class OnnxExplainer {
 public:
  OnnxExplainer(OnnxSubject subject, Backend& backend, const std::string& folder, bool keep_values,
                FailureExplanation& found)
      : subject_(std::move(subject)),
        backend_(backend),
        folder_(folder),
        keep_values_(keep_values),
        found_(found) {}

  Result<bool> explain() {
    subject_.inferences.resize(found_.verdict.inference + 1);
    results_ = static_cast<size_t>(subject_.model.graph().output_size());
    if (!fails_alike(TRY(ask(subject_)).verdict)) return false;
    found_.notes.push_back("the backend got the model with these values as additional outputs");
    list_visible();
    found_.values = visible_.size();
    if (keep_values_) describe_run();
    if (gives_outputs(found_.verdict.outcome)) {
      TRY(look_at_values());
    } else {
      TRY(look_for_complaint());
    }
    return true;
  }

 private:
  void note(std::string text) { found_.notes.push_back(std::move(text)); }
  bool fails_alike(const Verdict& verdict) const { return same_failure(found_.verdict, verdict); }
  Result<Asked> ask(OnnxSubject& subject) { return ask_backend(backend_, subject, results_, folder_); }

  OnnxSubject with(const Visible& value) const {
    OnnxSubject exposed = subject_;
    expose(exposed, value.watch, value.like, value.number);
    return exposed;
  }

  // The values whose iterations the interpreter can stack. An inference without outputs has none.
  void list_visible() {
    const std::vector<OnnxWatch> watches = list_watches(subject_);
    const std::vector<std::optional<Signature>> likes = observe(subject_, watches);
    for (size_t k = 0; k < watches.size(); ++k) {
      if (!likes[k]) continue;
      Visible value{watches[k], *likes[k], k, {}};
      const std::optional<std::vector<Tensor>> outputs = outputs_of(with(value));
      if (!outputs) {
        ++left_out_;
        continue;
      }
      value.expected = outputs->back();
      visible_.push_back(std::move(value));
    }
  }

  // The graph, its inputs and the titles of the values.
  void describe_run() {
    const std::map<std::string, Tensor>& given = subject_.inferences.back().named;
    std::vector<std::string> names;
    for (const auto& [name, tensor] : given) names.push_back(name);
    const ModelFiles files = files_of(subject_);
    const auto graph = onnx::lower_model(files.text, files.path, {}, names);
    if (!graph.ok()) return;
    for (const GraphParameter& parameter : graph.value()->parameters) {
      const auto input = given.find(parameter.name);
      if (input == given.end()) return;  // it has no value, so nothing runs
      found_.inputs.push_back(input->second);
    }
    found_.graph = graph.value();
    for (const Visible& value : visible_) found_.watches.push_back(watch_in_trace(value.watch));
  }

  void keep(const Visible& value, std::vector<int64_t> iterations, const Tensor& actual, bool differs) {
    if (!found_.watches.empty())
      found_.seen.push_back({index_of(value), std::move(iterations), actual, differs});
  }
  size_t index_of(const Visible& value) const { return static_cast<size_t>(&value - visible_.data()); }

  Result<void> look_at_values() {
    OnnxSubject all = subject_;
    for (const Visible& value : visible_) expose(all, value.watch, value.like, value.number);
    const Asked asked = TRY(ask(all));
    if (fails_alike(asked.verdict) && asked.outputs.size() == results_ + visible_.size()) {
      for (size_t k = 0; k < visible_.size(); ++k) compare_all(visible_[k], asked.outputs[results_ + k]);
    } else {
      note(note_on_all_at_once(asked.verdict));
      TRY(look_at_each());
    }
    if (left_out_ > 0) note(note_on_left_out(left_out_));
    if (found_.first) return {};
    note("every compared value is right");
    note("either the backend assembles outputs wrongly, or making the values visible hides the failure");
    return {};
  }

  Result<void> look_at_each() {
    size_t changed = 0;
    for (const Visible& value : visible_) {
      OnnxSubject one = with(value);
      const Asked asked = TRY(ask(one));
      if (asked.outputs.size() != results_ + 1) {
        ++left_out_;
      } else if (!fails_alike(asked.verdict)) {
        ++changed;
      } else {
        compare_all(value, asked.outputs.back());
      }
    }
    if (changed > 0) note(note_on_changed(changed));
    return {};
  }

  static size_t count_loops(const OnnxWatch& watch) {
    return static_cast<size_t>(std::count(watch.is_branch.begin(), watch.is_branch.end(), false));
  }

  // The iterations of the loops around a value: those of each level, with 0 for an If.
  //
  // stacked  the shape of its values of all iterations
  static std::vector<int64_t> iterations_at(const OnnxWatch& watch, const Shape& stacked, size_t part) {
    std::vector<int64_t> iterations(watch.is_branch.size());
    auto place = static_cast<int64_t>(part);
    auto axis = static_cast<int64_t>(count_loops(watch));
    for (size_t level = iterations.size(); level-- > 0;) {
      if (watch.is_branch[level]) continue;
      iterations[level] = place % stacked[--axis];
      place /= stacked[axis];
    }
    return iterations;
  }

  // The parts of one iteration each, in the order of the iterations.
  static std::vector<Tensor> parts_of(const Tensor& stacked, size_t loops) {
    Shape outer, inner;
    for (int64_t axis = 0; axis < stacked.shape().rank(); ++axis)
      (axis < static_cast<int64_t>(loops) ? outer : inner).push_back(stacked.shape()[axis]);
    std::vector<Tensor> parts;
    const int64_t count = outer.count();
    for (int64_t k = 0; k < count; ++k)
      parts.push_back(stacked.view(k * (stacked.byte_count() / count), inner));
    return parts;
  }

  // Whether the shapes differ only in the number of iterations of one loop.
  static bool differ_in_iterations(const OnnxWatch& watch, const Shape& a, const Shape& b) {
    if (count_loops(watch) != 1 || a.rank() != b.rank()) return false;
    return std::equal(a.begin() + 1, a.end(), b.begin() + 1);
  }

  void compare_all(const Visible& value, const Tensor& actual) {
    const Shape &shape = value.expected.shape(), &given_shape = actual.shape();
    const bool alike = actual.type() == value.expected.type() &&
                       (shape == given_shape || differ_in_iterations(value.watch, shape, given_shape));
    if (!alike) {
      const auto difference = compare({value.expected, {}}, actual);
      return report(value, std::vector<int64_t>(value.watch.loops.size()), value.expected, actual,
                    difference ? difference->text : "");
    }
    const std::vector<Tensor> expected = parts_of(value.expected, count_loops(value.watch));
    const std::vector<Tensor> given = parts_of(actual, count_loops(value.watch));
    for (size_t k = 0; k < std::min(expected.size(), given.size()); ++k) {
      const auto difference = compare({expected[k], coarse_comparison(expected[k])}, given[k]);
      const std::vector<int64_t> iterations = iterations_at(value.watch, shape, k);
      keep(value, iterations, given[k], difference.has_value());
      if (difference) report(value, iterations, expected[k], given[k], difference->text);
    }
    if (expected.size() > given.size())
      report(value, iterations_at(value.watch, shape, given.size()), expected[given.size()], actual,
             "the backend has no value here; the values of all its iterations are shown");
    if (expected.size() < given.size())
      report(value, iterations_at(value.watch, given_shape, expected.size()), value.expected,
             given[expected.size()], "no value is expected here; those of all iterations are shown");
  }

  void report(const Visible& value, std::vector<int64_t> iterations, const Tensor& expected,
              const Tensor& actual, std::string text) {
    std::vector<int64_t> key = time_of(value.watch, iterations);
    if (found_.first && first_key_ <= key) return;
    first_key_ = std::move(key);
    found_.first = Deviation{.watch = index_of(value),
                             .layer = value.watch.title(),
                             .loops = value.watch.loops,
                             .iterations = iterations,
                             .inputs = inputs_at(value, iterations),
                             .expected = expected,
                             .actual = actual,
                             .text = std::move(text)};
  }

  // The interpreter's values of the node's inputs that are in the same graph.
  std::vector<TitledTensor> inputs_at(const Visible& value, const std::vector<int64_t>& iterations) const {
    std::vector<TitledTensor> inputs;
    for (const std::string& name : value.watch.inputs) {
      for (const Visible& other : visible_) {
        if (other.watch.value != name || other.watch.path != value.watch.path) continue;
        const std::vector<Tensor> parts = parts_of(other.expected, count_loops(other.watch));
        for (size_t k = 0; k < parts.size(); ++k) {
          if (iterations_at(other.watch, other.expected.shape(), k) == iterations)
            inputs.push_back({other.watch.title(), parts[k]});
        }
      }
    }
    return inputs;
  }

  // Looks for the value whose computation alone makes the backend complain in the same way, and that needs the
  // fewest nodes. Among equals the innermost wins, then the first.
  Result<void> look_for_complaint() {
    std::optional<std::tuple<int64_t, size_t, std::vector<int64_t>>> least;
    for (const Visible& value : visible_) {
      OnnxSubject alone = with(value);
      keep_last_output(alone);
      const ModelSize size = size_of_model(alone);
      auto rank = std::make_tuple(size.layers + size.body_layers, SIZE_MAX - value.watch.loops.size(),
                                  time_of(value.watch, {}));
      if (least && *least <= rank) continue;
      const Asked asked = TRY(ask_backend(backend_, alone, 1, folder_));
      if (!fails_alike(asked.verdict)) continue;
      least = std::move(rank);
      found_.first =
          Deviation{.watch = index_of(value),
                    .layer = value.watch.title(),
                    .loops = value.watch.loops,
                    .iterations = {},
                    .inputs = {},
                    .expected = {},
                    .actual = {},
                    .text = "computing this value and what it needs is enough to get\n" + asked.verdict.text};
    }
    if (!found_.first) note("no single inner value reproduces the failure on its own");
    return {};
  }

  OnnxSubject subject_;
  Backend& backend_;
  const std::string& folder_;
  const bool keep_values_;
  FailureExplanation& found_;
  size_t results_ = 0;  // of the given model
  size_t left_out_ = 0;
  std::vector<Visible> visible_;
  std::vector<int64_t> first_key_;
};

}  // namespace

Result<bool> explain_onnx_failure(OnnxSubject subject, Backend& backend, const std::string& folder,
                                  bool keep_values, FailureExplanation& found) {
  return OnnxExplainer(std::move(subject), backend, folder, keep_values, found).explain();
}

}  // namespace backedge::shrink
