#include "conformance/verify/question.h"

#include <gtest/gtest.h>

#include "conformance/corpus/testing.h"

namespace backedge {
namespace {

TestCase case_of(const std::string& answer, const std::string& model = kIdentity) {
  const std::string runs =
      R"("runs": [{"name": "a", "inputs": {"x": )" + pair_json(1, 2) + "}, " + answer + "}]";
  return make_case(case_json(runs), model).value();
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

const std::string kOutputs = R"("outputs": [)" + pair_json(1, 2) + "]";
const std::string kRejected = R"("rejected": {"phase": "load", "rule": "OUT-1"})";

TEST(QuestionOf, NamesThePortsOfAModel) {
  const TestCase test_case = case_of(kOutputs);
  const Result<Question> question = question_of(test_case, test_case.runs[0]);
  ASSERT_TRUE(question.ok());
  EXPECT_EQ(question.value().parameters, std::vector<std::string>{"x"});
  EXPECT_EQ(question.value().names, std::vector<std::string>{"y"});
}

TEST(QuestionOf, NeedsNoModelThatTheInterpreterLoads) {
  const TestCase test_case =
      case_of(kOutputs, replaced(kIdentity, "element_type=\"i32\"", "element_type=\"q7\""));
  const Result<Question> question = question_of(test_case, test_case.runs[0]);
  ASSERT_TRUE(question.ok()) << question.error().text();
  EXPECT_EQ(question.value().parameters, std::vector<std::string>{"x"});
}

TEST(QuestionOf, RejectsAnotherNumberOfOutputs) {
  const TestCase test_case = case_of(R"("outputs": [])");
  const Result<Question> question = question_of(test_case, test_case.runs[0]);
  ASSERT_FALSE(question.ok());
  EXPECT_EQ(question.error().message(), "the run expects 0 outputs, but its model has 1 Results");
}

TEST(QuestionOf, RejectsAModelThatCannotBeReadUnlessTheRunExpectsThat) {
  for (const auto& [answer, ok] : {std::pair(kOutputs, false), std::pair(kRejected, true)}) {
    const TestCase test_case = case_of(answer, replaced(kIdentity, "<layers>", "<layers"));
    EXPECT_EQ(question_of(test_case, test_case.runs[0]).ok(), ok);
  }
}

}  // namespace
}  // namespace backedge
