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

TEST(QuestionOf, RequiresAReadableModelIfOnlyTheInputsAreRejected) {
  const TestCase test_case =
      case_of(R"("rejected": {"phase": "run", "rule": "OUT-1"})", replaced(kIdentity, "<layers>", "<layers"));
  const Result<Question> question = question_of(test_case, test_case.runs[0]);
  ASSERT_FALSE(question.ok());
  EXPECT_EQ(question.error().rule(), "CASE-1");
}

// A backend that accepts the model is asked for outputs, so it needs the names.
TEST(QuestionOf, NamesThePortsOfAModelThatMustBeRejected) {
  const TestCase test_case = case_of(kRejected);
  const Result<Question> question = question_of(test_case, test_case.runs[0]);
  ASSERT_TRUE(question.ok());
  EXPECT_EQ(question.value().parameters, std::vector<std::string>{"x"});
  EXPECT_EQ(question.value().names, std::vector<std::string>{"y"});
}

// "NAME VALUE, NAME VALUE": a tensor is a scalar here.
std::string ordered(const Inputs& inputs, const std::vector<std::string>& names) {
  std::string text;
  for (const auto& [name, tensor] : in_parameter_order(inputs, names)) {
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(tensor.values<int32_t>()[0]);
  }
  return text;
}

Tensor number(int32_t value) { return Tensor::of<int32_t>({}, {value}); }

TEST(InParameterOrder, GivesListedTensorsTheNamesOfTheParameters) {
  const Inputs inputs{.listed = {number(7), number(8), number(9)}};
  EXPECT_EQ(ordered(inputs, {"b", "c", "a"}), "b 7, c 8, a 9");
  EXPECT_EQ(ordered(inputs, {"b", "a"}), "b 7, a 8,  9");  // no Parameter is left for the last one
  EXPECT_EQ(ordered(inputs, {"b", "c", "a", "d"}), "b 7, c 8, a 9");
  EXPECT_EQ(ordered(inputs, {}), " 7,  8,  9");
}

TEST(InParameterOrder, OrdersNamedTensorsAsTheParameters) {
  const Inputs inputs{.named = {{"a", number(7)}, {"b", number(8)}, {"c", number(9)}}};
  EXPECT_EQ(ordered(inputs, {"b", "c", "a"}), "b 8, c 9, a 7");
  EXPECT_EQ(ordered(inputs, {"c", "d", "b", "a"}), "c 9, b 8, a 7");  // d gets none
  EXPECT_EQ(ordered(inputs, {"c", "d"}), "c 9, a 7, b 8");            // a and b match no Parameter
  EXPECT_EQ(ordered(inputs, {}), "a 7, b 8, c 9");
}

}  // namespace
}  // namespace backedge
