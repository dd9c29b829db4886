#include "tools/cli/write_onnx_tests.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "conformance/corpus/read_text.h"
#include "conformance/verify/question.h"
#include "interpreter/base/fnv1a.h"
#include "interpreter/base/lower_case.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/tensor_file.h"
#include "interpreter/version.h"
#include "tools/cli/json.h"
#include "tools/cli/onnx_test_model.h"
#include "tools/cli/output_files.h"
#include "tools/cli/sha256.h"

namespace backedge {
namespace {

constexpr size_t kMostTestName = 180;  // file systems allow 255 bytes, and runners append words to a name

const std::vector<ExpectedTensor>& outputs_of(const Inference& inference) {
  return std::get<std::vector<ExpectedTensor>>(inference.answers[0]);
}

constexpr const char* kNotExpressed = "have a model that ONNX cannot express";

// Why the layout cannot say a run; "" if it can.
std::string reason_against(const Inference& inference) {
  if (inference.answers.size() > 1) return "allow more than one answer";
  if (std::holds_alternative<Rejection>(inference.answers[0])) return "expect a rejection";
  for (const ExpectedTensor& output : outputs_of(inference)) {
    if (!output.unspecified.empty()) return "leave elements of an output unspecified";
    if (!onnx::check_data_type(output.tensor.type()).ok()) return "have a tensor of a type that ONNX lacks";
  }
  return "";
}

std::string reason_against(const SelectedRun& selected, bool with_survey) {
  for (const Inference& inference : selected.run->inferences) {
    if (const std::string reason = reason_against(inference); !reason.empty()) return reason;
  }
  return selected.run->survey && !with_survey ? "are in the tier survey" : "";
}

// The names of the inputs with a default that a run replaces; nothing if its inferences replace others.
Result<std::optional<std::vector<std::string>>> replaced_defaults(const SelectedRun& selected) {
  std::optional<std::vector<std::string>> of_all;
  for (const Inference& inference : selected.run->inferences) {
    std::vector<std::string> names = TRY(replaced_defaults(*selected.test_case, *selected.run, inference));
    if (of_all && *of_all != names) return std::optional<std::vector<std::string>>();
    of_all = std::move(names);
  }
  return of_all;
}

// A name that is a file's and a Python identifier, "test_onnx__hand__nested".
std::string test_name(const SelectedRun& selected) {
  const bool has_own_model = !selected.test_case->columns.empty();
  const std::string path = has_own_model ? name_of(selected) : selected.test_case->path;
  std::string name = "test_";
  for (const char c : path) {
    const bool is_safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name += c == '/' ? "__" : is_safe ? std::string(1, c) : "_";
  }
  if (name.size() > kMostTestName) name = name.substr(0, kMostTestName) + "_" + std::to_string(fnv1a64(path));
  return name;
}

// The weakest of the comparisons of a test, as the layout says it: a value may differ from the expected one e
// by atol + rtol * |e|.
struct Closeness {
  double rtol = 0, atol = 0;

  void add(const ExpectedTensor& output) {
    const Comparison& comparison = output.comparison;
    if (comparison.mode == Comparison::Mode::kBound) atol = std::max(atol, comparison.limit);
    if (comparison.mode != Comparison::Mode::kUlp) return;
    const auto [step, least] = steps_of(output.tensor.type());
    rtol = std::max(rtol, comparison.limit * step);
    atol = std::max(atol, comparison.limit * least);
  }

  // The distance from 1 to the next value, and from 0 to the next value.
  static std::pair<double, double> steps_of(ElementType type) {
    switch (type) {
      case ElementType::kF64:
        return {0x1p-52, 0x1p-1074};
      case ElementType::kF32:
        return {0x1p-23, 0x1p-149};
      case ElementType::kF16:
        return {0x1p-10, 0x1p-24};
      case ElementType::kBF16:
        return {0x1p-7, 0x1p-133};
      default:
        return {0, 0};
    }
  }
};

// Writes the tests of one folder.
class TestWriter {
 public:
  TestWriter(const std::string& out, const std::string& digest) : out_(out), digest_(digest) {}

  Result<void> add(const SelectedRun& selected) {
    const std::optional<std::vector<std::string>> replaced = TRY(replaced_defaults(selected));
    if (!replaced) return leave_out(selected, "replace a default in some inferences only");
    const Key key{name_of_model(selected), *replaced};
    if (current_ != key) TRY(begin_test(selected, key));
    if (!model_.not_expressed.empty()) return leave_out(selected, kNotExpressed, model_.not_expressed);
    return write_run(selected);
  }

  Result<void> leave_out(const SelectedRun& selected, const std::string& reason,
                         const std::string& what = "") {
    left_out_[{reason, what}].push_back(name_of(selected));
    return {};
  }

  Result<void> finish() {
    TRY(finish_test());
    std::string reasons;
    for (const auto& [reason, runs] : left_out_) {
      OrderedJson entry = {{"reason", reason.first}};
      if (!reason.second.empty()) entry["lacks"] = reason.second;
      entry["runs"] = runs;
      reasons += (reasons.empty() ? "" : ",\n") + std::string("  ") + json_line(entry);
    }
    const OrderedJson header = {{"index", 1}, {"backedge", kVersion}, {"corpus", digest_}, {"runs", runs_}};
    TRY(write_text(out_ + "/index.jsonl", json_line(header) + "\n" + lines_));
    return write_text(out_ + "/index.json",
                      "{\"runs\": [\n" + index_ + "\n],\n\"left_out\": [\n" + reasons + "\n]}\n");
  }

  WrittenTests written() const {
    WrittenTests counts{.tests = std::ssize(taken_), .runs = runs_};
    for (const auto& [reason, runs] : left_out_) {
      counts.left_out[reason.first] += std::ssize(runs);
      if (!reason.second.empty()) counts.not_expressed[reason.second] += std::ssize(runs);
    }
    return counts;
  }

 private:
  using Key =
      std::pair<std::string, std::vector<std::string>>;  // the model and the defaults that are replaced

  static std::string name_of_model(const SelectedRun& selected) {
    return selected.test_case->columns.empty() ? selected.test_case->path : name_of(selected);
  }

  // Runs of one model follow each other.
  Result<void> begin_test(const SelectedRun& selected, const Key& key) {
    TRY(finish_test());
    current_ = key;
    model_ = TRY(onnx_test_model(*selected.test_case, *selected.run, key.second));
    if (!model_.not_expressed.empty()) return {};
    test_ = test_name(selected);
    // Not every file system distinguishes upper and lower case.
    for (int64_t number = 2; !taken_.insert(lower_case(test_)).second; ++number)
      test_ = test_name(selected) + "_" + std::to_string(number);
    folder_ = out_ + "/" + test_;
    TRY(make_folder(folder_));
    files_ = {{"model.onnx", sha256(model_.bytes)}};
    return write_text(folder_ + "/model.onnx", model_.bytes);
  }

  Result<void> write_run(const SelectedRun& selected) {
    const Question question = TRY(question_of(*selected.test_case, *selected.run));
    OrderedJson sets = OrderedJson::array(), compared = OrderedJson::array(), files = files_;
    for (const Inference& inference : selected.run->inferences) {
      sets.push_back("test_data_set_" + std::to_string(data_sets_++));
      TRY(write_set(sets.back().get<std::string>(), question, inference, files));
    }
    for (const ExpectedTensor& output : outputs_of(selected.run->inferences[0]))
      compared.push_back(output.comparison.text());
    const char* const tier = selected.run->survey ? "survey" : "required";
    index_ += (index_.empty() ? "" : ",\n") + std::string("  ") +
              json_line({{"run", name_of(selected)},
                         {"test", test_},
                         {"data_sets", sets},
                         {"tier", tier},
                         {"rules", selected.run->rules},
                         {"format", selected.test_case->format.name},
                         {"compare", compared}});
    entries_.push_back({{"run", name_of(selected)},
                        {"case", selected.test_case->path},
                        {"rules", selected.run->rules},
                        {"tier", tier},
                        {"features", selected.test_case->features},
                        {"format", selected.test_case->format.name},
                        {"folder", test_},
                        {"model", "model.onnx"},
                        {"data_sets", sets},
                        {"compare", compared},
                        {"files", files}});
    ++runs_;
    return {};
  }

  Result<void> finish_test() {
    if (model_.bytes.empty()) return {};
    data_sets_ = 0;
    const Closeness closeness = std::exchange(closeness_, {});
    const std::string data = json_line({{"rtol", closeness.rtol}, {"atol", closeness.atol}}) + "\n";
    for (OrderedJson& entry : std::exchange(entries_, {})) {
      entry["files"]["data.json"] = sha256(data);
      lines_ += json_line(entry) + "\n";
    }
    return write_text(folder_ + "/data.json", data);
  }

  // files  gets the digests of the files of the set
  Result<void> write_set(const std::string& set, const Question& question, const Inference& inference,
                         OrderedJson& files) {
    TRY(make_folder(folder_ + "/" + set));
    const std::vector<NamedTensor> inputs = in_parameter_order(inference.inputs, question.parameters);
    if (inputs.size() != model_.inputs.size())
      return corpus_error("the run expects outputs, but it gives " + std::to_string(inputs.size()) +
                          " inputs to a model with " + std::to_string(model_.inputs.size()))
          .of("run " + safe_line(question.run.name));
    for (size_t k = 0; k < inputs.size(); ++k)
      TRY(write_tensor(set + "/input_" + std::to_string(k), inputs[k].tensor, model_.inputs[k], files));
    const std::vector<ExpectedTensor>& outputs = outputs_of(inference);
    for (size_t k = 0; k < outputs.size(); ++k) {
      closeness_.add(outputs[k]);
      TRY(write_tensor(set + "/output_" + std::to_string(k), outputs[k].tensor, model_.outputs[k], files));
    }
    return {};
  }

  Result<void> write_tensor(const std::string& file, const Tensor& tensor, const std::string& name,
                            OrderedJson& files) {
    const std::string bytes = TRY(onnx::tensor_file_bytes(tensor, name));
    files[file + ".pb"] = sha256(bytes);
    return write_text(folder_ + "/" + file + ".pb", bytes);
  }

  std::string out_;
  std::string digest_;  // of the corpus
  std::string index_;   // the lines of the runs in index.json
  std::string lines_;   // and in index.jsonl
  int64_t runs_ = 0;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> left_out_;  // by reason and lack
  std::set<std::string> taken_;                                                       // names in lower case
  Key current_;                                                                       // of this test
  OnnxTestModel model_;               // of this test; without bytes if there is none
  std::string test_, folder_;         // its name and folder
  OrderedJson files_;                 // the digests of its files that all of its runs share
  std::vector<OrderedJson> entries_;  // of its runs in index.jsonl
  int64_t data_sets_ = 0;             // of this test
  Closeness closeness_;               // of this test
};

}  // namespace

Result<WrittenTests> write_onnx_tests(const std::string& out, std::span<const SelectedRun> runs,
                                      const std::string& digest, bool with_survey) {
  TRY(check_new(out));
  TRY(make_folder(out));
  TestWriter writer(out, digest);
  for (const SelectedRun& selected : runs) {
    const std::string reason = reason_against(selected, with_survey);
    TRY(reason.empty() ? writer.add(selected) : writer.leave_out(selected, reason));
  }
  TRY(writer.finish());
  return writer.written();
}

}  // namespace backedge
