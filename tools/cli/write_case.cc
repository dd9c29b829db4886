#include "tools/cli/write_case.h"

#include "conformance/corpus/read_text.h"
#include "conformance/corpus/values_json.h"
#include "interpreter/tensor/npy.h"
#include "tools/cli/json.h"
#include "tools/cli/output_files.h"

namespace backedge {
namespace {

constexpr int64_t kMostInlineBytes = 4096;

OrderedJson comparison_json(const Comparison& comparison) {
  switch (comparison.mode) {
    case Comparison::Mode::kBits:
      return "bits";
    case Comparison::Mode::kNanBits:
      return "nan bits";
    case Comparison::Mode::kUlp:
      return {{"ulp", static_cast<int64_t>(comparison.limit)}};
    case Comparison::Mode::kBound:
      return {{"bound", comparison.limit}};
  }
  return nullptr;
}

std::string npy_bytes(const Tensor& tensor) {
  const Tensor little = little_endian(tensor);
  return npy_header(tensor.type(), tensor.shape())
      .append(reinterpret_cast<const char*>(little.bytes()), static_cast<size_t>(little.byte_count()));
}

// Makes the tensors of one case: small ones in the JSON, others in separate files.
struct Writer {
  int64_t most_inline_bytes = kMostInlineBytes;
  FileContents files;

  OrderedJson tensor(const ExpectedTensor& expected, const std::string& file) {
    const Tensor& tensor = expected.tensor;
    OrderedJson json;
    if (tensor.byte_count() > most_inline_bytes && expected.unspecified.empty()) {
      json = {{"npy", file + ".npy"}};
      files[file + ".npy"] = npy_bytes(tensor);
    } else {
      json = {{"type", name_of(tensor.type())},
              {"shape", std::vector<int64_t>(tensor.shape().begin(), tensor.shape().end())},
              {"values", values_json(tensor)}};
      for (int64_t k = 0; k < tensor.count(); ++k) {
        if (!expected.is_specified(k)) json["values"][static_cast<size_t>(k)] = nullptr;
      }
    }
    if (expected.comparison.mode != Comparison::Mode::kBits)
      json["compare"] = comparison_json(expected.comparison);
    return json;
  }

  OrderedJson inputs(const Inputs& inputs, const std::string& file) {
    OrderedJson json = inputs.listed.empty() ? OrderedJson::object() : OrderedJson::array();
    size_t k = 0;
    for (const auto& [name, value] : inputs.named)
      json[name] = tensor({value, {}}, file + ".inputs." + std::to_string(k++));
    for (const Tensor& value : inputs.listed)
      json.push_back(tensor({value, {}}, file + ".inputs." + std::to_string(k++)));
    return json;
  }

  void answer(const Answer& answer, const std::string& file, OrderedJson& into) {
    if (const auto* rejection = std::get_if<Rejection>(&answer)) {
      const OrderedJson rules =
          rejection->rules.size() == 1 ? OrderedJson(rejection->rules[0]) : OrderedJson(rejection->rules);
      into["rejected"] = {{"phase", name_of(rejection->phase)}, {"rule", rules}};
      return;
    }
    into["outputs"] = OrderedJson::array();
    for (const ExpectedTensor& output : std::get<std::vector<ExpectedTensor>>(answer)) {
      const std::string name = file + ".outputs." + std::to_string(into["outputs"].size());
      into["outputs"].push_back(tensor(output, name));
    }
  }

  OrderedJson run(const TestCase& of, const CaseRun& run) {
    OrderedJson json = {{"name", run.name}};
    if (run.survey) json["tier"] = "survey";
    if (run.rules != of.rules) json["rules"] = run.rules;
    const bool sequence = run.inferences.size() > 1;
    for (size_t k = 0; k < run.inferences.size(); ++k) {
      const Inference& inference = run.inferences[k];
      const std::string file = run.name + (sequence ? "." + std::to_string(k) : "");
      OrderedJson entry;
      entry["inputs"] = inputs(inference.inputs, file);
      for (size_t a = 0; a < inference.answers.size(); ++a) {
        OrderedJson one = OrderedJson::object();
        const bool only = inference.answers.size() == 1;
        answer(inference.answers[a], only ? file : file + "." + std::to_string(a), only ? entry : one);
        if (!only) entry["any_of"].push_back(one);
      }
      if (sequence) {
        json["sequence"].push_back(entry);
      } else {
        json.update(entry);
      }
    }
    return json;
  }
};

// Writes one member in each line, and one run in each line.
std::string case_text(const OrderedJson& front, const std::vector<OrderedJson>& runs) {
  std::string text = "{\n";
  for (const auto& [key, value] : front.items())
    text += "  " + json_line(key) + ": " + json_line(value) + ",\n";
  text += "  \"runs\": [\n";
  for (size_t k = 0; k < runs.size(); ++k)
    text += "    " + json_line(runs[k]) + (k + 1 < runs.size() ? ",\n" : "\n");
  return text + "  ]\n}\n";
}

Result<void> write_files(const std::string& folder, const FileContents& files) {
  TRY(check_new(folder));
  TRY(make_folder(folder));
  for (const auto& [name, content] : files) TRY(write_text(folder + "/" + name, content));
  return {};
}

}  // namespace

FileContents case_files(const TestCase& test_case, std::string_view weights, bool every_npy) {
  OrderedJson front = {{"format", test_case.format.name}, {"title", test_case.title},
                       {"dialect", test_case.dialect},    {"kind", test_case.kind},
                       {"rules", test_case.rules},        {"features", test_case.features},
                       {"oracle", test_case.oracle}};
  if (!test_case.notes.empty()) front["notes"] = test_case.notes;
  Writer writer;
  if (every_npy) writer.most_inline_bytes = -1;
  std::vector<OrderedJson> runs;
  for (const CaseRun& run : test_case.runs) runs.push_back(writer.run(test_case, run));
  FileContents files = std::move(writer.files);
  files["case.json"] = case_text(front, runs);
  files[std::string(test_case.format.model_file)] = test_case.model;
  if (!weights.empty()) files[std::string(test_case.format.weights_file)] = weights;
  return files;
}

Result<void> write_case(const std::string& folder, const TestCase& test_case, const std::string& weights) {
  const std::string bytes = weights.empty() ? "" : TRY(read_text(weights, INT64_MAX));
  return write_files(folder, case_files(test_case, bytes));
}

Result<void> write_made_case(const std::string& folder, const TestCase& test_case,
                             std::span<const std::byte> weights) {
  const std::string_view bytes(reinterpret_cast<const char*>(weights.data()), weights.size());
  return write_files(folder, case_files(test_case, bytes));
}

}  // namespace backedge
