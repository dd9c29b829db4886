#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "conformance/corpus/testing.h"
#include "conformance/verify/verify_run.h"

/// A backend for tests whose answers are written down beforehand, commands of real ones, and cases for both.
namespace backedge {

/// Questions and answers, in order: "load: done", "infer 1 2: 3 4", "unload: crash". The answers 3 4 are an
/// output i32[2]; "fault" is a fault of the suite.
using Dialogue = std::vector<std::string>;

inline Dialogue operator+(Dialogue begin, const Dialogue& end) {
  begin.insert(begin.end(), end.begin(), end.end());
  return begin;
}

inline BackendAnswer read_answer(const std::string& text) {
  if (text == "done") return Done{};
  if (text == "reject the model") return Rejected{Phase::kLoad, "", "no"};
  if (text == "reject the input") return Rejected{Phase::kRun, "", "no"};
  if (text == "skip") return Skipped{"no"};
  if (text == "fail") return Failed{"no memory"};
  if (text == "crash") return Broken{Broken::Kind::kCrashed, "gone"};
  if (text == "fault") return Broken{Broken::Kind::kStopped, "", Error("FILE-1", "the disk is full")};
  return Outputs{{Tensor::of<int32_t>({2}, {text[0] - '0', text[2] - '0'})}};
}

/// Expects the questions of a dialogue and gives its answers.
class ScriptedBackend : public Backend {
 public:
  explicit ScriptedBackend(Dialogue dialogue) : dialogue_(std::move(dialogue)) {}
  ~ScriptedBackend() override { EXPECT_EQ(at_, dialogue_.size()) << "not every question was asked"; }

  BackendAnswer load(const ModelFiles& model) override {
    return answer(model.text.find("\"pair\"") == std::string::npos ? "load" : "load the pair");
  }
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override {
    const auto values = inputs[0].tensor.values<int32_t>();
    return answer("infer " + std::to_string(values[0]) + " " + std::to_string(values[1]));
  }
  BackendAnswer unload() override { return answer("unload"); }

 private:
  BackendAnswer answer(const std::string& question) {
    if (at_ == dialogue_.size()) {
      ADD_FAILURE() << "one question too many: " << question;
      return read_answer("crash");
    }
    const std::string& expected = dialogue_[at_++];
    const size_t colon = expected.find(": ");
    EXPECT_EQ(question, expected.substr(0, colon)) << "question " << at_;
    return read_answer(expected.substr(colon + 2));
  }

  const Dialogue dialogue_;
  size_t at_ = 0;
};

inline std::string inputs_json(int first, int second) {
  return R"("inputs": {"x": )" + pair_json(first, second) + "}";
}
inline std::string outputs_json(int first, int second) {
  return R"("outputs": [)" + pair_json(first, second) + "]";
}
/// An inference of a model that gives back its input.
inline std::string inference_json(int first, int second) {
  return inputs_json(first, second) + ", " + outputs_json(first, second);
}
inline std::string run_json(const std::string& name, const std::string& members) {
  return R"({"name": ")" + name + R"(", )" + members + "}";
}
inline TestCase case_of(const std::string& runs) {
  return make_case(case_json(R"("runs": [)" + runs + "]")).value();
}

inline const std::string kOne = run_json("a", inference_json(1, 2));
inline const std::string kTwo = kOne + ", " + run_json("b", inference_json(3, 4));
inline const std::string kSequence =
    R"({"name": "a", "sequence": [{)" + inference_json(1, 2) + "}, {" + inference_json(5, 6) + "}]}";

/// A corpus with a case of kOne in each folder: area/0, area/1. Some faulty backends choose by the folder.
inline Corpus corpus_in(const std::vector<std::string>& folders) {
  Corpus corpus;
  for (const std::string& folder : folders) {
    corpus.cases.push_back(case_of(kOne));
    corpus.cases.back().path = "area/" + std::to_string(corpus.cases.size() - 1);
    corpus.cases.back().folder = "/" + folder;
  }
  return corpus;
}

/// The command of a backend of faulty_backend.py. Its markers are files in this folder.
inline std::string faulty_backend(const std::string& name, const std::string& folder = "/tmp") {
  return "env TMPDIR=\"" + folder + "\" python3 conformance/faulty_backends/faulty_backend.py " + name;
}

/// The command that runs these lines of /bin/sh, which have no single quotes.
inline std::string shell(const std::string& lines) { return "sh -c '" + lines + "'"; }

/// Lines that answer `hello`: a backend that has only the feature type:i32 and starts quickly.
inline const std::string kSayHello =
    "read -r line; id=${line#*:}; "
    R"(echo "{\"id\": ${id%%,*}, \"hello\": {\"protocol\": 2, \"name\": \"silent\", \"version\": \"1\", )"
    R"(\"features\": [\"type:i32\"], \"formats\": [\"openvino-ir\"]}}"; )";

/// The outcome and the first wrong inference, and a line for each observation: `WHEN INFERENCE: OUTCOME
/// OTHER_RUN`, in parentheses if it does not count.
inline std::string text_of(const Verdict& verdict) {
  std::string text = std::string(name_of(verdict.outcome)) + " at " + std::to_string(verdict.inference);
  for (const Observation& seen : verdict.observations) {
    std::string line = std::string(name_of(seen.moment)) + " " + std::to_string(seen.inference) + ": " +
                       std::string(name_of(seen.outcome));
    if (!seen.other.empty()) line += " " + seen.other;
    text += "\n" + (seen.counts ? line : "(" + line + ")");
  }
  return text;
}

/// Verifies the first run.
inline Result<Verdict> verify(const TestCase& test_case, Dialogue dialogue, const TestCase* pair = nullptr) {
  ScriptedBackend backend(std::move(dialogue));
  return verify_run(backend, {&test_case, &test_case.runs[0], pair});
}

inline std::string text_of(const Result<Verdict>& verdict) {
  return verdict.ok() ? text_of(verdict.value()) : verdict.error().rule() + ": " + verdict.error().message();
}

inline std::string verdict_of(const std::string& runs, Dialogue dialogue) {
  return text_of(verify(case_of(runs), std::move(dialogue)));
}

}  // namespace backedge
