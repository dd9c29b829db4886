#include "tools/cli/write_onnx_tests.h"

#include <algorithm>
#include <set>
#include <utility>

#include "conformance/corpus/fnv1a.h"
#include "conformance/verify/question.h"
#include "interpreter/onnx/lower_model.h"
#include "interpreter/onnx/tensor_file.h"
#include "tools/cli/json.h"
#include "tools/cli/output_files.h"

namespace backedge {
namespace {

constexpr size_t kMostName = 180;  // file systems allow 255 bytes, and runners append words to a name

const std::vector<ExpectedTensor>& outputs_of(const Inference& inference) {
  return std::get<std::vector<ExpectedTensor>>(inference.answers[0]);
}

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
  const ModelFormat& format = selected.test_case->format;
  if (format.name != kOnnx.name) return "have a model in the format " + std::string(format.name);
  for (const Inference& inference : selected.run->inferences) {
    if (const std::string reason = reason_against(inference); !reason.empty()) return reason;
  }
  return selected.run->survey && !with_survey ? "are in the tier survey" : "";
}

// The model as a binary file.
Result<std::string> onnx_model(const ModelFiles& files) {
  return onnx::binary_of_text(files.text, files.path);
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
  if (name.size() > kMostName) name = name.substr(0, kMostName) + "_" + std::to_string(fnv1a64(path));
  return name;
}

std::string lower_case(std::string name) {
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
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
class Writer {
 public:
  explicit Writer(const std::string& out) : out_(out) {}

  Result<void> add(const SelectedRun& selected) {
    if (current_ != test_key(selected)) TRY(begin_test(selected));
    const Question question = TRY(question_of(*selected.test_case, *selected.run));
    OrderedJson sets = OrderedJson::array(), compared = OrderedJson::array();
    for (const Inference& inference : selected.run->inferences) {
      sets.push_back("test_data_set_" + std::to_string(data_sets_++));
      TRY(write_set(folder_ + "/" + sets.back().get<std::string>(), question, inference));
    }
    for (const ExpectedTensor& output : outputs_of(selected.run->inferences[0]))
      compared.push_back(output.comparison.text());
    index_ += (index_.empty() ? "" : ",\n") + std::string("  ") +
              json_line({{"run", name_of(selected)},
                         {"test", test_},
                         {"data_sets", sets},
                         {"tier", selected.run->survey ? "survey" : "required"},
                         {"rules", selected.run->rules},
                         {"compare", compared}});
    return {};
  }

  Result<void> finish() {
    TRY(finish_test());
    return write_text(out_ + "/index.json", "{\"runs\": [\n" + index_ + "\n]}\n");
  }

  int64_t tests() const { return std::ssize(taken_); }

 private:
  // Runs with the same key have the same model and follow each other.
  static std::string test_key(const SelectedRun& selected) {
    return selected.test_case->columns.empty() ? selected.test_case->path : name_of(selected);
  }

  Result<void> begin_test(const SelectedRun& selected) {
    TRY(finish_test());
    current_ = test_key(selected);
    test_ = test_name(selected);
    // Not every file system distinguishes upper and lower case.
    for (int64_t number = 2; !taken_.insert(lower_case(test_)).second; ++number)
      test_ = test_name(selected) + "_" + std::to_string(number);
    folder_ = out_ + "/" + test_;
    TRY(make_folder(folder_));
    const ModelFiles files = TRY(model_files(*selected.test_case, *selected.run));
    return write_text(folder_ + "/model.onnx", TRY(onnx_model(files)));
  }

  Result<void> finish_test() {
    if (current_.empty()) return {};
    data_sets_ = 0;
    const Closeness closeness = std::exchange(closeness_, {});
    return write_text(folder_ + "/data.json",
                      json_line({{"rtol", closeness.rtol}, {"atol", closeness.atol}}) + "\n");
  }

  Result<void> write_set(const std::string& folder, const Question& question, const Inference& inference) {
    TRY(make_folder(folder));
    const std::vector<NamedTensor> inputs = in_parameter_order(inference.inputs, question.parameters);
    for (size_t k = 0; k < inputs.size(); ++k)
      TRY(write_tensor(folder + "/input_" + std::to_string(k), inputs[k].tensor, inputs[k].name));
    const std::vector<ExpectedTensor>& outputs = outputs_of(inference);
    for (size_t k = 0; k < outputs.size(); ++k) {
      closeness_.add(outputs[k]);
      TRY(write_tensor(folder + "/output_" + std::to_string(k), outputs[k].tensor, question.names[k]));
    }
    return {};
  }

  static Result<void> write_tensor(const std::string& file, const Tensor& tensor, const std::string& name) {
    return write_text(file + ".pb", TRY(onnx::tensor_file_bytes(tensor, name)));
  }

  std::string out_;
  std::string index_;            // the lines of index.json
  std::set<std::string> taken_;  // the names of tests, in lower case
  std::string current_;          // the key of the test that is being written; empty if there is none
  std::string test_, folder_;    // its name and folder
  int64_t data_sets_ = 0;        // of this test
  Closeness closeness_;          // of this test
};

}  // namespace

Result<WrittenTests> write_onnx_tests(const std::string& out, std::span<const SelectedRun> runs,
                                      bool with_survey) {
  TRY(check_new(out));
  TRY(make_folder(out));
  WrittenTests written;
  Writer writer(out);
  for (const SelectedRun& selected : runs) {
    const std::string reason = reason_against(selected, with_survey);
    if (!reason.empty()) {
      ++written.left_out[reason];
      continue;
    }
    TRY(writer.add(selected));
    ++written.runs;
  }
  TRY(writer.finish());
  written.tests = writer.tests();
  return written;
}

}  // namespace backedge
