#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "conformance/protocol/backend.h"

/// A backend for tests, whose answers are written down beforehand.
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
  if (text == "reject") return Rejected{Phase::kLoad, "", "no"};
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

}  // namespace backedge
