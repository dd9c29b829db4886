#include "conformance/corpus/read_case.h"

#include <algorithm>
#include <set>

#include "conformance/corpus/expand_model.h"
#include "conformance/corpus/json.h"
#include "conformance/corpus/read_tensor.h"

namespace backedge {
namespace {

// The parts that the runs of a case share.
struct Shared {
  TensorSource tensors;
  Inputs inputs;
};

Result<Tensor> read_input(const Json& json, const TensorSource& source, const std::string& place) {
  Result<ExpectedTensor> read = read_tensor(json, source);
  if (!read.ok()) return read.take_error().entry(place);
  if (!read.value().unspecified.empty())
    return corpus_error("an input has a value that is null").entry(place);
  return std::move(read).value().tensor;
}

// The inputs of `json`. Inputs that it does not name are taken from the case.
Result<Inputs> read_inputs(const Json& json, const Shared& shared) {
  const Json* given = find(json, "inputs");
  if (given == nullptr) return shared.inputs;
  Inputs inputs;
  if (given->is_array()) {
    for (const Json& tensor : *given) {
      const std::string place = "inputs[" + std::to_string(inputs.listed.size()) + "]";
      inputs.listed.push_back(TRY(read_input(tensor, shared.tensors, place)));
    }
    return inputs;
  }
  if (!given->is_object()) return corpus_error("inputs: neither an object nor a list");
  inputs.named = shared.inputs.named;
  for (const auto& [name, tensor] : given->items())
    inputs.named[name] = TRY(read_input(tensor, shared.tensors, "inputs." + name));
  return inputs;
}

Result<Answer> read_outputs(const Json& list, const TensorSource& source) {
  if (!list.is_array()) return corpus_error("outputs: not a list");
  std::vector<ExpectedTensor> outputs;
  for (const Json& tensor : list) {
    Result<ExpectedTensor> read = read_tensor(tensor, source);
    if (!read.ok()) return read.take_error().entry("outputs[" + std::to_string(outputs.size()) + "]");
    outputs.push_back(std::move(read).value());
    const ExpectedTensor& output = outputs.back();
    if (output.comparison.mode == Comparison::Mode::kUlp ||
        output.comparison.mode == Comparison::Mode::kBound) {
      if (!is_real(output.tensor.type())) return corpus_error("a tolerance for a type that is exact");
    }
  }
  return Answer(std::move(outputs));
}

Result<Answer> read_rejection(const Json& json) {
  TRY(check_keys(json, {"phase", "rule"}));
  Rejection rejection;
  const std::string phase = TRY(read_string(json, "phase"));
  if (phase != "load" && phase != "run") return corpus_error("rejected: phase \"" + phase + "\"");
  rejection.phase = phase == "load" ? Phase::kLoad : Phase::kRun;
  const Json* rule = find(json, "rule");
  if (rule != nullptr && rule->is_array()) {
    rejection.rules = TRY(read_strings(json, "rule"));
  } else {
    rejection.rules = {TRY(read_string(json, "rule"))};
  }
  if (rejection.rules.empty()) return corpus_error("rejected: no rule");
  return Answer(std::move(rejection));
}

// Reads outputs or rejected: `json` must have exactly one of them.
Result<Answer> read_answer(const Json& json, const TensorSource& source) {
  const Json* outputs = find(json, "outputs");
  const Json* rejected = find(json, "rejected");
  if ((outputs == nullptr) == (rejected == nullptr)) return corpus_error("needs one of outputs and rejected");
  return outputs != nullptr ? read_outputs(*outputs, source) : read_rejection(*rejected);
}

Result<std::vector<Answer>> read_answers(const Json& json, const TensorSource& source) {
  const Json* any_of = find(json, "any_of");
  const bool plain = find(json, "outputs") != nullptr || find(json, "rejected") != nullptr;
  if ((any_of != nullptr) == plain) return corpus_error("needs one of outputs, rejected and any_of");
  std::vector<Answer> answers;
  if (plain) {
    answers.push_back(TRY(read_answer(json, source)));
    return answers;
  }
  for (const Json& entry : *any_of) {
    TRY(check_keys(entry, {"outputs", "rejected"}));
    answers.push_back(TRY(read_answer(entry, source)));
  }
  if (answers.size() < 2) return corpus_error("any_of: fewer than two answers");
  return answers;
}

Result<Inference> read_inference(const Json& json, const Shared& shared) {
  Inference inference;
  inference.inputs = TRY(read_inputs(json, shared));
  inference.answers = TRY(read_answers(json, shared.tensors));
  return inference;
}

Result<std::vector<Inference>> read_inferences(const Json& run, const Shared& shared) {
  std::vector<Inference> inferences;
  const Json* sequence = find(run, "sequence");
  if (sequence == nullptr) {
    inferences.push_back(TRY(read_inference(run, shared)));
    return inferences;
  }
  for (const char* key : {"inputs", "outputs", "rejected", "any_of"}) {
    if (find(run, key) != nullptr) return corpus_error("has " + std::string(key) + " beside sequence");
  }
  for (const Json& entry : *sequence) {
    TRY(check_keys(entry, {"inputs", "outputs", "rejected", "any_of"}));
    inferences.push_back(TRY(read_inference(entry, shared)));
  }
  if (inferences.size() < 2) return corpus_error("sequence: fewer than two inferences");
  return inferences;
}

Result<std::vector<ColumnValue>> read_row(const Json& run, size_t count) {
  std::vector<ColumnValue> values;
  if (run.contains("at") && !run["at"].is_array()) return corpus_error("at: not a list");
  for (const Json& value : run.contains("at") ? run["at"] : Json::array()) {
    if (value.is_null()) {
      values.push_back(std::nullopt);
    } else if (value.is_string()) {
      values.push_back(value.get<std::string>());
    } else if (value.is_number_integer()) {
      values.push_back(value.dump());
    } else {
      return corpus_error("at: " + value.dump());
    }
  }
  if (values.size() != count)
    return corpus_error("at: " + std::to_string(values.size()) + " values, expected " +
                        std::to_string(count));
  return values;
}

// The name is a part of the names of folders and files.
bool is_run_name(std::string_view name) {
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

Result<CaseRun> read_run(const Json& json, const TestCase& of, const Shared& shared) {
  TRY(check_keys(json,
                 {"name", "at", "tier", "rules", "inputs", "outputs", "rejected", "any_of", "sequence"}));
  CaseRun run;
  run.at = TRY(read_row(json, of.columns.size()));
  run.name = find(json, "name") != nullptr ? TRY(read_string(json, "name")) : run_name(of.columns, run.at);
  if (run.name.empty()) return corpus_error("no name");
  if (!is_run_name(run.name))
    return corpus_error("the name " + excerpt(run.name) + ": expected small letters, digits and _");
  const std::string tier = find(json, "tier") == nullptr ? "required" : TRY(read_string(json, "tier"));
  if (tier != "required" && tier != "survey") return corpus_error("tier: \"" + tier + "\"");
  run.survey = tier == "survey";
  run.rules = find(json, "rules") == nullptr ? of.rules : TRY(read_strings(json, "rules"));
  run.inferences = TRY(read_inferences(json, shared));
  return run;
}

Result<void> read_runs(const Json& json, const Shared& shared, TestCase& into) {
  const Json* runs = find(json, "runs");
  if (runs == nullptr || !runs->is_array() || runs->empty()) return corpus_error("no runs");
  std::set<std::string> names;
  for (size_t k = 0; k < runs->size(); ++k) {
    Result<CaseRun> run = read_run((*runs)[k], into, shared);
    if (run.ok() && !names.insert(run.value().name).second) run = corpus_error("the name is used twice");
    if (!run.ok()) {
      const Json* name = find((*runs)[k], "name");
      return run.take_error().of("run " + std::to_string(k) + (name == nullptr ? "" : " " + name->dump()));
    }
    into.runs.push_back(std::move(run).value());
  }
  return {};
}

Result<void> read_front_matter(const Json& json, TestCase& into) {
  TRY(check_keys(json, {"format", "title", "dialect", "kind", "rules", "features", "oracle", "notes", "twin",
                        "columns", "tensors", "inputs", "runs"}));
  into.format = TRY(format_named(TRY(read_string(json, "format"))));
  into.title = TRY(read_string(json, "title"));
  into.dialect = TRY(read_string(json, "dialect"));
  into.kind = TRY(read_string(json, "kind"));
  into.oracle = TRY(read_string(json, "oracle"));
  if (find(json, "notes") != nullptr) into.notes = TRY(read_string(json, "notes"));
  if (const Json* pair = find(json, "twin")) {
    TRY(check_keys(*pair, {"case", "relation"}));
    into.pair = TRY(read_string(*pair, "case"));
  }
  into.rules = TRY(read_strings(json, "rules"));
  if (into.rules.empty()) return corpus_error("no rules");
  if (find(json, "features") == nullptr) return corpus_error("no features");
  into.features = TRY(read_strings(json, "features"));
  into.columns = TRY(read_strings(json, "columns"));
  return {};
}

Result<void> read_content(const Json& json, TestCase& into) {
  TRY(read_front_matter(json, into));
  Shared shared{.tensors = {.folder = into.folder}};
  if (const Json* tensors = find(json, "tensors")) {
    if (!tensors->is_object()) return corpus_error("tensors: not an object");
    for (const auto& [name, tensor] : tensors->items()) {
      Result<ExpectedTensor> read = read_tensor(tensor, shared.tensors);
      if (!read.ok()) return read.take_error().entry("tensors." + name);
      shared.tensors.named.emplace(name, std::move(read).value());
    }
  }
  shared.inputs = TRY(read_inputs(json, shared));
  into.format = format_in(into.folder, into.format);
  into.model = TRY(read_text(files_in(into.folder, "", false, into.format).path));
  if (into.format.is_text) {
    TRY(check_placeholders(into.model, into.columns));
  } else if (!into.columns.empty()) {
    return corpus_error("columns: a binary model has no placeholders");
  }
  return read_runs(json, shared, into);
}

}  // namespace

Result<TestCase> read_case(const std::string& folder, const std::string& path) {
  TestCase read;
  read.path = path;
  read.folder = folder;
  const std::string file = folder + "/case.json";
  Result<Json> json = parse_json(TRY(read_text(file)));
  Result<void> content = json.ok() ? read_content(json.value(), read) : Result<void>(json.take_error());
  if (!content.ok()) return content.take_error().at(file, 0);
  return read;
}

}  // namespace backedge
